"""Runs one reader on many damaged inputs in a process of its own, which the kernel ends when an input takes too long.

Process and parent share a few counters in memory, so that the parent knows the input at which a process died.
"""

from __future__ import annotations

import faulthandler
import json
import mmap
import os
import resource
import signal
import struct
import sys
import time
import traceback
import warnings
from collections import deque
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TextIO

from cinescribe.errors import MAX_MESSAGE, CinescribeError
from fuzz.mutations.mutate import Content, damaged
from fuzz.reader import Reader
from fuzz.runs.guard import Guard, Outside
from fuzz.runs.scratch import Scratch

CPU_LIMIT = 2.0  # seconds for one input; issue 17
MEMORY_LIMIT = 1 << 30  # bytes above those of the process at its start; issue 17
WALL_LIMIT = 60.0  # seconds; a reader that sleeps uses no processor time
ROOT = Path(__file__).resolve().parents[2]
_OWN = ("cinescribe", "recipes", "fuzz")  # folders of the project that readers may read
FINDINGS, TRACE = "findings.jsonl", "trace.txt"
_COUNTERS = struct.Struct("qqqqdq")


@dataclass(frozen=True)
class Finding:
    """Something that no reader may do.

    Args:
        reader: its name.
        number: of the input.
        what: came out.
        where: the last line of Cinescribe that ran.
        size: bytes of the input.
    """

    reader: str
    number: int
    what: str
    where: str
    size: int


@dataclass
class Counters:
    """What a process did so far: the current input, and how many were read and refused, the slowest and the largest."""

    number: int = 0
    n: int = 0
    accepted: int = 0
    refused: int = 0
    slowest: float = 0.0
    peak: int = 0


class SharedCounters:
    """Counters in memory that a process and its parent share."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, _COUNTERS.size)

    def write(self, counters: Counters) -> None:
        """Show the counters to the parent."""
        _COUNTERS.pack_into(self._memory, 0, *vars(counters).values())

    def read(self) -> Counters:
        """Return the counters as last shown."""
        return Counters(*_COUNTERS.unpack_from(self._memory))


def work(reader: Reader, numbers: range, *, seconds: float, folder: Path, shared: SharedCounters) -> None:
    """Give a reader the inputs of a range of numbers, until `seconds` of processor time are over.

    Args:
        reader: what is fuzzed.
        numbers: of the inputs.
        seconds: of processor time.
        folder: an empty folder; findings are written to it.
        shared: shows what was done.
    """
    with open(folder / TRACE, "w") as trace, open(folder / FINDINGS, "w") as findings:
        scratch = Scratch(folder / "scratch")
        guard = _prepare(scratch, trace)
        counters = Counters()
        for number in _in_time(numbers, seconds):
            counters.number = number
            shared.write(counters)
            files = damaged(reader, number)
            scratch.fill(files)
            what = _try(reader, scratch, guard, counters)
            if what is not None:
                _note(findings, Finding(reader.name, number, *what, _size(files)))
        counters.number = numbers.stop
        shared.write(counters)


def read_once(reader: Reader, folder: Path) -> None:
    """Let a reader read a folder to the end of what it returns."""
    result = reader.call(folder)
    if isinstance(result, Iterator):
        deque(result, maxlen=0)


def _prepare(scratch: Scratch, trace: TextIO) -> Guard:
    """Limit memory, silence libraries, and write a trace wherever the kernel ends the process."""
    warnings.simplefilter("ignore")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
        os.dup2(nowhere, stream.fileno())
    faulthandler.enable(trace)
    for number in (signal.SIGPROF, signal.SIGALRM):
        signal.signal(number, signal.SIG_DFL)
        faulthandler.register(number, trace, all_threads=False, chain=True)
    limit = _memory("VmSize") + MEMORY_LIMIT
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    return Guard(scratch.writable, [*map(ROOT.joinpath, _OWN), *ROOT.glob("*.egg-info")])


def _try(reader: Reader, scratch: Scratch, guard: Guard, counters: Counters) -> tuple[str, str] | None:
    """Read the input; return what went wrong, and where."""
    start = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, CPU_LIMIT)
    signal.setitimer(signal.ITIMER_REAL, WALL_LIMIT)
    wrong = None
    try:
        with guard.watching():
            read_once(reader, scratch.input)
        counters.accepted += 1
    except CinescribeError as error:
        counters.refused += 1
        wrong = _faulty_message(error)
    except Outside as error:
        wrong = f"Outside: {error}", _place(error)
    except BaseException as error:
        wrong = f"{type(error).__name__}: {error!s:.200}", _place(error)
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)
    counters.n += 1
    counters.slowest = max(counters.slowest, time.process_time() - start)
    counters.peak = max(counters.peak, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    opened = scratch.outside.opened()
    if opened:
        return f"Outside: opened {', '.join(opened)}", ""
    if guard.found and wrong is None:
        return f"Outside: {guard.found[0]}", ""
    return wrong


def _faulty_message(error: CinescribeError) -> tuple[str, str] | None:
    """What is wrong with a refusal's message: it must be short, and fit to print."""
    message = str(error)
    try:
        message.encode()
    except UnicodeEncodeError:
        return f"a message that cannot be printed: {message[:200]!a}", _place(error)
    if len(message) > MAX_MESSAGE:
        return f"a message of {len(message)} letters: {message[:100]!a}", _place(error)
    return None


def _place(error: BaseException) -> str:
    """The last line of Cinescribe in a traceback, and the last line of all if that is another."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if f"{os.sep}cinescribe{os.sep}" in frame.filename]
    lines = [f"{_short(frame.filename)}:{frame.lineno}" for frame in (*ours[-1:], *frames[-1:])]
    return " < ".join(dict.fromkeys(lines))


def _short(filename: str) -> str:
    for mark in ("site-packages", str(ROOT)):
        _, found, rest = filename.partition(mark + os.sep)
        if found:
            return rest
    return filename


def _in_time(numbers: range, seconds: float) -> Iterator[int]:
    end = time.process_time() + seconds
    for number in numbers:
        if time.process_time() > end:
            return
        yield number


def _memory(field: str) -> int:
    """Bytes of this process, from `/proc/self/status`."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith(field + ":"))


def _size(files: dict[str, Content]) -> int:
    return sum(len(content) for content in files.values() if isinstance(content, bytes))


def _note(findings: TextIO, finding: Finding) -> None:
    findings.write(json.dumps(asdict(finding)) + "\n")
    findings.flush()
