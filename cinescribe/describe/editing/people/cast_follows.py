"""Updates the cast file with the journal's changes of people, so that describing a film again finds the same people.

What a person wrote into the file stays: comments, other entries, and names that no change gave.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import tomlkit

from cinescribe.describe.cast import CAST_HEAD, SPLIT_MARK, check_merges, read_cast, read_cast_text
from cinescribe.describe.editing.revisions import PersonChange, Revision, effective, last_people
from cinescribe.export.folder import CAST
from cinescribe.input_files import read_text
from cinescribe.schema import Script
from cinescribe.timing import Span


def followed_cast(folder: Path, revisions: Sequence[Revision], script: Script) -> str | None:
    """Return the cast file with the changes of people that hold; None if it does not change.

    Args:
        folder: of the description.
        revisions: the whole journal; the cast changes only if its last revision concerns people.
        script: with the journal's edits.

    Raises:
        CastError: when the file is damaged, or would merge people in a circle or twice.
    """
    if not last_people(revisions):
        return None
    path = folder / CAST
    if path.is_file():
        read_cast(path)
    before = read_text(path) if path.is_file() else CAST_HEAD
    document = tomlkit.parse(before)
    _CastDocument(document, _labels(revisions, script)).follow(revisions)
    after = tomlkit.dumps(document)
    if after == before:
        return None
    check_merges(read_cast_text(after, path))
    return after


@dataclass
class _Entries:
    """What changes of people say, by the person's id.

    Attributes:
        names: of all people, after the changes; None for nameless and merged people.
        merged: the people who were merged directly into another.
        splits: the spans of those split off.
        named: whose names the changes touch.
        introduced: where people were introduced, of those whom the changes touch.
    """

    names: dict[str, str | None]
    merged: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    splits: defaultdict[str, list[Span]] = field(default_factory=lambda: defaultdict(list))
    named: set[str] = field(default_factory=set)
    introduced: dict[str, str | None] = field(default_factory=dict)

    def add(self, changes: Iterable[PersonChange]) -> None:
        """Take changes in, in order."""
        for change in changes:
            if change.name is not None:
                self._name(change.person, change.name or None)
            if change.introduced is not None:
                self.introduced[change.person] = change.introduced or None
            if change.into is not None and change.into != change.person:
                self._merge(change.person, change.into)
            if change.split is not None:
                self._split(change.person, change.split)

    def _name(self, person: str, name: str | None) -> None:
        self.names[person] = name
        self.named.add(person)

    def _merge(self, person: str, into: str) -> None:
        _append(self.merged[into], person)
        self._name(into, self.names.get(into) or self.names.get(person))
        self._name(person, None)

    def _split(self, person: str, span: Span) -> None:
        """Split everybody who was merged into a person: a cast file splits before it merges."""
        for member in self._members(person):
            _append(self.splits[member], span)
            if member != person:
                _append(self.merged[person + SPLIT_MARK], member + SPLIT_MARK)

    def _members(self, person: str) -> list[str]:
        found = [person]
        for one in found:  # grows
            found += [other for other in self.merged[one] if other not in found]
        return found


class _CastDocument:
    """A cast file that is changed, with its comments.

    Args:
        document: the file.
        labels: of people, by id.
    """

    def __init__(self, document: tomlkit.TOMLDocument, labels: dict[str, str]) -> None:
        self._document, self._labels = document, labels

    def follow(self, revisions: Sequence[Revision]) -> None:
        """Make the file agree with the current changes; remove the entries of undone ones."""
        first = next(revision for revision in revisions if revision.people)
        names = {one.person: one.name if one.is_named else None for one in first.called}
        once, now = _Entries(dict(names)), _Entries(dict(names))
        once.add(change for revision in revisions for change in revision.people)
        now.add(change for number in effective(revisions) for change in revisions[number - 1].people)
        given = {name for revision in revisions for change in revision.people if (name := change.name)}
        ours = {*given, *names.values(), None}
        last = _Entries(dict(names))
        last.add(last_people(revisions))
        for person in once.named:
            name = now.names.get(person)
            if self._value(person, "name", None) in ours or person in last.named:
                self._set(person, "name", name)
        for person in once.introduced:
            self._set(person, "introduced", now.introduced.get(person))
        for person in list(once.merged):
            own = [self._label(other) for other in now.merged[person]]
            self._set_list(person, "merge", own, [self._label(other) for other in once.merged[person]])
        for person in list(once.splits):
            spans = [[span.start, span.end] for span in now.splits[person]]
            self._set_list(person, "split", spans, [[span.start, span.end] for span in once.splits[person]])

    def _label(self, person: str) -> str:
        return self._labels.get(person) or person[:1].upper() + person[1:]

    def _value(self, person: str, key: str, default: Any) -> Any:
        table = self._document.get("people", {}).get(self._label(person), {})
        return table.get(key, default)

    def _set_list(self, person: str, key: str, wanted: list[Any], once: list[Any]) -> None:
        """Put the current entries into a list, and remove those of undone changes."""
        there = list(self._value(person, key, []))
        kept = [item for item in there if item in wanted or item not in once]
        self._set(person, key, [*kept, *(item for item in wanted if item not in kept)] or None)

    def _set(self, person: str, key: str, value: Any) -> None:
        """Set a key of a person's table, or remove it."""
        if self._value(person, key, None) == value:
            return
        if "people" not in self._document:
            self._document.add("people", tomlkit.table(is_super_table=True))
        people, label = self._document["people"], self._label(person)
        if label not in people:
            people.add(label, tomlkit.table())
        if value is None:
            del people[label][key]
        else:
            people[label][key] = value


def _labels(revisions: Sequence[Revision], script: Script) -> dict[str, str]:
    called = {one.person: one.name for revision in revisions for one in revision.called if not one.is_named}
    return called | {person.id: person.label for person in script.people}


def _append(items: list[Any], item: Any) -> None:
    if item not in items:
        items.append(item)
