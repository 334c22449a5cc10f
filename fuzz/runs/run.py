"""Fuzzes readers in several processes at once; a process that is ended goes on behind the input that ended it."""

from __future__ import annotations

import gc
import json
import multiprocessing
import os
import re
import shutil
import signal
import tempfile
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from pathlib import Path

from fuzz.mutations.mutate import damaged
from fuzz.reader import Reader
from fuzz.runs.worker import FINDINGS, TRACE, Counters, Finding, SharedCounters, work

_MOST_DEATHS = 25  # of one reader, after which it is left
_OWN_FAULT = 70  # exit status; EX_SOFTWARE of <sysexits.h>
_FORK = multiprocessing.get_context("fork")  # libraries are loaded and compiled once, by the parent
_FRAME = re.compile(r'File "[^"]*?(cinescribe/[^"]+)", line (\d+)')


@dataclass
class Report:
    """What came of one reader's inputs.

    Args:
        reader: its name.
        n, accepted, refused: how many inputs were read, and of these were accepted and refused.
        slowest: seconds of processor time of the slowest input.
        peak: most memory of its processes, KiB.
        findings: what no reader may do, the first of each kind.
    """

    reader: str
    n: int = 0
    accepted: int = 0
    refused: int = 0
    slowest: float = 0.0
    peak: int = 0
    findings: dict[str, Finding] = field(default_factory=dict)
    n_deaths: int = 0

    def add(self, counters: Counters, findings: Sequence[Finding]) -> None:
        """Add what a process did."""
        self.n += counters.n
        self.accepted += counters.accepted
        self.refused += counters.refused
        self.slowest = max(self.slowest, counters.slowest)
        self.peak = max(self.peak, counters.peak)
        for finding in findings:
            kind = f"{finding.what.partition(':')[0]} at {finding.where}"
            if kind not in self.findings or finding.size < self.findings[kind].size:
                self.findings[kind] = finding


@dataclass
class _Job:
    """Inputs of one reader that are still to be read."""

    reader: Reader
    numbers: range
    seconds: float


@dataclass
class _Running:
    job: _Job
    process: BaseProcess
    folder: Path
    shared: SharedCounters


def fuzz(
    readers: Sequence[Reader],
    numbers: range,
    *,
    seconds: float,
    n_processes: int,
    done: Callable[[Report], None],
) -> list[Report]:
    """Give each reader the inputs of a range of numbers, until its share of the time is over.

    Args:
        readers: what is fuzzed.
        numbers: of the inputs; a reader with a smaller share gets the first of them.
        seconds: of processor time, for each process.
        n_processes: at once.
        done: called with the report of each reader when it is complete.
    """
    shares = sum(reader.share for reader in readers)
    waiting = deque(
        _Job(
            reader,
            numbers[: max(1, round(len(numbers) * reader.share))],
            seconds * n_processes * reader.share / shares,
        )
        for reader in readers
    )
    reports = {reader.name: Report(reader.name) for reader in readers}
    running: list[_Running] = []
    root = Path(tempfile.mkdtemp(prefix="fuzz-"))
    others_froze = gc.get_freeze_count() > 0
    gc.collect()
    gc.freeze()  # so that collecting garbage in a child does not copy the memory of the parent
    try:
        while waiting or running:
            while waiting and len(running) < n_processes:
                running.append(_start(waiting.popleft(), root))
            wait([one.process.sentinel for one in running])
            for one in [one for one in running if one.process.exitcode is not None]:
                running.remove(one)
                report = reports[one.job.reader.name]
                waiting.extendleft(_finish(one, report))
                if all(job.reader is not one.job.reader for job in waiting):
                    done(report)
    finally:
        for one in running:
            one.process.kill()
        if not others_froze:  # else theirs would be collected again and again from now on
            gc.unfreeze()
        shutil.rmtree(root, ignore_errors=True)
    return [reports[reader.name] for reader in readers]


def _start(job: _Job, root: Path) -> _Running:
    shared = SharedCounters()
    shared.write(Counters(number=job.numbers.start))
    folder = Path(tempfile.mkdtemp(dir=root))
    options = {"seconds": job.seconds, "folder": folder, "shared": shared}
    process = _FORK.Process(target=_run, args=(job.reader, job.numbers), kwargs=options)
    process.start()
    return _Running(job, process, folder, shared)


def _run(reader: Reader, numbers: range, *, seconds: float, folder: Path, shared: SharedCounters) -> None:
    status = _OWN_FAULT
    try:
        work(reader, numbers, seconds=seconds, folder=folder, shared=shared)
        status = 0
    except BaseException:
        (folder / TRACE).write_text(traceback.format_exc())
    finally:
        os._exit(status)  # what the parent loaded is not torn down in each child


def _finish(ended: _Running, report: Report) -> Iterator[_Job]:
    """Take up what a process did; yield the rest of its inputs if it was ended early."""
    if ended.process.exitcode == _OWN_FAULT:
        raise RuntimeError(f"the fuzzer failed at {ended.job.reader.name}:\n{(ended.folder / TRACE).read_text()}")
    counters = ended.shared.read()
    findings = [Finding(**json.loads(line)) for line in (ended.folder / FINDINGS).read_text().splitlines()]
    numbers = ended.job.numbers
    if ended.process.exitcode != 0:
        report.n_deaths += 1
        findings.append(_death(ended, counters))
        numbers = range(counters.number + 1, numbers.stop)
        if numbers and report.n_deaths < _MOST_DEATHS:
            yield _Job(ended.job.reader, numbers, ended.job.seconds * len(numbers) / len(ended.job.numbers))
    report.add(counters, findings)
    shutil.rmtree(ended.folder, ignore_errors=True)


def _death(ended: _Running, counters: Counters) -> Finding:
    """Say how an input ended its process."""
    code = ended.process.exitcode or 0
    names = {-signal.SIGPROF: "too slow", -signal.SIGALRM: "hangs"}
    what = names.get(code) or (f"died of {signal.Signals(-code).name}" if code < 0 else f"ended with {code}")
    files = damaged(ended.job.reader, counters.number)
    size = sum(len(content) for content in files.values() if isinstance(content, bytes))
    frame = _FRAME.search((ended.folder / TRACE).read_text(errors="replace"))
    return Finding(ended.job.reader.name, counters.number, what, f"{frame[1]}:{frame[2]}" if frame else "", size)
