"""The jobs of the workbench: one of each kind at a time; they end with it."""

from __future__ import annotations

import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from cinescribe.errors import InputError
from cinescribe.serve.workbench.jobs.job import Job, JobTask

# Cinescribe's own command, by the Python that runs the workbench; `-P` keeps modules in the working folder out of it.
CLI_COMMAND = (sys.executable, "-P", "-c", "from cinescribe.cli.main import main; main()")
_KEPT = 20  # jobs that are remembered; older ones that are over are forgotten


class Jobs:
    """Starts jobs, and knows those that ran; used in a `with` block, which stops all of them.

    Args:
        program: starts Cinescribe: its words, which the arguments of a command follow.
    """

    def __init__(self, program: Sequence[str] = CLI_COMMAND) -> None:
        self._program = tuple(program)
        self._jobs: dict[int, Job] = {}
        self._n = 0
        self._lock = threading.Lock()
        self._folder = tempfile.TemporaryDirectory(prefix="cinescribe-jobs-", ignore_cleanup_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for job in self.all():
            job.stop()
        self._folder.cleanup()

    def start(self, task: JobTask, finished: Callable[[Job], None] | None = None) -> Job:
        """Start a job.

        Args:
            task: what it does.
            finished: called when it is done, in another thread.

        Raises:
            InputError: when another of its kind is at work.
        """
        with self._lock:
            other = next((job for job in self._jobs.values() if job.is_running and job.task.kind == task.kind), None)
            if other is not None:
                raise InputError(f"another job is at work: {other.message} Wait until it is done, or stop it")
            self._n += 1
            job = Job(self._n, task, self._program, Path(self._folder.name), finished)
            self._jobs[self._n] = job
            over = [number for number, one in self._jobs.items() if not one.is_running]
            for number in over[: max(0, len(self._jobs) - _KEPT)]:
                del self._jobs[number]
            return job

    def again(self, job: Job) -> Job:
        """Start what a job did once more; what it has measured is not measured again.

        Raises:
            InputError: when another of its kind is at work.
        """
        return self.start(job.task, job.finished)

    def get(self, number: int) -> Job | None:
        """Return a job by its number, or None."""
        return self._jobs.get(number)

    def all(self) -> tuple[Job, ...]:
        """Return all jobs that are remembered, the newest first."""
        with self._lock:
            return tuple(reversed(self._jobs.values()))

    def about(self, *about: str) -> tuple[Job, ...]:
        """Return the jobs about something, the newest first: those whose tasks begin with these names."""
        return tuple(job for job in self.all() if job.task.about[: len(about)] == about)
