"""Tests of the order in which tasks run."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.tasks import Again, Task, Tasks


class Bench:
    """Tasks of two kinds, whose work says when it begins, and ends when the test lets it."""

    def __init__(self, folder: Path) -> None:
        self.begun: list[str] = []
        self.gates: dict[str, threading.Event] = {}
        self.changed = threading.Condition()
        self.tasks = Tasks(folder, {"provision": self.work, "validate": self.work}, parallel=2)

    def work(self, request: dict, task: Task) -> dict:
        name = request["name"]
        with self.changed:
            self.begun.append(name)
            self.changed.notify_all()
        assert self.gates[name].wait(10)
        return {}

    def start(self, name: str, *subjects: str, kind: str = "provision") -> str:
        self.gates[name] = threading.Event()
        return self.tasks.start(kind, subjects, {"name": name})

    def finish(self, name: str, token: str) -> None:
        self.gates[name].set()
        self.tasks.wait(token)

    def has_begun(self, name: str) -> bool:
        with self.changed:
            return self.changed.wait_for(lambda: name in self.begun, timeout=10)


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    yield bench
    for gate in bench.gates.values():
        gate.set()
    bench.tasks.close(5)


def test_a_task_of_several_subjects_overlaps_with_no_task_of_one_of_them(bench: Bench) -> None:
    product = bench.start("product", "product", "c1", "c2")
    c1 = bench.start("c1", "c1")
    other = bench.start("other", "c3")
    assert bench.has_begun("product")
    assert bench.has_begun("other")
    assert "c1" not in bench.begun
    bench.finish("product", product)
    assert bench.has_begun("c1")
    after = bench.start("product again", "product", "c1", "c2")
    bench.finish("other", other)
    assert "product again" not in bench.begun
    bench.finish("c1", c1)
    assert bench.has_begun("product again")
    bench.finish("product again", after)


def test_validations_do_not_wait_for_provisioning(bench: Bench) -> None:
    for name in ("one", "two", "three"):
        bench.start(name, name)
    token = bench.start("validation", kind="validate")
    assert bench.has_begun("validation")
    bench.finish("validation", token)
    assert bench.tasks.status(token, "validate") == {"status": "COMPLETED", "logs": []}
    assert "three" not in bench.begun


def test_a_task_that_waits_ends_at_once_when_it_is_terminated(bench: Bench) -> None:
    bench.start("first", "c1")
    second = bench.start("second", "c1")
    bench.tasks.terminate(second)
    assert bench.tasks.status(second, "provision") == {"status": "TERMINATED", "logs": []}


def test_a_task_that_runs_again_later_lets_others_run_meanwhile(tmp_path: Path) -> None:
    runs: list[str] = []

    def work(request: dict, task: Task) -> dict:
        runs.append(request["name"])
        if request["name"] == "early" and len(runs) == 1:
            raise Again(0.2)
        return {}

    tasks = Tasks(tmp_path, {"send": work}, parallel=1)
    early = tasks.start("send", [], {"name": "early"})
    tasks.wait(tasks.start("send", [], {"name": "late"}))
    tasks.wait(early)
    assert runs == ["early", "late", "early"]


def test_a_task_whose_answer_cannot_be_stored_fails(tmp_path: Path) -> None:
    tasks = Tasks(tmp_path, {"provision": lambda request, task: {"result": object()}})
    token = tasks.wait(tasks.start("provision", ["c1"], {}))
    status = tasks.status(token, "provision")
    assert status is not None and status["status"] == "FAILED"
