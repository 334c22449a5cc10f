"""Pauses in the speech that a description may use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from os import PathLike

from cinescribe.media.film.probe import probe
from cinescribe.media.speech.speech import film_speech
from cinescribe.schema import Gap, Speech
from cinescribe.timing import Seconds, Span, between

PADDING: Seconds = 0.15  # silence kept before and after speech
SHORTEST: Seconds = (
    1.2  # a shorter pause holds no phrase; from 2 s on it is comfortable (Microsoft ai-audio-descriptions)
)


def gaps(speech: Sequence[Speech], duration: Seconds, *, shortest: Seconds = SHORTEST) -> tuple[Gap, ...]:
    """The pauses of at least `shortest` seconds that speech, padded on both sides, leaves in a film of `duration`."""
    padded = [one.span.padded(PADDING) for one in speech]
    free = between(padded, Span(0.0, max(duration, 0.0)))
    # A thousandth of a second: a pause of just 1.2 s must not fail by the rounding of its ends.
    return tuple(Gap(span) for span in free if span.duration >= shortest - 1e-3)


def film_gaps(
    path: str | PathLike[str],
    *,
    subtitles: str | PathLike[str] | None = None,
    shortest: Seconds = SHORTEST,
    progress: Callable[[Seconds], None] | None = None,
) -> tuple[Gap, ...]:
    """The pauses in a film's speech.

    Args:
        path: the film.
        subtitles: a subtitle file that stands in for the subtitles in the film.
        shortest: least length of a pause, in seconds.
        progress: told the second that the listening has come to.

    Raises:
        FilmError: when the film cannot be read.
        SubtitleError: when the subtitle file cannot be read.

    Example:
        >>> film_gaps("film.mp4", shortest=2.0)[0].span.start  # doctest: +SKIP
        14.25
    """
    speech = film_speech(path, subtitles=subtitles, progress=progress)
    return gaps(speech, probe(path).duration, shortest=shortest)
