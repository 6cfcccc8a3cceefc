"""The operations of the contract. What they do is in `handlers.py`."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, Request

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
from .target import read_provisioned, read_target
from .tasks import Task, Tasks

router = APIRouter()


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Interrupted tasks run again before the first request, and get time to finish before the server ends."""
    app.state.tasks = Tasks(app.state.settings.data_folder, WORK)
    app.state.tasks.resume()
    yield
    await asyncio.to_thread(app.state.tasks.close, app.state.settings.drain_seconds)


def tasks_of(request: Request) -> Tasks:
    return request.app.state.tasks


AllTasks = Annotated[Tasks, Depends(tasks_of)]


@router.post("/v1/validate", response_model_exclude_none=True)
def validate(body: ProvisioningRequest) -> ValidationResult:
    try:
        problems = handlers.validate(read_target(body))
    except Refused as refused:
        problems = refused.problems
    if problems:
        return ValidationResult(valid=False, error=ValidationError(errors=problems))
    return ValidationResult(valid=True)


@router.post("/v2/validate", status_code=202)
def start_validation(body: ProvisioningRequest, tasks: AllTasks) -> str:
    return tasks.start("validate", "", body.model_dump(mode="json"))


@router.get("/v2/validate/{token}/status", response_model_exclude_none=True)
def get_validation_status(token: str, tasks: AllTasks) -> ValidationStatus:
    return ValidationStatus.model_validate(status_of(tasks, token, "validate"), strict=False)


@router.post("/v1/provision", status_code=202)
def provision(body: ProvisioningRequest, tasks: AllTasks) -> str:
    return tasks.start("provision", accepted(body), body.model_dump(mode="json"))


@router.post("/v1/unprovision", status_code=202)
def unprovision(body: ProvisioningRequest, tasks: AllTasks) -> str:
    return tasks.start("unprovision", accepted(body), body.model_dump(mode="json"))


@router.post("/v1/updateacl", status_code=202)
def update_acl(body: UpdateAclRequest, tasks: AllTasks) -> str:
    target = read_provisioned(body.provision_info.request)
    return tasks.start("updateacl", target.subject, body.model_dump(mode="json"))


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
def reverse_provision(body: ReverseProvisioningRequest, tasks: AllTasks) -> str:
    return tasks.start("reverse", "", body.model_dump(mode="json"))


@router.get("/v1/reverse-provisioning/{token}/status", response_model_exclude_none=True)
def get_reverse_status(token: str, tasks: AllTasks) -> ReverseProvisioningStatus:
    status = {"updates": {}, **status_of(tasks, token, "reverse")}
    return ReverseProvisioningStatus.model_validate(status, strict=False)


def status_of(tasks: Tasks, token: str, *kinds: str) -> dict[str, Any]:
    status = tasks.status(token, *kinds)
    if status is None:
        raise Refused(f"no operation has the token {token}")
    return status


def accepted(body: ProvisioningRequest) -> str:
    """Refuses a descriptor that cannot be provisioned; otherwise the subject of the task."""
    target = read_target(body)
    problems = handlers.validate(target)
    if problems:
        raise Refused(*problems)
    return target.subject


# The work of the tasks. It reads the stored request, because it may run again after a restart.


def work_validate(request: dict[str, Any], task: Task) -> dict[str, Any]:
    result = validate(ProvisioningRequest.model_validate(request))
    return {"info": {"publicInfo": result.model_dump(exclude_none=True), "privateInfo": {}}}


def work_provision(request: dict[str, Any], task: Task) -> dict[str, Any]:
    target = read_target(ProvisioningRequest.model_validate(request))
    return outcome("Provisioned.", handlers.provision(target, task))


def work_unprovision(request: dict[str, Any], task: Task) -> dict[str, Any]:
    body = ProvisioningRequest.model_validate(request)
    return outcome("Unprovisioned.", handlers.unprovision(read_target(body), bool(body.remove_data), task))


def work_update_acl(request: dict[str, Any], task: Task) -> dict[str, Any]:
    body = UpdateAclRequest.model_validate(request)
    target = read_provisioned(body.provision_info.request)
    return outcome("Access is set.", handlers.update_acl(target, body.refs, task))


def work_reverse(request: dict[str, Any], task: Task) -> dict[str, Any]:
    return {"updates": handlers.reverse_provision(ReverseProvisioningRequest.model_validate(request), task)}


def outcome(result: str, info: Info) -> dict[str, Any]:
    return {"result": result, "info": info.model_dump(mode="json", exclude_none=True)}


WORK = {
    "validate": work_validate,
    "provision": work_provision,
    "unprovision": work_unprovision,
    "updateacl": work_update_acl,
    "reverse": work_reverse,
}
