"""Leaves out sentences that do not describe the story's pictures: titles, credits, on-screen text and sounds.

Rohrbach et al. (2016, section 3.1.3) did this by hand. Here rules on words do it. Every decision is stored with its
reason, and people can overrule it in the corrections.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from cinescribe.corpus.core.sentences import FilmSentence, Flag, outside_film
from cinescribe.corpus.film_folder.sentence_kinds import COMPANY, CREDITS, ON_SCREEN, SOUND_ONLY
from cinescribe.timing import Seconds, Span

OPENING, CLOSING = 0.1, 0.15  # shares of a film where opening titles and closing credits are searched
MIN_OPENING: Seconds = 20.0  # the opening of a short film is longer than its share, up to a quarter of the film
MAX_TITLE_WORDS = 6  # in a film's title, which has no full stop

_STOP = re.compile(r"[.!?\u2026][\"'\u2019\u201d)]*$")


def sentence_flags(text: str) -> tuple[Flag, ...]:
    """Return flags for a sentence about on-screen text, or about a sound without a visible source.

    A sentence that also describes an action gets no flag: `A shot rings out as Anna runs`.
    """
    text = text.strip()
    patterns: tuple[tuple[Flag, re.Pattern[str]], ...] = (("on-screen text", ON_SCREEN), ("sound only", SOUND_ONLY))
    return tuple(flag for flag, pattern in patterns if pattern.search(text))


def flag_sentences(
    sentences: Sequence[FilmSentence], *, duration: Seconds, story: Span | None = None
) -> tuple[FilmSentence, ...]:
    """Flag sentences and leave out those that do not describe the story's pictures; order and ids stay.

    Args:
        sentences: sentences of one film and one origin.
        duration: duration of the film.
        story: span between opening titles and closing credits; estimated by `story_span` if None.
    """
    inside = story or story_span(sentences, duration=duration)
    return tuple(_flagged(sentence, inside, duration) for sentence in sentences)


def story_span(sentences: Sequence[FilmSentence], *, duration: Seconds) -> Span:
    """Return the span of the story between opening titles and closing credits.

    It begins after the last sentence of the opening that names a company or reads credits, and after a title that
    follows it. It ends before the first sentence of the closing that reads credits. Without such sentences the story is
    the whole film.
    """
    ordered = sorted(sentences, key=lambda sentence: sentence.span)
    opening = max(duration * OPENING, min(MIN_OPENING, duration / 4))
    start = 0.0
    for sentence in ordered:
        titles = COMPANY.search(sentence.text) or CREDITS.search(sentence.text)
        if sentence.span.start < opening and (titles or (start > 0 and _is_title(sentence.text))):
            start = sentence.span.end
    ends = [
        one.span.start for one in ordered if one.span.start >= duration * (1 - CLOSING) and CREDITS.search(one.text)
    ]
    return Span(start, max(start, min(ends, default=duration)))


def _flagged(sentence: FilmSentence, story: Span, duration: Seconds) -> FilmSentence:
    flags = sentence_flags(sentence.text)
    return sentence.replace(flags=flags, left_out=sentence.left_out or _reason(sentence, flags, story, duration))


def _reason(sentence: FilmSentence, flags: tuple[Flag, ...], story: Span, duration: Seconds) -> str | None:
    if (outside := outside_film(sentence, duration)) is not None:
        return outside
    if sentence.span.middle < story.start:
        return f"opening titles: before {story.start:.2f} s"
    if sentence.span.middle >= story.end:
        return f"closing credits: after {story.end:.2f} s"
    return ", ".join(flags) or None


def _is_title(text: str) -> bool:
    return len(text.split()) <= MAX_TITLE_WORDS and _STOP.search(text) is None
