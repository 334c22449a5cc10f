"""What a change of people would do to the cues, before it is done, and what must be asked first.

Asked about are names that may be other words (`Rose petals fall.`), names that are read from the screen, and words for
an unnamed person (`The person in red waits.`). The answers become changes of these cues.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from cinescribe.describe.editing.people.joined_names import repeats_name
from cinescribe.describe.editing.people_edits import PeopleEdits, described_people
from cinescribe.describe.editing.revisions import CueChange, PersonChange
from cinescribe.language.names.name_places import NamePlace
from cinescribe.schema import Cue, Person, Script

# How the observer calls a person without a name; a number or a name would follow `Person`.
_UNNAMED = re.compile(r"\b[Aa]nother person(?: in (?:[a-z]+))?\b|\b(?:[Aa]|[Tt]he) person(?: in (?:[a-z]+))?\b")


@dataclass(frozen=True)
class Doubt:
    """A place in a cue that may mean the person.

    Args:
        key: by which a form names it.
        cue: id of the cue.
        before, words, after: the text of the cue around it.
        new: the replacement.
        is_likely: whether it probably means the person.
    """

    key: str
    cue: str
    before: str
    words: str
    after: str
    new: str
    is_likely: bool


@dataclass(frozen=True)
class CuePreview:
    """A cue before and after.

    Args:
        before: as it is.
        after: with what is sure, and without the doubtful places.
        doubts: what must be asked.
        remarks: what the person should look at afterwards.
    """

    before: Cue
    after: Cue
    doubts: tuple[Doubt, ...]
    remarks: tuple[str, ...]


@dataclass(frozen=True)
class PeoplePreview:
    """What changes of people would do.

    Args:
        people: afterwards.
        cues: those that change, or that must be asked about, in order of time.
    """

    people: tuple[Person, ...]
    cues: tuple[CuePreview, ...]

    @property
    def n_changed(self) -> int:
        """How many cues change whatever is answered."""
        return sum(one.before != one.after for one in self.cues)

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """All that must be asked."""
        return tuple(doubt for one in self.cues for doubt in one.doubts)


def preview(script: Script, changes: Sequence[PersonChange]) -> PeoplePreview:
    """Return what changes of people would do to a script.

    Args:
        script: as it is.
        changes: as for `described_people`.
    """
    edits = PeopleEdits(script.people, changes, language=script.language)
    found = []
    for cue in script.cues:
        after, doubts = edits.cue(cue), tuple(_doubts(cue, edits))
        if after != cue or doubts:
            found.append(CuePreview(cue, after, doubts, tuple(_remarks(cue, after, edits.people))))
    return PeoplePreview(edits.people, tuple(found))


def answered(script: Script, changes: Sequence[PersonChange], chosen: Collection[str]) -> tuple[CueChange, ...]:
    """Return the cues that were asked about, as changes by hand; they go into the journal beside the changes of people.

    Args:
        script: as it is.
        changes: of people.
        chosen: the keys of the doubts that mean the person.
    """
    edits = PeopleEdits(script.people, changes, language=script.language)
    out = []
    for cue in script.cues:
        names, places = _names_and_places(cue, edits)
        doubtful = [place for place in places if not place.is_certain]
        if doubtful:
            replaced = [one for at, one in enumerate(places) if one.is_certain or _key(cue, at) in chosen]
            after = edits.cue(cue).replace(text=edits.names_in(cue).at(cue.text, replaced, names))
            out.append(CueChange(cue.id, cue, after))
    return tuple(out)


def reassigned(cue: Cue, person: Person, into: Person, *, language: str = "en") -> Cue:
    """Return a cue, changed by hand, that is about another person; wherever one is named, the other is.

    Args:
        cue: the cue.
        person: whom it is about.
        into: whom it should be about.
        language: of the cue, as BCP 47 tag.
    """
    change = PersonChange(person.id, into=into.id)
    _, (after,) = described_people((person, into), (cue,), (change,), language=language)
    return cue if after == cue else after.replace(hand_made=True)


def _doubts(cue: Cue, edits: PeopleEdits) -> Iterator[Doubt]:
    names, places = _names_and_places(cue, edits)
    for at, one in enumerate(places):
        if not one.is_certain:
            start, end = one.place
            text, new = cue.text, names[one.old]
            yield Doubt(_key(cue, at), cue.id, text[:start], text[start:end], text[end:], new, one.is_likely)


def _names_and_places(cue: Cue, edits: PeopleEdits) -> tuple[Mapping[str, str], list[NamePlace]]:
    """The new names in a cue by the old ones, and the places of these, with words for an unnamed person."""
    replaced = edits.names_in(cue)
    places = list(replaced.places(cue))
    unnamed = list(_unnamed(cue, edits))
    names = {**replaced.new, **{one.old: name for one, name in unnamed}}
    return names, sorted([*places, *(one for one, _ in unnamed)], key=lambda one: one.place)


def _unnamed(cue: Cue, edits: PeopleEdits) -> Iterator[tuple[NamePlace, str]]:
    """Yield the only place in a cue that mentions an unnamed person, with the name of the person who had none."""
    ids = [id for id in edits.cue(cue).people if id in edits.named]
    found = list(_UNNAMED.finditer(cue.text))
    if len(ids) == 1 and len(found) == 1:
        is_only = len(cue.people) == 1
        yield NamePlace(found[0].span(), found[0][0], is_certain=False, is_likely=is_only), edits.named[ids[0]]


def _key(cue: Cue, at: int) -> str:
    return f"{cue.id}:{at}"


def _remarks(cue: Cue, after: Cue, people: Sequence[Person]) -> Iterator[str]:
    """Yield what the person should look at."""
    if after.text != cue.text and cue.recording is not None:
        yield "the recording still says the old name"
    names = (person.called for person in people if person.id in after.people)
    for name in names:
        if repeats_name(after.text, name) and not repeats_name(cue.text, name):
            yield f"a sentence now says {name} more than once"
