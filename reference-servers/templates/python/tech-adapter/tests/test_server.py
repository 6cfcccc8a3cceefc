"""Tests of the adapter over its HTTP interface. Add your own beside them."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from app import handlers, yaml_text
from app.models import Info
from app.request import AdapterRequest
from app.server import create_app
from app.settings import Settings
from app.tasks import Stopped, Tasks

DESCRIPTOR = """
componentIdToProvision: urn:dmb:cmp:sales:orders:1:orders-table
dataProduct:
  id: urn:dmb:dp:sales:orders:1
  name: Orders
  version: 1.0.0
  kind: dataproduct
  environment: development
  components:
    - id: urn:dmb:cmp:sales:orders:1:orders-table
      name: Orders table
      version: 1.0.0
      kind: storage
      infrastructureTemplateId: urn:dmb:itm:table:0
      specific: {}
"""


PRODUCT = DESCRIPTOR.split("dataProduct:")[1].replace("\n  ", "\n")
INVALID = DESCRIPTOR.replace("version: 1.0.0", "version: one")


@pytest.fixture(autouse=True)
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(handlers, "ROOT", tmp_path / "files")
    return handlers.ROOT


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    settings = Settings(data_folder=tmp_path)
    with TestClient(create_app(settings), base_url=f"http://test{settings.prefix}") as client:
        yield client


def request(descriptor: str, kind: str = "COMPONENT_DESCRIPTOR", **more: object) -> dict:
    return {"descriptorKind": kind, "descriptor": descriptor, **more}


def access(*refs: str) -> dict:
    fields = yaml_text.parse(DESCRIPTOR)
    info = {"request": json.dumps(fields), "result": "It was provisioned."}
    return {"refs": refs, "provisionInfo": info, "accessControlFields": {"reason": "audit"}}


def finished(client: TestClient, token: str) -> dict:
    """Polls a task until it has finished."""
    while (status := client.get(f"v1/provision/{token}/status").json())["status"] == "RUNNING":
        time.sleep(0.01)
    return status


def test_a_valid_descriptor_is_valid(client: TestClient) -> None:
    assert client.post("v1/validate", json=request(DESCRIPTOR)).json() == {"valid": True}


def test_the_problems_of_an_invalid_descriptor_are_listed(client: TestClient) -> None:
    answer = client.post("v1/validate", json=request("not: [yaml")).json()
    assert answer["valid"] is False
    assert answer["error"]["errors"]


def test_a_request_without_a_descriptor_is_rejected_in_the_shape_of_the_contract(client: TestClient) -> None:
    answer = client.post("v1/provision", json={"descriptorKind": "COMPONENT_DESCRIPTOR"})
    assert answer.status_code == 400
    assert answer.json()["errors"] == ["descriptor: Field required"]


def test_provisioning_completes(client: TestClient) -> None:
    started = client.post("v1/provision", json=request(DESCRIPTOR))
    assert started.status_code == 202
    assert finished(client, started.json())["status"] == "COMPLETED"


def test_a_component_is_created_gets_access_and_is_removed_with_its_data(client: TestClient, root: Path) -> None:
    assert finished(client, client.post("v1/provision", json=request(DESCRIPTOR)).json())["status"] == "COMPLETED"
    info = finished(client, client.post("v1/updateacl", json=access("user:a", "group:b")).json())["info"]
    assert [one["identity"] for one in info["aclInfo"]] == ["group:b", "user:a"]
    info = finished(client, client.post("v1/updateacl", json=access("user:a")).json())["info"]
    assert [one["identity"] for one in info["aclInfo"]] == ["user:a"]
    (folder,) = (root / "development").iterdir()
    finished(client, client.post("v1/unprovision", json=request(DESCRIPTOR)).json())
    assert [one.name for one in folder.iterdir()] == ["data"]
    finished(client, client.post("v1/unprovision", json=request(DESCRIPTOR, removeData=True)).json())
    assert not folder.exists()


def test_a_product_request_changes_no_component(client: TestClient, root: Path) -> None:
    body = request(PRODUCT, "DATAPRODUCT_DESCRIPTOR")
    assert client.post("v1/validate", json=body).json() == {"valid": True}
    for operation in ("provision", "unprovision"):
        assert finished(client, client.post(f"v1/{operation}", json=body).json())["status"] == "COMPLETED"
    assert not root.exists()


def test_what_is_not_valid_any_more_can_be_removed(client: TestClient) -> None:
    assert client.post("v1/validate", json=request(INVALID)).json()["valid"] is False
    assert client.post("v1/provision", json=request(INVALID)).status_code == 400
    assert finished(client, client.post("v1/unprovision", json=request(INVALID)).json())["status"] == "COMPLETED"
    unknown = DESCRIPTOR.replace("componentIdToProvision: urn", "componentIdToProvision: other")
    assert client.post("v1/unprovision", json=request(unknown)).status_code == 400


def test_handlers_see_the_whole_request(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[AdapterRequest] = []

    def keep(request: AdapterRequest, task: object) -> Info:
        seen.append(request)
        return handlers.NOTHING

    for name in ("provision", "unprovision", "update_acl"):
        monkeypatch.setattr(handlers, name, keep)
    info = "      info: { latestProvisioningOperation: { operation: Deploy, status: Failed } }\n"
    headers = {"X-Request-ID": "r-1", "traceparent": "00-1-2-01"}
    for operation, body in (
        ("provision", request(DESCRIPTOR, latestEnrichedDescriptor=DESCRIPTOR.rstrip("\n") + "\n" + info)),
        ("provision", request(DESCRIPTOR, latestEnrichedDescriptor="not: [yaml")),
        ("unprovision", request(PRODUCT, "DATAPRODUCT_DESCRIPTOR", removeData=True)),
        ("updateacl", access("user:a")),
    ):
        finished(client, client.post(f"v1/{operation}", json=body, headers=headers).json())
    provisioned, unreadable, removed, granted = seen
    assert provisioned.component is not None and provisioned.component.name == "Orders table"
    assert provisioned.latest_provisioning_operation == {"operation": "Deploy", "status": "Failed"}
    assert unreadable.latest_provisioning_operation is None
    assert (removed.descriptor_kind, removed.component, removed.remove_data) == ("DATAPRODUCT_DESCRIPTOR", None, True)
    assert granted.provision_info is not None and granted.provision_info.result == "It was provisioned."
    assert (granted.refs, granted.access_control_fields) == (["user:a"], {"reason": "audit"})
    assert {(one.origin.request_id, one.origin.traceparent) for one in seen} == {("r-1", "00-1-2-01")}
    assert provisioned.subjects == granted.subjects < removed.subjects


def test_an_optional_field_that_is_null_counts_as_absent(client: TestClient) -> None:
    nulls = {"latestEnrichedDescriptor": None, "removeData": None, "componentIdToProvision": None}
    assert client.post("v1/provision", json=request(DESCRIPTOR, **nulls)).status_code == 202
    assert client.post("v1/updateacl", json={**access(), "accessControlFields": None}).status_code == 202
    assert client.post("v1/updateacl", json={**access(), "refs": None}).status_code == 400


def test_an_interrupted_task_runs_again_after_a_restart(tmp_path: Path) -> None:
    def is_interrupted(request: dict, task: object) -> dict:
        raise Stopped

    settings = Settings(data_folder=tmp_path)
    kept = {"body": request(DESCRIPTOR), "origin": {"request_id": "r-1", "traceparent": None}}
    token = Tasks(tmp_path, {"provision": is_interrupted}).start("provision", [], kept)
    with TestClient(create_app(settings), base_url=f"http://test{settings.prefix}") as client:
        assert finished(client, token)["status"] == "COMPLETED"


def test_pages_of_the_allowed_origin_may_call_the_adapter(tmp_path: Path) -> None:
    settings = Settings(data_folder=tmp_path, cors="https://docs.example")
    asked = {"Origin": "https://docs.example", "Access-Control-Request-Method": "POST"}
    with TestClient(create_app(settings), base_url=f"http://test{settings.prefix}") as client:
        answer = client.options("v1/validate", headers=asked)
    assert answer.headers["access-control-allow-origin"] == "https://docs.example"
