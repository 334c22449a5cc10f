"""Splits a paragraph into sentences, at full stops, question marks and exclamation marks."""

from __future__ import annotations

import re

from cinescribe.language.tokens.ptb_words import ABBREVIATIONS, BEFORE_NUMBERS, MID_SENTENCE

# A stop, question or exclamation mark, quotes and brackets around it, white space, and what can begin a sentence.
_END = re.compile(r"(?<=[.!?\u2026])[\"'\u2019\u201d)\]]*\s+(?=[\"'\u2018\u201c(\[]*[A-Z0-9\u00c0-\u00de])")
_LAST_WORD = re.compile(r"([^\s.]+(?:\.[^\s.]+)*)\.$")
_INITIALS = re.compile(r"[A-Za-z](?:\.[A-Za-z])*")
_NEVER_LAST = frozenset(MID_SENTENCE)
_SETTINGS = frozenset(("int", "ext", "est"))
_NUMBERED = frozenset(BEFORE_NUMBERS)
_NEAR = 50  # letters before a full stop that are looked at, more than any abbreviation has
_MAY_BE_LAST = frozenset(ABBREVIATIONS) - _NEVER_LAST


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a paragraph; none ends after an abbreviation or initial, or before a lower-case letter.

    Example:
        >>> sentences("Mr. Bell waits... and waits. He leaves.")
        ['Mr. Bell waits... and waits.', 'He leaves.']
    """
    out, start = [], 0
    for end in _END.finditer(text):
        before = text[max(start, end.start() - _NEAR) : end.start()]
        if not _continues(before, after=text[end.end()]):
            out.append(text[start : end.end()].strip())
            start = end.end()
    return [part for part in (*out, text[start:].strip()) if any(letter.isalnum() for letter in part)]


def _continues(before: str, after: str) -> bool:
    """Whether the full stop at the end of `before` belongs to an abbreviation; `after` begins what follows."""
    found = _LAST_WORD.search(before)
    if found is None:
        return False
    word = found[1].lower()
    if word in _NUMBERED and after.isdigit():
        return True
    if word in _MAY_BE_LAST:
        return after.isdigit()
    return word in _NEVER_LAST or word in _SETTINGS or (bool(_INITIALS.fullmatch(found[1])) and found[1] != "I")
