"""Tests of a start with a wrong setting, with a real process."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    ("name", "value"),
    [("PORT", "abc"), ("PORT", "99999"), ("PARALLEL_TASKS", "0"), ("PREFIX", "adapter"), ("LOG_LEVEL", "LOUD")],
)
def test_a_wrong_setting_stops_the_server_with_one_sentence(name: str, value: str) -> None:
    server = subprocess.run(
        [sys.executable, "-m", "app.main"],
        cwd=Path(__file__).parents[1],
        env={**os.environ, name: value},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert server.returncode == 1
    assert server.stderr.startswith(f'The environment variable {name} is "{value}": it should ')
    assert len(server.stderr.splitlines()) == 1
