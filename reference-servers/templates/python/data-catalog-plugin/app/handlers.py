"""Publishes data products in your data catalog. Fill in these functions. The other files work as they are.

A function with a task may take long, and runs again if a restart interrupts it, so make each step idempotent.
To end the task as FAILED, raise `tasks.Failed` with a message for the user.
"""

from urllib.parse import quote

from .models import Info
from .product import Product
from .tasks import Task

CATALOG_URL = "https://catalog.example.com/entries"

# Sample data: published component ids by environment and data product. Replace it with calls to your catalog.
published: dict[tuple[str, str], set[str]] = {}


def validate(product: Product) -> list[str]:
    """Problems that only this plugin finds, one sentence each."""
    return []


def provision(product: Product, task: Task) -> Info:
    """Publishes the data product, and removes components from the catalog that it no longer has."""
    for component in product.components:
        task.raise_if_stopped()
        task.say(f"{component.name} is in the catalog", phase="Publishing")
    published[key_of(product)] = {component.id for component in product.components}
    # Shown to users in the marketplace, by output port.
    ports = [component for component in product.components if component.kind == "outputport"]
    entries = {port.id: {"catalogEntry": entry_of(port.id, port.name)} for port in ports}
    return Info(public_info=entries, private_info={})


def unprovision(product: Product, task: Task) -> Info:
    """Removes the data product. Succeeds if it is not in the catalog."""
    existed = published.pop(key_of(product), None) is not None
    task.say(f"{product.name} {'was removed' if existed else 'was not in the catalog'}", phase="Removing")
    return Info(public_info={}, private_info={})


def find_reference(component_id: str) -> str | None:
    """Address of a component in the catalog. None if the catalog does not have it."""
    is_known = any(component_id in components for components in published.values())
    return address_of(component_id) if is_known else None


def entry_of(component_id: str, name: str) -> dict[str, str]:
    return {"type": "string", "label": "Data catalog", "value": name, "href": address_of(component_id)}


def address_of(component_id: str) -> str:
    return f"{CATALOG_URL}/{quote(component_id, safe='')}"


def key_of(product: Product) -> tuple[str, str]:
    return (product.environment, product.id.lower())
