"""Evaluates resources. Fill in this function. The other files work as they are."""

from .models import EvaluationResult, PolicyResult
from .yaml_text import Fields

# Required fields of a resource, by its type. Replace it with your policies.
NEEDED = {
    "dataproduct": ["id", "name", "description", "dataProductOwner"],
    "outputport": ["id", "name", "description"],
}


def knows(resource_type: str) -> bool:
    """Whether this engine can evaluate resources of a type. Others are rejected."""
    return resource_type.lower() in NEEDED


def evaluate(resource_id: str, resource_type: str, resource: Fields) -> EvaluationResult:
    """A policy returns a `PolicyResult`, and a metric returns a `MetricResult`. A server implements only one."""
    needed = NEEDED[resource_type.lower()]
    errors = [f"{resource_id} has no {name}" for name in needed if resource.get(name) in (None, "")]
    return PolicyResult(satisfies_policy=not errors, errors=errors, details={"checked": needed})
