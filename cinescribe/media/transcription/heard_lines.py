"""Joins words that were heard into lines, as subtitles have them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cinescribe.media.transcription.transcriber import HeardWord
from cinescribe.schema import Speech
from cinescribe.timing import Seconds, Span

_PAUSE: Seconds = 1.0  # between words, ends a line
LONGEST_LINE: Seconds = 7.0  # of a line, as of a subtitle (Netflix, Timed Text Style Guide)
MOST_LETTERS = 84  # of a line: two of a subtitle
_ENDS = tuple(".?!\u2026\u3002\uff1f\uff01")  # of sentences
_TITLE = re.compile(r"(?:[^\W\d_]|[A-Z][a-z]{1,3})\.")  # "Mr.", "Frl.", an initial; as a sentence, it joins the next
_QUOTES = "\"'\u201d\u2019\u00bb)]"  # that follow them


def heard_lines(words: Sequence[HeardWord]) -> tuple[Speech, ...]:
    """Return words as lines of speech: each ends with a sentence, at a pause, or where it would be too long.

    Args:
        words: in order, on the film's clock.
    """
    return tuple(_line(group) for group in _groups(words))


def _groups(words: Sequence[HeardWord]) -> Iterator[list[HeardWord]]:
    group: list[HeardWord] = []
    for word in words:
        if group and _ends_before(word, group):
            yield group
            group = []
        group.append(word)
    if group:
        yield group


def _ends_before(word: HeardWord, group: Sequence[HeardWord]) -> bool:
    last = group[-1]
    letters = sum(len(one.text) + 1 for one in group) + len(word.text)
    return (
        (last.text.rstrip(_QUOTES).endswith(_ENDS) and not _TITLE.fullmatch(last.text))
        or word.span.start - last.span.end >= _PAUSE
        or word.span.end - group[0].span.start > LONGEST_LINE
        or letters > MOST_LETTERS
    )


def _line(words: Sequence[HeardWord]) -> Speech:
    end = max(word.span.end for word in words)
    return Speech(Span(min(word.span.start for word in words), end), "transcriber", _text(words))


def _text(words: Sequence[HeardWord]) -> str:
    """The words with spaces between them, but none where a script has none."""
    text = ""
    for word in words:
        space = "" if not text or (_is_unspaced(text[-1]) and _is_unspaced(word.text[0])) else " "
        text += space + word.text
    return text


def _is_unspaced(letter: str) -> bool:
    """Whether a letter is of Chinese, Japanese, Thai, Lao, Burmese or Khmer, or a mark of these scripts."""
    code = ord(letter)
    return (
        0x0E00 <= code < 0x0F00
        or 0x1000 <= code < 0x10A0
        or 0x1780 <= code < 0x1800
        or 0x2E80 <= code < 0xA000
        or 0xFF00 <= code < 0xFFF0
    )
