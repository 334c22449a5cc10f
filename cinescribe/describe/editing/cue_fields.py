"""What a person may enter for a cue: its fields as they are typed, read and checked."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from cinescribe.describe.editing.changed_cue import CueValues
from cinescribe.errors import EditError, RecordError, brief
from cinescribe.export.tracks.cue_times import writable
from cinescribe.export.tracks.row_fields import FASTEST, SLOWEST, STATUSES, PeopleNames, moment, speed
from cinescribe.schema import Cue, CueStatus, Film, Script
from cinescribe.timing import Seconds, clock

MAX_TEXT = 2000  # characters of a text field: far more than anybody can hear in one pause
_SHOWN: Seconds = 0.0005  # pages show whole milliseconds
# Unicode's Bidi_Control: they are not seen, and let a text read differently from what the voice says.
_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_NOTES = ("why", "effect", "trait", "figure", "comment")


class CueFieldError(EditError):
    """A value that was entered for a cue cannot be used.

    Args:
        field: which one, by its name in `CueValues`; `reason` for that of a silenced remark.
        message: what is wrong with it, and what to do.
    """

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


def read_values(sent: Mapping[str, str], cue: Cue, script: Script) -> CueValues:
    """Return what differs from a cue in the fields of a form.

    Args:
        sent: fields as they were typed, by their names in `CueValues`: times and speeds as in exported files, people
            separated by semicolons, a note on each line. Fields that are missing stay as they are.
        cue: as the form showed it.
        script: that the cue belongs to.

    Raises:
        CueFieldError: when a field cannot be read.
    """
    names = PeopleNames.of(script)
    readers: Mapping[str, Callable[[str], Any]] = {
        "start": lambda typed: _time(typed, "start"),
        "end": lambda typed: _time(typed, "end"),
        "rate": _rate,
        "status": _status,
        "people": lambda typed: _people(typed, names),
        "notes": lambda typed: tuple(line.strip() for line in typed.splitlines() if line.strip()),
    }
    typed = {field.name: sent[field.name] for field in fields(CueValues) if field.name in sent}
    if cue.status != "spoken":  # pages show an end that such a cue does not have
        typed.pop("end", None)
    return differing(CueValues(**{name: readers.get(name, _lines)(text) for name, text in typed.items()}), cue)


def checked_values(values: CueValues, cue: Cue, script: Script) -> CueValues:
    """Return values for a cue with tidy texts.

    Raises:
        CueFieldError: when a value is none that the cue can have.
    """
    given = {name: getattr(values, name) for name in _NOTES}
    texts: dict[str, Any] = {name: checked_text(text, name) for name, text in given.items() if text is not None}
    if values.text is not None:
        texts["text"] = checked_spoken_text(values.text)
    for note in values.notes or ():
        checked_text(note, "notes")
    _check_times(values, cue, script.film)
    if values.rate is not None and not SLOWEST <= values.rate <= FASTEST:
        raise CueFieldError("rate", f"the rate is {values.rate:g}; enter one from {SLOWEST:g} to {FASTEST:g}")
    _check_people(values.people or (), {person.id for person in script.people} | {*cue.people})
    return replace(values, **texts)


def differing(values: CueValues, cue: Cue) -> CueValues:
    """Return values without those that a cue has already."""
    has: dict[str, Any] = {name: getattr(cue, name) for name in ("text", "people", "status", "rate", "notes")}
    has |= {name: getattr(cue, name) or "" for name in _NOTES}
    same: dict[str, Any] = {name: None for name, value in has.items() if getattr(values, name) == value}
    for name, shown in (("start", cue.span.start), ("end", cue.span.end)):
        time = getattr(values, name)
        if time is not None and abs(time - shown) <= _SHOWN:
            same[name] = None
    return replace(values, **same)


def checked_spoken_text(text: str) -> str:
    """Return what a cue says, without blank lines and space at the ends.

    Raises:
        CueFieldError: when it is empty, too long, or has characters that cannot be spoken or seen.
    """
    tidy = checked_text(text, "text")
    if not tidy:
        raise CueFieldError("text", "the text is empty; write what the voice should say, or reject the cue")
    return tidy


def checked_text(text: str, field: str) -> str:
    """Return a text without blank lines and space at the ends of lines.

    Args:
        text: as it was entered.
        field: that it was entered in.

    Raises:
        CueFieldError: when it is too long, or has characters that cannot be seen.
    """
    if len(text) > MAX_TEXT:
        raise CueFieldError(field, f"the {field} has {len(text):,} characters; shorten it to {MAX_TEXT:,}")
    odd = next((letter for letter in text.replace("\r\n", "\n") if _is_odd(letter)), None)
    if odd is not None:
        before = text[: text.index(odd)].split()[-1:]
        where = f"after {brief(before[0])}" if before else "at its beginning"
        raise CueFieldError(field, f"the {field} has an invisible character (U+{ord(odd):04X}) {where}; take it out")
    return _lines(text)


def _is_odd(letter: str) -> bool:
    """Whether a letter directs a terminal or the order of reading, or is none that files can hold."""
    if letter in "\n\t":
        return False
    is_control = letter in _BIDI or unicodedata.category(letter) == "Cc"
    return is_control or (not letter.isspace() and writable(letter) != letter)


def _lines(text: str) -> str:
    return "\n".join(line.strip() for line in text.splitlines() if line.strip())


def _time(typed: str, field: str) -> Seconds:
    time = moment(typed)
    if time is None:
        raise CueFieldError(field, f"the {field} is {brief(typed)}; enter a time such as 00:04:12.010 or 252.01")
    return time


def _rate(typed: str) -> float:
    rate = speed(typed)
    if rate is None:
        raise CueFieldError("rate", f"the rate is {brief(typed)}; enter a number from {SLOWEST:g} to {FASTEST:g}")
    return rate


def _status(typed: str) -> CueStatus:
    if typed not in STATUSES:
        raise CueFieldError("status", f"the status is {brief(typed)}; choose from {', '.join(STATUSES)}")
    return STATUSES[typed]


def _people(typed: str, names: PeopleNames) -> tuple[str, ...]:
    try:
        return names.read(typed)
    except RecordError as error:
        raise CueFieldError("people", str(error)) from error


def _check_people(people: Sequence[str], known: set[str]) -> None:
    for person in people:
        if person not in known:
            raise CueFieldError(
                "people", f"nobody in the film has the id {brief(person)}; choose from {', '.join(sorted(known))}"
            )


def _check_times(values: CueValues, cue: Cue, film: Film) -> None:
    """Refuse times outside the film, and an end that is not after the start."""
    for field, time in (("start", values.start), ("end", values.end)):
        if time is not None and not 0 <= time <= film.duration:
            raise CueFieldError(
                field, f"the {field} is {_signed(time)}; the film lasts from 0 to {_signed(film.duration)}"
            )
    if values.end is None:
        if values.start is not None and values.start >= film.duration:
            raise CueFieldError(
                "start", f"the start is the film's end, {_signed(film.duration)}; enter an earlier time"
            )
        return
    if (values.status or cue.status) != "spoken":
        raise CueFieldError("end", "only a spoken cue has an end; move the start, or make the cue a spoken one")
    start = cue.span.start if values.start is None else values.start
    if values.end <= start:
        raise CueFieldError(
            "end", f"the end, {clock(values.end)}, is not after the start, {clock(start)}; enter a later end"
        )


def _signed(time: Seconds) -> str:
    return f"{time:g} s" if not time >= 0 else clock(time)
