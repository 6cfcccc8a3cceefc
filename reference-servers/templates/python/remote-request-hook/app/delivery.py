"""Sends decisions to the platform."""

from typing import Any
from urllib.parse import urlsplit

import httpx
from pydantic_settings import BaseSettings, SettingsConfigDict

from .failures import Refused
from .tasks import Failed, Task

PAUSES = (1, 2, 4, 8)
"""Seconds between the attempts."""

RETRIED = (404, 408, 429)
"""Statuses that may change, beside all from 500 on."""


class DeliverySettings(BaseSettings):
    """The caller chooses the address, so it must not be any address that this server can reach."""

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


def deliver(address: str, decision: dict[str, Any], task: Task) -> None:
    """Sends the decision until the platform has it. A 409 means that the platform already has a decision."""
    for pause in (*PAUSES, None):
        try:
            status = httpx.patch(address, json=decision, timeout=10, follow_redirects=False).status_code
        except httpx.HTTPError as error:
            problem, again = str(error), True
        else:
            if status < 300 or status == 409:
                return
            problem, again = f"the platform returned {status}", status in RETRIED or status >= 500
        task.say(problem, "WARNING", phase="Sending")
        if not again or pause is None:
            break
        task.stop.wait(pause)
        task.raise_if_stopped()
    raise Failed("The decision could not be sent.")
