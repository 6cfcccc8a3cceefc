"""Returns every error in the format of the contract, not in that of the framework."""

import logging

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from . import errors

log = logging.getLogger(__name__)


class Refused(Exception):
    """Rejects a request, with one sentence per problem."""

    def __init__(self, *problems: str, status: int = 400) -> None:
        super().__init__("; ".join(problems))
        self.problems = list(problems)
        self.status = status


def add_failure_handlers(app: FastAPI) -> None:
    """Replaces the error responses of the framework: 404, 405, 422, and 500 in plain text."""

    @app.exception_handler(RequestValidationError)
    def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        return answer(400, errors.refusal(request.url.path, [sentence(one) for one in error.errors()]))

    @app.exception_handler(Refused)
    def refused(request: Request, error: Refused) -> JSONResponse:
        return answer(error.status, errors.refusal(request.url.path, error.problems))

    @app.exception_handler(HTTPException)
    def unknown(request: Request, error: HTTPException) -> JSONResponse:
        problem = f"{request.method} {request.url.path}: {error.detail}"
        return answer(error.status_code, errors.refusal(request.url.path, [problem]), error.headers)

    @app.exception_handler(Exception)
    def failed(request: Request, error: Exception) -> JSONResponse:
        # The server logs the traceback. The response does not contain it.
        return answer(500, errors.failure(request.url.path, "The server could not handle the request."))


def sentence(error: dict) -> str:
    """The field with the problem, and the expected value."""
    place = ".".join(str(part) for part in error["loc"][1:]) or "the request body"
    return f"{place}: {error['msg']}"


def answer(status: int, body: BaseModel, headers: dict[str, str] | None = None) -> JSONResponse:
    return JSONResponse(body.model_dump(mode="json", exclude_none=True), status, headers)
