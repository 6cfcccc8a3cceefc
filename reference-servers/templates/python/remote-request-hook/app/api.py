"""The operation of the contract. It calls the functions in `handlers.py`."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

from fastapi import APIRouter, FastAPI, Header, Request

from . import handlers
from .delivery import check_address, deliver
from .models import ApprovalAccepted, ApprovalRequest, HookInfo
from .tasks import Task, Tasks

router = APIRouter()

# A pattern, because the UUID type also accepts other forms, such as one without dashes.
UUID = r"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"
RequestId = Annotated[str, Header(alias="X-Request-ID", pattern=UUID)]


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Runs interrupted tasks again at the start, and waits for running tasks at the end.

    One task decides, and then starts another one that sends the decision. So every attempt sends the same decision,
    also after a restart.
    """

    def decide(request: dict[str, Any], task: Task) -> dict[str, Any]:
        body = ApprovalRequest.model_validate(request)
        decision = handlers.decide(body.fields, task).model_dump(mode="json", exclude_none=True)
        order = {"address": body.respond_to_url, "decision": decision, "made_at": time.time()}
        tasks.start("send", "", order, token=f"{task.token}/send")
        return {}

    def send(order: dict[str, Any], task: Task) -> dict[str, Any]:
        deliver(**order, task=task)
        return {}

    tasks = Tasks(app.state.settings.data_folder, {"decide": decide, "send": send})
    app.state.tasks = tasks
    tasks.resume()
    yield
    await asyncio.to_thread(tasks.close, app.state.settings.drain_seconds)


@router.post("/approval-requests", status_code=202, response_model_exclude_none=True)
def request_approval(
    body: ApprovalRequest, request: Request, request_id: RequestId
) -> ApprovalAccepted:
    """Accepts the request at once, and sends the decision to `respondToUrl` later. A known id is a repeated request."""
    check_address(body.respond_to_url)
    request.app.state.tasks.start("decide", "", body.model_dump(mode="json"), token=request_id.lower())
    return ApprovalAccepted(hook_info=HookInfo(message="The request will be decided."))
