"""What this adapter does on its technology. Fill in these functions; nothing else has to change.

A function that gets a task may take long, and runs again if a restart interrupts it: each step has to be
idempotent. Raise `tasks.Failed` with a sentence for the user to end the task as FAILED.
"""

from typing import Any

from .models import DisplayEntry, Info, ReverseProvisioningRequest
from .target import Component, Target
from .tasks import Task

# Stands for your technology: access by environment and component. Replace it with calls to yours.
resources: dict[tuple[str, str], list[str]] = {}


def validate(target: Target) -> list[str]:
    """What prevents provisioning beyond what every descriptor needs, one sentence each."""
    return [f"{component.id} needs a name" for component in target.components if not component.name.strip()]


def provision(target: Target, task: Task) -> Info:
    """Creates what is missing and updates what is there."""
    for component in target.components:
        task.raise_if_stopped()
        resources.setdefault(key_of(target, component), [])
        task.say(f"{component.name} exists")
    return info_of(target)


def unprovision(target: Target, remove_data: bool, task: Task) -> Info:
    """Removes the resources. A resource that does not exist is not a failure."""
    for component in target.components:
        task.raise_if_stopped()
        existed = resources.pop(key_of(target, component), None) is not None
        task.say(f"{component.name} {'was removed' if existed else 'did not exist'}")
    return Info(public_info={}, private_info={})


def update_acl(target: Target, refs: list[str], task: Task) -> Info:
    """Gives access to exactly these identities; all others lose it."""
    for component in target.components:
        resources[key_of(target, component)] = refs
        task.say(f"{len(refs)} identities have access to {component.name}", phase="Granting")
    return info_of(target)


def reverse_provision(request: ReverseProvisioningRequest, task: Task) -> dict[str, Any]:
    """Dotted paths into the entity, and the values that the technology has there."""
    task.say("Nothing has changed", phase="Reading")
    return {}


def info_of(target: Target) -> Info:
    """What users see in the marketplace, and what components that depend on this one receive."""
    entries = {
        component.name: DisplayEntry(type="string", label="Resource", value=component.name)
        for component in target.components
    }
    return Info(public_info=entries, private_info={})


def key_of(target: Target, component: Component) -> tuple[str, str]:
    return (target.environment, component.id.lower())
