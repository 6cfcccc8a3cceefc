"""What this plugin does in the data catalog. Fill in these functions; nothing else has to change.

A function that gets a task may take long, and runs again if a restart interrupts it: each step has to be
idempotent. Raise `tasks.Failed` with a sentence for the user to end the task as FAILED.
"""

from urllib.parse import quote

from .models import Info
from .product import Product
from .tasks import Task

CATALOG_URL = "https://catalog.example.com/entries"

# Stands for your catalog: published component ids by environment and data product. Replace it with calls to yours.
published: dict[tuple[str, str], set[str]] = {}


def validate(product: Product) -> list[str]:
    """What prevents publishing beyond what every descriptor needs, one sentence each."""
    return []


def provision(product: Product, task: Task) -> Info:
    """Publishes the data product. Components that it no longer has leave the catalog."""
    for component in product.components:
        task.raise_if_stopped()
        task.say(f"{component.name} is in the catalog", phase="Publishing")
    published[key_of(product)] = {component.id for component in product.components}
    # Shown to users in the marketplace, by output port.
    ports = [component for component in product.components if component.kind == "outputport"]
    entries = {port.id: {"catalogEntry": entry_of(port.id, port.name)} for port in ports}
    return Info(public_info=entries, private_info={})


def unprovision(product: Product, task: Task) -> Info:
    """Removes the data product. One that is not in the catalog is not a failure."""
    existed = published.pop(key_of(product), None) is not None
    task.say(f"{product.name} {'was removed' if existed else 'was not in the catalog'}", phase="Removing")
    return Info(public_info={}, private_info={})


def find_reference(component_id: str) -> str | None:
    """What the catalog calls a component; None if the catalog does not have it."""
    is_known = any(component_id in components for components in published.values())
    return address_of(component_id) if is_known else None


def entry_of(component_id: str, name: str) -> dict[str, str]:
    return {"type": "string", "label": "Data catalog", "value": name, "href": address_of(component_id)}


def address_of(component_id: str) -> str:
    return f"{CATALOG_URL}/{quote(component_id, safe='')}"


def key_of(product: Product) -> tuple[str, str]:
    return (product.environment, product.id.lower())
