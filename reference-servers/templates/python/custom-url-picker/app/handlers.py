"""Lists and checks the values of the picker. Fill in these functions. The other files work as they are."""

from typing import Any

from .models import Item

CITIES = ("Berlin", "Bern", "Dublin", "Lisbon", "Milan", "Oslo", "Paris", "Prague", "Rome", "Vienna", "Warsaw")

# Sample data. Replace it with calls to your system. The order must not change between calls.
items = [Item(id=f"city-{number}", value=name) for number, name in enumerate(CITIES, start=1)]


def find(text: str, offset: int, limit: int, parameters: dict[str, Any]) -> list[Item]:
    """Returns one page of the items that contain the text. `parameters` has the values of other form fields."""
    fitting = [item for item in items if contains(item, text)]
    return fitting[offset : offset + limit]


def exists(item_id: str, parameters: dict[str, Any]) -> bool:
    """Whether a selected item is still available."""
    return any(item.id == item_id for item in items)


def contains(item: Item, text: str) -> bool:
    values = item.model_dump().values()
    return any(text.lower() in str(value).lower() for value in values)
