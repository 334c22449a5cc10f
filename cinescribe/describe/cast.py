"""The cast file: names, merges and splits of a film's people, in TOML.

In `[people.P1]`, `name = "Anna"` names the person, `merge = ["P4"]` says that P4 is the same person, and
`split = [[12.0, 19.5]]` says that the faces between these seconds are another person, who becomes P1b.
`introduced = "e01"` says that the audience knows the person, from there.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cinescribe.errors import CastError, RecordError
from cinescribe.export.folder import CAST
from cinescribe.input_files import read_text
from cinescribe.parsing import parse_toml
from cinescribe.schema import Face, Person
from cinescribe.store import write_text
from cinescribe.timing import Span

SPLIT_MARK = "b"  # suffix of the label of a person who was split off

_KEYS = ("name", "merge", "split", "introduced")
CAST_HEAD = """\
# The cast of this film, as Cinescribe found it. Change it and describe the film again: only the captions are rewritten.
# Lines that you write here are kept. Take the # away before a line to use it:
#
#   name = "Anna"             what to call the person
#   merge = ["P4"]            P4 is the same person
#   split = [[12.0, 19.5]]    the faces from second 12 to 19.5 are another person, who becomes "P1b" after a P1
"""


@dataclass(frozen=True)
class Entry:
    """One label's entry in the cast file.

    Args:
        name: the person's name.
        merge: labels of the same person.
        split: spans in which the faces are another person's.
        introduced: where the audience has met the person before.
    """

    name: str | None = None
    merge: tuple[str, ...] = ()
    split: tuple[Span, ...] = ()
    introduced: str | None = None


@dataclass(frozen=True)
class Cast:
    """The entries of a cast file by label. Errors name its `path`."""

    entries: Mapping[str, Entry]
    path: str


def read_cast(path: Path) -> Cast:
    """Read a cast file.

    Raises:
        CastError: when it cannot be read, is not TOML, or has other keys than name, merge, split and introduced.
    """
    try:
        text = read_text(path)
    except RecordError as error:
        raise CastError(str(error)) from error
    return read_cast_text(text, path)


def read_cast_text(text: str, path: Path) -> Cast:
    """Return the cast that the text of a cast file says.

    Args:
        text: of the file.
        path: of the file, for errors.

    Raises:
        CastError: as `read_cast`.
    """
    return Cast(
        {label: _entry(label, entry, path) for label, entry in cast_tables(text, path, "P1").items()}, str(path)
    )


def cast_tables(text: str, path: Path, example: str) -> dict[str, Any]:
    """Return the tables of people in the text of a cast file, by their labels.

    Args:
        text: of the file.
        path: of the file, for errors.
        example: a label, for errors.

    Raises:
        CastError: when it is not TOML, or holds anything else.
    """
    try:
        values = parse_toml(text, f"the cast file {str(path)!r}")
    except RecordError as error:
        raise CastError(str(error)) from error
    people = values.pop("people", {})
    if values or not isinstance(people, dict):
        odd = next(iter(values), "people")
        raise CastError(f"the cast file {str(path)!r} has {odd!r}; expected only tables [people.{example}] and so on")
    return people


def write_cast(path: Path, people: Iterable[Person], faces: Sequence[Face], *, comment: str = "") -> None:
    """Write a cast file that lists every person. An existing file is kept, and missing people are added to it.

    Args:
        path: of the file.
        people: of the film.
        faces: of the film.
        comment: comment lines before the people; left out if the file has them.

    Raises:
        CastError: when an existing file cannot be read.
        OutputError: when the file cannot be written.
    """
    text, known = CAST_HEAD, set[str]()
    exists = Path(path).exists()
    if exists:
        known, text = _mentioned(read_cast(path)), read_text(path).rstrip("\n") + "\n"
    times: dict[str | None, list[float]] = {}
    for face in faces:
        times.setdefault(face.person, []).append(face.time)
    added = [_table(person, times.get(person.id, [])) for person in people if person.label not in known]
    if comment and comment not in text:
        text, added = f"{text}#\n{comment}" if not exists else text, added if not exists else [comment, *added]
    if added or not exists:
        write_text(path, "\n".join([text, *added]))


def own_cast(folder: Path) -> Cast | None:
    """Return the cast of a folder's own file; None on a first run.

    Raises:
        CastError: when the file is malformed.
    """
    return read_cast(folder / CAST) if (folder / CAST).is_file() else None


def applied_cast(
    people: tuple[Person, ...], faces: tuple[Face, ...], folder: Path, known: Cast | None, *, comment: str = ""
) -> tuple[tuple[Person, ...], tuple[Face, ...]]:
    """Return people and faces as a cast has them; write the folder's own cast file, which lists everybody.

    Args:
        people: as they were found.
        faces: of the film.
        folder: of the description.
        known: the cast; None for the people as they were found.
        comment: lines for the file, as `write_cast` takes them.

    Raises:
        CastError: when the cast names an unknown person.
        OutputError: when the file cannot be written.
    """
    cast_people, cast_faces = (people, faces) if known is None else with_cast(people, faces, known)
    found = {person.id for person in people}
    split_off = [person for person in cast_people if person.id not in found]
    their_faces = [face for face in cast_faces if face.person is not None and face.person not in found]
    write_cast(folder / CAST, (*people, *split_off), (*faces, *their_faces), comment=comment)
    return cast_people, cast_faces


def with_cast(
    people: Sequence[Person], faces: Sequence[Face], cast: Cast
) -> tuple[tuple[Person, ...], tuple[Face, ...]]:
    """Apply a cast file: split, then merge, then name. People without any face left are removed.

    Args:
        people: the film's people as detected.
        faces: the film's faces with their persons.
        cast: the cast file.

    Raises:
        CastError: when the cast file names an unknown person, merges in a circle or twice, splits off nothing, or gives
            two people the same name.
    """
    found, by_label = _split(people, cast)
    _check_labels(cast, by_label)
    into = check_merges(cast)
    moved = _split_faces(faces, cast, by_label, into)
    target = {by_label[label].id: by_label[other].id for label, other in into.items()}
    owned = tuple(face.replace(person=target.get(face.person or "", face.person)) for face in moved)
    seen = {face.person for face in owned}
    kept = [_named(person, cast) for person in found if person.label not in into and person.id in seen]
    return tuple(kept), owned


def check_merges(cast: Cast) -> Mapping[str, str]:
    """Return the final label of each merged label, through chains of merges.

    Raises:
        CastError: when people are merged in a circle or twice, or names disagree.
    """
    into = _merges(cast)
    _check_names(cast, into)
    return into


def _entry(label: str, values: Any, path: Path) -> Entry:
    where = f"the cast file {str(path)!r}, {label}:"
    if not isinstance(values, dict):
        raise CastError(f"{where} is {values!r}; expected a table with {', '.join(_KEYS)}")
    unknown = next((key for key in values if key not in _KEYS), None)
    if unknown is not None:
        raise CastError(f"{where} unknown key {unknown!r}; choose from {', '.join(_KEYS)}")
    name, merge, split = values.get("name"), values.get("merge", []), values.get("split", [])
    if name is not None and (not isinstance(name, str) or not name.strip()):
        raise CastError(f'{where} the name is {name!r}; expected a text such as "Anna"')
    if not isinstance(merge, list) or not all(isinstance(other, str) for other in merge):
        raise CastError(f'{where} merge is {merge!r}; expected a list of labels such as ["P4"]')
    if not isinstance(split, list):
        raise CastError(f"{where} split is {split!r}; expected a list of spans such as [[12.0, 19.5]]")
    known = values.get("introduced")
    if known is not None and (not isinstance(known, str) or not known.strip()):
        raise CastError(f'{where} introduced is {known!r}; expected where the person was introduced, such as "e01"')
    return Entry(name.strip() if name else None, tuple(merge), tuple(_span(item, where) for item in split), known)


def _span(value: Any, where: str) -> Span:
    good = isinstance(value, list) and len(value) == 2 and all(type(item) in (int, float) for item in value)
    if not good or not 0 <= value[0] < value[1] < float("inf"):
        raise CastError(f"{where} split has {value!r}; expected two seconds, start before end: [12.0, 19.5]")
    return Span(float(value[0]), float(value[1]))


def _mentioned(cast: Cast) -> set[str]:
    """Labels that already have a table or are merged into another."""
    return set(cast.entries) | {other for entry in cast.entries.values() for other in entry.merge}


def _table(person: Person, times: list[float]) -> str:
    seen = f"{len(times)} faces, from {min(times):.1f} to {max(times):.1f} s" if times else "no face"
    portrait = f"; {person.portrait}" if person.portrait else ""
    # A JSON string is also a TOML string.
    name = f"name = {json.dumps(person.name, ensure_ascii=False)}" if person.name else '# name = ""'
    return f"[people.{person.label}]  # {seen}{portrait}\n{name}\n# merge = []\n# split = []\n"


def _split(people: Sequence[Person], cast: Cast) -> tuple[list[Person], dict[str, Person]]:
    """The people, each followed by those split off from them, and all of them by label."""
    found: list[Person] = []
    for person in people:
        found.append(person)
        while cast.entries.get(found[-1].label, Entry()).split:
            last = found[-1]
            found.append(Person(id=last.id + SPLIT_MARK, label=last.label + SPLIT_MARK))
    return found, {person.label: person for person in found}


def _check_labels(cast: Cast, by_label: Mapping[str, Person]) -> None:
    # Tables that say nothing may be of people whom an earlier version found.
    entries = {label: entry for label, entry in cast.entries.items() if entry != Entry()}
    named = [*entries, *(other for entry in entries.values() for other in entry.merge)]
    unknown = next((label for label in named if label not in by_label), None)
    if unknown is not None:
        raise CastError(
            f"the cast file {cast.path!r} names {unknown!r}; this film has {', '.join(by_label) or 'no people'}"
        )


def _split_faces(
    faces: Sequence[Face], cast: Cast, by_label: Mapping[str, Person], into: Mapping[str, str]
) -> list[Face]:
    """The faces, those inside a split assigned to the person split off."""
    moved = list(faces)
    found: dict[tuple[str, Span], bool] = {}
    for label, person in by_label.items():  # a person split off, who may be split again, comes later
        for span in cast.entries.get(label, Entry()).split:
            inside = [n for n, face in enumerate(moved) if face.person == person.id and span.has(face.time)]
            found[label, span] = bool(inside)
            for n in inside:
                moved[n] = moved[n].replace(person=person.id + SPLIT_MARK)
    # Of people who are merged, a split names all; one of them may have no face there.
    merged = {(into.get(label, label), span) for (label, span), has_face in found.items() if has_face}
    for label, span in found:
        if (into.get(label, label), span) not in merged:
            raise CastError(
                f"the cast file {cast.path!r} splits {label} from {span.start:g} to {span.end:g} s, but no face of "
                f"{label} is there; see its times in the file"
            )
    return moved


def _merges(cast: Cast) -> dict[str, str]:
    """The final label of each merged label, through chains of merges."""
    direct: dict[str, str] = {}
    for label, entry in cast.entries.items():
        for other in entry.merge:
            if direct.setdefault(other, label) != label:
                raise CastError(
                    f"the cast file {cast.path!r} merges {other} into {direct[other]} and into {label}; keep one"
                )
    return {label: _end(label, direct, cast) for label in direct}


def _end(label: str, direct: Mapping[str, str], cast: Cast) -> str:
    way = [label]
    while way[-1] in direct:
        way.append(direct[way[-1]])
        if way.count(way[-1]) > 1:
            raise CastError(f"the cast file {cast.path!r} merges in a circle: {' into '.join(way)}; take one out")
    return way[-1]


def _check_names(cast: Cast, into: Mapping[str, str]) -> None:
    names = {label: entry.name for label, entry in cast.entries.items() if entry.name is not None}
    for label, name in names.items():
        if label in into and names.get(into[label]) != name:
            raise CastError(
                f"the cast file {cast.path!r} names {label} {name!r} but merges it into {into[label]}; "
                f"give the name to {into[label]}"
            )
    counts = Counter(name for label, name in names.items() if label not in into)
    name, n = next(iter(counts.most_common(1)), ("", 0))
    if n > 1:
        both = [label for label, other in names.items() if other == name and label not in into]
        raise CastError(
            f"the cast file {cast.path!r} names {' and '.join(both)} {name!r}; merge them, or give them different names"
        )


def _named(person: Person, cast: Cast) -> Person:
    entry = cast.entries.get(person.label, Entry())
    return person.replace(name=entry.name or person.name, introduced=entry.introduced or person.introduced)
