"""The operation of the contract. It calls the functions in `handlers.py`."""

from typing import Annotated

from fastapi import APIRouter, Query

from . import handlers
from .failures import Refused
from .models import PageInfo, ResourcePage

router = APIRouter()
lifespan = None  # Nothing to prepare before the first request.


@router.get("/v1/resolve")
def resolve(
    environment: str,
    types: Annotated[str, Query(alias="resource-types")] = "",
    resource_id: Annotated[str | None, Query(alias="id")] = None,
    offset: Annotated[int, Query(ge=0)] = 0,
    limit: Annotated[int, Query(ge=1, le=50)] = 5,
) -> ResourcePage:
    wanted = [name for name in types.split(",") if name]
    found = handlers.find(environment, wanted, resource_id)
    # Without any match, the response is 404. A page after the last one is empty.
    if not found:
        raise Refused("no resources found", status=404)
    content = [one.descriptor for one in found[offset : offset + limit]]
    return ResourcePage(content=content, page=PageInfo(offset=offset, limit=limit, count=len(content)))
