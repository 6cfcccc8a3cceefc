"""Tests of the plugin over its HTTP interface. Add your own beside them."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from app.server import create_app
from app.settings import Settings
from app.tasks import Stopped, Tasks

PORT = "urn:dmb:cmp:sales:orders:1:orders-view"
DESCRIPTOR = """
id: urn:dmb:dp:sales:orders:1
name: Orders
version: 1.0.0
kind: dataproduct
environment: development
components:
  - id: urn:dmb:cmp:sales:orders:1:orders-view
    name: Orders view
    version: 1.0.0
    kind: outputport
    infrastructureTemplateId: urn:dmb:itm:view:0
    specific: {}
"""


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    settings = Settings(data_folder=tmp_path)
    with TestClient(create_app(settings), base_url=f"http://test{settings.prefix}") as client:
        yield client


def request(descriptor: str) -> dict[str, str]:
    return {"descriptorKind": "DATAPRODUCT_DESCRIPTOR", "descriptor": descriptor}


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
    answer = client.post("v1/provision", json={"descriptorKind": "DATAPRODUCT_DESCRIPTOR"})
    assert answer.status_code == 400
    assert answer.json()["errors"] == ["descriptor: Field required"]


def test_a_published_component_has_a_reference(client: TestClient) -> None:
    started = client.post("v1/provision", json=request(DESCRIPTOR))
    assert finished(client, started.json())["status"] == "COMPLETED"
    found = client.get("v1/entity/reference", params={"componentId": PORT})
    assert found.json()["reference"].startswith("https:")
    assert client.get("v1/entity/reference", params={"componentId": "unknown"}).status_code == 400


def test_what_is_not_valid_any_more_can_be_removed(client: TestClient) -> None:
    assert finished(client, client.post("v1/provision", json=request(DESCRIPTOR)).json())["status"] == "COMPLETED"
    invalid = request(DESCRIPTOR.replace("version: 1.0.0", "version: one"))
    assert client.post("v1/validate", json=invalid).json()["valid"] is False
    assert client.post("v1/provision", json=invalid).status_code == 400
    assert finished(client, client.post("v1/unprovision", json=invalid).json())["status"] == "COMPLETED"
    assert client.get("v1/entity/reference", params={"componentId": PORT}).status_code == 400


def test_an_interrupted_task_runs_again_after_a_restart(tmp_path: Path) -> None:
    def is_interrupted(request: dict, task: object) -> dict:
        raise Stopped

    settings = Settings(data_folder=tmp_path)
    token = Tasks(tmp_path, {"provision": is_interrupted}).start("provision", [], request(DESCRIPTOR))
    with TestClient(create_app(settings), base_url=f"http://test{settings.prefix}") as client:
        assert finished(client, token)["status"] == "COMPLETED"
