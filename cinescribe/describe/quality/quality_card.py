"""The card of quality: what a listener will meet in a description, what is open, and how much work is in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cinescribe.describe.editing.revisions import Revision
from cinescribe.describe.guidelines.cue_timing import n_words
from cinescribe.describe.guidelines.finding import Finding, Severity
from cinescribe.describe.placement.over_speech import script_over_speech
from cinescribe.describe.quality.work import Work, work_by_hand
from cinescribe.export.tracks.screen_texts import is_legible, is_read
from cinescribe.record import Record
from cinescribe.schema import Script
from cinescribe.study.trial.costs import FilmCost
from cinescribe.timing import Seconds

_REPETITION = "repetition"  # the rule whose findings are cues that repeat earlier ones
_TEXT_KINDS = ("title", "sign", "credits")  # that guidelines want read
_PER_MINUTE = 60.0
_DIGITS = 4  # of a share


@dataclass(frozen=True)
class RuleCount(Record):
    """How often a rule of the guidelines found something."""

    rule: str
    severity: Severity
    n: int


@dataclass(frozen=True)
class QualityCard(Record):
    """A description at a glance. Shares are of 1; one is None where there is nothing to have a share of.

    Args:
        film: the film's file name.
        minutes: of the film.
        cues: that are heard.
        dropped: cues that are not.
        seconds: for which the voice is heard, pauses of the film included.
        words_per_minute: while the voice is heard.
        over_speech: seconds of these with speech in the film.
        over_speech_share: of the seconds.
        repeated: cues that repeat earlier ones.
        repeated_share: of the cues.
        remarks: of the guidelines, by rule; errors first, then the most frequent.
        texts: titles, signs and credits that can be read in the picture, each once.
        texts_read: of these, those that a cue reads.
        people: in the cast.
        people_named: of these, those with a name.
        by_hand: cues that a person wrote or changed.
        by_hand_share: of the cues.
        accepted: further cues that a person accepted.
        work: by people, estimated from the journal.
        requests: to models, in the last narration; None where none is recorded.
        pictures: in them.
    """

    film: str
    minutes: float
    cues: int
    dropped: int
    seconds: Seconds
    words_per_minute: float | None
    over_speech: Seconds
    over_speech_share: float | None
    repeated: int
    repeated_share: float | None
    remarks: tuple[RuleCount, ...]
    texts: int
    texts_read: int
    people: int
    people_named: int
    by_hand: int
    by_hand_share: float | None
    accepted: int
    work: Work
    requests: int | None = None
    pictures: int | None = None


def quality_card(
    script: Script, revisions: Sequence[Revision], findings: Sequence[Finding], *, cost: FilmCost | None = None
) -> QualityCard:
    """Return the card of a description.

    Args:
        script: the description.
        revisions: its whole journal.
        findings: of the guidelines.
        cost: what it cost in requests, if that is known.

    Raises:
        RecordError: when a time in the journal is malformed.
    """
    heard = script.spoken()
    seconds = sum(cue.span.duration + cue.pause for cue in heard)
    over = script_over_speech(script)
    repeated = len({one.cue for one in findings if one.rule == _REPETITION})
    by_hand = sum(cue.hand_made for cue in heard)
    texts, read = _texts(script)
    return QualityCard(
        film=Path(script.film.path).name,
        minutes=round(script.film.duration / _PER_MINUTE, 2),
        cues=len(heard),
        dropped=len(script.cues) - len(heard),
        seconds=round(seconds, 3),
        words_per_minute=_share(sum(n_words(cue.text) for cue in heard) * _PER_MINUTE, seconds, digits=1),
        over_speech=round(over, 3),
        over_speech_share=_share(over, seconds),
        repeated=repeated,
        repeated_share=_share(repeated, len(heard)),
        remarks=_remarks(findings),
        texts=texts,
        texts_read=read,
        people=len(script.people),
        people_named=sum(person.name is not None for person in script.people),
        by_hand=by_hand,
        by_hand_share=_share(by_hand, len(heard)),
        accepted=sum(cue.accepted and not cue.hand_made for cue in heard),
        work=work_by_hand(revisions),
        requests=None if cost is None else cost.requests,
        pictures=None if cost is None else cost.pictures,
    )


def _texts(script: Script) -> tuple[int, int]:
    """How many texts can be read in the picture, and how many of them are read; each counts once."""
    heard = script.spoken()
    was_read: dict[str, bool] = {}
    for text in script.texts:
        if text.kind in _TEXT_KINDS and is_legible(text):
            words = text.text.casefold()
            was_read[words] = was_read.get(words, False) or is_read(text, heard)
    return len(was_read), sum(was_read.values())


def _remarks(findings: Sequence[Finding]) -> tuple[RuleCount, ...]:
    order: tuple[Severity, ...] = ("error", "warning", "note")
    counts = Counter((one.severity, one.rule) for one in findings)
    ranked = sorted(counts.items(), key=lambda item: (order.index(item[0][0]), -item[1], item[0][1]))
    return tuple(RuleCount(rule, severity, n) for (severity, rule), n in ranked)


def _share(part: float, whole: float, *, digits: int = _DIGITS) -> float | None:
    return round(part / whole, digits) if whole > 0 else None
