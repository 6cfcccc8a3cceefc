"""Starts the server: `python -m app.main`."""

import logging
import sys

import uvicorn
from pydantic import ValidationError

from .server import create_app
from .settings import Settings


def main() -> None:
    try:
        settings = Settings()
    except ValidationError as error:
        problems = [f"{one['loc'][0]}: {one['msg']}".upper() for one in error.errors()]
        sys.exit("\n".join(f"The environment variable {problem}" for problem in problems))
    logging.basicConfig(level=settings.log_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    if settings.caller_token is None:
        logging.warning("CALLER_TOKEN is not set: every caller is accepted")
    uvicorn.run(
        create_app(settings),
        host=settings.host,
        port=settings.port,
        log_config=None,
        # On SIGTERM, open requests get this long. Tasks get as long after that: see the lifespan in api.py.
        timeout_graceful_shutdown=settings.drain_seconds,
    )


if __name__ == "__main__":
    main()
