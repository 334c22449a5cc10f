"""Checks of the characters of a caption: empty or endless texts, invisible characters, wrong encodings."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from cinescribe.metrics.core.pairs import MAX_LETTERS

# Unicode categories that no caption has: control, format, surrogate, private, unassigned, line, paragraph.
_ODD_CATEGORIES = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
_REPLACED = "\ufffd"
# UTF-8 that was read as Latin-1 or Windows-1252: a letter with an accent, and a dash or a curly quotation mark.
_MISREAD = re.compile("[\u00c2\u00c3][\u0080-\u00bf\u0152-\u2122]|\u00e2\u20ac|\u00ef\u00bf\u00bd")


def text_faults(owner: str, text: str) -> Iterator[str]:
    """Yield a message for each fault of a text's characters.

    Args:
        owner: what it belongs to, for messages: `clip 'm1_0007'`.
        text: a caption.
    """
    if not text.strip():
        yield f"{owner} has an empty text; write one, or leave it out"
        return
    if len(text) > MAX_LETTERS:
        yield f"{owner} has a text of {len(text):,} letters; a caption has at most {MAX_LETTERS:,}, split it"
    if not (text.isascii() and text.isprintable()):
        yield from _odd_characters(owner, text)


def _odd_characters(owner: str, text: str) -> Iterator[str]:
    odd = dict.fromkeys(char for char in text if unicodedata.category(char) in _ODD_CATEGORIES)
    if odd:
        codes = ", ".join(f"U+{ord(char):04X}" for char in odd)
        yield f"{owner} has control characters in its text ({codes}); take them out"
    if _REPLACED in text:
        yield f"{owner} has a character in its text that was lost (U+FFFD); write it again"
    misread = _MISREAD.search(text)
    if misread is not None:
        yield f"{owner} has {misread[0]!r} in its text, UTF-8 read in another encoding; read its source as UTF-8"
