"""Which resources exist. Fill in this function; nothing else has to change."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Resource:
    id: str
    environment: str
    type: str

    @property
    def descriptor(self) -> str:
        """What policies and metrics are applied to, as YAML text."""
        return f"id: {self.id}\ntype: {self.type}\n"


# Stands for the system that knows the resources. Replace it with calls to yours.
# The order must not change between calls.
resources = [
    Resource(f"{environment}-{kind}-{name}", environment, kind)
    for environment in ("development", "production")
    for kind in ("storage-bucket", "table")
    for name in ("customers", "orders", "shipments")
]


def find(environment: str, types: list[str], resource_id: str | None) -> list[Resource]:
    """All resources that fit; no types means every type. The caller gets them page by page."""
    return [
        one
        for one in resources
        if one.environment == environment
        and (not types or one.type in types)
        and (resource_id is None or one.id == resource_id)
    ]
