"""Sends decisions to the platform."""

import logging
import time
from typing import Any
from urllib.parse import urlsplit

import httpx
from pydantic_settings import BaseSettings, SettingsConfigDict

from .failures import Refused
from .tasks import Again, Failed, Task

log = logging.getLogger(__name__)

SHORTEST_PAUSE = 1
LONGEST_PAUSE = 60 * 60
GIVE_UP_AFTER = 3 * 24 * 60 * 60
"""Limits of the retries, in seconds."""

RETRIED = (404, 408, 429)
"""Temporary error statuses below 500. All from 500 on are temporary, too."""


class DeliverySettings(BaseSettings):
    """Restricts the addresses that a caller can choose, to prevent requests to internal systems."""

    model_config = SettingsConfigDict(env_ignore_empty=True, frozen=True)

    allowed_hosts: str = "localhost,127.0.0.1,[::1]"


allowed = {host.strip().lower() for host in DeliverySettings().allowed_hosts.split(",")}


def check_address(address: str) -> None:
    try:
        parts = urlsplit(address)
        host, with_port = parts.netloc.rsplit(":", 1)[0] if parts.port else parts.netloc, parts.netloc
    except ValueError as error:
        raise Refused(f"respondToUrl is not a URL: {error}") from error
    if parts.scheme not in ("http", "https"):
        raise Refused("respondToUrl must begin with http:// or https://")
    if not {host.lower(), with_port.lower()} & allowed:
        raise Refused(f"respondToUrl leads to {with_port}, which is not in ALLOWED_HOSTS")


def deliver(address: str, decision: dict[str, Any], made_at: float, task: Task) -> None:
    """Sends the decision once. If the platform cannot accept it now, the task runs again later."""
    try:
        status = httpx.patch(address, json=decision, timeout=10, follow_redirects=False).status_code
    except httpx.HTTPError as error:
        problem, is_passing = str(error), True
    else:
        # A 409 means that the platform already has a decision.
        if status < 300 or status == 409:
            return
        problem, is_passing = f"the platform returned {status}", status in RETRIED or status >= 500
    age = time.time() - made_at
    if not is_passing or age > GIVE_UP_AFTER:
        log.error("the decision of %s is given up: %s", task.token, problem)
        raise Failed("The decision could not be sent.")
    pause = pause_after(age)
    log.warning("the decision of %s is sent again in %.0f s: %s", task.token, pause, problem)
    raise Again(pause)


def pause_after(age: float) -> float:
    """Each pause is as long as the time since the decision, so the pauses double, up to an hour."""
    return min(max(age, SHORTEST_PAUSE), LONGEST_PAUSE)
