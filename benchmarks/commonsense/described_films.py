"""Films of motivated stories that no corpus has, described as a user does, and the moments their cues stand in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from cinescribe.backlot.films.shoot import SIZES, shoot
from cinescribe.backlot.plan.truth import FilmTruth, StoryMoment
from cinescribe.corpus.datasets.backlot import CORPUS_HEIGHT
from cinescribe.describe.describe import write_description
from cinescribe.describe.describe_options import DescribeOptions
from cinescribe.generate.commonsense.note_writer import NoteWriter
from cinescribe.schema import Cue, Script
from cinescribe.store import read_records
from cinescribe.timing import Seconds

ASPECTS_OF_MOMENTS = {"why": "intentions", "effect": "effects", "trait": "attributes"}
"""The true phrases of a moment, by the field of a cue."""
_CUE = re.compile(r"c(?P<ms>\d+)")
_LATE: Seconds = 0.5  # past a cut that was found a little late or early


def described_films(folder: Path, notes: NoteWriter, *, seed: int, n_films: int) -> Iterator[tuple[FilmTruth, Script]]:
    """Yield films with their descriptions; those that are in the folder are neither shot nor measured again.

    Args:
        folder: where films and descriptions are kept.
        notes: writes the notes.
        seed: of the first film; the following have the following seeds.
        n_films: how many.
    """
    films, small = folder / "films", SIZES["small"]
    shot = shoot(films, films=n_films, seed=seed, size=small, motivated=True, height=CORPUS_HEIGHT)
    for truth in read_records(shot.truth, FilmTruth):
        described = folder / "described" / truth.id
        yield truth, write_description(films / truth.film, described, options=DescribeOptions(notes=notes))


def moment_of(cue: Cue, moments: Sequence[StoryMoment]) -> StoryMoment | None:
    """Return the moment in which a cue's clip begins, if it begins in one."""
    begins = _CUE.match(cue.id)
    assert begins, cue.id
    second = int(begins["ms"]) / 1000 + _LATE
    return next((one for one in moments if one.span.has(second)), None)
