"""What a request to a data catalog plugin is about: a data product and its components."""

from dataclasses import dataclass

from .descriptor import components_in, problems_of_component, problems_of_system
from .failures import Refused
from .models import ProvisioningRequest
from .yaml_text import Fields, parse


@dataclass(frozen=True)
class Component:
    id: str
    kind: str
    name: str
    fields: Fields
    """Everything that the descriptor says about the component."""


@dataclass(frozen=True)
class Product:
    id: str
    name: str
    environment: str
    components: list[Component]
    fields: Fields
    """Everything that the descriptor says about the data product; after a deployment, `info` among it."""

    @property
    def subject(self) -> str:
        """Tasks of the same subject run one after the other."""
        return f"{self.environment} {self.id}".lower()


def read_product(request: ProvisioningRequest) -> Product:
    """Reads and checks the descriptor; refuses the request with everything that is wrong."""
    document = parse(request.descriptor)
    inside = document.get("dataProduct")
    system = inside if isinstance(inside, dict) else document
    components = components_in(system)
    problems = problems_of_system(system)
    for component in components:
        problems += problems_of_component(component, system)
    if problems:
        raise Refused(*problems)
    return Product(
        id=system["id"],
        name=system["name"],
        environment=system["environment"],
        components=[Component(one["id"], one["kind"], one["name"], one) for one in components],
        fields=system,
    )
