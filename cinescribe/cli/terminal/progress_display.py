"""Shows the progress of a command on standard error: a bar on a terminal, plain lines elsewhere, never silence.

tqdm and rich could only draw the bar, about 50 of these lines: both write nothing to a pipe while nothing is reported,
and count the loading of networks when they estimate the time left. Neither is needed to score captions.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, RLock, Thread
from typing import Protocol, TextIO

from cinescribe.cli.terminal.printable import PrintableWriter
from cinescribe.timing import Seconds

HEARTBEAT: Seconds = 1.0  # between two looks at a command that reports nothing
PACE: Seconds = 5.0  # between two lines of one stage
BETWEEN_STAGES: Seconds = 1.0  # between a line and the first one of the next stage: short stages are left out
SILENCE: Seconds = 8.0  # after which the last line is repeated; ten seconds are promised
REDRAWN: Seconds = 0.1  # between two pictures of the bar

_STARTING = "starting"  # shown until the first report
_BAR_CELLS = 30
_NAME_CELLS = 12


class StageTimes:
    """How far one stage is, and how long it has taken.

    Args:
        name: of the stage.
        now: when it began.
    """

    def __init__(self, name: str, now: Seconds) -> None:
        self.name, self.begun = name, now
        self.share = 0.0
        self.reported = now  # when it was last reported
        self._since: tuple[Seconds, float] | None = None  # the first report of work done; loading comes before it

    def report(self, share: float, now: Seconds) -> None:
        """Take the share that is done, 0 to 1."""
        self.share, self.reported = min(max(share, 0.0), 1.0), now
        if self._since is None and self.share > 0:
            self._since = now, self.share

    def left(self, now: Seconds) -> Seconds | None:
        """Return the time left at the mean speed so far; None while it is unknown, or when all is done."""
        if self._since is None or self.share >= 1:
            return None
        begun, share = self._since
        if self.share <= share or self.reported <= begun:
            return None
        left = (1 - self.share) * (self.reported - begun) / (self.share - share)
        return max(left - (now - self.reported), 0.0)


class Painter(Protocol):
    """Writes the progress of stages."""

    def paint(self, stage: StageTimes, now: Seconds) -> None:
        """Show a stage, if it is time to; called at each report and each heartbeat."""
        ...

    def finish(self, stage: StageTimes, now: Seconds) -> None:
        """Show that a stage is over: another begins, or the command ends."""
        ...

    def clear(self, now: Seconds) -> None:
        """Make room for a line of another writer."""
        ...


class PlainLines:
    """Writes lines at a pace, without carriage returns: for files, pipes and screen readers.

    Args:
        stream: where to write.
        now: when the command began.
    """

    def __init__(self, stream: TextIO, now: Seconds) -> None:
        self._stream = stream
        self._written = now
        self._shown: StageTimes | None = None

    def paint(self, stage: StageTimes, now: Seconds) -> None:
        """Write a line, if the last one was long enough ago."""
        if now - self._written < self._pause(stage):
            return
        is_stale = stage is self._shown and stage.reported <= self._written
        if is_stale or stage.name == _STARTING:
            facts = [f"still running after {_lasting(now - stage.begun)}"]
        else:
            left = stage.left(now)
            facts = [] if left is None else [f"{_lasting(left)} left"]
        share = [] if stage.name == _STARTING else [f"{stage.share * 100:.0f} %"]
        self._stream.write(f"{stage.name}: {', '.join([*share, *facts])}\n")
        self._stream.flush()
        self._written, self._shown = now, stage

    def finish(self, stage: StageTimes, now: Seconds) -> None:
        """Write nothing: the first line of the next stage says it."""

    def clear(self, now: Seconds) -> None:
        """Count the other's line as a sign of life."""
        self._written = now

    def _pause(self, stage: StageTimes) -> Seconds:
        """Return the time to wait after the last line."""
        if stage is not self._shown and stage.name != _STARTING:
            return 0.0 if self._shown is None else BETWEEN_STAGES
        return PACE if stage.reported > self._written else SILENCE


class TerminalBar:
    """Draws a bar on the last line of a terminal; the bars of finished stages become lines above it.

    Args:
        stream: of the terminal.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._drawn = -REDRAWN
        self._shown: StageTimes | None = None

    def paint(self, stage: StageTimes, now: Seconds) -> None:
        """Draw the bar over the last one."""
        if stage is self._shown and now - self._drawn < REDRAWN:
            return
        width = self._width()
        self._return()
        self._write(f"{_bar(stage, now, width):<{width}}")
        self._drawn, self._shown = now, stage

    def finish(self, stage: StageTimes, now: Seconds) -> None:
        """Leave one line that says how long a stage took."""
        self.clear(now)
        if stage.name != _STARTING:
            self._write(f"{stage.name:<{_NAME_CELLS}} {_lasting(now - stage.begun)}\n")

    def clear(self, now: Seconds) -> None:
        """Remove the bar."""
        if self._shown is not None:
            self._return()
            self._write(" " * self._width())
            self._return()
        self._shown = None

    def _width(self) -> int:
        """Return the cells that a text may take: one less than the terminal has, so that it does not wrap."""
        try:
            return (os.get_terminal_size(self._stream.fileno()).columns or 80) - 1
        except OSError:
            return 79

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()

    def _return(self) -> None:
        """Move the cursor to the beginning of the line."""
        if isinstance(self._stream, PrintableWriter):
            self._stream.write_control("\r")
        else:
            self._stream.write("\r")
        self._stream.flush()


class ProgressDisplay:
    """Shows the reports of a command; where it reports nothing, heartbeats show that it lives.

    Args:
        stream: where to show it.
        clock: returns the time.
    """

    def __init__(self, stream: TextIO, *, clock: Callable[[], Seconds] = time.monotonic) -> None:
        self._stream, self._clock = stream, clock
        self._lock = RLock()
        self._stage = StageTimes(_STARTING, clock())
        is_terminal = stream.isatty() and os.environ.get("TERM") != "dumb"
        self._painter: Painter = TerminalBar(stream) if is_terminal else PlainLines(stream, clock())

    def report(self, stage: str, share: float) -> None:
        """Take a report; this is a `Progress`."""
        with self._lock, suppress(OSError, ValueError):  # unreadable progress stops no work
            now = self._clock()
            if stage != self._stage.name:
                self._painter.finish(self._stage, now)
                self._stage = StageTimes(stage, now)
            self._stage.report(share, now)
            self._painter.paint(self._stage, now)

    def beat(self) -> None:
        """Show the last report again, if it is time to."""
        with self._lock, suppress(OSError, ValueError):
            self._painter.paint(self._stage, self._clock())

    def say(self, line: str) -> None:
        """Write a line of its own."""
        with self._lock, suppress(OSError, ValueError):
            self._painter.clear(self._clock())
            self._stream.write(f"{line}\n")
            self._stream.flush()

    @contextmanager
    def running(self) -> Iterator[None]:
        """Let the heart beat, and write warnings of the log between the lines, while the block runs."""
        stop = Event()
        heart = Thread(target=self._live, args=(stop,), name="progress", daemon=True)
        heart.start()
        before, logging.lastResort = logging.lastResort, _LogLines(self)
        end = self._painter.clear  # of a command that fails: its stage is not over
        try:
            yield
            end = self._finish
        finally:
            logging.lastResort = before
            stop.set()
            heart.join()
            with self._lock, suppress(OSError, ValueError):
                end(self._clock())

    def _finish(self, now: Seconds) -> None:
        self._painter.finish(self._stage, now)

    def _live(self, stop: Event) -> None:
        while not stop.wait(HEARTBEAT):
            self.beat()


class _LogLines(logging.StreamHandler[TextIO]):
    """Writes warnings of the log, which have no other handler, as lines of a display."""

    def __init__(self, display: ProgressDisplay) -> None:
        super().__init__()
        self.setLevel(logging.WARNING)
        self._display = display

    def emit(self, record: logging.LogRecord) -> None:
        self._display.say(self.format(record))


def _bar(stage: StageTimes, now: Seconds, width: int) -> str:
    """Return the bar of a stage, at most `width` cells wide."""
    if stage.name == _STARTING:
        return stage.name[:width]
    left = stage.left(now)
    begin = f"{stage.name:<{_NAME_CELLS}} {stage.share * 100:3.0f} %"
    end = f"{_lasting(now - stage.begun)} so far" if left is None else f"{_lasting(left)} left"
    cells = min(_BAR_CELLS, width - len(begin) - len(end) - 4)
    if cells < 1:
        return f"{begin} {end}"[:width]
    n = int(stage.share * cells)
    return f"{begin} [{'#' * n}{'-' * (cells - n)}] {end}"


def _lasting(seconds: Seconds) -> str:
    """Return a length of time in words."""
    whole = max(round(seconds), 1)
    if whole >= 3600:
        return f"{whole // 3600} h {whole % 3600 // 60} min"
    return f"{whole // 60} min {whole % 60} s" if whole >= 60 else f"{whole} s"
