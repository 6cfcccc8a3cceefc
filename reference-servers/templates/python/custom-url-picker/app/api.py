"""The operations of the contract. They call the functions in `handlers.py`."""

from typing import Annotated

from fastapi import APIRouter, Query

from . import handlers
from .failures import Refused
from .models import Item, QueryParameters, ValidationRequest

router = APIRouter()
lifespan = None  # Nothing to prepare before the first request.


@router.post("/v1/resources")
def retrieve_values(
    offset: Annotated[int, Query(ge=0)],
    limit: Annotated[int, Query(ge=5)],
    text: Annotated[str, Query(alias="filter")] = "",
    body: QueryParameters | None = None,
) -> list[Item]:
    return handlers.find(text, offset, limit, body or {})


@router.post("/v1/resources/validate")
def validate(body: ValidationRequest) -> str:
    parameters = body.query_parameters or {}
    gone = [one.id for one in body.selected_objects if not handlers.exists(one.id, parameters)]
    if gone:
        raise Refused(*(f"{item_id} is no longer available" for item_id in gone))
    return "OK"
