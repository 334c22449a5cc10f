"""Counts the metaphors of a corpus: how long clips and captions are (*Unveiling the Invisible*, A.4, figure 6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedMetaphor
from cinescribe.language.tokens.tokenize import tokenize
from cinescribe.record import Record
from cinescribe.schema import Clip

BAR_SECONDS = 10  # of a bar in the histogram of durations


@dataclass(frozen=True)
class Bar(Record):
    """A bar of a histogram.

    Args:
        at: seconds or words at which it begins.
        count: clips or captions.
    """

    at: int
    count: int


@dataclass(frozen=True)
class MetaphorStats(Record):
    """The metaphors of a corpus.

    Args:
        clips: clips with metaphors.
        captions: metaphors.
        mean_seconds: mean duration of those clips.
        mean_words: mean length of a metaphor's sentence.
        seconds: figure 6, clips by duration in bars of `BAR_SECONDS`.
        words: figure 6, captions by number of words.
        audio: share of metaphors that need the sound, of those with an answer; None without answers.
    """

    clips: int
    captions: int
    mean_seconds: float
    mean_words: float
    seconds: tuple[Bar, ...]
    words: tuple[Bar, ...]
    audio: float | None = None


def metaphor_stats(items: Sequence[AnnotatedMetaphor], clips: Iterable[Clip]) -> MetaphorStats | None:
    """Return the counts of metaphors; None where there is none of these clips."""
    durations = {clip.id: clip.span.duration for clip in clips}
    items = [one for one in items if one.clip in durations]
    if not items:
        return None
    seconds = [durations[clip] for clip in dict.fromkeys(one.clip for one in items)]
    n_words = [len(tokenize([one.caption])[0]) for one in items]
    answers = [one.audio for one in items if one.audio is not None]
    return MetaphorStats(
        len(seconds),
        len(items),
        sum(seconds) / len(seconds),
        sum(n_words) / len(items),
        _bars(int(round(value, 3) // BAR_SECONDS) * BAR_SECONDS for value in seconds),
        _bars(n_words),
        sum(answers) / len(answers) if answers else None,
    )


def _bars(values: Iterable[int]) -> tuple[Bar, ...]:
    """Bars that are not empty, from left to right."""
    return tuple(Bar(at, count) for at, count in sorted(Counter(values).items()))
