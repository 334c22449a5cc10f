"""Times, speeds, statuses and names of people as people type them.

The syntax is generous: any case, decimal commas, missing milliseconds, no-break spaces, typographic quotes and dashes.
Words of a cue are never changed by what is recognised here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import get_args

from cinescribe.errors import RecordError
from cinescribe.export.tracks.cue_times import writable
from cinescribe.schema import CueStatus, Script
from cinescribe.timing import Seconds

SLOWEST, FASTEST = 0.25, 4.0  # speeds of the voice that a file may ask for; 1 is normal
STATUSES: Mapping[str, CueStatus] = {status: status for status in get_args(CueStatus)}

_N_NAMED = 20  # people that an error lists
_PER_SECOND = 1000
_ID = "id "  # before the id of a person whose name, label and id all belong to others too
_NOBODY = ("", "-", "nobody", "no one", "none")
_SEPARATORS = (";", ",", " & ", " and ")
_PLAIN = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u00b4\u0060", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        **dict.fromkeys("\u00a0\u2002\u2003\u2007\u2009\u200a\u202f\u3000\t", " "),
        **dict.fromkeys("\uff1a\u2236", ":"),
        **dict.fromkeys("\u200b\u200e\u200f\u2060\ufeff"),  # without width
    }
)
# Numbers are bounded: longer ones are no times, and would overflow.
_CLOCK = re.compile(r"(?:(\d{1,4}):)?(\d{1,4}):(\d{1,2})(?:[.,](\d{1,9}))?")
_IN_SECONDS = re.compile(r"(\d{1,7})(?:[.,](\d{1,9}))?")
_RATE = re.compile(r"(\d{1,4}(?:[.,]\d{1,6})?) ?(%|x|\u00d7)?", re.IGNORECASE)


def plain(text: str) -> str:
    """Return text for the recognition of syntax: plain quotes, dashes, colons and spaces, nothing without width."""
    return text.translate(_PLAIN)


def moment(text: str) -> Seconds | None:
    """Return a time in seconds, rounded to milliseconds; None if the text is no time.

    `1:12`, `01:12,3`, `00:01:12.300`, `72.3` and `72.3 s` are times.
    """
    text = plain(text).strip().lower().removesuffix("s").rstrip()
    if found := _CLOCK.fullmatch(text):
        hours, minutes, seconds, fraction = found.groups()
        if int(seconds) >= 60 or (hours and int(minutes) >= 60):
            return None
        whole = int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds)
    elif found := _IN_SECONDS.fullmatch(text):
        whole, fraction = int(found[1]), found[2]
    else:
        return None
    return (whole * _PER_SECOND + round(float(f"0.{fraction or 0}") * _PER_SECOND)) / _PER_SECOND


def speed(text: str) -> float | None:
    """Return a speed of the voice, from `1.15`, `1,15` or `115 %`; None if the text is none that can be asked for."""
    found = _RATE.fullmatch(plain(text).strip())
    if found is None:
        return None
    rate = float(found[1].replace(",", ".")) / (100 if found[2] == "%" else 1)
    return rate if SLOWEST <= rate <= FASTEST else None


@dataclass(frozen=True)
class PeopleNames:
    """The people of a script by what files call them.

    Args:
        ids: the id behind each name, label or id, in any case and with plain quotes.
        called: what to call each person in a file, by id.
    """

    ids: Mapping[str, str]
    called: Mapping[str, str]

    @classmethod
    def of(cls, script: Script) -> PeopleNames:
        """Return the names of a script's people; a name shared by two identifies neither, but a label does."""
        ids: dict[str, str] = {}
        strangers = {person for cue in script.cues for person in cue.people} - {each.id for each in script.people}
        levels = (
            [(person.called, person.id) for person in script.people],
            [(person.label, person.id) for person in script.people],
            [*((person.id, person.id) for person in script.people), *((each, each) for each in sorted(strangers))],
            [(f"{_ID}{person.id}", person.id) for person in script.people],
        )
        for level in levels:
            owners: dict[str, set[str]] = {}
            for name, person in level:
                owners.setdefault(_key(name), set()).add(person)
            ids |= {key: min(own) for key, own in owners.items() if key and len(own) == 1 and key not in ids}
        called = {
            each.id: _safe((each.called, each.label, each.id, f"{_ID}{each.id}"), each.id, ids)
            for each in script.people
        }
        return cls(ids, called)

    def written(self, people: Iterable[str]) -> str:
        """Return ids as names, separated by semicolons."""
        return "; ".join(self.called.get(person, person) for person in people)

    def read(self, text: str) -> tuple[str, ...]:
        """Return the ids of the people that a text names, separated by semicolons, commas, `and` or `&`.

        Raises:
            RecordError: when a name is unknown; the message lists those that are known.
        """
        if _key(text) in _NOBODY and _key(text) not in self.ids:
            return ()
        return tuple(dict.fromkeys(self._split(text, _SEPARATORS)))

    def _split(self, text: str, separators: tuple[str, ...]) -> Iterator[str]:
        if (key := _key(text)) in self.ids:
            yield self.ids[key]
        elif separators:
            for part in plain(text).split(separators[0]):
                if part.strip():
                    yield from self._split(part, separators[1:])
        else:
            names = list(self.called.values())
            more = f" and {len(names) - _N_NAMED} more" if len(names) > _N_NAMED else ""
            known = ", ".join(names[:_N_NAMED]) + more if names else "nobody"
            raise RecordError(f"unknown person {text.strip()!r}; the script knows {known}")


@dataclass(frozen=True)
class AnyNames(PeopleNames):
    """Names in a file that is read without its script: each is its own id."""

    ids: Mapping[str, str] = field(default_factory=dict)
    called: Mapping[str, str] = field(default_factory=dict)

    def _split(self, text: str, separators: tuple[str, ...]) -> Iterator[str]:
        if not separators:
            yield text.strip()
            return
        for part in plain(text).split(separators[0]):
            if part.strip():
                yield from self._split(part, separators[1:])


def _key(name: str) -> str:
    return " ".join(plain(name).casefold().split())


def _safe(names: tuple[str, ...], person: str, ids: Mapping[str, str]) -> str:
    """The first of a person's names that reads back as this person from a list on one line."""
    fitting = (name for name in names if ids.get(_key(name)) == person and _is_safe(name))
    return " ".join(next(fitting, person).split())


def _is_safe(name: str) -> bool:
    """Whether a name can be in a list of names, with other fields of a cue before it."""
    last = plain(name).rpartition(",")[2].strip().casefold()
    is_field = "," in name and (last in STATUSES or last.startswith("rate"))
    bare = plain(name).strip(" ,;|").lstrip(":=")  # the text form reads `people: Anna` and `people=Anna` as Anna
    is_bare = bare == plain(name).strip()
    return is_bare and not is_field and ";" not in name and writable(name).split() == name.split()
