"""The reply to an edit: which cue, its new state, and the remaining room."""

from __future__ import annotations

import math

from cinescribe.export.tracks.cue_time_limits import TOLERANCE
from cinescribe.language.messages.page_words import PageWords, page_words
from cinescribe.schema import Cue
from cinescribe.timing import Seconds, clock

_NOTES = ("why", "effect", "trait", "figure", "notes")
_WITH_TEXT = {"new", "text"}  # edits whose reply has the number of words,
_WITH_ROOM = {"extended", "spoken-again", "spoken", "rate", "recorded", "unrecorded"}  # the room after a colon,
_WITH_NEW_TIME = {"start", "end"}  # and after a comma


def message_of(
    before: Cue | None,
    after: Cue | None,
    *,
    number: int | None,
    room: Seconds,
    takes: Seconds,
    words: PageWords | None = None,
) -> str:
    """Return what to say after an edit of a cue, in one or two short sentences.

    Args:
        before: the cue before; None if it was added.
        after: the cue now; None if it was removed.
        number: its place in the list of cues that are heard, from 1; None for one that was never in it.
        room: seconds that it has, with its pause.
        takes: seconds for which it is heard.
        words: of a language; None for English.

    Example:
        >>> cue = Cue(Span(252.0, 255.1), "Anna tears the letter.")
        >>> message_of(cue, cue.replace(text="Anna takes it."), number=12, room=3.4, takes=1.1)
        'Cue 12: 3 words, 1.1 of 3.4 seconds.'
    """
    t = words or page_words("en")
    kind, edit = _kind(before, after), _edit(before, after, number, t)
    if after is None:
        return t.plain("edit-alone", edit=edit)
    if kind in _WITH_TEXT:
        message = t.plain("edit-and-room", edit=edit, room=words_and_room(after, room, takes, t))
        return f"{message} {t.plain('edit-old-recording')}" if kind == "text" and after.recording else message
    if kind in _WITH_ROOM:
        return t.plain("edit-and-room", edit=edit, room=room_line(after, room, takes, t))
    if kind in _WITH_NEW_TIME:
        return t.plain("edit-with-room", edit=edit, room=room_line(after, room, takes, t))
    return t.plain("edit-alone", edit=edit)


def edit_line(before: Cue | None, after: Cue | None, *, number: int | None, words: PageWords | None = None) -> str:
    """Return what an edit did to a cue as a sentence, without the room; arguments as of `message_of`."""
    t = words or page_words("en")
    return t.plain("edit-alone", edit=_edit(before, after, number, t))


def room_line(cue: Cue, room: Seconds, takes: Seconds, words: PageWords | None = None) -> str:
    """Return how long a cue is heard and how long it may be: `3.1 of 3.4 seconds`, and by how much it is too long."""
    t = words or page_words("en")
    if cue.status == "dropped":
        return t.plain("room-dropped")
    if cue.status == "extended":
        return t.plain("room-extended", takes=float(takes))
    line = t.plain("room-line", takes=float(takes), room=math.floor(max(room, 0.0) * 10 + 1e-6) / 10)
    over = takes - room
    return line if over <= TOLERANCE else t.plain("room-over", line=line, over=math.ceil(over * 10 - 1e-6) / 10)


def words_and_room(cue: Cue, room: Seconds, takes: Seconds, words: PageWords | None = None) -> str:
    """Return the number of words of a cue, how long it is heard, and how long it may be."""
    t = words or page_words("en")
    return t.plain("words-and-room", n=len(cue.text.split()), room=room_line(cue, room, takes, t))


def _edit(before: Cue | None, after: Cue | None, number: int | None, t: PageWords) -> str:
    """Which cue, and what became of it: `Cue 12 is accepted`."""
    name = t.plain("edit-cue", number=str(number)) if number else t.plain("edit-dropped-cue")
    cue = after or before
    times = {"start": clock(cue.span.start), "end": clock(cue.span.end)} if cue else {}
    rate = t.number(cue.rate, digits=None) if cue else ""
    return t.plain(f"edit-{_kind(before, after)}", cue=name, rate=rate, **times)


def _kind(before: Cue | None, after: Cue | None) -> str:
    """The name of what became of a cue."""
    if after is None:
        return "removed"
    if before is None:
        return "new"
    if after == before:
        return "same"
    if after.status != before.status:
        return after.status if after.status != "spoken" else "spoken-again" if before.status == "dropped" else "spoken"
    for name in ("text", "rate"):
        if getattr(after, name) != getattr(before, name):
            return name
    if after.span != before.span:
        return "start" if after.span.start != before.span.start else "end"
    if after.recording != before.recording:
        return "recorded" if after.recording else "unrecorded"
    return _aside(before, after)


def _aside(before: Cue, after: Cue) -> str:
    """The name of what became of a cue that is heard as before."""
    if after.status == "dropped" and after.reason != before.reason:
        return "by-hand"
    if after.silenced != before.silenced:
        return "silenced" if len(after.silenced) > len(before.silenced) else "unsilenced"
    if after.people != before.people:
        return "people" if after.people else "nobody"
    if after.comment != before.comment:
        return "comment" if after.comment else "no-comment"
    if any(getattr(after, name) != getattr(before, name) for name in _NOTES):
        return "notes"
    return "accepted" if after.accepted and not before.accepted else "saved"
