"""The first line of a cue in the text form: `00:01:12.300 c72300, dropped, rate 1.15, people Anna; Tom`."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from cinescribe.errors import RecordError
from cinescribe.export.tracks.row_fields import STATUSES, moment, plain, speed
from cinescribe.schema import CueStatus
from cinescribe.timing import Seconds

_WANTED = "a time, an id, and spoken, dropped, extended, rate 1.1 or people NAMES, as in '00:01:12.300 c72300, dropped'"
_NUMBERED = re.compile(r"[^\W\d_][^\s,;:]{0,78}")  # ids that we give: a letter first, a digit in it
_LONGEST = 4000  # characters; a longer line is words
_TIME_LIKE = re.compile(r"\d[\d:.,]{0,23}s?")
_RATE = re.compile(r"rate[ :=]{1,3}(\d[\d.,]{0,8}\d|\d)( ?%| ?x\b)?(?=[\s,;|]|$)", re.IGNORECASE)
_PEOPLE = re.compile(r"(?:people|person|with)(?:[ :=]{1,3}|$)", re.IGNORECASE)
_BETWEEN = " ,;|"


@dataclass(frozen=True)
class TextHead:
    """What the first line of a cue says; `people` are names as typed, None where it says nothing."""

    start: Seconds
    id: str | None = None
    status: CueStatus | None = None
    rate: float | None = None
    people: str | None = None


def read_head(line: str, known: Collection[str], *, first: bool) -> TextHead | None:
    """Return what the first line of a cue says; None when the line is words.

    Args:
        line: the line.
        known: ids of the script's cues.
        first: whether the line begins a paragraph; inside one, less is taken for a time.

    Raises:
        RecordError: when the line begins as a first line does, but continues otherwise.
    """
    time, _, rest = plain(line).strip().partition(" ")
    time = time.rstrip(_BETWEEN)
    if not _TIME_LIKE.fullmatch(time) or len(line) > _LONGEST:
        return None
    is_clock = ":" in time
    start = moment(time)
    if start is None:
        if is_clock and first:
            raise RecordError(f"invalid time {time!r}; expected hours, minutes and seconds, as 00:01:12.300")
        return None
    if not is_clock and not (first and (rest.strip(_BETWEEN) or "." in time or "," in time)):
        return None
    head = _fields(start, rest.strip(), known)
    if head is None and (time.count(":") == 2 or (is_clock and first)):
        raise RecordError(
            f"found {line.strip()[:80]!r}; {_WANTED} (a line of words that begins with a time needs a \\)"
        )
    return head


def is_head_like(line: str, known: Collection[str]) -> bool:
    """Whether a line of words would be taken for the first line of a cue, or refused as one."""
    try:
        return read_head(line, known, first=True) is not None
    except RecordError:
        return True


def _fields(start: Seconds, rest: str, known: Collection[str]) -> TextHead | None:
    name, rest = _id(rest, known)
    status: CueStatus | None = None
    rate: float | None = None
    while rest := rest.lstrip(_BETWEEN):
        if found := _PEOPLE.match(rest):
            names, status, rate = _people(rest[found.end() :], status, rate)
            return TextHead(start, name, status, rate, names)
        read = _field(rest)
        if read is None:
            return None
        status, rate, rest = read[0] or status, read[1] or rate, read[2]
    return TextHead(start, name, status, rate)


def _id(rest: str, known: Collection[str]) -> tuple[str | None, str]:
    """The id at the beginning, if there is one, and what follows."""
    token = rest.split(" ", 1)[0].rstrip(_BETWEEN)
    if token in known:
        return token, rest[len(token) :]
    if token and token.casefold() not in STATUSES:
        same = [name for name in known if name.casefold() == token.casefold()]
        if len(same) == 1:
            return same[0], rest[len(token) :]
        if _NUMBERED.fullmatch(token) and any(letter.isdigit() for letter in token):
            return token, rest[len(token) :]
    return None, rest


def _field(rest: str) -> tuple[CueStatus | None, float | None, str] | None:
    """A status or a speed at the beginning, and what follows; None if neither is there."""
    word = re.match(r"[a-z]{1,20}(?=[\s,;|]|$)", rest, re.IGNORECASE)
    if word and word[0].casefold() in STATUSES:
        return STATUSES[word[0].casefold()], None, rest[word.end() :]
    if found := _RATE.match(rest):
        rate = speed(found[1] + (found[2] or ""))
        if rate is None:
            raise RecordError(f"invalid speed of the voice {found[0]!r}; expected a rate of 0.25 to 4, 1 is normal")
        return None, rate, rest[found.end() :]
    return None


def _people(names: str, status: CueStatus | None, rate: float | None) -> tuple[str, CueStatus | None, float | None]:
    """The names, without a status or a speed after them."""
    while True:
        before, comma, last = names.rpartition(",")
        read = _field(last.strip()) if comma else None
        if read is None or read[2].strip(_BETWEEN):
            return names.strip(_BETWEEN), status, rate
        status, rate, names = read[0] or status, read[1] or rate, before
