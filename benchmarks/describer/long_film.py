"""A film of ninety minutes, narrated by a stand-in server that takes a second for an answer: is what it says true?

    python -m benchmarks.describer.long_film [--films DIR] [--write]

Before and during its work, a narration says how many requests it will send and how long it will take. Both are held
against what came.
"""

from __future__ import annotations

import argparse
import re
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from benchmarks.describer.joined_film import JoinedFilm, joined_film
from benchmarks.describer.stand_ins.chat_endpoint import MANY, MODEL, chat_endpoint
from benchmarks.describer.stand_ins.counted_model import KINDS, CountedModel
from benchmarks.describer.stand_ins.lying_models import Claimant, Liar
from benchmarks.describer.witness import CALIBRATED, FRESH, JUDGED
from benchmarks.describer.witness_films import witnessed_film
from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from cinescribe.describe.describe import write_description
from cinescribe.describe.describe_options import DescribeOptions
from cinescribe.describe.narration.narrator import Narrator
from cinescribe.export.narration import read_narration
from cinescribe.models.vlm.served_model import served_model
from cinescribe.timing import Seconds

LONG, SHORT = 5400.0, 900.0  # seconds of the films
PAUSE: Seconds = 1.0  # of the server, for an answer
NEAR = 0.2  # share by which a duration may be wrong
_HOUR, _MINUTE = 3600.0, 60.0  # seconds
_PLAN = re.compile(r"([\d,]+) pauses: about ([\d,]+) requests with ([\d,]+) pictures")
_LEFT = re.compile(r"about ([\d.,]+) (seconds|minutes|hours) left")
_UNITS = {"seconds": 1.0, "minutes": _MINUTE, "hours": _HOUR}
NOTES = (
    "The film shows eight Backlot films in turn; its file is real, and so are people, moments, frames, requests, "
    "voice and placement. Not run: the analysis of sound and pictures, whose results are those of the parts.",
    "The server works at all questions at once, as one that computes in batches, or at one at a time, as many on a "
    "laptop do. What it says is invented and consistent, so that as much is spoken as by a model that sees.",
    "The time left is announced after the first pauses; it is held against the time from there to the end of the "
    "narration. The machine had other work to do at the same time.",
)


@dataclass(frozen=True)
class Narrated:
    """What was announced about a narration, and what came.

    Args:
        lines: everything that was announced, with the time since the start.
        duration: of the narration.
        cpu: seconds of the processor, of the whole description.
        model: with its counts.
        n_pauses: in which something could be said.
        n_spoken: sentences.
    """

    lines: tuple[tuple[Seconds, str], ...]
    duration: Seconds
    cpu: Seconds
    model: CountedModel
    n_pauses: int
    n_spoken: int

    @property
    def planned(self) -> tuple[int, int, int]:
        """Pauses, requests and pictures as announced; 0 for what was not."""
        found = next((match for _, line in self.lines if (match := _PLAN.search(line))), None)
        if found is None:
            return 0, 0, 0
        pauses, requests, pictures = (int(number.replace(",", "")) for number in found.groups())
        return pauses, requests, pictures

    @property
    def left(self) -> tuple[Seconds, Seconds] | None:
        """How long the rest should take, and how long it took; None if nothing was announced."""
        for at, line in self.lines:
            if found := _LEFT.search(line):
                return float(found[1].replace(",", "")) * _UNITS[found[2]], self.duration - at
        return None


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--films", type=Path, help="keep films and their analyses here, and use what is there")
    add_write_option(parser)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.films or Path(temporary)
        films = [witnessed_film(folder, seed) for seed in (*CALIBRATED, *JUDGED, *FRESH)]
        found: dict[str, Narrated] = {}
        for name, length, n_at_once in (("all at once", LONG, MANY), ("one at a time", SHORT, 1)):
            # On the same disk as the parts: their frames are linked.
            with tempfile.TemporaryDirectory(dir=folder) as beside:
                film = joined_film(films, Path(beside), length=length)
                found[f"{length / _MINUTE:.0f} minutes, {name}"] = narrated(film, Path(beside), n_at_once=n_at_once)
    rows = [row for name, one in found.items() for row in _rows(name, one)]
    table = print_table("A long film", ("film and server", "announced", "true"), rows)
    report_results(
        "narration_budget",
        "What a long film asks and takes",
        headlines=_headlines(found),
        tables=[table],
        notes=NOTES,
        write=arguments.write,
    )


def narrated(film: JoinedFilm, folder: Path, *, n_at_once: int) -> Narrated:
    """Describe a long film by a stand-in server; return what was announced, and what came."""
    claimed: dict[int, str] = {}
    stand_in = Liar("stand-in", Claimant(claimed, sees_marks=True), claimed=claimed, gives_probabilities=False)
    lines: list[tuple[Seconds, str]] = []
    ends: list[Seconds] = []
    with chat_endpoint(stand_in, pause=PAUSE, n_at_once=n_at_once) as url:
        model = CountedModel(served_model(f"{url}#{MODEL}", announce=print, answers=folder / "answers"))
        narrator = Narrator(model, model)
        begun, cpu = time.perf_counter(), time.process_time()

        def announce(line: str) -> None:
            lines.append((time.perf_counter() - begun, line))
            print(f"{lines[-1][0]:.0f} s: {line}", flush=True)

        def progress(stage: str, share: float) -> None:
            if stage == "placing" and not ends:
                ends.append(time.perf_counter() - begun)

        with (
            patch("cinescribe.describe.describe.listen", film.listened),
            patch("cinescribe.describe.describe.watch", film.watched),
        ):
            script = write_description(
                film.path,
                folder / "long.ad",
                subtitles=film.subtitles,
                options=DescribeOptions(narrator=narrator, announce=announce, progress=progress),
            )
        cpu = time.process_time() - cpu
    pauses = len(read_narration(folder / "long.ad"))
    spoken = sum(cue.by == narrator.name for cue in script.spoken())
    return Narrated(tuple(lines), ends[0], cpu, model, pauses, spoken)


def _rows(name: str, one: Narrated) -> list[Row]:
    pauses, requests, pictures = one.planned
    asked, n = one.model.n_requests(), one.n_pauses
    left = one.left
    rows: list[Row] = [
        (f"{name}: pauses", pauses, n),
        (f"{name}: requests", requests, asked.total()),
        (f"{name}: pictures", pictures, one.model.n_pictures()),
        (f"{name}: minutes left after the first pauses", *(_minutes(each) for each in left or (0.0, 0.0))),
        (f"{name}: minutes of the narration", None, _minutes(one.duration - one.lines[0][0])),
        (f"{name}: requests a pause", round(requests / max(pauses, 1), 2), round(asked.total() / n, 2)),
    ]
    rows += [(f"{name}: {kind} requests a pause", None, round(asked[kind] / n, 2)) for kind in KINDS if asked[kind]]
    rows += [
        (f"{name}: pictures a pause", round(pictures / max(pauses, 1), 1), round(one.model.n_pictures() / n, 1)),
        (f"{name}: CPU seconds of our own a pause", None, round(one.cpu / n, 2)),
        (f"{name}: requests asked twice by our code, answered from disk", None, one.model.n_twice()),
        (f"{name}: sentences spoken", None, one.n_spoken),
    ]
    return rows


def _headlines(found: dict[str, Narrated]) -> list[Headline]:
    lines = []
    for name, one in found.items():
        said, true = one.left or (0.0, 0.0)
        wrong = abs(said - true) / true if true else 1.0
        lines.append(
            Headline(
                f"time left as announced, true: {name}",
                f"{_minutes(said)} and {_minutes(true)} minutes ({wrong:.0%} off)",
                f"within {NEAR:.0%}",
            )
        )
        requests = one.model.n_requests().total() / one.n_pauses
        lines.append(Headline(f"requests a pause: {name}", f"{requests:.2f}", "≤ 4"))
        lines.append(Headline(f"CPU seconds of our own a pause: {name}", f"{one.cpu / one.n_pauses:.2f}"))
    return lines


def _minutes(duration: Seconds) -> float:
    return round(duration / _MINUTE, 1)


if __name__ == "__main__":
    main()
