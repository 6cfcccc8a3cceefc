"""What this plugin does in the marketplace. Fill in these functions; nothing else has to change.

The platform may send the same request again, so each function has to be idempotent.
"""

from dataclasses import dataclass
from urllib.parse import quote

from .models import MarketplaceInfo
from .yaml_text import Fields

MARKETPLACE_URL = "https://marketplace.example.com"


@dataclass(frozen=True)
class Product:
    id: str
    name: str
    environment: str
    fields: Fields
    """Everything that the descriptor says, with the results of the deployment in `info`."""


# Stand for your marketplace. Replace them with calls to yours.
listings: dict[tuple[str, str], Product] = {}
access: dict[int, set[str]] = {}


def show(product: Product) -> MarketplaceInfo:
    """Shows a deployed data product, or updates its entry; returns where users find it."""
    listings[key_of(product)] = product
    address = f"{MARKETPLACE_URL}/{quote(product.id, safe='')}"
    return MarketplaceInfo(type="string", label="Marketplace", value=product.name, href=address)


def remove(product: Product) -> str:
    """Removes the entry; returns a sentence for the log. An entry that does not exist is not a failure."""
    existed = listings.pop(key_of(product), None) is not None
    return f"{product.name} {'was removed' if existed else 'was not in the marketplace'}."


def set_access(output_port_id: int, refs: list[str], request_id: str) -> None:
    """Exactly these identities have access to the output port from now on."""
    access[output_port_id] = set(refs)


def key_of(product: Product) -> tuple[str, str]:
    return (product.environment, product.id.lower())
