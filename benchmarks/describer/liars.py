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
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from benchmarks.describer.stand_ins.chat_endpoint import MODEL, chat_endpoint
from benchmarks.describer.stand_ins.lying_models import Liar, liars
from benchmarks.describer.witness import JUDGED
from benchmarks.describer.witness_films import witnessed_film
from benchmarks.describer.witness_runs import UNABLE
from benchmarks.describer.witness_tally import share
from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from cinescribe.describe.describe import write_description
from cinescribe.describe.describe_options import DescribeOptions
from cinescribe.describe.narration.narrator import NarrationOptions, Narrator, narrator_of
from cinescribe.errors import ModelError
from cinescribe.export.folder import FEATURES
from cinescribe.models.vlm.chat_captioner import server_captioner

HELD = ("video/popeye/p2.mkv", "video/intel/one-by-one-person-detection.mp4")
BEYOND = "sees marks"  # in the name of a liar that no control can tell from a model that sees
FREELY = "any of them, unchecked"
NOTES = (
    "All liars report and write sentences that are frequent in films, tied to no picture, and differ in what they say "
    "of statements. Behind the server, they answer the short questions about what they can do as a model that sees "
    "would. All say the same of a film while nothing is checked.",
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
        refusal: why the model was not used at all; "" if it was.
    """

    spoken: tuple[str, ...] = ()
    is_announced: bool = False
    refusal: str = ""


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    parser.add_argument("--films", type=Path, help="keep films and their analyses here, and use what is there")
    parser.add_argument("--workers", type=int, default=2, help="processes, each with a film")
    add_write_option(parser)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        films = list(_films(arguments.films or Path(temporary), arguments.shared / "data"))
        with ProcessPoolExecutor(arguments.workers, mp_context=get_context("spawn")) as pool:
            found = list(pool.map(outcomes, films))
    rows = [_row(name, [one[name] for one in found]) for name in found[0]]
    table = print_table("Sentences spoken", ("liar", *(film.name for film in films), "in all", "announced"), rows)
    goal = [name for name in found[0] if BEYOND not in name and name != FREELY]
    lies = [text for one in found for name in goal for text in one[name].spoken]
    silent = [one[name] for one in found for name in goal]
    told = sum(one.is_announced or bool(one.refusal) for one in silent)
    beyond = [name for name in found[0] if BEYOND in name]
    report_results(
        "liars",
        "Models that lie",
        headlines=[
            Headline(f"invented sentences spoken, {len(goal)} liars, {len(films)} films", str(len(lies)), "0"),
            Headline(
                "narrations for which the one line was said, or the model was refused", share(told, len(silent)) or ""
            ),
            *(
                Headline(f"invented sentences spoken, {name}", str(sum(len(one[name].spoken) for one in found)))
                for name in (*beyond, FREELY)
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


def outcomes(film: LiedTo) -> dict[str, Outcome]:
    """Return what each liar says of a film."""
    found = {}
    for liar in liars(gives_probabilities=True):
        found[f"{liar.kind}, sure"] = _printed(film, liar, lied(film, Narrator(liar, liar)))
    for liar in liars(gives_probabilities=False):
        found[f"{liar.kind}, served"] = _printed(film, liar, served(liar, film))
    freely = liars(gives_probabilities=True)[0]
    found[FREELY] = lied(film, Narrator(freely, freely, checks=False))
    return found


def _printed(film: LiedTo, liar: Liar, one: Outcome) -> Outcome:
    print(f"{film.name}, {liar.kind}: {len(one.spoken)} sentences.", *one.spoken, one.refusal, flush=True)
    return one


def _row(name: str, found: Sequence[Outcome]) -> Row:
    spoken = ["refused" if one.refusal else len(one.spoken) for one in found]
    announced = sum(one.is_announced for one in found)
    return (name, *spoken, sum(len(one.spoken) for one in found), f"{announced} of {len(found)}")


def lied(film: LiedTo, narrator: Narrator) -> Outcome:
    """Return what a narrator says of a film; nothing of an earlier run is kept."""
    shutil.rmtree(film.folder / FEATURES / "narration", ignore_errors=True)
    lines: list[str] = []
    options = DescribeOptions(narrator=narrator, announce=lines.append)
    script = write_description(film.path, film.folder, subtitles=film.subtitles, options=options)
    spoken = tuple(cue.text for cue in script.spoken() if cue.by == narrator.name)
    return Outcome(spoken, any(UNABLE in line for line in lines))


def served(liar: Liar, film: LiedTo) -> Outcome:
    """Return what a liar behind a server says of a film."""
    with tempfile.TemporaryDirectory() as answers, chat_endpoint(liar) as url:
        try:
            captioner = server_captioner(f"{url}#{MODEL}", answers=Path(answers))
        except ModelError as error:
            return Outcome(refusal=str(error))
        narrator = narrator_of(captioner, NarrationOptions(), announce=print)
        assert narrator is not None
        return lied(film, narrator)


if __name__ == "__main__":
    main()
