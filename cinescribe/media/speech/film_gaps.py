"""Finds the gaps in the speech of a film."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike

from cinescribe.media.film.probe import probe
from cinescribe.media.speech.gaps import SHORTEST_GAP, gaps
from cinescribe.media.speech.speech import film_speech
from cinescribe.schema import Gap
from cinescribe.timing import Seconds


def film_gaps(
    path: str | PathLike[str],
    *,
    subtitles: str | PathLike[str] | None = None,
    shortest: Seconds = SHORTEST_GAP,
    progress: Callable[[Seconds], None] | None = None,
) -> tuple[Gap, ...]:
    """Return the gaps in the speech of a film.

    Args:
        path: the film.
        subtitles: a subtitle file to use in place of the subtitles in the film.
        shortest: minimum length of a gap, in seconds.
        progress: called regularly with the second that was reached.

    Raises:
        FilmError: when the film cannot be read.
        SubtitleError: when the subtitle file cannot be read.

    Example:
        >>> film_gaps("film.mp4", shortest=2.0)[0].span.start  # doctest: +SKIP
        14.25
    """
    speech = film_speech(path, subtitles=subtitles, progress=progress)
    return gaps(speech, probe(path).duration, shortest=shortest)
