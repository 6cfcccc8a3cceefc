"""Builds the application."""

from fastapi import FastAPI
from fastapi.middleware.cors import CORSMiddleware

from .api import lifespan, router
from .caller import CallerCheck
from .failures import add_failure_handlers
from .settings import Settings


def create_app(settings: Settings) -> FastAPI:
    app = FastAPI(title="{{title}}", lifespan=lifespan, redirect_slashes=False)
    app.state.settings = settings
    if settings.caller_token:
        app.add_middleware(CallerCheck, token=settings.caller_token.get_secret_value())
    # Must be added last, so that it runs first: browsers send CORS preflight requests without a token.
    if settings.cors:
        app.add_middleware(CORSMiddleware, allow_origins=[settings.cors], allow_methods=["*"], allow_headers=["*"])
    app.include_router(router, prefix=settings.prefix)
    app.add_api_route("/health", lambda: {"status": "ok"}, include_in_schema=False)
    add_failure_handlers(app)
    return app
