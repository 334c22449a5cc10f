"""`cinescribe study serve` as a process of its own, with its workers."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from cinescribe.timing import Seconds

_RUN = "from cinescribe.cli.main import main; main()"
_TICK = os.sysconf("SC_CLK_TCK")  # of the kernel's clock, in a second
_LOADING: Seconds = 0.05  # of CPU in a second: less is waiting


class StudyServer:
    """A server that can be killed and started again at the same address.

    Args:
        study: its folder.
        url: of its database, where it is not in the folder.
        n_workers: processes that serve.
    """

    def __init__(self, study: Path, *, url: str | None, n_workers: int) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self._port}"
        options = ["--port", str(self._port), "--workers", str(n_workers)]
        database = [] if url is None else ["--database", url]
        self._command = [sys.executable, "-c", _RUN, "study", "serve", str(study), *options, *database]
        self._dead: Seconds = 0.0
        self._process = self._started()

    def _started(self) -> subprocess.Popen[str]:
        process = subprocess.Popen(self._command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        with process.stdout:
            first = process.stdout.readline()
        if not first.startswith("serving on"):
            raise SystemExit(f"the server did not begin; it ended with {process.wait()}")
        return process

    def workers(self) -> list[int]:
        """Return the processes that serve."""
        path = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children")
        return [int(pid) for pid in path.read_text().split()]

    def kill_worker(self) -> None:
        """End one of the processes by SIGKILL; the server starts another."""
        os.kill(self.workers()[0], signal.SIGKILL)

    def kill(self) -> None:
        """End all processes by SIGKILL, and start the server again."""
        self._dead += self._seconds()
        workers = self.workers()
        self._process.kill()
        for pid in workers:
            os.kill(pid, signal.SIGKILL)
        self._process.wait()
        self._process = self._started()

    def stop(self) -> Seconds:
        """Stop the server; return the CPU seconds that all its processes used."""
        spent = self._dead + self._seconds()
        self._process.terminate()
        try:
            self._process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        return spent

    def cpu(self) -> Seconds:
        """The CPU seconds that all its processes used so far."""
        return self._dead + self._seconds()

    def wait_for_workers(self, n_workers: int) -> None:
        """Wait until so many processes serve, and have loaded what they need."""
        until = time.monotonic() + 60
        while len(self.workers()) < n_workers and time.monotonic() < until:
            time.sleep(0.05)
        before = -_LOADING
        while (now := self._seconds()) - before >= _LOADING and time.monotonic() < until:
            before = now
            time.sleep(1)

    def _seconds(self) -> Seconds:
        """Of the server, of its workers, and of those that ended."""
        own = _times(self._process.pid)
        return (sum(own) + sum(sum(_times(pid)[:2]) for pid in self.workers())) / _TICK


def _times(pid: int) -> tuple[int, ...]:
    """The ticks of a process in programs and in the kernel, then those of its children that ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return (0, 0, 0, 0)
    return tuple(int(field) for field in fields[11:15])
