"""The card of quality in words: one fact after the other, for a screen reader as for a table."""

from __future__ import annotations

from collections.abc import Iterator

from cinescribe.describe.quality.quality_card import QualityCard


def card_facts(card: QualityCard) -> tuple[tuple[str, str], ...]:
    """Return the facts of a card, each with its name."""
    return tuple(_facts(card))


def _facts(card: QualityCard) -> Iterator[tuple[str, str]]:
    yield "Film", f"{card.film}, {card.minutes:.1f} minutes"
    yield "Cues that are heard", f"{card.cues:,}, for {card.seconds:.1f} seconds"
    yield "Cues that are dropped", f"{card.dropped:,}"
    yield "Over speech", f"{card.over_speech:.1f} seconds{_percent(card.over_speech_share)}"
    if card.words_per_minute is not None:
        yield "Words a minute", f"{card.words_per_minute:.0f}"
    yield "Cues that repeat others", _of(card.repeated, card.cues, card.repeated_share)
    yield "Texts in the picture that are read", _of(card.texts_read, card.texts)
    yield "People with a name", _of(card.people_named, card.people)
    yield "Cues by hand", _of(card.by_hand, card.cues, card.by_hand_share)
    yield "Cues accepted as they were", _of(card.accepted, card.cues)
    yield from _work(card)
    yield "Remarks of the guidelines", f"{sum(one.n for one in card.remarks):,}"
    for one in card.remarks:
        yield f"{one.severity.capitalize()}, {one.rule}", f"{one.n:,}"


def _work(card: QualityCard) -> Iterator[tuple[str, str]]:
    work = card.work
    if work.edits:
        parts = (_number(work.edits, "edit"), _number(work.sessions, "session"), _number(work.editors, "editor"))
        yield "Work by hand", f"about {work.minutes:.0f} minutes: {', '.join(parts)}"
    else:
        yield "Work by hand", "none"
    if card.requests is not None:
        yield "Requests to models", f"{card.requests:,}, with {_number(card.pictures or 0, 'picture')}"


def _of(n: int, whole: int, share: float | None = None) -> str:
    return f"{n:,} of {whole:,}{_percent(share)}"


def _percent(share: float | None) -> str:
    return "" if share is None else f", {100 * share:.1f} percent"


def _number(n: int, noun: str) -> str:
    return f"{n:,} {noun}{'' if n == 1 else 's'}"
