"""Checks the caller's token, if the setting `CALLER_TOKEN` is set."""

import secrets

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from . import errors
from .failures import answer


class CallerCheck:
    """Rejects a request without the token before its body is read. The health check needs no token."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app = app
        self._expected = f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] == "/health" or self._is_known(scope):
            await self._app(scope, receive, send)
            return
        body = errors.refusal(scope["path"], ["the caller is unknown"])
        await answer(401, body, {"WWW-Authenticate": "Bearer"})(scope, receive, send)

    def _is_known(self, scope: Scope) -> bool:
        given = Headers(scope=scope).get("authorization", "")
        return secrets.compare_digest(given.encode(), self._expected)
