"""Publishes data products in your marketplace. Fill in these functions. The other files work as they are.

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
    """All fields of the descriptor, with the results of the deployment in `info`."""


# Sample data. Replace it with calls to your marketplace.
listings: dict[tuple[str, str], Product] = {}
access: dict[int, set[str]] = {}


def show(product: Product) -> MarketplaceInfo:
    """Creates or updates the entry of a deployed data product, and returns its address."""
    listings[key_of(product)] = product
    address = f"{MARKETPLACE_URL}/{quote(product.id, safe='')}"
    return MarketplaceInfo(type="string", label="Marketplace", value=product.name, href=address)


def remove(product: Product) -> str:
    """Removes the entry and returns a message for the log. Succeeds if the entry does not exist."""
    existed = listings.pop(key_of(product), None) is not None
    return f"{product.name} {'was removed' if existed else 'was not in the marketplace'}."


def set_access(output_port_id: int, refs: list[str], request_id: str) -> None:
    """Gives access to exactly these identities. All others lose their access."""
    access[output_port_id] = set(refs)


def key_of(product: Product) -> tuple[str, str]:
    return (product.environment, product.id.lower())
