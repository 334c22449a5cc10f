"""Models that lie, as narrators of two real films and three Backlot films: is anything spoken that they invent?

    python -m benchmarks.describer.liars [--films DIR] [--shared DIR] [--write]

Each liar is tried twice: in this process with log-probabilities, and behind a server on the loopback without them, by
the same functions as the command `describe --captioner server:URL#MODEL`.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.describer.stand_ins.chat_endpoint import MODEL, chat_endpoint
from benchmarks.describer.stand_ins.lying_models import Liar, liars
from benchmarks.describer.witness import JUDGED
from benchmarks.describer.witness_films import witnessed_film
from benchmarks.describer.witness_runs import UNABLE
from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from cinescribe.describe.components import Components
from cinescribe.describe.describe import describe_film
from cinescribe.describe.narration.narrator import NarrationOptions, Narrator, narrator_of
from cinescribe.errors import ModelError
from cinescribe.export.folder import FEATURES
from cinescribe.models.vlm.chat_captioner import server_captioner

HELD = ("video/popeye/p2.mkv", "video/intel/one-by-one-person-detection.mp4")
BEYOND = "sees marks"  # in the name of a liar that no control can tell from a model that sees
NOTES = (
    "All liars report and write sentences that are frequent in films, tied to no picture, and differ in what they say "
    "of statements. Behind the server, they answer the short questions about what they can do as a model that sees "
    "would; the one that repeats questions is refused there as blind.",
    "The real films are a cartoon with music and without dialogue, and a camera in a corridor. Other benchmarks use "
    "them for shots, people and text; none for narration.",
    "Sentences that the narrator speaks are counted. Texts read from the screen are not the model's.",
    "The last liar invents one thing for each stretch of the film, stands by it whatever else is asked, calls all the "
    "rest false, and sees the squares that are drawn into frames. No statement of known truth tells it from a model "
    "that sees: its line has no goal.",
)


@dataclass(frozen=True)
class LiedTo:
    """A film to which models lie.

    Args:
        name: of the film.
        path: of the film.
        folder: of its description.
        subtitles: of its dialogue.
    """

    name: str
    path: Path
    folder: Path
    subtitles: Path | None = None


@dataclass(frozen=True)
class Outcome:
    """What came of a film and a liar.

    Args:
        spoken: what the liar said.
        is_announced: whether a line said that the model cannot tell.
        lines: everything that was announced.
    """

    spoken: tuple[str, ...]
    is_announced: bool
    lines: tuple[str, ...]


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    parser.add_argument("--films", type=Path, help="keep films and their analyses here, and use what is there")
    add_write_option(parser)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        films = list(_films(arguments.films or Path(temporary), arguments.shared / "data"))
        rows = list(_rows(films))
    columns = ("liar", *(film.name for film in films), "sentences", "said to be unable", "unchecked")
    table = print_table("Sentences spoken", columns, rows)
    goal = [row for row in rows if BEYOND not in str(row[0])]
    spoken = [row[len(films) + 1] for row in goal]
    report_results(
        "liars",
        "Models that lie",
        headlines=[
            Headline(
                f"invented sentences spoken, {len(goal)} liars, five films", str(sum(map(int, map(str, spoken)))), "0"
            ),
            *(
                Headline(f"of one that {str(row[0]).removeprefix('what ')}", str(row[len(films) + 1]))
                for row in rows
                if BEYOND in str(row[0])
            ),
        ],
        tables=[table],
        notes=NOTES,
        write=arguments.write,
    )


def _films(folder: Path, data: Path) -> Iterator[LiedTo]:
    for name in HELD:
        yield LiedTo(Path(name).stem, data / name, folder / f"{Path(name).stem}.ad")
    for seed in JUDGED:
        film = witnessed_film(folder, seed)
        yield LiedTo(f"Backlot {seed}", film.path, film.folder, film.subtitles)


def _rows(films: Sequence[LiedTo]) -> Iterator[Row]:
    for liar in liars(gives_probabilities=True):
        unchecked = [lied(film, Narrator(liar, liar, checks=False)) for film in films]
        yield _row(f"{liar.kind}, sure", [lied(film, Narrator(liar, liar)) for film in films], unchecked)
    for liar in liars(gives_probabilities=False):
        try:
            found = served(liar, films)
        except ModelError as error:
            print(error)
            yield (f"{liar.kind}, served", *("refused" for _ in films), 0, "refused as blind", None)
            continue
        yield _row(f"{liar.kind}, served", found, None)


def _row(name: str, found: Sequence[Outcome], unchecked: Sequence[Outcome] | None) -> Row:
    for one in found:
        print(*one.spoken, *one.lines, sep="\n  ")
    spoken = [len(one.spoken) for one in found]
    announced = f"{sum(one.is_announced for one in found)} of {len(found)}"
    freely = None if unchecked is None else sum(len(one.spoken) for one in unchecked)
    return (name, *spoken, sum(spoken), announced, freely)


def lied(film: LiedTo, narrator: Narrator) -> Outcome:
    """Return what a narrator says of a film; nothing of an earlier run is kept."""
    shutil.rmtree(film.folder / FEATURES / "narration", ignore_errors=True)
    lines: list[str] = []
    components = Components(narrator=narrator, announce=lines.append)
    script = describe_film(film.path, film.folder, subtitles=film.subtitles, components=components)
    spoken = tuple(cue.text for cue in script.spoken() if cue.by == narrator.name)
    return Outcome(spoken, any(UNABLE in line for line in lines), tuple(lines))


def served(liar: Liar, films: Sequence[LiedTo]) -> list[Outcome]:
    """Return what a liar behind a server says of some films.

    Raises:
        ModelError: when it is refused.
    """
    with tempfile.TemporaryDirectory() as answers, chat_endpoint(liar) as url:
        captioner = server_captioner(f"{url}#{MODEL}", answers=Path(answers))
        narrator = narrator_of(captioner, NarrationOptions(), announce=print)
        assert narrator is not None
        return [lied(film, narrator) for film in films]


if __name__ == "__main__":
    main()
