"""What changes of people do to a script's people and cues: names, merges and splits. All functions are pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from cinescribe.describe.cast import SPLIT_MARK
from cinescribe.describe.editing.people.joined_names import with_single_names
from cinescribe.describe.editing.revisions import PersonChange
from cinescribe.describe.guidelines.cue_text import read_places
from cinescribe.describe.text_captions import READER
from cinescribe.language.messages.spoken_messages import MODEL_LANGUAGE, known_messages
from cinescribe.language.names.elision import fits_after_elision
from cinescribe.language.names.name_inflection import forms_of_names, in_same_case
from cinescribe.language.names.name_places import NamePlace, name_places
from cinescribe.language.names.name_replacement import with_names_at
from cinescribe.schema import Cue, Evidence, Face, Person
from cinescribe.timing import Span

_LABEL = re.compile(r"P\d+b*")


def described_people(
    people: Sequence[Person], cues: Sequence[Cue], changes: Sequence[PersonChange], *, language: str = "en"
) -> tuple[tuple[Person, ...], tuple[Cue, ...]]:
    """Return people and cues after changes of people, in order.

    In the cues, a person's label, number and earlier names become what the person is called at the end. Where such a
    name may be another word, as in `Rose petals fall.`, it stays: `preview` asks about these. Changes of people who
    are not there do nothing, such as those that a new draft has already.

    Args:
        people: as they are.
        cues: as they are.
        changes: a name, a merge, a split, or where somebody was introduced each. A merged person's name goes to the
            other, if that one has none. Of a split, the cues whose middle is inside the span are about the person split
            off.
        language: of the cues, as BCP 47 tag. In its cases a name is replaced too, where it is certain how.
    """
    edits = PeopleEdits(people, changes, language=language)
    return edits.people, tuple(edits.cue(cue) for cue in cues)


def described_faces(people: Sequence[Person], faces: Iterable[Face], changes: Sequence[PersonChange]) -> list[Face]:
    """Return faces with the people whom they show after changes of people; those outside a person's splits stay.

    Args:
        people: before the changes.
        faces: with people as before.
        changes: as for `described_people`.
    """
    steps = PeopleEdits(people, changes).steps
    out = []
    for face in faces:
        person = face.person
        for step in steps:
            if person == step.person and (step.split is None or step.split.has(face.time)):
                person = step.into
        out.append(face if person == face.person else face.replace(person=person))
    return out


@dataclass(frozen=True)
class _Step:
    """A change that gives what belongs to one person to another.

    Args:
        person: id of the person.
        into: id of the other.
        split: when; None for always.
        number: of the change, counted from 0.
    """

    person: str
    into: str
    split: Span | None
    number: int


class PeopleEdits:
    """Changes of people, applied to cue after cue.

    Args:
        people: before the changes.
        changes: in order.
        language: of the cues, as BCP 47 tag.

    Attributes:
        people: after the changes.
        steps: what the changes give from one person to another.
        named: the names of the people who had none before, by id.
    """

    def __init__(self, people: Sequence[Person], changes: Sequence[PersonChange], *, language: str = "en") -> None:
        self._before, self._language = tuple(people), language
        self._given: list[tuple[int, str, str]] = []  # number of a change, id of a person, and the name that it gives
        self._split_off: list[Person] = []
        self.steps: list[_Step] = []
        found = list(people)
        for number, change in enumerate(changes):
            self._change(found, number, change)
        self.people = tuple(found)
        unnamed = {person.id for person in self._before if person.name is None}
        self.named = {person.id: person.name for person in found if person.id in unnamed and person.name}
        self._names: dict[tuple[bool, ...], ReplacedNames] = {}

    def cue(self, cue: Cue) -> Cue:
        """Return a cue after the changes."""
        ids, words = self._of(cue)
        after = words.reworded(cue)
        kept = tuple(dict.fromkeys(ids)) if ids != list(cue.people) else cue.people
        return after if kept == after.people else after.replace(people=kept)

    def names_in(self, cue: Cue) -> ReplacedNames:
        """Return the names that are replaced in a cue."""
        return self._of(cue)[1]

    def _of(self, cue: Cue) -> tuple[list[str], ReplacedNames]:
        ids, applied = list(cue.people), []
        for step in self.steps:
            is_applied = step.split is None or (step.person in ids and step.split.has(cue.span.middle))
            applied.append(is_applied)
            if is_applied:
                ids = [step.into if person == step.person else person for person in ids]
        key = tuple(applied)
        if key not in self._names:
            held = [step for step, holds in zip(self.steps, applied, strict=True) if holds]
            self._names[key] = self._names_after(held)
        return ids, self._names[key]

    def _change(self, found: list[Person], number: int, change: PersonChange) -> None:
        """Make a change in a list of people."""
        at = next((n for n, person in enumerate(found) if person.id == change.person), None)
        if at is None:
            return
        if change.name is not None:
            found[at] = found[at].replace(name=change.name or None)
            self._given.append((number, change.person, change.name))
        if change.introduced is not None:
            found[at] = found[at].replace(introduced=change.introduced or None)
        if change.split is not None:
            self._split(found, at, number, change.split)
        into = next((n for n, person in enumerate(found) if person.id == change.into), None)
        if into is not None and into != at:
            self._merge(found, at, into, number)

    def _split(self, found: list[Person], at: int, number: int, span: Span) -> None:
        person = found[at]
        new = Person(person.id + SPLIT_MARK, person.label + SPLIT_MARK)
        into = self._end(new.id, self.steps)  # as in a cast file, all that is split off goes where the first part went
        if all(other.id != into for other in found):
            found.insert(at + 1, new)
            self._split_off.append(new)
        self.steps.append(_Step(person.id, into, span, number))

    def _merge(self, found: list[Person], at: int, into: int, number: int) -> None:
        merged, other = found[at], found[into]
        if other.name is None and merged.name is not None:
            found[into] = other.replace(name=merged.name)
        self.steps.append(_Step(merged.id, other.id, None, number))
        del found[at]

    def _names_after(self, steps: Sequence[_Step]) -> ReplacedNames:
        """What each name becomes, if these steps hold."""
        owners: dict[str, str] = {}  # ids by name
        for person in (*self._before, *self._split_off):
            owners |= dict.fromkeys((person.label, spoken_label(person.label, self._language)), person.id)
        owners |= {person.name: person.id for person in self._before if person.name is not None}
        ends = {name: self._end(owner, steps) for name, owner in owners.items()}
        for number, owner, name in self._given:
            if name:
                ends.setdefault(name, self._end(owner, steps, after=number))
        now, language = {person.id: person for person in self.people}, self._language
        called = {name: called_instead(name, now[owner], language) for name, owner in ends.items() if owner in now}
        several = {step.into for step in steps if step.split is None}  # only they may be in a list twice
        new = {old: new for old, new in called.items() if old != new}
        forms, cases, uncertain = _in_cases(new, called, self._language)
        return ReplacedNames(
            {**cases, **new},
            frozenset(called.values()),
            frozenset(name for name in called.values() if ends.get(name) in several),
            uncertain,
            forms,
            self._language,
        )

    def _end(self, person: str, steps: Sequence[_Step], *, after: int = -1) -> str:
        """The id that an id has become at the end."""
        for step in steps:
            if step.number > after and person == step.person:
                person = step.into
        return person


@dataclass(frozen=True)
class ReplacedNames:
    """What is replaced in the texts of a cue.

    Args:
        new: the new name for each old one.
        kept: all names that people have at the end.
        joined: those of people whom a merge made of several.
        uncertain: old names in a case, of which it is not certain what the new one is in it.
        forms: the nominative of each old name in a case.
        language: of the cues, as BCP 47 tag.
    """

    new: Mapping[str, str]
    kept: Collection[str] = ()
    joined: Collection[str] = ()
    uncertain: Collection[str] = ()
    forms: Mapping[str, str] = field(default_factory=dict)
    language: str = "en"

    def places(self, cue: Cue, text: str | None = None) -> tuple[NamePlace, ...]:
        """Return where old names occur in a text of a cue, by default in its words."""
        text = cue.text if text is None else text
        if not any(name.casefold() in text.casefold() for name in self.new):
            return ()
        read = ((0, len(text)),) if cue.by == READER else read_places(text)
        found = name_places(text, self.new, others=self.kept, read=read, forms=self.forms, language=self.language)
        return tuple(one if self._is_sure(one, text) else replace(one, is_certain=False) for one in found)

    def _is_sure(self, one: NamePlace, text: str) -> bool:
        """Whether the new name can replace the old one, in this form and after the word before."""
        return one.old not in self.uncertain and fits_after_elision(
            text, one.place[0], self.new[one.old], self.language
        )

    def reworded(self, cue: Cue) -> Cue:
        """Return a cue with new names where old ones certainly occur."""

        def renamed(text: str) -> str:
            return self.at(text, [place for place in self.places(cue, text) if place.is_certain], self.new)

        return cue.replace(
            text=renamed(cue.text),
            shorter=tuple(map(renamed, cue.shorter)),
            why=cue.why and renamed(cue.why),
            effect=cue.effect and renamed(cue.effect),
            trait=cue.trait and renamed(cue.trait),
            figure=cue.figure and renamed(cue.figure),
            evidence=tuple(self._evidence(one, renamed) for one in cue.evidence),
        )

    def at(self, text: str, places: Sequence[NamePlace], names: Mapping[str, str]) -> str:
        """Return a text with new names at some places; a list of people with duplicates keeps one of each."""
        if not places:
            return text
        after = with_names_at(text, places, names)
        for name in self.joined:
            after = with_single_names(after, name, [one for one in self.kept if one != name])
        return after

    def _evidence(self, one: Evidence, renamed: Callable[[str], str]) -> Evidence:
        what, word = renamed(one.what), self.new.get(one.word or "", one.word)
        return one if (what, word) == (one.what, one.word) else one.replace(what=what, word=word)


def spoken_label(label: str, language: str = MODEL_LANGUAGE) -> str:
    """Return how a voice says a label: not P1 but person 1; in English where a language has no bundled sentences."""
    return known_messages(language).text("person-number", number=label.removeprefix("P"))


def _in_cases(
    new: Mapping[str, str], called: Collection[str], language: str
) -> tuple[dict[str, str], dict[str, str], frozenset[str]]:
    """Old names in the cases of a language: their nominatives, the new names for them, and which are uncertain."""
    names = {name for name in (*new, *called) if name[:1].isupper() and not any(map(str.isdigit, name))}  # no labels
    forms = forms_of_names(names, language)
    nominatives, found, uncertain = dict[str, str](), dict[str, str](), set[str]()
    for old, name in new.items():
        for form in forms.get(old, ()):
            other = in_same_case(form, old, name, language)
            nominatives[form], found[form] = old, other or name
            if other is None:
                uncertain.add(form)
    return nominatives, found, frozenset(uncertain)


def called_instead(old: str, person: Person, language: str = MODEL_LANGUAGE) -> str:
    """Return what a person is called in place of an old name or label: without a name, a label where a label was."""
    if person.name is not None:
        return person.name
    return person.label if _LABEL.fullmatch(old) else spoken_label(person.label, language)
