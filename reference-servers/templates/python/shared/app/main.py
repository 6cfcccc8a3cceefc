"""Starts the server: `python -m app.main`."""

import logging
import sys

import uvicorn
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from .settings import Settings


def sentence(problem: ErrorDetails) -> str:
    # A message is, for example, "Input should be less than or equal to 65535".
    name, (_, _, rule) = str(problem["loc"][0]).upper(), problem["msg"].partition(" should ")
    return f'The environment variable {name} is "{problem["input"]}": it should {rule}.'


def main() -> None:
    try:
        settings = Settings()
    except ValidationError as error:
        sys.exit("\n".join(sentence(one) for one in error.errors()))
    # Imported after the check, because handlers may read the settings when they are imported.
    from .server import create_app

    logging.basicConfig(level=settings.log_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    if settings.caller_token is None:
        logging.warning("CALLER_TOKEN is not set: every caller is accepted")
    uvicorn.run(
        create_app(settings),
        host=settings.host,
        port=settings.port,
        log_config=None,
        # Time for open requests after SIGTERM. Tasks then get the same time: see `lifespan` in `api.py`.
        timeout_graceful_shutdown=settings.drain_seconds,
    )


if __name__ == "__main__":
    main()
