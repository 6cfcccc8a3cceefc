"""The operation of the contract. What it does is in `handlers.py`."""

import asyncio
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
    """Interrupted decisions are made again before the first request, and get time before the server ends."""
    app.state.tasks = Tasks(app.state.settings.data_folder, {"decide": work_decide})
    app.state.tasks.resume()
    yield
    await asyncio.to_thread(app.state.tasks.close, app.state.settings.drain_seconds)


@router.post("/approval-requests", status_code=202, response_model_exclude_none=True)
def request_approval(
    body: ApprovalRequest, request: Request, request_id: RequestId
) -> ApprovalAccepted:
    """Accepts the request at once; the decision goes to `respondToUrl` later. The same id is the same request."""
    check_address(body.respond_to_url)
    request.app.state.tasks.start("decide", "", body.model_dump(mode="json"), token=request_id.lower())
    return ApprovalAccepted(hook_info=HookInfo(message="The request will be decided."))


def work_decide(request: dict[str, Any], task: Task) -> dict[str, Any]:
    body = ApprovalRequest.model_validate(request)
    decision = handlers.decide(body.fields, task)
    deliver(body.respond_to_url, decision.model_dump(mode="json", exclude_none=True), task)
    return {}
