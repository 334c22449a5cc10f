"""What a caption may imply: phrases of ATOMIC, for people to choose from."""

from __future__ import annotations

from dataclasses import dataclass

from cinescribe.record import Record


@dataclass(frozen=True)
class CandidatePhrase(Record):
    """A phrase of ATOMIC.

    Args:
        text: the phrase.
        event: the event that it belongs to.
        similarity: cosine of that event and the caption's.
        score: how likely it is after the caption's event, above 0 likelier than not; None where nothing ranked it.
    """

    text: str
    event: str
    similarity: float
    score: float | None = None


@dataclass(frozen=True)
class CaptionCandidates(Record):
    """What a caption may imply.

    Args:
        clip: the clip's id.
        caption: the caption.
        event: the caption in ATOMIC's words.
        intention, effect, attribute: phrases, those of the nearest event first.
    """

    clip: str
    caption: str
    event: str
    intention: tuple[CandidatePhrase, ...] = ()
    effect: tuple[CandidatePhrase, ...] = ()
    attribute: tuple[CandidatePhrase, ...] = ()
