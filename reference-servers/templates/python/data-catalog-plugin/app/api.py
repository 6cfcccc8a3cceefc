"""The operations of the contract. They call the functions in `handlers.py`."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, Query, Request

from . import handlers
from .failures import Refused
from .models import (
    EntityReference,
    Info,
    ProvisioningRequest,
    ProvisioningStatus,
    ValidationError,
    ValidationResult,
    ValidationStatus,
)
from .product import Product, problems_of, read_product
from .tasks import Task, Tasks

router = APIRouter()


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Runs interrupted tasks again at the start, and waits for running tasks at the end."""
    settings = app.state.settings
    app.state.tasks = Tasks(settings.data_folder, WORK, settings.parallel_tasks)
    app.state.tasks.resume()
    yield
    await asyncio.to_thread(app.state.tasks.close, settings.drain_seconds)


def tasks_of(request: Request) -> Tasks:
    return request.app.state.tasks


AllTasks = Annotated[Tasks, Depends(tasks_of)]


@router.post("/v1/validate", response_model_exclude_none=True)
def validate(body: ProvisioningRequest) -> ValidationResult:
    try:
        accepted(body)
    except Refused as refused:
        return ValidationResult(valid=False, error=ValidationError(errors=refused.problems))
    return ValidationResult(valid=True)


@router.post("/v2/validate", status_code=202)
def start_validation(body: ProvisioningRequest, tasks: AllTasks) -> str:
    return tasks.start("validate", [], body.model_dump(mode="json"))


@router.get("/v2/validate/{token}/status", response_model_exclude_none=True)
def get_validation_status(token: str, tasks: AllTasks) -> ValidationStatus:
    return ValidationStatus.model_validate(status_of(tasks, token, "validate"), strict=False)


@router.post("/v1/provision", status_code=202)
def provision(body: ProvisioningRequest, tasks: AllTasks) -> str:
    return tasks.start("provision", [accepted(body).subject], body.model_dump(mode="json"))


@router.post("/v1/unprovision", status_code=202)
def unprovision(body: ProvisioningRequest, tasks: AllTasks) -> str:
    # Not validated: the checks can have become stricter since it was published.
    return tasks.start("unprovision", [read_product(body).subject], body.model_dump(mode="json"))


@router.get("/v1/provision/{token}/status", response_model_exclude_none=True)
def get_status(token: str, tasks: AllTasks) -> ProvisioningStatus:
    status = status_of(tasks, token, "provision", "unprovision")
    return ProvisioningStatus.model_validate(status, strict=False)


@router.get("/v1/entity/reference")
def get_entity_reference(component_id: Annotated[str, Query(alias="componentId", min_length=1)]) -> EntityReference:
    reference = handlers.find_reference(component_id)
    if reference is None:
        raise Refused(f"the catalog does not have the component {component_id}")
    return EntityReference(reference=reference)


def status_of(tasks: Tasks, token: str, *kinds: str) -> dict[str, Any]:
    status = tasks.status(token, *kinds)
    if status is None:
        raise Refused(f"no operation has the token {token}")
    return status


def accepted(body: ProvisioningRequest) -> Product:
    """Rejects a descriptor that cannot be published."""
    product = read_product(body)
    if problems := problems_of(product) or handlers.validate(product):
        raise Refused(*problems)
    return product


# The work of the tasks. It gets the stored request, because a task may run again after a restart.


def work_validate(request: dict[str, Any], task: Task) -> dict[str, Any]:
    result = validate(ProvisioningRequest.model_validate(request))
    return {"info": {"publicInfo": result.model_dump(exclude_none=True), "privateInfo": {}}}


def work_provision(request: dict[str, Any], task: Task) -> dict[str, Any]:
    product = read_product(ProvisioningRequest.model_validate(request))
    return outcome("Published.", handlers.provision(product, task))


def work_unprovision(request: dict[str, Any], task: Task) -> dict[str, Any]:
    body = ProvisioningRequest.model_validate(request)
    return outcome("Removed.", handlers.unprovision(read_product(body), task))


def outcome(result: str, info: Info) -> dict[str, Any]:
    return {"result": result, "info": info.model_dump(mode="json", exclude_none=True)}


WORK = {
    "validate": work_validate,
    "provision": work_provision,
    "unprovision": work_unprovision,
}
