"""What kills leave behind: `corpus build`, `features extract` and `train`, killed by SIGKILL at random moments.

Each command runs undisturbed once. Then it is started again and again on another folder, and killed at a random moment
of that duration, until it has been killed often enough. Whenever it comes to its end, its files are compared.
"""

from __future__ import annotations

import argparse
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.faults.command import contents, started
from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from cinescribe.timing import Seconds

SEED = 17
N_KILLS = 20  # of each command
RECIPE = Path(__file__).resolve().parents[2] / "recipes" / "backlot" / "tiny.toml"
NOTES = (
    "A run that is killed while it loads its libraries has written nothing; the moments are spread over the whole "
    "duration, so some kills are of that kind.",
    "Not compared: logs and TensorBoard's files, which hold times.",
    "A run of `train` that was resumed may write `state.pt` with the same values in other bytes, since they are "
    "pickled; its checkpoints have the same bytes.",
)


@dataclass(frozen=True)
class Work:
    """A command that writes a folder.

    Args:
        name: of the command.
        arguments: of the command, for the folder that it writes.
        prepare: makes what must be in that folder before.
    """

    name: str
    arguments: Callable[[Path], list[str]]
    prepare: Callable[[Path], object]


@dataclass
class Count:
    """What was counted: kills, runs that came to their end, and files of those runs that differ or are left over."""

    kills: int = 0
    ends: int = 0
    compared: int = 0
    different: int = 0
    partial: int = 0


def run(work: Work, folder: Path, *, kill_after: Seconds | None) -> bool:
    """Run a command; return whether it came to its end."""
    with started(*work.arguments(folder), "--quiet") as process:
        try:
            _, errors = process.communicate(timeout=kill_after)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.communicate()
            return False
    if process.returncode:
        raise SystemExit(f"{work.name} failed after {errors}")
    return True


def killed(work: Work, folder: Path, *, n_kills: int) -> Count:
    """Run a command undisturbed, then with kills; return what was counted."""
    whole, torn, count = folder / "whole", folder / "torn", Count()
    work.prepare(whole)
    begun = time.monotonic()
    run(work, whole, kill_after=None)
    duration, wanted = time.monotonic() - begun, contents(whole)
    moments = np.random.default_rng(SEED)
    work.prepare(torn)
    while count.kills < n_kills or not run(work, torn, kill_after=None):
        if not run(work, torn, kill_after=moments.uniform(0, duration)):
            count.kills += 1
            continue
        _compare(count, torn, wanted)
        shutil.rmtree(torn)
        work.prepare(torn)
    _compare(count, torn, wanted)
    shutil.rmtree(torn)
    return count


def _compare(count: Count, folder: Path, wanted: dict[str, str]) -> None:
    found = contents(folder)
    names = found.keys() | wanted.keys()
    count.ends += 1
    count.compared += len(names)
    count.different += sum(found.get(name) != wanted.get(name) for name in names)
    count.partial += sum(".part" in name for name in found)


def works(folder: Path) -> list[Work]:
    """Return the commands: each reads what the one before wrote."""
    corpus, extracted = folder / "built" / "whole", folder / "extracted" / "whole"

    def copied(source: Path) -> Callable[[Path], object]:
        return lambda target: shutil.copytree(source, target)

    return [
        Work(
            "corpus build",
            lambda out: ["corpus", "build", "backlot", str(out), "--size", "tiny", "--height", "90"],
            lambda _: None,
        ),
        Work(
            "features extract",
            lambda out: ["features", "extract", str(out), "--with", "clip,actions,faces"],
            copied(corpus),
        ),
        Work(
            "train",
            lambda out: [
                "train",
                str(RECIPE),
                "--corpus",
                str(extracted),
                "-o",
                str(out),
                "--set",
                "training.epochs=2",
            ],
            lambda _: None,
        ),
    ]


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=N_KILLS, help="of each command")
    add_write_option(parser)
    arguments = parser.parse_args()
    counts: dict[str, Count] = {}
    with tempfile.TemporaryDirectory() as folder:
        for work, name in zip(works(Path(folder)), ("built", "extracted", "trained"), strict=True):
            counts[work.name] = killed(work, Path(folder) / name, n_kills=arguments.kills)
            print(work.name, counts[work.name], flush=True)
    rows: list[Row] = [
        (name, count.kills, count.ends, count.compared, count.different, count.partial)
        for name, count in counts.items()
    ]
    heading = ("command", "kills", "runs to the end", "files compared", "different", "left over")
    table = print_table("Kills", heading, rows)
    different, compared = (sum(getattr(c, name) for c in counts.values()) for name in ("different", "compared"))
    report_results(
        "kills",
        "Kills of the commands that build and train",
        headlines=[
            Headline("kills", str(sum(count.kills for count in counts.values()))),
            Headline("files with other bytes than undisturbed", f"{different} of {compared}", "none"),
        ],
        tables=[table],
        notes=NOTES,
        write=arguments.write,
    )


if __name__ == "__main__":
    main()
