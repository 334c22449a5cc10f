"""The descriptions in a folder, and what of each is judged: sentences of a model, and silent pauses."""

from __future__ import annotations

from pathlib import Path

from cinescribe.errors import StudyError
from cinescribe.export.folder import SCRIPT
from cinescribe.schema import Cue, Gap, Script
from cinescribe.timing import Seconds

FOLDERS = "*.ad"  # of descriptions, in the folder of a trial
READ_TEXT = "on-screen text"  # who writes the cues that read text in the picture, which are no model's
_SHORTEST: Seconds = 3.0  # of a silent pause that is asked about: hardly a sentence fits into less. Ours


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


def silent_pauses(script: Script) -> list[Gap]:
    """Return the pauses of a film in which nothing is said, of three seconds or more."""
    heard = [cue.span for cue in script.spoken()]
    long = (gap for gap in script.gaps if gap.span.duration >= _SHORTEST)
    return [gap for gap in long if not any(gap.span.overlap(span) > 0 for span in heard)]
