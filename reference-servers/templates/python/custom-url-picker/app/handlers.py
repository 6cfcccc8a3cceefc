"""What can be chosen. Fill in these functions; nothing else has to change."""

from typing import Any

from .models import Item

CITIES = ("Berlin", "Bern", "Dublin", "Lisbon", "Milan", "Oslo", "Paris", "Prague", "Rome", "Vienna", "Warsaw")

# Stands for the system that knows the values. Replace it with calls to yours. The order must not change between calls.
items = [Item(id=f"city-{number}", value=name) for number, name in enumerate(CITIES, start=1)]


def find(text: str, offset: int, limit: int, parameters: dict[str, Any]) -> list[Item]:
    """One page of the items that contain the text. `parameters` are the values of other fields of the form."""
    fitting = [item for item in items if contains(item, text)]
    return fitting[offset : offset + limit]


def exists(item_id: str, parameters: dict[str, Any]) -> bool:
    """Whether an item that was chosen earlier can still be chosen."""
    return any(item.id == item_id for item in items)


def contains(item: Item, text: str) -> bool:
    values = item.model_dump().values()
    return any(text.lower() in str(value).lower() for value in values)
