"""What the platform asks a tech adapter for, as the functions in `handlers.py` get it."""

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
    """Everything that the descriptor says about the component."""


@dataclass(frozen=True)
class Origin:
    """The call of the platform, for logs and for requests to your technology. It is stored with the task."""

    request_id: str
    """`X-Request-ID` of the request; a new id if it had none."""
    traceparent: str | None = None
    """Identifies the trace of the deployment."""


@dataclass(frozen=True)
class AdapterRequest:
    """One request. Its members have the names of the contract."""

    descriptor_kind: DescriptorKind
    data_product: Fields
    """Everything that the descriptor says about the data product, with all its components."""
    component: Component | None
    """The component to work on; None in a product request, which is about the product itself."""
    origin: Origin
    latest_enriched_descriptor: str | None = None
    """YAML text of the descriptor after the latest operation; `latest_info` reads it."""
    remove_data: bool = False
    refs: list[str] = field(default_factory=list)
    """Only in an access request: every identity that shall have access."""
    provision_info: ProvisionInfo | None = None
    """Only in an access request: what was provisioned, with `result`, the message of that task."""
    access_control_fields: dict[str, Any] = field(default_factory=dict)
    """Only in an access request: what the requester entered."""

    @property
    def environment(self) -> str:
        return str(self.data_product.get("environment"))

    @property
    def subjects(self) -> set[str]:
        """Tasks that share one of these run in order. A product request waits for all components, and they for it."""
        parts = [self.data_product, *components_in(self.data_product)]
        ids = [self.component.id] if self.component else [str(part.get("id")) for part in parts]
        return {f"{self.environment} {one}".lower() for one in ids}

    @cached_property
    def latest_info(self) -> Fields:
        """`info` of the component, or of the product, after the latest operation; empty if nothing is known."""
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
        """`operation` and `status` of the latest operation; None if nothing is known."""
        latest = self.latest_info.get("latestProvisioningOperation")
        return latest if isinstance(latest, dict) else None


def read_request(body: ProvisioningRequest, origin: Origin) -> AdapterRequest:
    """Reads what a request is about, without a check of the rest; refuses it if that cannot be found out."""
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
    """Reads a request to remove something. It was valid when it was provisioned, and need not be valid now."""
    request = read_request(body, origin)
    needed = ("environment",) if request.component else ("id", "environment")
    if problems := missing(request.data_product, needed, "the data product"):
        raise Refused(*problems)
    return request


def read_access(body: UpdateAclRequest, origin: Origin) -> AdapterRequest:
    """Reads an access request. Its descriptor, `provisionInfo.request`, is JSON."""
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
    """What makes the descriptor invalid, one sentence each."""
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
