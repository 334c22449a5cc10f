"""The cast file of a series, `cast.toml`: who is in it, and what they are called.

In `[people.S1]`, `name = "Anna"` names the person in all episodes. Comments beside the entries are kept.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import tomlkit

from cinescribe.describe.cast import cast_tables
from cinescribe.describe.series.series_state import SeriesEdit, SeriesPerson, SeriesState
from cinescribe.errors import CastError, brief, known_names
from cinescribe.export.folder import CAST, PORTRAITS
from cinescribe.input_files import read_text

_NAME = "name"  # the only key
_LONGEST = 100  # letters of a name
_HEAD = """\
# The cast of this series, as Cinescribe found it. Change it, and run `cinescribe series update`: all episodes follow.
#
#   name = "Anna"    what to call the person in all episodes
"""


def cast_text(before: str | None, state: SeriesState, path: Path) -> str:
    """Return the cast file of a series.

    Args:
        before: the file as it is; None if there is none.
        state: the series.
        path: of the file, for errors.

    Raises:
        CastError: when the file as it is cannot be read.
    """
    if before is not None:
        _read(before, path)
    document = tomlkit.parse(_HEAD if before is None else before)
    if "people" not in document:
        document.add("people", tomlkit.table(is_super_table=True))
    people: Any = document["people"]
    for person_id in [one for one in people if one not in state.people]:
        del people[person_id]
    for one in state.people.values():
        if one.id not in people:
            people.add(one.id, tomlkit.table())
            people[one.id].comment(f"{PORTRAITS}/{one.id}.jpg")
        _set(people[one.id], _NAME, one.name)
    return tomlkit.dumps(document)


def cast_edit(state: SeriesState, path: Path, *, at: str, who: str) -> SeriesEdit | None:
    """Return what a person changed in the cast file with an editor; None if that is nothing.

    Args:
        state: the series before.
        path: of the file.
        at: the time, for the journal.
        who: the editor, for the journal.

    Raises:
        CastError: when the file cannot be read, names somebody who is not in the series, or gives a name twice.
    """
    found = _read(read_text(path), path)
    unknown = next((one for one in found if one not in state.people), None)
    if unknown is not None:
        raise CastError(
            f"the cast file {str(path)!r} has {brief(unknown)}; this series has "
            f"{known_names(state.people, came=unknown) or 'nobody'}"
        )
    after = [found.get(one.id, SeriesPerson(one.id)) for one in state.people.values()]
    _check_names(after, path)
    changed = tuple(one for one in after if one != state.people[one.id])
    return SeriesEdit(at, who, CAST, people=changed) if changed else None


def restored_people(state: SeriesState, path: Path, *, at: str, who: str) -> SeriesEdit | None:
    """Return the edit that makes a series have the people of its cast file; None if it has them.

    Args:
        state: the series as the rest of a damaged journal has it.
        path: of the cast file, as it was last written.
        at: the time, for the journal.
        who: the editor, for the journal.

    Raises:
        CastError: when the file cannot be read.
    """
    found = _read(read_text(path), path)
    people = tuple(one for one in found.values() if state.people.get(one.id) != one)
    gone = tuple(one for one in state.people if one not in found)
    return SeriesEdit(at, who, "repair", people=people, gone=gone) if people or gone else None


def _check_names(people: list[SeriesPerson], path: Path) -> None:
    """Check that no two people of a series have one name.

    Raises:
        CastError: when two have.
    """
    owners: dict[str, str] = {}
    for one in people:
        other = owners.setdefault(one.name, one.id) if one.name else one.id
        if other != one.id:
            raise CastError(
                f"the cast file {str(path)!r} names {other} and {one.id} {one.name!r}; merge them, or give them "
                "different names"
            )


def _read(text: str, path: Path) -> dict[str, SeriesPerson]:
    return {person_id: _person(person_id, entry, path) for person_id, entry in cast_tables(text, path, "S1").items()}


def _person(person_id: str, values: Any, path: Path) -> SeriesPerson:
    where = f"the cast file {str(path)!r}, {person_id}:"
    if not isinstance(values, dict):
        raise CastError(f"{where} is {brief(values)}; expected a table with {_NAME}")
    unknown = next((key for key in values if key != _NAME), None)
    if unknown is not None:
        raise CastError(f"{where} unknown key {unknown!r}; the only one is {_NAME}")
    name = values.get(_NAME)
    if name is not None and (not isinstance(name, str) or not is_name(name)):
        raise CastError(f'{where} the name is {name!r}; expected a name with letters, such as "Anna"')
    return SeriesPerson(person_id, " ".join(name.split()) if name else None)


def is_name(name: str) -> bool:
    """Return whether a text may be a person's name: at most 100 letters, one of them alphabetic, in one line."""
    return len(name) <= _LONGEST and any(letter.isalpha() for letter in name) and name.isprintable()


def _set(table: Any, key: str, value: str | None) -> None:
    """Set a key of a person's table, or remove it."""
    if value is None:
        table.pop(key, None)
    elif table.get(key) != value:
        table[key] = value
