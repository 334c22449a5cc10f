"""The shots of a film's file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from cinescribe.media.film.probe import probe
from cinescribe.media.shots.shots import shots
from cinescribe.schema import Shot
from cinescribe.timing import Seconds


def film_shots(path: str | Path, *, progress: Callable[[Seconds], None] | None = None) -> tuple[Shot, ...]:
    """Return the shots of a film in order, without gaps, from 0 to its duration.

    Args:
        path: the film.
        progress: called regularly with the second that was reached.

    Raises:
        FilmError: when the film cannot be read, or has no pictures.

    Example:
        >>> [shot.transition for shot in film_shots("film.mp4")]  # doctest: +SKIP
        ['cut', 'cut', 'dissolve', 'cut']
    """
    return shots(probe(path), progress=progress)
