"""Tests of the server over its HTTP interface. Add your own beside them."""

import queue
import uuid
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from fastapi.testclient import TestClient

from app.delivery import pause_after
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


class Platform:
    """Replaces the platform: fails a few times, then accepts decisions."""

    def __init__(self, failures: int = 0) -> None:
        self.failures = failures
        self.decisions: queue.SimpleQueue[dict] = queue.SimpleQueue()

    def patch(self, address: str, json: dict, **_: object) -> httpx.Response:
        self.failures -= 1
        if self.failures >= 0:
            return httpx.Response(503)
        self.decisions.put(json)
        return httpx.Response(200)


def test_the_decision_is_sent_once_however_often_the_request_arrives(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    platform = Platform()
    monkeypatch.setattr(httpx, "patch", platform.patch)
    for _ in range(2):
        assert request_approval(client, "http://localhost:1/hooks/1").status_code == 202
    assert platform.decisions.get(timeout=10)["status"] == "OK"
    assert platform.decisions.empty()


def test_the_decision_is_sent_again_when_the_platform_was_down(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    platform = Platform(failures=2)
    monkeypatch.setattr(httpx, "patch", platform.patch)
    request_approval(client, "http://localhost:1/hooks/1")
    assert platform.decisions.get(timeout=20)["status"] == "OK"


def test_a_decision_that_was_not_sent_before_a_restart_is_sent_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(data_folder=tmp_path)
    down, up = Platform(failures=1000), Platform()
    url = f"http://test{settings.prefix}"
    monkeypatch.setattr(httpx, "patch", down.patch)
    with TestClient(create_app(settings), base_url=url) as client:
        request_approval(client, "http://localhost:1/hooks/1")
    monkeypatch.setattr(httpx, "patch", up.patch)
    with TestClient(create_app(settings), base_url=url):
        assert up.decisions.get(timeout=10)["status"] == "OK"


def test_the_pauses_between_the_attempts_grow_up_to_an_hour() -> None:
    assert [pause_after(age) for age in (0, 8, 7 * 60 * 60)] == [1, 8, 60 * 60]


def test_an_address_outside_the_allowed_hosts_is_rejected(client: TestClient) -> None:
    answer = request_approval(client, "http://192.0.2.1/hooks/1")
    assert answer.status_code == 400
    assert "ALLOWED_HOSTS" in answer.json()["error"]["details"]["problems"][0]
