"""Work that takes longer than a request: every task has a token, and its state is in a SQLite file.

A task that was interrupted, by a crash or a shutdown, runs again when the server starts, with the same
request and under the same token. Its work therefore has to be idempotent: create what is missing, and
accept what is already there.
"""

import json
import logging
import sqlite3
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

log = logging.getLogger(__name__)

KEEP_FINISHED_SECONDS = 24 * 60 * 60
PARALLEL_TASKS = 4
TERMINAL = ("COMPLETED", "FAILED", "TERMINATED")

SCHEMA = """
create table if not exists task (
    token text primary key, kind text not null, subject text not null, request text not null,
    status text not null, answer text not null, changed real not null
)
"""


class Failed(Exception):
    """Ends a task as FAILED; the user sees the sentence."""


class Again(Exception):
    """Runs the work of a task again later, from its beginning. Meanwhile other tasks can run."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"again in {seconds} s")
        self.seconds = seconds


class Stopped(Exception):
    """Ends a task early, because the caller terminated it or because the server shuts down."""


@dataclass
class Task:
    """A running task, as the functions in `handlers.py` see it."""

    token: str
    logs: list[dict[str, str]] = field(default_factory=list)
    stop: threading.Event = field(default_factory=threading.Event)
    is_waiting: bool = False

    def say(self, message: str, level: str = "INFO", phase: str = "Applying") -> None:
        """Adds a line to the log that the caller reads."""
        timestamp = datetime.now(UTC).isoformat()
        self.logs.append({"timestamp": timestamp, "level": level, "message": message, "phase": phase})

    def raise_if_stopped(self) -> None:
        """Call this between two steps, so that the task ends soon after it was asked to stop."""
        if self.stop.is_set():
            raise Stopped


Work = Callable[[dict[str, Any], Task], dict[str, Any]]
"""Takes the request, and returns what the status shows of a finished task beside its state and logs."""


class Tasks:
    """All tasks of this server. Only one process at a time may use a folder."""

    def __init__(self, folder: Path, work: dict[str, Work]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._file = folder / "tasks.db"
        self._work = work
        self._lock = threading.RLock()
        self._running: dict[str, tuple[Task, threading.Thread]] = {}
        self._last: dict[str, threading.Thread] = {}
        self._slots = threading.BoundedSemaphore(PARALLEL_TASKS)
        with self._database() as database:
            database.execute(SCHEMA)

    def start(self, kind: str, subject: str, request: dict[str, Any], token: str | None = None) -> str:
        """Stores the request, starts the work and returns the token. Tasks of one subject run in order.

        A token that you choose makes the start idempotent: if there is such a task, nothing is started.
        """
        token = token or str(uuid.uuid4())
        with self._lock, self._database() as database:
            expired = time.time() - KEEP_FINISHED_SECONDS
            database.execute(f"delete from task where status in {TERMINAL} and changed < ?", (expired,))
            row = (token, kind, subject, json.dumps(request), "RUNNING", "{}", time.time())
            added = database.execute("insert or ignore into task values (?, ?, ?, ?, ?, ?, ?)", row)
            if added.rowcount == 0:
                return token
        self._spawn(token, kind, subject, request)
        return token

    def resume(self) -> None:
        """Runs again what was interrupted. Call it once, before the first request."""
        with self._database() as database:
            select = "select token, kind, subject, request, status from task where status not in"
            rows = database.execute(f"{select} {TERMINAL} order by changed").fetchall()
        for token, kind, subject, request, status in rows:
            if status == "TERMINATING":
                self._save(token, "TERMINATED", {})
            else:
                log.info("task %s (%s) runs again", token, kind)
                self._spawn(token, kind, subject, json.loads(request))

    def status(self, token: str, *kinds: str) -> dict[str, Any] | None:
        """State, logs and outcome of a task; None if no task of these kinds has the token."""
        with self._lock, self._database() as database:
            select = "select kind, status, answer from task where token = ?"
            row = database.execute(select, (token,)).fetchone()
            if row is None or row[0] not in kinds:
                return None
            running = self._running.get(token)
            logs = {"logs": list(running[0].logs)} if running else {}
            return {"status": row[1], **logs, **json.loads(row[2])}

    def terminate(self, token: str) -> None:
        """Asks a running task to stop; a finished one stays as it is."""
        with self._lock:
            running = self._running.get(token)
            if running is not None:
                self._save(token, "TERMINATING", {})
                running[0].stop.set()

    def close(self, seconds: float) -> None:
        """Lets running tasks finish for a while. Those that do not finish run again after the next start."""
        self._wait(seconds)
        with self._lock:
            for task, _ in self._running.values():
                task.stop.set()
        self._wait(1)

    def _wait(self, seconds: float) -> None:
        deadline = time.monotonic() + seconds
        for task, thread in list(self._running.values()):
            # A task that waits to run again does so after the next start.
            if not task.is_waiting:
                thread.join(max(0, deadline - time.monotonic()))

    def _spawn(self, token: str, kind: str, subject: str, request: dict[str, Any]) -> None:
        task = Task(token)
        with self._lock:
            arguments = (task, kind, subject, request, self._last.get(subject))
            thread = threading.Thread(target=self._run, args=arguments, daemon=True)
            self._running[token] = (task, thread)
            if subject:
                self._last[subject] = thread
            thread.start()

    def _run(
        self, task: Task, kind: str, subject: str, request: dict[str, Any], before: threading.Thread | None
    ) -> None:
        if before is not None:
            before.join()
        status, answer = self._work_on(task, kind, request)
        with self._lock:
            seen = self.status(task.token, kind)
            if seen is not None and seen["status"] == "TERMINATING":
                status = "TERMINATED"
            # A task that the shutdown interrupted stays in the file as running.
            if status != "INTERRUPTED":
                self._save(task.token, status, {"logs": task.logs, **answer})
            del self._running[task.token]
            if self._last.get(subject) is threading.current_thread():
                del self._last[subject]

    def _work_on(self, task: Task, kind: str, request: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        while True:
            try:
                with self._slots:
                    task.raise_if_stopped()
                    return "COMPLETED", self._work[kind](request, task)
            except Again as again:
                task.is_waiting = True
                task.stop.wait(again.seconds)
                task.is_waiting = False
            except Stopped:
                return "INTERRUPTED", {}
            except Failed as failure:
                return self._failed(task, str(failure))
            except Exception:
                log.exception("task %s (%s) failed", task.token, kind)
                sentence = f"The task failed unexpectedly. The log of the server says why, under {task.token}."
                return self._failed(task, sentence)

    def _failed(self, task: Task, sentence: str) -> tuple[str, dict[str, Any]]:
        task.say(sentence, "ERROR")
        return "FAILED", {"result": sentence}

    def _save(self, token: str, status: str, answer: dict[str, Any]) -> None:
        with self._database() as database:
            row = (status, json.dumps(answer), time.time(), token)
            database.execute("update task set status = ?, answer = ?, changed = ? where token = ?", row)

    @contextmanager
    def _database(self) -> Iterator[sqlite3.Connection]:
        connection = sqlite3.connect(self._file)
        try:
            with connection:
                yield connection
        finally:
            connection.close()
