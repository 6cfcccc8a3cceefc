"""Checks descriptors of data products and their components."""

import re

from .yaml_text import Fields

KINDS = ("outputport", "workload", "storage", "observability")
SYSTEM_FIELDS = ("id", "kind", "name", "version", "environment")
COMPONENT_FIELDS = ("id", "kind", "name", "infrastructureTemplateId")


def components_in(system: Fields) -> list[Fields]:
    """Components and their subcomponents, each once."""
    found: list[Fields] = []
    seen: set[int] = set()
    waiting = [system]
    while waiting:
        inside = waiting.pop(0).get("components")
        for component in inside if isinstance(inside, list) else []:
            if isinstance(component, dict) and id(component) not in seen:
                seen.add(id(component))
                found.append(component)
                waiting.append(component)
    return found


def problems_of_system(system: Fields) -> list[str]:
    """Problems of the descriptor of a data product, one sentence each."""
    problems = missing(system, SYSTEM_FIELDS, "the data product")
    problems += wrong_version(system, "the data product")
    if not isinstance(system.get("components"), list):
        return [*problems, "the data product has no list of components"]
    if not all(isinstance(component, dict) for component in system["components"]):
        problems.append("a component of the data product is not a mapping")
    ids = [str(component.get("id")).lower() for component in components_in(system)]
    return problems + [f"more than one component has the id {one}" for one in {*ids} if ids.count(one) > 1]


def problems_of_component(component: Fields, system: Fields) -> list[str]:
    """Problems of a component, one sentence each."""
    what = f"component {component.get('id')}"
    problems = missing(component, COMPONENT_FIELDS, what) + wrong_version(component, what)
    kind = component.get("kind")
    if isinstance(kind, str) and kind.lower() not in KINDS:
        problems.append(f"{what} has the kind {kind}; expected one of {', '.join(KINDS)}")
    own, major = major_of_urn(component.get("id")), major_of_urn(system.get("id"))
    if own and major and own != major:
        problems.append(f"{what} does not belong to the major version {major} of the data product")
    needs = component.get("dependsOn") or []
    if not isinstance(needs, list) or not all(isinstance(one, str) for one in needs):
        problems.append(f"{what} has a dependsOn that is not a list of component ids")
    return problems


def same_urn(one: object, other: object) -> bool:
    """URNs are not case-sensitive."""
    return isinstance(one, str) and isinstance(other, str) and one.lower() == other.lower()


def missing(fields: Fields, names: tuple[str, ...], what: str) -> list[str]:
    return [f"{what} has no {name}" for name in names if not isinstance(fields.get(name), str) or not fields[name]]


def wrong_version(fields: Fields, what: str) -> list[str]:
    version, major = fields.get("version"), major_of_urn(fields.get("id"))
    if version is None or version == "":
        return []
    if not isinstance(version, str) or not re.fullmatch(r"\d+\.\d+\..+", version):
        return [f"{what} has a version that is not of the form 1.2.0"]
    if major and version.split(".")[0] != major:
        return [f"{what} has the version {version}, but its id has the major version {major}"]
    return []


def major_of_urn(urn: object) -> str | None:
    found = re.fullmatch(r"urn:dmb:(?:dp|cmp):[\w-]+:[\w-]+:(\d+)(?::[\w-]+)*", str(urn), re.IGNORECASE)
    return found[1] if found else None
