"""Takes from a text what tells raters who wrote it, and nothing that it says."""

from __future__ import annotations

import re
import unicodedata

from cinescribe.corpus.core.blanks import SOMEONE, with_someone

# Ids as captioners write them: P1, [P1], <person_1>, PERSON 2; LSMDC writes SOMEONE.
_IDS = re.compile(r"[\[<(]\s*(?:p|person)[ _-]?\d+\s*[\]>)]|\bperson[ _-]?\d+\b", re.IGNORECASE)
_SOMEONE = re.compile(r"\bSOMEONE\b")
_BEFORE_STOP = re.compile(r"\s+(?=[,.;:!?…](?:\s|$))")
_BEFORE_CLITIC = re.compile(r"(?<=\w)\s+(?=(?:'|’)(?:s|re|ve|ll|d|m)\b|n(?:'|’)t\b)", re.IGNORECASE)
_SCRIPTS = ("LATIN", "GREEK", "CYRILLIC", "DIGIT")  # whose sentences end in a full stop


def without_people(text: str) -> str:
    """Return a text in which every person is `someone`, with single spaces.

    Names stay: only a corpus's list of names tells them from other words.
    """
    return " ".join(with_someone(_IDS.sub(SOMEONE, _SOMEONE.sub(SOMEONE, text))).split())


def blind_sentence(text: str) -> str:
    """Return a sentence as any system would have written it.

    People are `someone`, spaces are those of written text, it begins with a capital and ends with a full stop. Words,
    and capitals inside it, stay.
    """
    text = _BEFORE_CLITIC.sub("", _BEFORE_STOP.sub("", without_people(text)))
    if text and unicodedata.name(text[-1], "").startswith(_SCRIPTS):
        text += "."
    return text[:1].upper() + text[1:]
