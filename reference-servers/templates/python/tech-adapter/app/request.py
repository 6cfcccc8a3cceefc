"""A request of the platform. The functions in `handlers.py` get it as an argument."""

import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from .descriptor import components_in, missing, problems_of_component, problems_of_system, same_urn
from .failures import Refused
from .models import DescriptorKind, ProvisioningRequest, ProvisionInfo, UpdateAclRequest
from .yaml_text import Fields, parse


@dataclass(frozen=True)
class Component:
    id: str
    name: str
    specific: dict[str, Any]
    fields: Fields
    """All fields of the component in the descriptor."""


@dataclass(frozen=True)
class Origin:
    """Headers of the platform's request, for logs and for requests to your technology. Stored with the task."""

    request_id: str
    """`X-Request-ID` of the request, or a new id."""
    traceparent: str | None = None
    """Identifies the trace of the deployment."""


@dataclass(frozen=True)
class AdapterRequest:
    """One request. Its fields have the names in the contract."""

    descriptor_kind: DescriptorKind
    data_product: Fields
    """All fields of the data product in the descriptor, with all its components."""
    component: Component | None
    """The component to work on. None in a product request, which concerns the product itself."""
    origin: Origin
    latest_enriched_descriptor: str | None = None
    """YAML text of the descriptor after the latest operation. `latest_info` reads it."""
    remove_data: bool = False
    refs: list[str] = field(default_factory=list)
    """Only in an access update: all identities with access."""
    provision_info: ProvisionInfo | None = None
    """Only in an access update: the deployed component, with the message of its task in `result`."""
    access_control_fields: dict[str, Any] = field(default_factory=dict)
    """Only in an access update: the input of the requester."""

    @property
    def environment(self) -> str:
        return str(self.data_product.get("environment"))

    @property
    def subjects(self) -> set[str]:
        """Tasks that share a subject run in order. A product request has the subjects of all its components."""
        parts = [self.data_product, *components_in(self.data_product)]
        ids = [self.component.id] if self.component else [str(part.get("id")) for part in parts]
        return {f"{self.environment} {one}".lower() for one in ids}

    @cached_property
    def latest_info(self) -> Fields:
        """`info` of the component or the product after the latest operation. Empty if unknown."""
        try:
            document = parse(self.latest_enriched_descriptor or "", "latestEnrichedDescriptor")
        except Refused:
            return {}
        inside = document.get("dataProduct")
        system = inside if isinstance(inside, dict) else document
        wanted = self.component.id if self.component else self.data_product.get("id")
        for part in (system, *components_in(system)):
            if same_urn(part.get("id"), wanted) and isinstance(part.get("info"), dict):
                return part["info"]
        return {}

    @property
    def latest_provisioning_operation(self) -> dict[str, str] | None:
        """`operation` and `status` of the latest operation. None if unknown."""
        latest = self.latest_info.get("latestProvisioningOperation")
        return latest if isinstance(latest, dict) else None


def read_request(body: ProvisioningRequest, origin: Origin) -> AdapterRequest:
    """Reads the component and the data product of a request. Raises `Refused` if it needs one that is missing."""
    if body.descriptor_kind == "DATAPRODUCT_DESCRIPTOR_WITH_RESULTS":
        raise Refused(f"descriptorKind {body.descriptor_kind} is reserved and not sent to tech adapters")
    document = parse(body.descriptor)
    wanted = document.get("componentIdToProvision") or body.component_id_to_provision
    is_component = body.descriptor_kind == "COMPONENT_DESCRIPTOR"
    system = system_in(document, is_component)
    return AdapterRequest(
        descriptor_kind=body.descriptor_kind,
        data_product=system,
        component=choose(system, wanted) if is_component or wanted else None,
        origin=origin,
        latest_enriched_descriptor=body.latest_enriched_descriptor,
        remove_data=bool(body.remove_data),
    )


def read_removal(body: ProvisioningRequest, origin: Origin) -> AdapterRequest:
    """Reads a removal. Validates no more than it needs, because the checks can have become stricter."""
    request = read_request(body, origin)
    needed = ("environment",) if request.component else ("id", "environment")
    if problems := missing(request.data_product, needed, "the data product"):
        raise Refused(*problems)
    return request


def read_access(body: UpdateAclRequest, origin: Origin) -> AdapterRequest:
    """Reads an access update. Its descriptor, `provisionInfo.request`, is JSON."""
    try:
        document = json.loads(body.provision_info.request)
    except (ValueError, RecursionError) as error:
        raise Refused(f"provisionInfo.request is not JSON: {error}") from error
    if not isinstance(document, dict):
        raise Refused("provisionInfo.request must be a JSON object")
    system = system_in(document, True)
    return AdapterRequest(
        descriptor_kind="COMPONENT_DESCRIPTOR",
        data_product=system,
        component=choose(system, document.get("componentIdToProvision")),
        origin=origin,
        refs=body.refs,
        provision_info=body.provision_info,
        access_control_fields=body.access_control_fields or {},
    )


def problems_of(request: AdapterRequest) -> list[str]:
    """Problems of the descriptor, one sentence each."""
    system = request.data_product
    checked = [request.component.fields] if request.component else components_in(system)
    problems = problems_of_system(system)
    for component in checked:
        problems += problems_of_component(component, system)
    return problems


def system_in(document: Fields, is_component: bool) -> Fields:
    system = document.get("dataProduct")
    if isinstance(system, dict):
        return system
    if is_component:
        raise Refused("a component descriptor needs the data product under dataProduct")
    return document


def choose(system: Fields, wanted: object) -> Component:
    if not wanted:
        raise Refused("componentIdToProvision is required in a component descriptor")
    for fields in components_in(system):
        if same_urn(fields.get("id"), wanted):
            return component_of(fields)
    raise Refused(f"component {wanted} is not part of the descriptor")


def component_of(fields: Fields) -> Component:
    specific = fields.get("specific")
    return Component(
        id=str(fields.get("id")),
        name=str(fields.get("name")),
        specific=specific if isinstance(specific, dict) else {},
        fields=fields,
    )
