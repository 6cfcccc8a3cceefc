"""Decides access requests. Fill in this function. The other files work as they are."""

from typing import Any

from .models import HookInfo, HookUpdate
from .tasks import Task


def decide(fields: dict[str, Any], task: Task) -> HookUpdate:
    """Decides a request. `fields` is the input of the user.

    If a person decides, open a ticket, and raise `Again` of `tasks.py` until the ticket is decided. The function then
    runs again after the pause, and also after a restart, so look for your ticket before you open one.
    """
    if not fields:
        return HookUpdate(status="KO", hook_info=HookInfo(message="The form is empty."))
    return HookUpdate(status="OK", hook_info=HookInfo(message="The form is filled in."))
