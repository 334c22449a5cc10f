"""What a killed `describe` loses: a film of five minutes, whose description is killed ten times at random moments.

The film is composed of real shots. One run is undisturbed. The other is killed by SIGKILL whenever it has watched the
film up to one of ten random moments, and started again, until it ends.
"""

from __future__ import annotations

import argparse
import itertools
import json
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

from benchmarks.film.composed import compose
from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
from cinescribe.describe import analyse
from cinescribe.describe.checkpoint import AnalysisCheckpoint, write_analysis_checkpoint
from cinescribe.describe.describe import write_description
from cinescribe.describe.describe_options import DescribeOptions
from cinescribe.export.folder import FEATURES, LOG, SCRIPT
from cinescribe.input_files import digest
from cinescribe.media.film.probe import probe
from cinescribe.timing import Seconds

N_JOINTS, SEED = 115, 16  # of the composed film, about five minutes
N_KILLS = 10
GOAL: Seconds = 90.0  # of film watched again after a kill
NOTES = (
    "Watched again is the time from the checkpoint at which the next run goes on, to the moment that was reached when "
    "the run was killed; without a checkpoint it begins at 0. CPU seconds are those of all processes, each of which "
    "loads its networks again.",
)


@dataclass(frozen=True)
class Run:
    """A finished or killed run.

    Args:
        reached: second of the film up to which it had watched.
        cpu: CPU seconds.
    """

    reached: Seconds
    cpu: float


def describing(film: Path, folder: Path) -> None:
    """Describe a film in this process, and print the seconds of film that are watched, and those of checkpoints."""
    length = probe(film).duration

    def report(stage: str, share: float) -> None:
        if stage == "watch":
            print(share * length, flush=True)

    def timed(path: Path, checkpoint: AnalysisCheckpoint, *, key: Mapping[str, Any]) -> None:
        before = time.process_time()
        write_analysis_checkpoint(path, checkpoint, key=key)
        print("checkpoint", time.process_time() - before, path.stat().st_size, flush=True)

    with mock.patch.object(analyse, "write_checkpoint", timed):
        write_description(film, folder, options=DescribeOptions(progress=report))


def run(film: Path, folder: Path, *, kill_at: Seconds | None) -> tuple[Run, list[tuple[float, int]]]:
    """Describe a film in another process, which is killed at a moment; return the run and its checkpoints."""
    before = _children_cpu()
    command = [sys.executable, "-m", "benchmarks.describer.resume", "--describe", str(film), str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    reached, checkpoints = 0.0, []
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith("checkpoint"):
            _, seconds, size = line.split()
            checkpoints.append((float(seconds), int(size)))
            continue
        reached = float(line)
        if kill_at is not None and reached >= kill_at:
            process.send_signal(signal.SIGKILL)
    if process.wait() not in (0, -signal.SIGKILL):
        raise SystemExit(f"the description failed with {process.returncode}")
    return Run(reached, _children_cpu() - before), checkpoints


def _children_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def moments(length: Seconds, n: int) -> list[Seconds]:
    """The random moments of the kills, in order."""
    return sorted(np.random.default_rng(SEED).uniform(0, length, n).tolist())


def resumed_at(folder: Path) -> Seconds:
    """The point of the film at which the last run went on, as its log says; 0 for the beginning."""
    events = [json.loads(line) for line in (folder / LOG).read_text(encoding="utf-8").splitlines()]
    mine = itertools.takewhile(lambda event: event.get("stage") != "listen", reversed(events))  # its first stage
    return next((event["time"] for event in mine if event["event"] == "resumed"), 0.0)


def contents(folder: Path) -> dict[str, str]:
    """Digests of all that was measured and written, but the log."""
    paths = [path for path in (folder / FEATURES).rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): digest(path) for path in (*paths, folder / SCRIPT)}


def kill_rows(film: Path, folder: Path, runs: list[Run]) -> list[Row]:
    """Describe a film with kills; return a row per kill."""
    rows: list[Row] = []
    for number, moment in enumerate(moments(probe(film).duration, N_KILLS), 1):
        killed, _ = run(film, folder, kill_at=moment)
        runs.append(killed)
        if rows:
            rows[-1] = _completed(rows[-1], resumed_at(folder))
        rows.append((str(number), round(killed.reached, 1), None, None))
        print(number, f"killed at {killed.reached:.1f} s", flush=True)
    runs.append(run(film, folder, kill_at=None)[0])
    rows[-1] = _completed(rows[-1], resumed_at(folder))
    return rows


def _completed(row: Row, began: Seconds) -> Row:
    number, reached, *_ = row
    assert isinstance(reached, float)
    return number, reached, round(began, 1), round(reached - began, 1)


def measure(film: Path, work: Path) -> tuple[list[Headline], Sequence[Table]]:
    """Describe a film undisturbed and with kills; return what is reported."""
    undisturbed, checkpoints = run(film, work / "whole.ad", kill_at=None)
    runs: list[Run] = []
    rows = kill_rows(film, work / "killed.ad", runs)
    one, other = contents(work / "whole.ad"), contents(work / "killed.ad")
    same = sum(one.get(name) == other.get(name) for name in one.keys() | other.keys())
    again = [float(row[3] or 0) for row in rows]
    kills = print_table("Kills", ("kill", "at s", "next run goes on at s", "watched again, s"), rows)
    cpu = sum(each.cpu for each in runs)
    costs: list[Row] = [
        ("length of the film, s", round(probe(film).duration, 1)),
        ("CPU s, undisturbed", round(undisturbed.cpu, 1)),
        ("CPU s, with all kills", round(cpu, 1)),
        ("checkpoints, undisturbed", len(checkpoints)),
        ("CPU s of the slowest checkpoint", round(max(seconds for seconds, _ in checkpoints), 3)),
        ("largest checkpoint, MB", round(max(size for _, size in checkpoints) / 1e6, 1)),
        ("files compared", len(one)),
    ]
    table = print_table("Costs", ("what", "value"), costs)
    headlines = [
        Headline(
            "film watched again after a kill",
            f"{max(again):.1f} s at most, {np.mean(again):.1f} s on average",
            f"≤ {GOAL:g} s",
        ),
        Headline("files with the same bytes as undisturbed", f"{same} of {len(one.keys() | other.keys())}", "all"),
    ]
    return headlines, [kills, table]


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    parser.add_argument("--describe", nargs=2, type=Path, metavar=("FILM", "FOLDER"), help=argparse.SUPPRESS)
    add_write_option(parser)
    arguments = parser.parse_args()
    if arguments.describe:
        describing(*arguments.describe)
        return
    with tempfile.TemporaryDirectory() as work:
        film = Path(work) / "film.mp4"
        compose(arguments.shared, film, n_joints=N_JOINTS, seed=SEED)
        headlines, tables = measure(film, Path(work))
    title = "What a killed description loses"
    report_results("resume", title, headlines=headlines, tables=tables, notes=NOTES, write=arguments.write)


if __name__ == "__main__":
    main()
