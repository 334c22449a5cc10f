"""Separates words from the marks around cues in our WebVTT, which some editors save as words of the cue before.

pysubs2 and others give the lines between two timings to the first cue: comments (`NOTE`) and the identifier of the
second. They save SubRip in the same way.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

_IDENTIFIER = re.compile(r"(\S+?)(?: extended: film waits \d{1,9}\.\d{3} s at \d{1,9}\.\d{3} s)?")
_OURS = re.compile(r"[ch]\d{3,9}(?:[-.]\d{1,4})*")  # ids as a draft and an edit give them, in milliseconds
_NOTE = re.compile(r"NOTE(?:[ \t]+(.*))?")
_HEAD = "kind: descriptions"


@dataclass(frozen=True)
class Words:
    """The words of a cue, and the identifiers found among them.

    Args:
        text: the words without marks.
        own: the identifier above them; "" if there is none.
        following: the identifier below them, which is that of the cue that follows; "" if there is none.
    """

    text: str
    own: str = ""
    following: str = ""


def without_marks(text: str, known: Collection[str]) -> Words:
    """Return the words of a cue without our identifiers and comments.

    Args:
        text: its lines as a file has them.
        known: ids of cues; others are identifiers if they have the form of Cinescribe's.
    """
    lines = text.split("\n")
    note = next((n for n in range(1, len(lines)) if _is_note(lines, n, known)), len(lines))
    names = [_identifier(line, known) for line in lines]
    following = names[-1] if len(lines) > 1 or names[-1] in known else ""
    end = min(note, len(lines) - bool(following))
    own = names[0] if end > 1 else ""
    # In between, an identifier separates two cues that an editor joined.
    words = [line for n, line in enumerate(lines[:end]) if n >= bool(own) and (n == 0 or not names[n])]
    return Words("\n".join(words), own, following)


def _identifier(line: str, known: Collection[str]) -> str:
    """The identifier that a line is; "" if it is words."""
    found = _IDENTIFIER.fullmatch(line.strip())
    return found[1] if found and (found[1] in known or _OURS.fullmatch(found[1])) else ""


def _is_note(lines: Sequence[str], n: int, known: Collection[str]) -> bool:
    """Whether a line begins one of our comments: about the file, or about a cue by its identifier."""
    found = _NOTE.fullmatch(lines[n].strip())
    if found is None:
        return False
    about = found[1] or (lines[n + 1] if n + 1 < len(lines) else "")
    return about.startswith(_HEAD) or bool(_identifier(about.split(" ", 1)[0], known))
