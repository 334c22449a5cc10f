"""What the observer calls people: a name if they have one, else what a viewer recognises them by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cinescribe.language.messages.messages import Messages
from cinescribe.language.messages.spoken_messages import MODEL_LANGUAGE, spoken_messages
from cinescribe.models.observer.footage import FaceTrack
from cinescribe.schema import Person


@dataclass(frozen=True)
class PersonWords:
    """Words for a person.

    Args:
        subject: as the subject of a sentence.
        cases: in other cases, by the names that the messages have for them; a name stays as it is.
        another: for a second one who is called the same; None if the words stay.
    """

    subject: str
    cases: Mapping[str, str] = field(default_factory=dict)
    another: PersonWords | None = None

    def in_case(self, case: str) -> str:
        """Return the words in a case."""
        return self.cases.get(case, self.subject)


@dataclass(frozen=True)
class Reference:
    """The words for one person.

    Args:
        first: at the first mention, as `a person in blue`; `Anna, in blue,` for a person with a name; `Anna` for one
            who was introduced before.
        later: at later mentions, as `the person in blue`; `Anna`.
        in_list: at the first mention in a list of people; `Anna` for a person with a name.
        label: as evidence names them: the name or label.
        is_distinctive: whether the words say more than that it is a person.
    """

    first: PersonWords
    later: PersonWords
    in_list: PersonWords
    label: str
    is_distinctive: bool = True


def references(
    people: Sequence[Person], tracks: Sequence[FaceTrack], messages: Messages | None = None
) -> dict[str, Reference]:
    """Return the words for each person of a film.

    A person without a name is recognised by the colour of their clothes. If another person in the film has that colour,
    a person who comes again has a number: that of their label. Without name and clothes it is a person, each time.

    Args:
        people: the film's people.
        tracks: all their face tracks.
        messages: of the language; by default the English ones.
    """
    words = messages or spoken_messages(MODEL_LANGUAGE)
    clothes = {person.id: _clothes([track for track in tracks if track.person == person.id]) for person in people}
    n_wearing = Counter(clothes.values())
    shots = {person.id: {track.shot for track in tracks if track.person == person.id} for person in people}
    return {
        person.id: _reference(
            person,
            clothes[person.id],
            words,
            is_distinct=n_wearing[clothes[person.id]] == 1 or len(shots[person.id]) < 2,
        )
        for person in people
    }


def called(messages: Messages, message: str, /, *, another: PersonWords | None = None, **values: str) -> PersonWords:
    """Return the words of a message for a person, in all cases that it has.

    Args:
        messages: of the language.
        message: its name.
        another: as in `PersonWords`.
        values: of the message.

    Raises:
        LanguageError: when the messages have no such text.
    """
    names = {case: f"{message}.{case}" for case in messages.cases}
    cases = {case: messages.text(name, **values) for case, name in names.items() if messages.has(name)}
    return PersonWords(messages.text(message, **values), cases, another)


def _reference(person: Person, clothes: str | None, messages: Messages, *, is_distinct: bool) -> Reference:
    if person.name:
        name = PersonWords(person.name)
        is_bare = clothes is None or person.introduced is not None
        first = name if is_bare else called(messages, "name-in", name=person.name, clothes=str(clothes))
        return Reference(first, name, name, person.name)
    if not clothes:
        anybody = called(messages, "person", another=called(messages, "another-person"))
        return Reference(anybody, anybody, anybody, person.label, is_distinctive=False)
    if is_distinct:
        other = called(messages, "another-person-in", clothes=clothes)
        first = called(messages, "person-in", clothes=clothes, another=other)
        return Reference(first, called(messages, "the-person-in", clothes=clothes), first, person.label)
    value = person.label.lstrip("P")
    number = called(messages, "person-number", number=value)
    return Reference(called(messages, "person-number-in", number=value, clothes=clothes), number, number, person.label)


def _clothes(tracks: Sequence[FaceTrack]) -> str | None:
    """Return the colour of a person's clothes; None if it is unknown or changes in the film."""
    colours = {track.clothes for track in tracks} - {None}
    return colours.pop() if len(colours) == 1 else None
