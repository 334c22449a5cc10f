"""A text cut into its sentences, by its marks."""

from __future__ import annotations

import re

from cinescribe.language.ptb_words import GOING_ON

_OPENING, _CLOSING = r"\"'\u2018\u201c(\[", r"\"'\u2019\u201d)\]"  # quotation marks and brackets
# A closing mark, with what closes around it, before a space and what may begin a sentence.
_END = re.compile(rf"(?:[.!?\u2026]+[{_CLOSING}]*)(?=\s+[{_OPENING}-]*[^\W_a-z])")
_CLOSED = re.compile(rf"[.!?\u2026:][{_CLOSING}]*$")
_LAST_WORD = re.compile(r"([\w.]+)\.$")


def split_sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text, in order, white space as single spaces; an empty text has none.

    A full stop after a title (`Mr.`, `Dr.`) or an initial (`J. Smith`) ends no sentence, nor does one that a small
    letter follows.

    Example:
        >>> split_sentences("Dr. Lee sits. She reads.")
        ('Dr. Lee sits.', 'She reads.')
    """
    text = " ".join(text.split())
    sentences, start = [], 0
    for found in _END.finditer(text):
        if not _goes_on(text[start : found.end()]):
            sentences.append(text[start : found.end()])
            start = found.end() + 1
    return (*sentences, text[start:]) if start < len(text) else tuple(sentences)


def is_closed(text: str) -> bool:
    """Whether a text ends with a mark that closes a sentence."""
    return _CLOSED.search(text.rstrip()) is not None and not _goes_on(text.rstrip())


def _goes_on(text: str) -> bool:
    """Whether a text ends with a full stop that belongs to its last word alone."""
    last = _LAST_WORD.search(text)
    return last is not None and (last[1].lower() in GOING_ON or (len(last[1]) == 1 and last[1].isupper()))
