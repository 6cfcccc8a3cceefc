"""Tests of the server over its HTTP interface. Add your own beside them."""

import queue
import uuid
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from fastapi.testclient import TestClient

from app.server import create_app
from app.settings import Settings


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    settings = Settings(data_folder=tmp_path)
    with TestClient(create_app(settings), base_url=f"http://test{settings.prefix}") as client:
        yield client


def request_approval(client: TestClient, respond_to_url: str, request_id: str = str(uuid.uuid4())) -> httpx.Response:
    body = {"respondToUrl": respond_to_url, "fields": {"verb": "grant"}}
    return client.post("approval-requests", json=body, headers={"X-Request-ID": request_id})


def test_the_decision_is_sent_once_however_often_the_request_arrives(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: queue.SimpleQueue[dict] = queue.SimpleQueue()

    def patch(address: str, json: dict, **_: object) -> httpx.Response:
        sent.put(json)
        return httpx.Response(200)

    monkeypatch.setattr(httpx, "patch", patch)
    for _ in range(2):
        assert request_approval(client, "http://localhost:1/hooks/1").status_code == 202
    assert sent.get(timeout=10)["status"] == "OK"
    assert sent.empty()


def test_an_address_outside_the_allowed_hosts_is_rejected(client: TestClient) -> None:
    answer = request_approval(client, "http://192.0.2.1/hooks/1")
    assert answer.status_code == 400
    assert "ALLOWED_HOSTS" in answer.json()["error"]["details"]["problems"][0]
