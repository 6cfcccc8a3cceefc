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


DESCRIPTOR = "id: urn:dmb:dp:sales:orders:1\nname: Orders\nenvironment: development\n"


def test_a_deployed_product_has_an_address(client: TestClient) -> None:
    answer = client.post("v1/insert-provisioning-results", json={"descriptor": DESCRIPTOR}).json()
    assert answer["info"]["privateInfo"]["marketplaceInfo"]["value"] == "Orders"


def test_removing_a_product_twice_succeeds(client: TestClient) -> None:
    for _ in range(2):
        assert client.post("v1/delete", json={"descriptor": DESCRIPTOR}).status_code == 200


def test_access_is_set_without_an_answer(client: TestClient) -> None:
    body = {"requestId": "r-1", "outputPortId": 1, "refs": ["user:jane.doe_example.com"]}
    assert client.patch("v1/update-acl", json=body).status_code == 204


def test_an_unreadable_descriptor_is_rejected_in_the_shape_of_the_contract(client: TestClient) -> None:
    answer = client.post("v1/delete", json={"descriptor": "not: [yaml"})
    assert answer.status_code == 400
    assert answer.json()["errors"]
