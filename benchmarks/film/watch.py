"""What the analysis of a film costs: all of it, and the share of each consumer of pictures and sound.

CPU seconds of one thread on real clips of 720p. The times of consumers are those of the thread that feeds them;
decoding both, scaling and writing are what remains.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest import mock

import cv2
import torch

from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
from cinescribe.describe import analyse
from cinescribe.describe.analyse import listen, seeable_film, watch
from cinescribe.features.faces.faces import DlibFaces
from cinescribe.media.film.read import read_through
from cinescribe.media.film.resumed_read import read_pictures
from cinescribe.schema import Film
from cinescribe.timing import Seconds

FILMS = ("w3c_perspective/perspective-video.mp4", "sam2/01_dog.mp4", "sam2/05_default_juggle.mp4")
NOTES = (
    "The first film was used while the search of shots, faces and text was made sparing, the others only to measure. "
    "Networks are loaded before.",
    "What a consumer does at the end of the film counts to the rest: in films of less than twenty seconds all the work "
    "of the shot finder, whose cost is in the results of `shots`.",
)
GOAL = 2.0  # times real time


class _Timed:
    """A sink that adds the CPU seconds it takes to a table, under the name of its class."""

    def __init__(self, sink: Any, spent: dict[str, float]) -> None:
        self._sink, self._spent, self.wants = sink, spent, sink.wants

    def take(self, when: Seconds, data: Any) -> None:
        """Pass pictures or samples on."""
        before = time.thread_time()
        self._sink.take(when, data)
        self._spent[type(self._sink).__name__] += time.thread_time() - before


def measure(path: Path, folder: Path, faces: DlibFaces) -> tuple[Seconds, float, dict[str, float]]:
    """Return the length of a film, the CPU seconds of its analysis, and those of each consumer."""
    spent: dict[str, float] = defaultdict(float)

    def timed_hear(film: Film, *, sounds: Sequence[Any], **others: Any) -> None:
        read_through(film, sounds=[_Timed(sink, spent) for sink in sounds], **others)

    def timed_see(film: Film, pictures: Sequence[Any], **others: Any) -> None:
        read_pictures(film, [_Timed(sink, spent) for sink in pictures], **others)

    film = seeable_film(path)
    with mock.patch.multiple(analyse, read_through=timed_hear, read_pictures=timed_see):
        start = time.process_time()
        folder.mkdir()
        listen(film, folder, progress=lambda _: None)
        watch(film, folder, extractor=faces, key={}, progress=lambda _: None, note=lambda *_, **__: None)
        return film.duration, time.process_time() - start, spent


def cost_table(paths: Sequence[Path]) -> Table:
    """Print and return the cost of each film, and of all."""
    faces = DlibFaces()
    measured = {}
    with tempfile.TemporaryDirectory() as work:
        measure(paths[0], Path(work) / "warm", faces)
        for n, path in enumerate(paths):
            measured[path.name] = measure(path, Path(work) / str(n), faces)
    names = sorted({name for _, _, spent in measured.values() for name in spent})
    lengths, costs = sum(one[0] for one in measured.values()), sum(one[1] for one in measured.values())
    totals = {name: sum(spent[name] for _, _, spent in measured.values()) for name in names}
    rows = [_row(film, *values, names) for film, values in (measured | {"all": (lengths, costs, totals)}).items()]
    columns = ("film", "seconds", "CPU s per film s", "times real time", *names, "decoding and the rest")
    return print_table("CPU seconds per second of film", columns, rows)


def _row(film: str, seconds: Seconds, cost: float, spent: dict[str, float], names: Sequence[str]) -> Row:
    shares = [round(spent[name] / seconds, 3) for name in names]
    rest = round((cost - sum(spent.values())) / seconds, 3)
    return film, round(seconds, 1), round(cost / seconds, 3), round(seconds / cost, 2), *shares, rest


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    add_write_option(parser)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    table = cost_table([arguments.shared / "data" / "video" / name for name in FILMS])
    speeds = [float(row[3] or 0) for row in table.rows]
    figure = f"{speeds[-1]} ({min(speeds[:-1])} to {max(speeds[:-1])} by film)"
    report_results(
        "watch",
        "The cost of the analysis",
        headlines=[Headline("analysis, times real time on one core, 720p", figure, f"≥ {GOAL:g}")],
        tables=[table],
        notes=NOTES,
        write=arguments.write,
    )


if __name__ == "__main__":
    main()
