"""How resources are evaluated. Fill in this function; nothing else has to change."""

from .models import EvaluationResult, PolicyResult
from .yaml_text import Fields

# Members that a resource must have, by its type. Replace it with your policies.
NEEDED = {
    "dataproduct": ["id", "name", "description", "dataProductOwner"],
    "outputport": ["id", "name", "description"],
}


def knows(resource_type: str) -> bool:
    """Whether this engine can evaluate resources of a type; others are refused."""
    return resource_type.lower() in NEEDED


def evaluate(resource_id: str, resource_type: str, resource: Fields) -> EvaluationResult:
    """A policy returns a PolicyResult, a metric a MetricResult. One server is one of them, never both."""
    needed = NEEDED[resource_type.lower()]
    errors = [f"{resource_id} has no {name}" for name in needed if resource.get(name) in (None, "")]
    return PolicyResult(satisfies_policy=not errors, errors=errors, details={"checked": needed})
