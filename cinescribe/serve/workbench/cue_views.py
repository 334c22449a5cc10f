"""A cue as its form shows it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from cinescribe.describe.editing.edit_messages import words_and_room
from cinescribe.describe.editing.listing import cue_numbers
from cinescribe.describe.editing.open_folder import revision_of
from cinescribe.describe.guidelines.finding import Finding
from cinescribe.export.tracks.cue_time_limits import TOLERANCE
from cinescribe.language.messages.page_words import PageWords
from cinescribe.schema import Cue, Script
from cinescribe.serve.workbench.films import OpenFilm
from cinescribe.timing import Seconds, clock

_PLAIN = re.compile(r"[A-Za-z0-9_-]{1,64}")


@dataclass(frozen=True)
class CueView:
    """A cue as its form shows it.

    Attributes:
        cue: the cue.
        number: among those that are heard; None for a dropped one.
        n_heard: how many are heard.
        revision: of the cue, for its form.
        takes, room: seconds.
        people: names, as the form has them.
        remarks: that are not silenced.
        t: the words of the page.
    """

    cue: Cue
    number: int | None
    n_heard: int
    revision: str
    takes: Seconds
    room: Seconds
    people: str
    remarks: tuple[Finding, ...]
    t: PageWords = field(repr=False)

    @property
    def key(self) -> str:
        """Its id in the form used in addresses and in the page."""
        return key_of(self.cue.id)

    @property
    def heading(self) -> str:
        """What the cue is called."""
        time = clock(self.cue.span.start)[:-4]
        if self.number is None:
            return self.t.plain("cue-heading-dropped", time=time)
        return self.t.plain("cue-heading", number=str(self.number), n=str(self.n_heard), time=time)

    @property
    def name(self) -> str:
        """What it is called in messages."""
        if self.number is None:
            return self.t.plain("cue-name-dropped")
        return self.t.plain("edit-cue", number=str(self.number))

    @property
    def state(self) -> str:
        """What became of it."""
        if self.cue.status == "dropped" and not self.cue.is_seen:
            return self.t.plain("cue-not-heard")
        if self.cue.hand_made:
            return self.t.plain("cue-changed")
        return self.t.plain("cue-accepted" if self.cue.accepted else "cue-unseen")

    @property
    def fits(self) -> bool:
        """Whether it has enough room."""
        return self.cue.status != "spoken" or self.takes <= self.room + TOLERANCE

    @property
    def words(self) -> str:
        """Its length and its room."""
        return words_and_room(self.cue, self.room, self.takes, self.t)

    @property
    def room_state(self) -> str:
        """How it and its room are to each other."""
        if self.cue.status != "spoken":
            return self.cue.status
        return "fits" if self.fits else "long"

    @property
    def start(self) -> str:
        """When it begins."""
        return clock(self.cue.span.start)

    @property
    def end(self) -> str:
        """When it ends."""
        return clock(self.cue.span.end)


def key_of(cue_id: str) -> str:
    """Return a cue's key for addresses and pages: its id, or a digest of an id with odd letters."""
    return cue_id if _PLAIN.fullmatch(cue_id) else f"x{hashlib.sha256(cue_id.encode()).hexdigest()[:16]}"


def cue_id_of(script: Script, key: str) -> str:
    """Return the id of a key; an unknown key is returned itself, and is no cue's id."""
    return next((cue.id for cue in script.cues if cue.id == key or key_of(cue.id) == key), key)


def cue_views(film: OpenFilm, script: Script, cues: Iterable[Cue], t: PageWords) -> Mapping[str, CueView]:
    """Return views of cues of a script, by id, in the words of a language."""
    numbers = cue_numbers(script.cues)
    called = {person.id: person.called for person in script.people}
    rooms, remarks = film.rooms(script), film.check().known(script)
    return {
        cue.id: CueView(
            cue,
            numbers.get(cue.id),
            len(numbers),
            revision_of(cue),
            film.takes(cue),
            rooms.get(cue.id, 0.0),
            "; ".join(called.get(person, person) for person in cue.people),
            remarks.get(cue.id, ()),
            t,
        )
        for cue in cues
    }
