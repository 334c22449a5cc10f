"""Who is in a series: its episodes, its people, and who each person of an episode is, as its journal says.

The journal is never rewritten. Each edit says what became of episodes and people; what an undone edit said is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cinescribe.errors import EditError, brief
from cinescribe.record import Record

BY_FACE = "face"  # `SeenPerson.by`: the faces are sufficiently alike, or unlike everybody's
BY_NAME = "name"  # the describer of the episode gave the name of a person of the series


@dataclass(frozen=True)
class Episode(Record):
    """An episode of a series.

    Args:
        name: the name of its folder.
        path: of its folder, relative to the series' folder where that is possible.
    """

    name: str
    path: str


@dataclass(frozen=True)
class SeriesPerson(Record):
    """A person of a series.

    Args:
        id: `S1` on, in the order in which they were found.
        name: None while nobody gave one.
    """

    id: str
    name: str | None = None

    @property
    def called(self) -> str:
        """The name if there is one, else the id."""
        return self.name or self.id


@dataclass(frozen=True)
class SeenPerson(Record):
    """A person of one episode, and who that is in the series.

    Args:
        episode: name of the episode.
        person: id in the episode.
        certainty: the probability of who it is, or, while it is asked, of the first candidate.
        by: `BY_FACE`, `BY_NAME`, or the name of the person who said it.
        series: id in the series; None while it is asked.
        candidates: ids in the series of who it may be, the likeliest first, while it is asked.
    """

    episode: str
    person: str
    certainty: float
    by: str
    series: str | None = None
    candidates: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, str]:
        """Episode and person."""
        return self.episode, self.person

    @property
    def is_asked(self) -> bool:
        """Whether a describer has to say who it is."""
        return self.series is None


@dataclass(frozen=True)
class SeriesEdit(Record):
    """One change of a series.

    Args:
        at: when, in UTC, ISO 8601.
        who: the name of the editor.
        what: a line that says what changed.
        episodes: added, or moved.
        people: people of the series as they are afterwards.
        gone: ids of people of the series who are no longer there.
        seen: people of episodes as they are afterwards.
        left: people of episodes who are no longer there, as `episode` and `person` in one text.
        undoes: number of the edit that this one takes back, counted from 1; it then has no changes of its own.
    """

    at: str
    who: str
    what: str
    episodes: tuple[Episode, ...] = ()
    people: tuple[SeriesPerson, ...] = ()
    gone: tuple[str, ...] = ()
    seen: tuple[SeenPerson, ...] = ()
    left: tuple[str, ...] = ()
    undoes: int | None = None


@dataclass(frozen=True)
class SeriesState:
    """A series at one moment.

    Args:
        edits: the journal.
        episodes: by name, in the order in which they were added.
        people: of the series, by id.
        seen: people of episodes, by episode and id.
    """

    edits: tuple[SeriesEdit, ...] = ()
    episodes: dict[str, Episode] = field(default_factory=dict)
    people: dict[str, SeriesPerson] = field(default_factory=dict)
    seen: dict[tuple[str, str], SeenPerson] = field(default_factory=dict)

    def person(self, person_id: str) -> SeriesPerson:
        """Return a person of the series by id, or by name.

        Raises:
            EditError: when there is none.
        """
        if person_id in self.people:
            return self.people[person_id]
        found = next((one for one in self.people.values() if one.name == person_id), None)
        if found is None:
            known = ", ".join(f"{one.id} ({one.name})" if one.name else one.id for one in self.people.values())
            raise EditError(f"no person of the series is {brief(person_id)}; it has {known or 'nobody yet'}")
        return found

    def seen_in(self, episode: str) -> tuple[SeenPerson, ...]:
        """Return the people of an episode."""
        return tuple(one for one in self.seen.values() if one.episode == episode)

    def seen_as(self, person_id: str) -> tuple[SeenPerson, ...]:
        """Return the people of episodes who are a person of the series."""
        return tuple(one for one in self.seen.values() if one.series == person_id)

    @property
    def asked(self) -> tuple[SeenPerson, ...]:
        """The people of episodes of whom a describer has to say who they are."""
        return tuple(one for one in self.seen.values() if one.is_asked)

    def next_id(self) -> str:
        """Return an id that nobody of the series has or had."""
        taken = {one.id for edit in self.edits for one in edit.people} | self.people.keys()
        return f"S{max((int(one[1:]) for one in taken), default=0) + 1}"


def state_of(edits: Sequence[SeriesEdit]) -> SeriesState:
    """Return the series that follows from its journal."""
    state = SeriesState(tuple(edits))
    for number in holding(edits):
        _apply(state, edits[number - 1])
    return state


def after(state: SeriesState, edit: SeriesEdit) -> SeriesState:
    """Return the series after one more edit."""
    return state_of((*state.edits, edit))


def holding(edits: Sequence[SeriesEdit]) -> list[int]:
    """Return the numbers, from 1, of the edits that hold: neither taken back, nor taking back, in order."""
    undone = {edit.undoes for edit in edits}
    return [number for number, edit in enumerate(edits, 1) if number not in undone and edit.undoes is None]


def _apply(state: SeriesState, edit: SeriesEdit) -> None:
    state.episodes.update({one.name: one for one in edit.episodes})
    state.people.update({one.id: one for one in edit.people})
    for person_id in edit.gone:
        state.people.pop(person_id, None)
    state.seen.update({one.key: one for one in edit.seen})
    for left in edit.left:
        episode, _, person = left.rpartition(" ")
        state.seen.pop((episode, person), None)
