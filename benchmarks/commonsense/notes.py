"""Notes of `describe --notes` on films that no model was trained on: how many are true, and whether they know it.

    python -m benchmarks.commonsense.notes [NOTES] [--seeds 9000 9100] [--films 10] [--results DIR] [--write]

NOTES is `backlot`, which is bundled, or a checkpoint. Films are shot from seeds of their own and described as a user
does; what is done is kept in DIR. A note is true if it is one of all wordings of what the moment implies in which its
cue's clip begins, whoever the cue names. No model, line or choice saw these films; seeds from 8500 on are for those.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import torch

from benchmarks.commonsense.described_films import ASPECTS_OF_MOMENTS, described_films, moment_of
from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
from cinescribe.backlot.plan.truth import StoryMoment
from cinescribe.describe.captioner_selection import BUNDLED_NOTES
from cinescribe.describe.describe_options import notes_named
from cinescribe.schema import Cue

SEEDS = (9_000, 9_100)  # of no corpus
_NOTE = re.compile(r"(?P<text>.+) \((?P<chance>\d+)% likely\)")
_BINS = (0.5, 0.6, 0.7, 0.8, 0.9, 1.01)


@dataclass(frozen=True)
class JudgedNote:
    """A note with the chance it gives itself, and whether it is true."""

    kind: str
    chance: float
    is_true: bool


def judged_notes(folder: Path, notes: str, *, seed: int, n_films: int) -> tuple[list[JudgedNote], int]:
    """Shoot and describe films; return their notes and the number of cues."""
    found, n_cues = list[JudgedNote](), 0
    for truth, script in described_films(folder / str(seed), notes_named(notes), seed=seed, n_films=n_films):
        n_cues += len(script.cues)
        found += (note for cue in script.cues for note in _judged(cue, moment_of(cue, truth.moments)))
        print(f"{truth.id}: {len(found)} notes so far", flush=True)
    return found, n_cues


def _judged(cue: Cue, moment: StoryMoment | None) -> Iterator[JudgedNote]:
    for field, aspect in ASPECTS_OF_MOMENTS.items():
        note = getattr(cue, field)
        if note is not None and (match := _NOTE.fullmatch(note)):
            is_true = moment is not None and match["text"] in getattr(moment, aspect)
            yield JudgedNote(field, int(match["chance"]) / 100, is_true)


def reliability_table(notes: Sequence[JudgedNote]) -> Table:
    """Print and return what share of the notes of each stated chance is true."""
    rows: list[Row] = []
    for low, high in pairwise(_BINS):
        own = [note for note in notes if low <= note.chance < high]
        rows.append((f"{low:.0%} to {min(high, 1):.0%}", *_shares(own), _margin(own)))
    rows.append(("80 % or more", *_shares(likely := [note for note in notes if note.chance >= 0.8]), _margin(likely)))
    rows.append(("all", *_shares(notes), _margin(notes)))
    columns = ("said to be likely", "notes", "mean said, %", "true, %", "±, points")
    note = "The last column is two standard errors of the share of true ones, by their number alone."
    return print_table("Reliability", columns, rows, note=note)


def kinds_table(notes: Sequence[JudgedNote]) -> Table:
    """Print and return the notes by kind."""
    rows: list[Row] = []
    for kind in ASPECTS_OF_MOMENTS:
        own = [note for note in notes if note.kind == kind]
        likely = _shares([note for note in own if note.chance >= 0.8])
        rows.append((kind, *_shares(own), likely[0], likely[2]))
    return print_table("Kinds", ("", "notes", "mean said, %", "true, %", "80 % or more", "true, %"), rows)


def films_table(notes: Mapping[int, Sequence[JudgedNote]]) -> Table:
    """Print and return the notes by the seed of the films."""
    rows: list[Row] = []
    for seed, own in notes.items():
        likely = _shares([note for note in own if note.chance >= 0.8])
        rows.append((f"from seed {seed}", *_shares(own), likely[0], likely[2]))
    return print_table("Films", ("", "notes", "mean said, %", "true, %", "80 % or more", "true, %"), rows)


def _shares(notes: Sequence[JudgedNote]) -> tuple[int, str, str]:
    n = len(notes)
    if not n:
        return 0, "-", "-"
    said, true = sum(note.chance for note in notes) / n, sum(note.is_true for note in notes) / n
    return n, f"{100 * said:.0f}", f"{100 * true:.0f}"


def _margin(notes: Sequence[JudgedNote]) -> str:
    """Two standard errors of the share of true notes, in points."""
    if not notes:
        return "-"
    true = sum(note.is_true for note in notes) / len(notes)
    return f"{200 * (true * (1 - true) / len(notes)) ** 0.5:.0f}"


def main() -> None:
    root = Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("notes", nargs="?", default=BUNDLED_NOTES)
    parser.add_argument("--seeds", type=int, nargs="+", default=SEEDS)
    parser.add_argument("--films", type=int, default=10)
    parser.add_argument("--results", type=Path, default=root / "build" / "notes")
    add_write_option(parser)
    args = parser.parse_args()
    torch.set_num_threads(1)
    found = {seed: judged_notes(args.results, args.notes, seed=seed, n_films=args.films) for seed in args.seeds}
    notes = [note for own, _ in found.values() for note in own]
    n_films, n_cues = args.films * len(args.seeds), sum(n for _, n in found.values())
    print(f"{n_films} films, {n_cues} cues")
    tables = [
        reliability_table(notes),
        kinds_table(notes),
        films_table({seed: own for seed, (own, _) in found.items()}),
    ]
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
            f"{n_films} films of ten clips, {n_cues} cues, captions by the bundled MICap. Notes below 50 % are not "
            "written. The curves that turn log-probabilities into chances were fitted on other films described end to "
            "end (`benchmarks.commonsense.fit_notes`); all choices were made on those.",
        ),
        write=args.write,
    )


if __name__ == "__main__":
    main()
