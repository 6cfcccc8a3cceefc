"""Lists the resources to evaluate. Fill in this function. The other files work as they are."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Resource:
    id: str
    environment: str
    type: str

    @property
    def descriptor(self) -> str:
        """Content to evaluate, as YAML text."""
        return f"id: {self.id}\ntype: {self.type}\n"


# Sample data. Replace it with calls to your system.
# The order must not change between calls.
resources = [
    Resource(f"{environment}-{kind}-{name}", environment, kind)
    for environment in ("development", "production")
    for kind in ("storage-bucket", "table")
    for name in ("customers", "orders", "shipments")
]


def find(environment: str, types: list[str], resource_id: str | None) -> list[Resource]:
    """Returns all matching resources. Without types, every type matches. The caller gets them in pages."""
    return [
        one
        for one in resources
        if one.environment == environment
        and (not types or one.type in types)
        and (resource_id is None or one.id == resource_id)
    ]
