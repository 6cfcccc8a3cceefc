"""Tests of the server over its HTTP interface. Add your own beside them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from app.server import create_app
from app.settings import Settings


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    settings = Settings(data_folder=tmp_path)
    with TestClient(create_app(settings), base_url=f"http://test{settings.prefix}") as client:
        yield client


def evaluate(client: TestClient, content: str, resource_type: str = "outputport") -> dict:
    body = {"content": content, "resourceType": resource_type, "resourceId": "orders"}
    return client.post("v1/evaluate", json=body).json()


def test_a_complete_resource_satisfies_the_policy(client: TestClient) -> None:
    result = evaluate(client, "id: orders\nname: Orders\ndescription: All orders\n")
    assert result["satisfiesPolicy"] is True


def test_missing_members_are_listed(client: TestClient) -> None:
    assert evaluate(client, "id: orders\nname: Orders\n")["errors"] == ["orders has no description"]


def test_an_unknown_type_is_rejected_in_the_shape_of_the_contract(client: TestClient) -> None:
    assert evaluate(client, "id: orders\n", "teapot")["errors"] == ["resource type teapot is not supported"]
