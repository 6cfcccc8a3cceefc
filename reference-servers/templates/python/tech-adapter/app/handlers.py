"""Creates and removes components on your technology. In this sample, each component is a folder on the disk.

Replace the content of these functions with calls to your technology. Their docstrings state the rules. A function
with a task may take long, and runs again if a restart interrupts it, so make each step idempotent. To end the task as
FAILED, raise `tasks.Failed` with a message for the user.
"""

import json
import os
import shutil
from pathlib import Path
from typing import Any
from urllib.parse import quote

from .models import AclInfo, DisplayEntry, Info, ReverseProvisioningRequest
from .request import AdapterRequest, Component
from .settings import Settings
from .tasks import Task

ROOT = Settings().data_folder / "files"
NOTHING = Info(public_info={}, private_info={})


def validate(request: AdapterRequest) -> list[str]:
    """Problems that only this adapter finds, one sentence each."""
    # A product request lists the components of all adapters. A component request is always for this adapter.
    if request.component is None or request.component.name.strip():
        return []
    return [f"{request.component.id} needs a name"]


def provision(request: AdapterRequest, task: Task) -> Info:
    """Creates what is missing and updates what differs."""
    component = request.component
    if component is None:
        # A product request: create what belongs to the product itself, such as a database that its components share.
        task.say("Nothing belongs to the data product itself")
        return NOTHING
    folder = folder_of(request, component)
    task.say(f"The latest operation was {request.latest_provisioning_operation}", "DEBUG", phase="Preparing")
    (folder / "data").mkdir(parents=True, exist_ok=True)
    task.raise_if_stopped()
    task.say(f"{component.name} {write(folder / 'table.json', component.specific)}")
    return info_of(folder, component)


def unprovision(request: AdapterRequest, task: Task) -> Info:
    """Removes the component, and its data if `remove_data` is true. Succeeds if the component does not exist."""
    component = request.component
    if component is None:
        task.say("Nothing belongs to the data product itself")
        return NOTHING
    folder = folder_of(request, component)
    existed = (folder / "table.json").exists()
    for name in ("table.json", "access.json"):
        (folder / name).unlink(missing_ok=True)
    if request.remove_data:
        shutil.rmtree(folder, ignore_errors=True)
    task.say(f"{component.name} {'was removed' if existed else 'did not exist'}")
    return NOTHING


def update_acl(request: AdapterRequest, task: Task) -> Info:
    """Gives access to exactly the identities in `refs`. All others lose their access."""
    component = request.component
    if component is None:
        return NOTHING
    folder = folder_of(request, component)
    before, after = set(identities_in(folder)), set(request.refs)
    for ref in sorted(after - before):
        task.say(f"{ref} gets access to {component.name}", phase="Granting")
    for ref in sorted(before - after):
        task.say(f"{ref} loses access to {component.name}", phase="Granting")
    folder.mkdir(parents=True, exist_ok=True)
    write(folder / "access.json", sorted(after))
    return info_of(folder, component)


def reverse_provision(request: ReverseProvisioningRequest, task: Task) -> dict[str, Any]:
    """Returns the fields to change in the entity: dotted paths, with the values on the technology."""
    task.say("Nothing has changed", phase="Reading")
    return {}


def info_of(folder: Path, component: Component) -> Info:
    """Returns the fields for users, those for adapters of dependent components, and the identities with access."""
    entry = DisplayEntry(type="string", label="Folder", value=component.name)
    identities = [AclInfo(identity=ref, locked=False) for ref in identities_in(folder)]
    return Info(public_info={"folder": entry}, private_info={"folder": str(folder)}, acl_info=identities)


def folder_of(request: AdapterRequest, component: Component) -> Path:
    """Depends on environment and id only, which never change. Ids are not case-sensitive."""
    return ROOT / name_of(request.environment) / name_of(component.id.lower())


def name_of(text: str) -> str:
    """A safe folder name: it cannot contain `..`."""
    return quote(text, safe="").replace(".", "%2E")


def identities_in(folder: Path) -> list[str]:
    file = folder / "access.json"
    return json.loads(file.read_text()) if file.exists() else []


def write(file: Path, value: Any) -> str:
    """Replaces the file if its content differs, and returns what happened."""
    before, text = file.read_text() if file.exists() else None, json.dumps(value, indent=2)
    if before == text:
        return "is unchanged"
    draft = file.with_suffix(".draft")
    draft.write_text(text)
    os.replace(draft, file)
    return "was created" if before is None else "was updated"
