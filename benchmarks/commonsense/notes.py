"""Notes of `describe --notes` on films that no model was trained on: how many are true, and whether they know it.

    python -m benchmarks.commonsense.notes CHECKPOINT [--films 12] [--results DIR] [--write]

CHECKPOINT is trained by `cinescribe train recipes/v2c/v2c-transformer.toml` on `backlot-motives`, size `small`. Films
are shot from a seed of their own and described as a user does; what is done is kept in DIR. A note is true if it is one
of all wordings of what the moment implies in which its cue's clip begins, whoever the cue names.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import torch

from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
from cinescribe.backlot.films.shoot import SIZES, shoot
from cinescribe.backlot.plan.truth import FilmTruth, StoryMoment
from cinescribe.corpus.datasets.backlot import HEIGHT
from cinescribe.describe.captioner_selection import load_notes
from cinescribe.describe.components import Components
from cinescribe.describe.describe import describe_film
from cinescribe.schema import Cue
from cinescribe.store import read_records

SEED = 9_000  # of no corpus
_FIELDS = {"why": "intentions", "effect": "effects", "trait": "attributes"}
_NOTE = re.compile(r"(?P<text>.+) \((?P<chance>\d+)% likely\)")
_CUE = re.compile(r"c(?P<ms>\d+)")
_BINS = (0.5, 0.6, 0.7, 0.8, 0.9, 1.01)


@dataclass(frozen=True)
class JudgedNote:
    """A note with the chance it gives itself, and whether it is true."""

    kind: str
    chance: float
    is_true: bool


def judged_notes(folder: Path, checkpoint: Path, *, n_films: int) -> tuple[list[JudgedNote], int]:
    """Shoot and describe films; return their notes and the number of cues."""
    shot = shoot(folder / "films", films=n_films, seed=SEED, size=SIZES["small"], motivated=True, height=HEIGHT)
    components, notes, n_cues = Components(notes=load_notes(checkpoint)), list[JudgedNote](), 0
    for truth in read_records(shot.truth, FilmTruth):
        film = shot.truth.parent / truth.film
        script = describe_film(film, folder / "described" / truth.id, components=components)
        n_cues += len(script.cues)
        notes += (note for cue in script.cues for note in _judged(cue, truth.moments))
        print(f"{truth.id}: {len(notes)} notes so far", flush=True)
    return notes, n_cues


def _judged(cue: Cue, moments: Sequence[StoryMoment]) -> Iterator[JudgedNote]:
    begins = _CUE.match(cue.id)
    assert begins, cue.id
    second = int(begins["ms"]) / 1000 + 0.5  # past a cut that was found a little late or early
    moment = next((one for one in moments if one.span.has(second)), None)
    for field, aspect in _FIELDS.items():
        note = getattr(cue, field)
        if note is not None and (match := _NOTE.fullmatch(note)):
            is_true = moment is not None and match["text"] in getattr(moment, aspect)
            yield JudgedNote(field, int(match["chance"]) / 100, is_true)


def reliability_table(notes: Sequence[JudgedNote]) -> Table:
    """Print and return what share of the notes of each stated chance is true."""
    rows: list[Row] = []
    for low, high in pairwise(_BINS):
        own = [note for note in notes if low <= note.chance < high]
        rows.append((f"{low:.0%} to {min(high, 1):.0%}", *_shares(own)))
    rows.append(("80 % or more", *_shares([note for note in notes if note.chance >= 0.8])))
    rows.append(("all", *_shares(notes)))
    return print_table("Reliability", ("said to be likely", "notes", "mean said, %", "true, %"), rows)


def kinds_table(notes: Sequence[JudgedNote]) -> Table:
    """Print and return the notes by kind."""
    rows: list[Row] = [(kind, *_shares([note for note in notes if note.kind == kind])) for kind in _FIELDS]
    return print_table("Kinds", ("", "notes", "mean said, %", "true, %"), rows)


def _shares(notes: Sequence[JudgedNote]) -> tuple[int, str, str]:
    n = len(notes)
    if not n:
        return 0, "-", "-"
    said, true = sum(note.chance for note in notes) / n, sum(note.is_true for note in notes) / n
    return n, f"{100 * said:.0f}", f"{100 * true:.0f}"


def main() -> None:
    root = Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--films", type=int, default=12)
    parser.add_argument("--results", type=Path, default=root / "build" / "notes")
    add_write_option(parser)
    args = parser.parse_args()
    torch.set_num_threads(1)
    notes, n_cues = judged_notes(args.results, args.checkpoint, n_films=args.films)
    print(f"{args.films} films, {n_cues} cues")
    tables = [reliability_table(notes), kinds_table(notes)]
    likely = [note for note in notes if note.chance >= 0.8]
    report_results(
        "commonsense_notes",
        title="Notes on Backlot films never trained on",
        headlines=[
            Headline(
                "Notes said to be 80 % likely or more, true",
                f"{_shares(likely)[2]} % of {len(likely)}",
                "≥ 80 %",
            ),
            Headline("Notes, true", f"{_shares(notes)[2]} % of {len(notes)}, said {_shares(notes)[1]} %"),
        ],
        tables=tables,
        notes=(
            f"{args.films} films of ten clips, {n_cues} cues, captions by the bundled MICap. Notes below 50 % are not "
            "written. The line that turns log-probabilities into chances was fitted on the validation films.",
        ),
        write=args.write,
    )


if __name__ == "__main__":
    main()
