"""Finds gaps in speech that a description may use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from os import PathLike

from cinescribe.media.film.probe import probe
from cinescribe.media.speech.speech import film_speech
from cinescribe.schema import Gap, Speech
from cinescribe.timing import Seconds, Span, between

PADDING: Seconds = 0.15  # free time before and after speech
SHORTEST: Seconds = (
    1.2  # a shorter pause holds no phrase; 2 s and more are comfortable (Microsoft ai-audio-descriptions)
)


def gaps(speech: Sequence[Speech], duration: Seconds, *, shortest: Seconds = SHORTEST) -> tuple[Gap, ...]:
    """Return the gaps of at least `shortest` seconds between padded speech in a film of `duration` seconds."""
    padded = [part.span.padded(PADDING) for part in speech]
    free = between(padded, Span(0.0, max(duration, 0.0)))
    # The thousandth of a second allows for rounded ends of a pause of exactly 1.2 s.
    return tuple(Gap(span) for span in free if span.duration >= shortest - 1e-3)


def film_gaps(
    path: str | PathLike[str],
    *,
    subtitles: str | PathLike[str] | None = None,
    shortest: Seconds = SHORTEST,
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
