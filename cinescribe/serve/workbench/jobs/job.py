"""A command in a process of its own: what it says, how far it is, and how it is stopped."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from cinescribe.errors import CinescribeError
from cinescribe.language.messages.page_words import PageWords, as_sentence, page_words
from cinescribe.timing import Seconds

_State: TypeAlias = Literal["running", "done", "stopped", "failed"]
_Kind: TypeAlias = Literal["describe", "export", "report", "ask"]  # of each, one is at work at a time

_GRACE: Seconds = 5.0  # for a process that is asked to end, before it is killed: it only has to leave its loop
_MAX_READ = 1 << 16  # bytes of the end of its output: more than anybody reads
_PROGRESS = re.compile(r"([^:]+): (\d+ %.*|still running.*)")  # a line of progress, as commands write it
_ERROR = re.compile(r"(?:Error|Usage): ?")
_STILL = re.compile(r"(\d+ %)(?:, (.+) left)?")  # how far a stage is, and how long it takes from now on


@dataclass(frozen=True)
class JobTask:
    """What a job does.

    Args:
        kind: of each, one is at work at a time.
        title: what it is called, in the language of who started it: `Describe harbour.mp4`.
        arguments: of the command.
        about: what it is about, for pages that show only their own jobs: the name of a film, of a cue.
    """

    kind: _Kind
    title: str
    arguments: tuple[str, ...]
    about: tuple[str, ...] = ()


class Job:
    """A command that runs, or that has run.

    Args:
        number: of the job, in addresses.
        task: what it does.
        program: starts Cinescribe; the task's arguments follow.
        folder: for its output.
        finished: called when it is done, in another thread; not if it failed or was stopped.
    """

    def __init__(
        self,
        number: int,
        task: JobTask,
        program: Sequence[str],
        folder: Path,
        finished: Callable[[Job], None] | None = None,
    ) -> None:
        self.number, self.task, self.finished = number, task, finished
        self._output, self._log = folder / f"{number}.out", folder / f"{number}.log"
        self.done_message = ""  # the message when it is done, set by `finished`
        self.then = ""  # where its page leads when it is done, once `finished` knows
        self._is_stopped = False
        self._fault = ""
        self._over = threading.Event()
        with self._output.open("wb") as output, self._log.open("wb") as log:
            # A session of its own is a group of its own, which ends together: voices and readers of films too.
            self._process = subprocess.Popen(
                [*program, *task.arguments], stdin=subprocess.DEVNULL, stdout=output, stderr=log, start_new_session=True
            )
        threading.Thread(target=self._watch, name=f"job {number}", daemon=True).start()

    @property
    def state(self) -> _State:
        """What became of it."""
        if not self._over.is_set():
            return "running"
        if self._is_stopped:
            return "stopped"
        return "failed" if self._process.returncode or self._fault else "done"

    @property
    def is_running(self) -> bool:
        """Whether it is at work."""
        return self.state == "running"

    @property
    def lines(self) -> tuple[str, ...]:
        """The last lines of its output."""
        return tuple(line for line in _end_of(self._log).splitlines() if line.strip())

    @property
    def result(self) -> str:
        """What it printed as its result."""
        return _end_of(self._output)

    @property
    def progress(self) -> str:
        """How far it is, in English."""
        return self.progress_in(page_words("en"))

    def progress_in(self, t: PageWords) -> str:
        """Return how far it is, in the words of a language."""
        last = next((line for line in reversed(self.lines) if _PROGRESS.fullmatch(line)), "starting: still running")
        stage, _, facts = last.partition(": ")
        name = f"stage-{stage.replace(' ', '-')}"
        words = t.plain(name) if t.messages.has(name) else stage[:1].upper() + stage[1:]
        known = _STILL.fullmatch(facts)
        if known is None:
            return words if facts.startswith("still running") else f"{words}, {facts}"
        share, left = known.groups()
        if left is None:
            return t.plain("job-share", stage=words, share=share)
        return t.plain("job-left", stage=words, share=share, time=left)

    @property
    def message(self) -> str:
        """Its status message, in English."""
        return self.message_in(page_words("en"))

    def message_in(self, t: PageWords) -> str:
        """Return its status message in a language; its title and its answer stay untranslated."""
        title = self.task.title
        if self.state == "running":
            return t.plain("job-running", title=title, progress=self.progress_in(t))
        if self.state == "done":
            return self.done_message or t.plain("job-done", title=title)
        if self.state == "stopped":
            return t.plain("job-stopped", title=title)
        return t.plain("job-failed", title=title, fault=self.fault)

    @property
    def fault(self) -> str:
        """Why it failed: the last line that says so."""
        faults = [line for line in self.lines if _ERROR.match(line)] or list(self.lines[-1:])
        fault = self._fault or (faults[-1] if faults else f"it ended with code {self._process.returncode}")
        return as_sentence(_ERROR.sub("", fault, count=1))

    def stop(self) -> None:
        """End its processes, and wait until they have ended; one that is over stays as it is."""
        if self._over.is_set():
            return
        self._is_stopped = True
        self._signal(signal.SIGTERM)
        if not self._over.wait(_GRACE):
            self._signal(signal.SIGKILL)
            self._over.wait(_GRACE)

    def wait(self, seconds: Seconds) -> bool:
        """Wait until it is over, at most so long; return whether it is."""
        return self._over.wait(seconds)

    def _watch(self) -> None:
        self._process.wait()
        self._signal(signal.SIGKILL)  # what it started and left behind
        try:
            if self._process.returncode == 0 and not self._is_stopped and self.finished is not None:
                self.finished(self)
        except CinescribeError as error:  # in a thread of its own: the job's page says it
            self._fault = str(error)
        finally:
            self._over.set()

    def _signal(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError, PermissionError):  # the group is gone, or the rest of it is not this job's
            os.killpg(self._process.pid, number)


def _end_of(path: Path) -> str:
    """The end of a file of text, as much as a page shows."""
    with path.open("rb") as file:
        file.seek(0, os.SEEK_END)
        file.seek(max(0, file.tell() - _MAX_READ))
        return file.read().decode("utf-8", errors="replace")
