"""Which sentences of a film tell of its pictures: titles, credits, words read out and mere sounds are told apart.

Rohrbach et al. (2016, section 3.1.3) left these out by hand. Here rules on words do it; what they decide is written
down with its reason, and a correction by hand overrules it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from cinescribe.corpus.core.sentences import FilmSentence, Flag, outside_film
from cinescribe.corpus.film_folder.sentence_kinds import COMPANY, CREDITS, ON_SCREEN, SOUND_ONLY
from cinescribe.timing import Seconds, Span

OPENING, CLOSING = 0.1, 0.15  # shares of a film in which opening titles and closing credits are looked for
OPENING_LEAST: Seconds = 20.0  # the titles of a short film take more than their share, at most a quarter
TITLE_WORDS = 6  # a film's title, told without a full stop, has no more

_STOP = re.compile(r"[.!?\u2026][\"'\u2019\u201d)]*$")


def flags_of(text: str) -> tuple[Flag, ...]:
    """What a sentence is about instead of the picture: words to be read, or a sound that nothing is seen of.

    A sentence that also tells what somebody does is not flagged: `A shot rings out as Anna runs`.
    """
    text = text.strip()
    told: tuple[tuple[Flag, re.Pattern[str]], ...] = (("on-screen text", ON_SCREEN), ("sound only", SOUND_ONLY))
    return tuple(flag for flag, pattern in told if pattern.search(text))


def judged(
    sentences: Sequence[FilmSentence], *, duration: Seconds, story: Span | None = None
) -> tuple[FilmSentence, ...]:
    """The sentences flagged, and those left out that are not about the story's pictures; order and ids stay.

    Args:
        sentences: of one film, from one origin.
        duration: of the film.
        story: from after the opening titles to before the closing credits, where somebody knows it; else it is told
            by the words of company logos, titles and credits, see `story_span`.
    """
    inside = story or story_span(sentences, duration=duration)
    return tuple(_judged(sentence, inside, duration) for sentence in sentences)


def story_span(sentences: Sequence[FilmSentence], *, duration: Seconds) -> Span:
    """Where the story is, by what is told before and after it.

    It begins after the last sentence of the opening that names a company or reads credits, and the title that may
    follow at once; it ends before the first sentence of the closing that reads credits. Where neither is told, the
    whole film is the story.
    """
    ordered = sorted(sentences, key=lambda sentence: sentence.span)
    opening = max(duration * OPENING, min(OPENING_LEAST, duration / 4))
    start = 0.0
    for sentence in ordered:
        titles = COMPANY.search(sentence.text) or CREDITS.search(sentence.text)
        if sentence.span.start < opening and (titles or (start > 0 and _is_title(sentence.text))):
            start = sentence.span.end
    ends = [
        one.span.start for one in ordered if one.span.start >= duration * (1 - CLOSING) and CREDITS.search(one.text)
    ]
    return Span(start, max(start, min(ends, default=duration)))


def _judged(sentence: FilmSentence, story: Span, duration: Seconds) -> FilmSentence:
    flags = flags_of(sentence.text)
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
    return len(text.split()) <= TITLE_WORDS and _STOP.search(text) is None
