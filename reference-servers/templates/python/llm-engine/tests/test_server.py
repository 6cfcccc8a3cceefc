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


def evaluate(client: TestClient, content: str) -> dict:
    policy = "Every output port has a description."
    body = {"content": content, "resourceType": "outputport", "resourceId": "orders", "policy": policy}
    return client.post("v1/evaluate", json=body).json()


def test_a_resource_that_complies_satisfies_the_policy(client: TestClient) -> None:
    assert evaluate(client, "description: All orders\n")["satisfiesPolicy"] is True


def test_a_resource_that_does_not_comply_is_told_why(client: TestClient) -> None:
    result = evaluate(client, "name: Orders\n")
    assert result["satisfiesPolicy"] is False
    assert result["errors"] == ["orders has no description"]
