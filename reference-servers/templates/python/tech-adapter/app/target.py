"""What a request to a tech adapter is about: the components to work on, and the system they belong to."""

import json
from dataclasses import dataclass
from typing import Any

from .descriptor import components_in, problems_of_component, problems_of_system, same_urn
from .failures import Refused
from .models import ProvisioningRequest
from .yaml_text import Fields, parse


@dataclass(frozen=True)
class Component:
    id: str
    name: str
    specific: dict[str, Any]
    fields: Fields
    """Everything that the descriptor says about the component."""


@dataclass(frozen=True)
class Target:
    environment: str
    components: list[Component]
    system: Fields
    """Everything that the descriptor says about the system."""

    @property
    def subject(self) -> str:
        """Tasks of the same subject run one after the other."""
        ids = [component.id for component in self.components]
        return f"{self.environment} {' '.join(ids)}".lower()


def read_target(request: ProvisioningRequest) -> Target:
    """Reads and checks the descriptor; refuses the request with everything that is wrong."""
    if request.descriptor_kind == "DATAPRODUCT_DESCRIPTOR_WITH_RESULTS":
        raise Refused(f"descriptorKind {request.descriptor_kind} is reserved and not sent to tech adapters")
    document = parse(request.descriptor)
    wanted = document.get("componentIdToProvision") or request.component_id_to_provision
    is_component = request.descriptor_kind == "COMPONENT_DESCRIPTOR"
    system = system_in(document, is_component)
    chosen = [choose(system, wanted)] if is_component or wanted else components_in(system)
    problems = problems_of_system(system)
    for component in chosen:
        problems += problems_of_component(component, system)
    if problems:
        raise Refused(*problems)
    return target_of(system, chosen)


def read_provisioned(text: str) -> Target:
    """Reads the component that an access request is about: `provisionInfo.request`, which is JSON."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refused(f"provisionInfo.request is not JSON: {error}") from error
    if not isinstance(document, dict):
        raise Refused("provisionInfo.request must be a JSON object")
    system = system_in(document, True)
    return target_of(system, [choose(system, document.get("componentIdToProvision"))])


def system_in(document: Fields, is_component: bool) -> Fields:
    system = document.get("dataProduct")
    if isinstance(system, dict):
        return system
    if is_component:
        raise Refused("a component descriptor needs the data product under dataProduct")
    return document


def choose(system: Fields, wanted: object) -> Fields:
    if not wanted:
        raise Refused("componentIdToProvision is required in a component descriptor")
    for component in components_in(system):
        if same_urn(component.get("id"), wanted):
            return component
    raise Refused(f"component {wanted} is not part of the descriptor")


def target_of(system: Fields, components: list[Fields]) -> Target:
    return Target(str(system.get("environment")), [component_of(one) for one in components], system)


def component_of(fields: Fields) -> Component:
    specific = fields.get("specific")
    return Component(
        id=str(fields.get("id")),
        name=str(fields.get("name")),
        specific=specific if isinstance(specific, dict) else {},
        fields=fields,
    )
