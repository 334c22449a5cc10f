"""The descriptions in a folder, and what of each is judged: sentences of a model, and silent pauses."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

from cinescribe.errors import StudyError
from cinescribe.export.folder import SCRIPT
from cinescribe.schema import Cue, Script
from cinescribe.timing import Seconds, Span, between

FOLDERS = "*.ad"  # of descriptions, in the folder of a trial
READ_TEXT = "on-screen text"  # who writes the cues that read text in the picture, which are no model's
_SHORTEST: Seconds = 3.0  # of a silent pause that is asked about: hardly a sentence fits into less; our choice
_LONGEST: Seconds = 15.0  # of one that is shown as one clip; what happens in more is hard to keep in mind; our choice
_MAX_PARTS = 240  # of a pause: one hour; a longer one is in no film, but may be in a damaged file


def described_films(folder: Path) -> dict[str, Path]:
    """Return the descriptions in a folder by the names of their films: `film` for `film.ad`.

    Raises:
        StudyError: when there is none.
    """
    found = {path.stem: path for path in sorted(folder.glob(FOLDERS)) if (path / SCRIPT).is_file()}
    if not found:
        raise StudyError(f"{str(folder)!r} has no description such as film.ad; describe films into it first")
    return found


def judged_cues(script: Script) -> list[Cue]:
    """Return the cues of a description that are judged: those that are heard and that a model has written."""
    return [cue for cue in script.spoken() if cue.by != READ_TEXT]


def silent_pauses(script: Script) -> list[Span]:
    """Return the parts of a film's pauses in which no cue is heard, each of 3 to 15 seconds."""
    heard = [cue.span for cue in script.spoken()]
    return [part for gap in script.gaps for rest in between(heard, gap.span) for part in _parts(rest)]


def _parts(rest: Span) -> Iterator[Span]:
    """Equal parts of what is left, without what is short."""
    if rest.duration >= _SHORTEST:
        n_parts = min(math.ceil(rest.duration / _LONGEST), _MAX_PARTS)
        length = rest.duration / n_parts
        for n in range(n_parts):
            yield Span(rest.start + n * length, rest.start + (n + 1) * length)
