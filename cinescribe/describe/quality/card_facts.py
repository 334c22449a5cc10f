"""The card of quality in words: one fact after the other, for a screen reader as for a table."""

from __future__ import annotations

from collections.abc import Iterator

from cinescribe.describe.quality.quality_card import QualityCard
from cinescribe.language.messages.page_words import PageWords, page_words


def card_facts(card: QualityCard, words: PageWords | None = None) -> tuple[tuple[str, str], ...]:
    """Return the facts of a card, each with its name; `words` of a language, None for English."""
    return tuple(_facts(card, words or page_words("en")))


def _facts(card: QualityCard, t: PageWords) -> Iterator[tuple[str, str]]:
    yield t.plain("card-film"), t.plain("card-minutes", film=card.film, minutes=card.minutes)
    yield t.plain("card-heard"), t.plain("card-seconds", cues=_grouped(card.cues, t), seconds=card.seconds)
    yield t.plain("card-dropped"), _grouped(card.dropped, t)
    over = t.plain("card-over-speech-seconds", seconds=card.over_speech)
    yield t.plain("card-over-speech"), over + _percent(card.over_speech_share, t)
    if card.words_per_minute is not None:
        yield t.plain("card-rate"), t.number(card.words_per_minute, digits=0)
    yield t.plain("card-repeated"), _of(card.repeated, card.cues, t, share=card.repeated_share)
    yield t.plain("card-texts"), _of(card.texts_read, card.texts, t)
    yield t.plain("card-named"), _of(card.people_named, card.people, t)
    yield t.plain("card-by-hand"), _of(card.by_hand, card.cues, t, share=card.by_hand_share)
    yield t.plain("card-accepted"), _of(card.accepted, card.cues, t)
    yield from _work(card, t)
    yield t.plain("card-remarks"), _grouped(sum(one.n for one in card.remarks), t)
    for one in card.remarks:
        severity = t.plain(f"severity-{one.severity}")
        yield f"{severity[:1].upper()}{severity[1:]}, {one.rule}", _grouped(one.n, t)


def _work(card: QualityCard, t: PageWords) -> Iterator[tuple[str, str]]:
    work = card.work
    if work.edits:
        counts = {"edits": work.edits, "sessions": work.sessions, "editors": work.editors}
        parts = ", ".join(t.plain(f"card-n-{name}", n=n) for name, n in counts.items())
        minutes = t.number(work.minutes, digits=0)
        yield t.plain("card-work"), t.plain("card-work-minutes", minutes=minutes, parts=parts)
    else:
        yield t.plain("card-work"), t.plain("card-work-none")
    if card.requests is not None:
        pictures = t.plain("card-pictures", n=card.pictures or 0)
        yield t.plain("card-requests"), t.plain("card-asked", requests=_grouped(card.requests, t), pictures=pictures)


def _of(n: int, whole: int, t: PageWords, *, share: float | None = None) -> str:
    return t.plain("card-of", n=_grouped(n, t), whole=_grouped(whole, t)) + _percent(share, t)


def _percent(share: float | None, t: PageWords) -> str:
    return "" if share is None else t.plain("card-percent", share=100 * share)


def _grouped(n: int, t: PageWords) -> str:
    """A number with a mark between thousands."""
    return t.plain("card-number", n=n)
