"""The operation of the contract. It calls the functions in `handlers.py`."""

from fastapi import APIRouter

from . import handlers
from .models import InputResource, PolicyResult

router = APIRouter()
lifespan = None  # Nothing to prepare before the first request.


@router.post("/v1/evaluate", response_model_exclude_none=True)
def evaluate(body: InputResource) -> PolicyResult:
    return handlers.evaluate(body)
