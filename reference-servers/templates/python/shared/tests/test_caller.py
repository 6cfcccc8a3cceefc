"""Tests of the token, with a real process: a framework may read the body before the program sees the request."""

import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.settings import Settings


HOME = Path(__file__).parents[1]


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    env = {**os.environ, "PORT": str(port), "DATA_FOLDER": str(tmp_path), "CALLER_TOKEN": "secret"}
    server = subprocess.Popen([sys.executable, "-m", "app.main"], cwd=HOME, env=env, stderr=subprocess.DEVNULL)
    try:
        for _ in range(400):
            try:
                if ask(port, "GET", "/health") == 200:
                    break
            except OSError:
                time.sleep(0.05)
        yield port
    finally:
        server.terminate()
        server.wait(30)


def ask(port: int, method: str, path: str, body: str | None = None, **headers: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request(method, path, body, {"Content-Type": "application/json", **headers})
        return connection.getresponse().status
    finally:
        connection.close()


def test_only_the_token_opens_the_operations(port: int) -> None:
    path = f"{Settings().prefix}/v1/none"
    assert ask(port, "POST", path, "{broken") == 401
    # A body that never arrives.
    assert ask(port, "POST", path, **{"Content-Length": "5000000"}) == 401
    assert ask(port, "POST", path, "{broken", Authorization="Bearer other") == 401
    assert ask(port, "POST", path, "{}", Authorization="Bearer secret") == 404
    assert ask(port, "GET", "/health") == 200
