"""Edits that change which cues there are: split, join, insert and duplicate."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import TypeVar

from cinescribe.describe.editing.changed_cue import Duration, free_id, mentioned, timed
from cinescribe.describe.editing.cue_edits import cue_of
from cinescribe.describe.editing.cue_fields import CueFieldError, checked_spoken_text
from cinescribe.describe.editing.cue_gaps import free_part_after
from cinescribe.describe.editing.people_edits import spoken_label
from cinescribe.describe.editing.revisions import CueChange
from cinescribe.errors import EditError
from cinescribe.export.disclosure import BY_HAND
from cinescribe.export.tracks.cue_time_limits import BREATH
from cinescribe.schema import Cue, Evidence, Script
from cinescribe.timing import Seconds, Span, clock

_SAID_OF_ALL = ("why", "effect", "trait", "figure", "comment")  # texts about a whole cue
T = TypeVar("T")


def split(script: Script, cue_id: str, at: int, *, duration: Duration) -> tuple[CueChange, ...]:
    """Split a cue at a character of its text; the second part is spoken a breath after the first.

    Each part keeps the people that it names and the evidence of its words. Who is named in neither stays with both, as
    does evidence of the whole sentence; notes and comment stay with the first. A recording says both parts, so neither
    keeps it.

    Args:
        script: as it is.
        cue_id: of the cue.
        at: number of characters of the text that stay in the cue.
        duration: gives the seconds for which a cue is heard.

    Raises:
        CueFieldError: when one part would have no words.
        EditError: when there is no such cue.
    """
    cue = cue_of(script, cue_id)
    first, second = cue.text[: max(at, 0)].strip(), cue.text[max(at, 0) :].strip()
    if not first or not second:
        raise CueFieldError("text", "one part would have no words; choose a place between two words")
    whole = cue.replace(hand_made=True, recording=None, shorter=())
    head = timed(_part(whole, first, second, script), None, duration)
    tail = _part(whole, second, first, script).replace(notes=(), silenced=(), **dict.fromkeys(_SAID_OF_ALL))
    return CueChange(cue.id, cue, head), _added(script, tail, _after(head, script.film.duration), duration)


def join(script: Script, cue_id: str, *, duration: Duration) -> tuple[CueChange, ...]:
    """Join a cue with the next one that is heard.

    A recording says only its own cue, so the joined one has none.

    Args:
        script: as it is.
        cue_id: of the first of the two.
        duration: gives the seconds for which a cue is heard.

    Raises:
        CueFieldError: when the text would be too long.
        EditError: when there is no such cue, it is dropped, or no other is heard after it.
    """
    cue = cue_of(script, cue_id)
    heard = script.spoken()
    if cue.status == "dropped":
        raise EditError(f"cue {cue.id} is dropped; restore it before you join it with the next")
    following = next(iter(heard[heard.index(cue) + 1 :]), None)
    if following is None:
        raise EditError(f"no cue is heard after {cue.id}, so there is none to join it with")
    both = cue.replace(
        text=checked_spoken_text(f"{cue.text} {following.text}"),
        people=_once([*cue.people, *following.people]),
        evidence=_once([*cue.evidence, *following.evidence]),
        notes=_once([*cue.notes, *following.notes]),
        silenced=_once([*cue.silenced, *following.silenced]),
        shorter=(),
        recording=None,
        hand_made=True,
        reason=None if cue.status == "spoken" else cue.reason,
    )
    both = both.replace(**{name: _joined(getattr(cue, name), getattr(following, name)) for name in _SAID_OF_ALL})
    return CueChange(cue.id, cue, timed(both, None, duration)), CueChange(following.id, following, None)


def insert(script: Script, at: Seconds, text: str, *, duration: Duration) -> tuple[CueChange, ...]:
    """Insert a cue that begins at a second of the film.

    Args:
        script: as it is.
        at: when.
        text: what it says.
        duration: gives the seconds for which a cue is heard.

    Raises:
        CueFieldError: when the text cannot be spoken, or the time lies outside the film.
    """
    words = checked_spoken_text(text)
    if not 0 <= at < script.film.duration:
        raise CueFieldError("start", f"{at:g} s lies outside the film, which ends at {clock(script.film.duration)}")
    cue = Cue(Span(at, at), words, mentioned(words, script.people), by=BY_HAND, hand_made=True)
    return (_added(script, cue, at, duration),)


def insert_after(script: Script, cue_id: str, text: str, *, duration: Duration) -> tuple[CueChange, ...]:
    """Insert a cue at the beginning of the first free part of a gap after a cue.

    Args, Raises: as `insert`; also EditError when there is no such cue, or no gap after it.
    """
    return insert(script, free_part_after(script, cue_of(script, cue_id)).start, text, duration=duration)


def duplicate(script: Script, cue_id: str, *, duration: Duration) -> tuple[CueChange, ...]:
    """Copy a cue, with everything that belongs to it but its recording; the copy begins a breath after it.

    Args:
        script: as it is.
        cue_id: of the cue.
        duration: gives the seconds for which a cue is heard.

    Raises:
        EditError: when there is no such cue.
    """
    cue = cue_of(script, cue_id)
    copy = cue.replace(hand_made=True, recording=None)
    return (_added(script, copy, _after(cue, script.film.duration), duration),)


def _added(script: Script, cue: Cue, start: Seconds, duration: Duration) -> CueChange:
    """The change that adds a cue at a time, with an id of its own."""
    start = round(start, 3)
    name = free_id(start, _taken(script))
    return CueChange(name, None, timed(cue.replace(id=name, span=Span(start, start)), None, duration))


def _taken(script: Script) -> Collection[str]:
    return {cue.id for cue in script.cues}


def _after(cue: Cue, film_end: Seconds) -> Seconds:
    """A breath after a spoken cue, as far as the film lasts; where the film waits already, at the same moment."""
    return (
        cue.span.start if cue.status != "spoken" else min(cue.span.end + BREATH, max(film_end - 0.001, cue.span.start))
    )


def _part(cue: Cue, text: str, other: str, script: Script) -> Cue:
    """A part of a cue with the people and the evidence that belong to it, and not only to the other part."""
    own, others = _named(text, script), _named(other, script)
    called = {word: person.id for person in script.people for word in (person.id, person.label, person.called)}

    def belongs(evidence: Evidence) -> bool:
        word = evidence.word
        if word is None:
            return True
        if word in called:
            return called[word] in own or called[word] not in others
        return _has_word(text, word) or not _has_word(other, word)

    return cue.replace(
        text=text,
        people=tuple(person for person in cue.people if person in own or person not in others),
        evidence=tuple(filter(belongs, cue.evidence)),
        reason=None if cue.status == "spoken" else cue.reason,
    )


def _named(text: str, script: Script) -> set[str]:
    """Who is named in a text, by name or label: Anna, P2, person 2."""
    return {
        person.id
        for person in script.people
        for words in (person.called, person.label, spoken_label(person.label, script.language))
        if _has_word(text, words)
    }


def _has_word(text: str, word: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE) is not None


def _once(values: Iterable[T]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(values))


def _joined(first: str | None, second: str | None) -> str | None:
    return "\n".join(_once(filter(None, [first, second]))) or None
