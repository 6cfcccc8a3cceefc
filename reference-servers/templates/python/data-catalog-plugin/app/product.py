"""The data product of a request, and its components."""

from dataclasses import dataclass

from .descriptor import components_in, missing, problems_of_component, problems_of_system
from .failures import Refused
from .models import ProvisioningRequest
from .yaml_text import Fields, parse


@dataclass(frozen=True)
class Component:
    id: str
    kind: str
    name: str
    fields: Fields
    """All fields of the component in the descriptor."""


@dataclass(frozen=True)
class Product:
    id: str
    name: str
    environment: str
    components: list[Component]
    fields: Fields
    """All fields of the data product in the descriptor. After a deployment, these include `info`."""

    @property
    def subject(self) -> str:
        """Tasks with the same subject run in order."""
        return f"{self.environment} {self.id}".lower()


def read_product(request: ProvisioningRequest) -> Product:
    """Reads the data product of a request. Raises `Refused` if its id or environment is missing."""
    document = parse(request.descriptor)
    inside = document.get("dataProduct")
    system = inside if isinstance(inside, dict) else document
    if problems := missing(system, ("id", "environment"), "the data product"):
        raise Refused(*problems)
    return Product(
        id=system["id"],
        name=str(system.get("name")),
        environment=system["environment"],
        components=[component_of(one) for one in components_in(system)],
        fields=system,
    )


def problems_of(product: Product) -> list[str]:
    """Problems of the descriptor, one sentence each."""
    problems = problems_of_system(product.fields)
    for component in product.components:
        problems += problems_of_component(component.fields, product.fields)
    return problems


def component_of(fields: Fields) -> Component:
    return Component(str(fields.get("id")), str(fields.get("kind")), str(fields.get("name")), fields)
