"""What a screen reader hears of a long `describe`: the lines it writes to a pipe, and the longest silence among them.

The film is composed of real shots and lasts ten minutes.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

from benchmarks.film.composed import compose
from benchmarks.results import Headline, Table, add_write_option, print_table, report_results
from cinescribe.media.film.probe import probe
from cinescribe.timing import Seconds

N_JOINTS, SEED = 215, 17  # of the composed film, about ten minutes
GOAL: Seconds = 10.0  # of silence, at most
COMMAND = "import sys; from cinescribe.cli.main import main; main(sys.argv[1:], prog_name='cinescribe')"


def heard(film: Path, folder: Path) -> tuple[list[tuple[Seconds, str]], Seconds]:
    """Describe a film; return the lines on standard error with their times, and how long it took."""
    begun = time.monotonic()
    command = [sys.executable, "-u", "-c", COMMAND, "describe", str(film), "-o", str(folder)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as process:
        assert process.stderr is not None
        lines = [(time.monotonic() - begun, line.strip()) for line in process.stderr]
    if process.returncode:
        raise SystemExit("\n".join(line for _, line in lines))
    return lines, time.monotonic() - begun


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    add_write_option(parser)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        film = Path(work) / "film.mp4"
        compose(arguments.shared, film, n_joints=N_JOINTS, seed=SEED)
        length = probe(film).duration
        lines, seconds = heard(film, Path(work) / "film.ad")
    silences = [later - earlier for earlier, later in pairwise([0.0, *(at for at, _ in lines), seconds])]
    rows: list[tuple[str, float | int]] = [
        ("length of the film, s", round(length, 1)),
        ("time to describe it, s", round(seconds, 1)),
        ("lines", len(lines)),
        ("longest silence, s", round(max(silences), 1)),
    ]
    table: Table = print_table("Progress in a pipe", ("what", "figure"), rows)
    report_results(
        "progress",
        "Progress of a long description",
        headlines=[Headline(f"longest silence of a `describe` of {length:.0f} s", f"{max(silences):.1f} s", "≤ 10 s")],
        tables=[table],
        write=arguments.write,
    )


if __name__ == "__main__":
    main()
