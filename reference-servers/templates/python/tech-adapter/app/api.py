"""The operations of the contract. They call the functions in `handlers.py`."""

import asyncio
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, Request
from pydantic import BaseModel

from . import handlers
from .failures import Refused
from .models import (
    Info,
    ProvisioningRequest,
    ProvisioningStatus,
    ReverseProvisioningRequest,
    ReverseProvisioningStatus,
    UpdateAclRequest,
    ValidationError,
    ValidationResult,
    ValidationStatus,
)
from .request import AdapterRequest, Origin, problems_of, read_access, read_removal, read_request
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


def origin_of(request: Request) -> Origin:
    request_id = request.headers.get("x-request-id") or str(uuid.uuid4())
    return Origin(request_id, request.headers.get("traceparent"))


AllTasks = Annotated[Tasks, Depends(tasks_of)]
Caller = Annotated[Origin, Depends(origin_of)]


@router.post("/v1/validate", response_model_exclude_none=True)
def validate(body: ProvisioningRequest, origin: Caller) -> ValidationResult:
    try:
        accepted(body, origin)
    except Refused as refused:
        return ValidationResult(valid=False, error=ValidationError(errors=refused.problems))
    return ValidationResult(valid=True)


@router.post("/v2/validate", status_code=202)
def start_validation(body: ProvisioningRequest, origin: Caller, tasks: AllTasks) -> str:
    return tasks.start("validate", [], stored(body, origin))


@router.get("/v2/validate/{token}/status", response_model_exclude_none=True)
def get_validation_status(token: str, tasks: AllTasks) -> ValidationStatus:
    return ValidationStatus.model_validate(status_of(tasks, token, "validate"), strict=False)


@router.post("/v1/provision", status_code=202)
def provision(body: ProvisioningRequest, origin: Caller, tasks: AllTasks) -> str:
    return tasks.start("provision", accepted(body, origin).subjects, stored(body, origin))


@router.post("/v1/unprovision", status_code=202)
def unprovision(body: ProvisioningRequest, origin: Caller, tasks: AllTasks) -> str:
    return tasks.start("unprovision", read_removal(body, origin).subjects, stored(body, origin))


@router.post("/v1/updateacl", status_code=202)
def update_acl(body: UpdateAclRequest, origin: Caller, tasks: AllTasks) -> str:
    return tasks.start("updateacl", read_access(body, origin).subjects, stored(body, origin))


@router.get("/v1/provision/{token}/status", response_model_exclude_none=True)
def get_status(token: str, tasks: AllTasks) -> ProvisioningStatus:
    status = status_of(tasks, token, "provision", "unprovision", "updateacl")
    return ProvisioningStatus.model_validate(status, strict=False)


@router.delete("/v1/provision/{token}", response_model_exclude_none=True)
def terminate(token: str, tasks: AllTasks) -> ProvisioningStatus:
    get_status(token, tasks)
    tasks.terminate(token)
    return get_status(token, tasks)


@router.post("/v1/reverse-provisioning", status_code=202)
def reverse_provision(body: ReverseProvisioningRequest, origin: Caller, tasks: AllTasks) -> str:
    return tasks.start("reverse", [], stored(body, origin))


@router.get("/v1/reverse-provisioning/{token}/status", response_model_exclude_none=True)
def get_reverse_status(token: str, tasks: AllTasks) -> ReverseProvisioningStatus:
    status = {"updates": {}, **status_of(tasks, token, "reverse")}
    return ReverseProvisioningStatus.model_validate(status, strict=False)


def status_of(tasks: Tasks, token: str, *kinds: str) -> dict[str, Any]:
    status = tasks.status(token, *kinds)
    if status is None:
        raise Refused(f"no operation has the token {token}")
    return status


def accepted(body: ProvisioningRequest, origin: Origin) -> AdapterRequest:
    """Rejects a descriptor that cannot be provisioned."""
    request = read_request(body, origin)
    if problems := problems_of(request) or handlers.validate(request):
        raise Refused(*problems)
    return request


def stored(body: BaseModel, origin: Origin) -> dict[str, Any]:
    """The part of a request that is stored with its task."""
    return {"body": body.model_dump(mode="json"), "origin": asdict(origin)}


# The work of the tasks. It gets the stored request, because a task may run again after a restart.


def work_validate(kept: dict[str, Any], task: Task) -> dict[str, Any]:
    result = validate(ProvisioningRequest.model_validate(kept["body"]), Origin(**kept["origin"]))
    return {"info": {"publicInfo": result.model_dump(exclude_none=True), "privateInfo": {}}}


def work_provision(kept: dict[str, Any], task: Task) -> dict[str, Any]:
    request = read_request(ProvisioningRequest.model_validate(kept["body"]), Origin(**kept["origin"]))
    return outcome("Provisioned.", handlers.provision(request, task))


def work_unprovision(kept: dict[str, Any], task: Task) -> dict[str, Any]:
    request = read_removal(ProvisioningRequest.model_validate(kept["body"]), Origin(**kept["origin"]))
    return outcome("Unprovisioned.", handlers.unprovision(request, task))


def work_update_acl(kept: dict[str, Any], task: Task) -> dict[str, Any]:
    request = read_access(UpdateAclRequest.model_validate(kept["body"]), Origin(**kept["origin"]))
    return outcome("Access is set.", handlers.update_acl(request, task))


def work_reverse(kept: dict[str, Any], task: Task) -> dict[str, Any]:
    return {"updates": handlers.reverse_provision(ReverseProvisioningRequest.model_validate(kept["body"]), task)}


def outcome(result: str, info: Info) -> dict[str, Any]:
    return {"result": result, "info": info.model_dump(mode="json", exclude_none=True)}


WORK = {
    "validate": work_validate,
    "provision": work_provision,
    "unprovision": work_unprovision,
    "updateacl": work_update_acl,
    "reverse": work_reverse,
}
