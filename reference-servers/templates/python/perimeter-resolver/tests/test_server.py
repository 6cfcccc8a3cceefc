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


def test_resources_come_page_by_page(client: TestClient) -> None:
    query = {"environment": "development", "resource-types": "table"}
    first = client.get("v1/resolve", params={**query, "limit": 2}).json()
    second = client.get("v1/resolve", params={**query, "limit": 2, "offset": 2}).json()
    assert [first["page"]["count"], second["page"]["count"]] == [2, 1]


def test_no_resource_is_a_404_in_the_shape_of_the_contract(client: TestClient) -> None:
    answer = client.get("v1/resolve", params={"environment": "nowhere"})
    assert answer.status_code == 404
    assert answer.json()["errors"]
