"""The operation of the contract. It calls the functions in `handlers.py`."""

from fastapi import APIRouter

from . import handlers
from .failures import Refused
from .models import EvaluationResult, InputResource
from .yaml_text import parse

router = APIRouter()
lifespan = None  # Nothing to prepare before the first request.


@router.post("/v1/evaluate", response_model_exclude_none=True)
def evaluate(body: InputResource) -> EvaluationResult:
    if not handlers.knows(body.resource_type):
        raise Refused(f"resource type {body.resource_type} is not supported")
    document = parse(body.content, "content")
    inside = document.get("dataProduct")
    return handlers.evaluate(body.resource_id, body.resource_type, inside if isinstance(inside, dict) else document)
