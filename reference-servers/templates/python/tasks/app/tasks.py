"""Tasks: work that takes longer than a request. Each task has a token, and its state is in a SQLite file.

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
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

log = logging.getLogger(__name__)

KEEP_FINISHED_SECONDS = 24 * 60 * 60
TERMINAL = ("COMPLETED", "FAILED", "TERMINATED")

SCHEMA = """
create table if not exists task (
    token text primary key, kind text not null, subject text not null, request text not null,
    status text not null, answer text not null, changed real not null
)
"""


class Failed(Exception):
    """Ends a task as FAILED. Users see the message."""


class Again(Exception):
    """Runs the task again later, from its beginning. It occupies no thread in the meantime."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"again in {seconds} s")
        self.seconds = seconds


class Stopped(Exception):
    """Ends a task early, because the caller terminated it or the server shuts down."""


@dataclass
class Task:
    """A running task. The functions in `handlers.py` get it as an argument."""

    token: str
    logs: list[dict[str, str]] = field(default_factory=list)
    stop: threading.Event = field(default_factory=threading.Event)

    def say(self, message: str, level: str = "INFO", phase: str = "Applying") -> None:
        """Adds a line to the log of the task, which the status returns."""
        timestamp = datetime.now(UTC).isoformat()
        self.logs.append({"timestamp": timestamp, "level": level, "message": message, "phase": phase})

    def raise_if_stopped(self) -> None:
        """Call this between two steps, so that a terminated task ends soon."""
        if self.stop.is_set():
            raise Stopped


Work = Callable[[dict[str, Any], Task], dict[str, Any]]
"""Gets the request, and returns the fields of the status other than its state and logs."""


@dataclass
class Job:
    """An unfinished task with its work. Without a thread, it waits."""

    task: Task
    kind: str
    subjects: frozenset[str]
    request: dict[str, Any]
    thread: threading.Thread | None = None
    is_due: bool = True
    is_terminated: bool = False
    has_ended: threading.Event = field(default_factory=threading.Event)


class Tasks:
    """The tasks of this server. Only one process at a time may use a folder.

    Tasks that share a subject run one after another, in the order in which they were started. Of each kind,
    `parallel` tasks run at a time, so validations do not wait for provisioning.
    """

    def __init__(self, folder: Path, work: dict[str, Work], parallel: int = 4) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._file = folder / "tasks.db"
        self._work = work
        self._parallel = parallel
        self._lock = threading.RLock()
        self._jobs: dict[str, Job] = {}
        self._is_closing = False
        with self._database() as database:
            database.execute(SCHEMA)

    def start(self, kind: str, subjects: Iterable[str], request: dict[str, Any], token: str | None = None) -> str:
        """Stores the request, starts the work and returns the token.

        A token that you choose makes the start idempotent: if there is such a task, nothing is started.
        """
        token = token or str(uuid.uuid4())
        subjects = frozenset(subjects)
        with self._lock:
            with self._database() as database:
                expired = time.time() - KEEP_FINISHED_SECONDS
                database.execute(f"delete from task where status in {TERMINAL} and changed < ?", (expired,))
                row = (token, kind, "\n".join(subjects), json.dumps(request), "RUNNING", "{}", time.time())
                added = database.execute("insert or ignore into task values (?, ?, ?, ?, ?, ?, ?)", row)
            if added.rowcount == 1:
                self._add(Job(Task(token), kind, subjects, request))
        return token

    def resume(self) -> None:
        """Runs interrupted tasks again. Call it once, before the first request."""
        with self._database() as database:
            select = "select token, kind, subject, request, status from task where status not in"
            rows = database.execute(f"{select} {TERMINAL} order by changed").fetchall()
        for token, kind, subjects, request, status in rows:
            if status == "TERMINATING":
                self._save(token, "TERMINATED", {})
            else:
                log.info("task %s (%s) runs again", token, kind)
                self._add(Job(Task(token), kind, frozenset(subjects.splitlines()), json.loads(request)))

    def status(self, token: str, *kinds: str) -> dict[str, Any] | None:
        """State, logs and outcome of a task; None if no task of these kinds has the token."""
        with self._lock, self._database() as database:
            select = "select kind, status, answer from task where token = ?"
            row = database.execute(select, (token,)).fetchone()
            if row is None or row[0] not in kinds:
                return None
            job = self._jobs.get(token)
            logs = {"logs": list(job.task.logs)} if job else {}
            return {"status": row[1], **logs, **json.loads(row[2])}

    def wait(self, token: str) -> str:
        """Waits for the end of the task and returns its token. Use it in synchronous operations."""
        job = self._jobs.get(token)
        if job is not None:
            job.has_ended.wait()
        return token

    def terminate(self, token: str) -> None:
        """Requests a running task to stop, and ends a waiting one. A finished task does not change."""
        with self._lock:
            job = self._jobs.get(token)
            if job is None:
                return
            job.is_terminated = True
            job.task.stop.set()
            if job.thread is None:
                self._end(job, "TERMINATED", {})
            else:
                self._save(token, "TERMINATING", {})

    def close(self, seconds: float) -> None:
        """Waits for running tasks to finish. Tasks that do not finish in time run again after the next start."""
        with self._lock:
            self._is_closing = True
            running = [job for job in self._jobs.values() if job.thread is not None]
        self._join(running, seconds)
        for job in running:
            job.task.stop.set()
        self._join(running, 1)

    def _join(self, jobs: list[Job], seconds: float) -> None:
        deadline = time.monotonic() + seconds
        for job in jobs:
            job.has_ended.wait(max(0, deadline - time.monotonic()))

    def _add(self, job: Job) -> None:
        with self._lock:
            self._jobs[job.task.token] = job
            self._run_ready()

    def _run_ready(self) -> None:
        """Starts each job that need not wait, in the order in which the jobs were added."""
        if self._is_closing:
            return
        running = Counter(job.kind for job in self._jobs.values() if job.thread is not None)
        before: set[str] = set()
        for job in self._jobs.values():
            has_turn = job.is_due and before.isdisjoint(job.subjects)
            if job.thread is None and has_turn and running[job.kind] < self._parallel:
                running[job.kind] += 1
                job.thread = threading.Thread(target=self._run, args=(job,), daemon=True)
                job.thread.start()
            before |= job.subjects

    def _run(self, job: Job) -> None:
        try:
            status, answer = self._work_on(job)
        except Again as again:
            self._postpone(job, again.seconds)
            return
        with self._lock:
            self._end(job, "TERMINATED" if job.is_terminated else status, answer)

    def _work_on(self, job: Job) -> tuple[str, dict[str, Any]]:
        try:
            job.task.raise_if_stopped()
            answer = self._work[job.kind](job.request, job.task)
            json.dumps(answer)  # A result that cannot be stored fails the task here.
            return "COMPLETED", answer
        except Again:
            raise
        except Stopped:
            return "INTERRUPTED", {}
        except Failed as failure:
            sentence = str(failure)
        except Exception:
            log.exception("task %s (%s) failed", job.task.token, job.kind)
            sentence = f"The task failed unexpectedly. The log of the server says why, under {job.task.token}."
        job.task.say(sentence, "ERROR")
        return "FAILED", {"result": sentence}

    def _end(self, job: Job, status: str, answer: dict[str, Any]) -> None:
        # A task that the shutdown interrupted stays in the file as running.
        if status != "INTERRUPTED":
            self._save(job.task.token, status, {"logs": job.task.logs, **answer})
        del self._jobs[job.task.token]
        job.has_ended.set()
        self._run_ready()

    def _postpone(self, job: Job, seconds: float) -> None:
        def retry() -> None:
            with self._lock:
                job.is_due = True
                self._run_ready()

        with self._lock:
            if job.task.stop.is_set():
                self._end(job, "TERMINATED" if job.is_terminated else "INTERRUPTED", {})
                return
            job.thread, job.is_due = None, False
            timer = threading.Timer(seconds, retry)
            timer.daemon = True
            timer.start()
            self._run_ready()

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
