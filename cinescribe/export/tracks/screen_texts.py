"""Which texts in the picture can be read, and which of them the cues say."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from cinescribe.language.messages.spoken_messages import SPOKEN_LANGUAGES, spoken_messages
from cinescribe.schema import Cue, ScreenText
from cinescribe.timing import Seconds

AFTER: Seconds = 10.0  # seconds after a text by which it may be read; our choice, as in the shipped guidelines
_WORD = re.compile(r"[^\W_]+")
_BEFORE: Seconds = 2.0  # a text may be announced this much before it is seen, as a cue may begin early (Rohrbach 2016)
_CERTAIN = 0.5  # confidence of its letters below which the text finder has mostly seen no text
_MIN_LETTERS = 3  # in one word of the text; less is a mark on a thing


def is_legible(text: ScreenText) -> bool:
    """Whether a text is certain enough, and more than a mark on a thing."""
    return text.score >= _CERTAIN and any(len(word) >= _MIN_LETTERS for word in _WORD.findall(text.text))


def is_read(text: ScreenText, cues: Iterable[Cue], *, after: Seconds = AFTER) -> bool:
    """Whether a cue near a text has more than half of its words, or of its translation's.

    Credits may be summed up in one word of any language.

    Args:
        text: the text.
        cues: those that are heard.
        after: seconds after the text by which the cue begins.
    """
    own = [_words(words) for words in (text.text, text.translation) if words]
    any_of = _credits_words() if text.kind == "credits" else own
    near = (cue for cue in cues if text.span.start - _BEFORE <= cue.span.start <= text.span.end + after)
    return any(2 * len(wanted & _words(cue.text)) > len(wanted) for cue in near for wanted in any_of)


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.casefold()))


@cache
def _credits_words() -> tuple[frozenset[str], ...]:
    """What announces credits in each language that has sentences."""
    return tuple(_words(spoken_messages(tag).text("credits", words="")) for tag in SPOKEN_LANGUAGES)
