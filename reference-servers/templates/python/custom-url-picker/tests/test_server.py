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


def test_the_filter_ignores_case(client: TestClient) -> None:
    answer = client.post("v1/resources", params={"filter": "BER", "offset": 0, "limit": 5})
    assert [item["value"] for item in answer.json()] == ["Berlin", "Bern"]


def test_a_limit_that_is_too_small_is_rejected_in_the_shape_of_the_contract(client: TestClient) -> None:
    answer = client.post("v1/resources", params={"offset": 0, "limit": 4})
    assert answer.status_code == 400
    assert len(answer.json()["errors"]) == 1


def test_a_choice_that_no_longer_exists_is_rejected(client: TestClient) -> None:
    known, unknown = {"selectedObjects": [{"id": "city-1"}]}, {"selectedObjects": [{"id": "city-99"}]}
    assert client.post("v1/resources/validate", json=known).json() == "OK"
    assert client.post("v1/resources/validate", json=unknown).status_code == 400
