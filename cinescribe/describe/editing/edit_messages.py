"""What is said back after an edit: which cue, what became of it, and the room that is left."""

from __future__ import annotations

import math

from cinescribe.export.tracks.cue_time_limits import TOLERANCE
from cinescribe.schema import Cue
from cinescribe.timing import Seconds, clock

_NOTES = ("why", "effect", "trait", "figure", "notes")


def message_of(before: Cue | None, after: Cue | None, *, number: int | None, room: Seconds, takes: Seconds) -> str:
    """Return what to say after an edit of a cue, in one or two short sentences.

    Args:
        before: the cue before; None if it was added.
        after: the cue now; None if it was removed.
        number: its place in the list of cues that are heard, from 1; None for one that was never in it.
        room: seconds that it has, with its pause.
        takes: seconds for which it is heard.

    Example:
        >>> cue = Cue(Span(252.0, 255.1), "Anna tears the letter.")
        >>> message_of(cue, cue.replace(text="Anna takes it."), number=12, room=3.4, takes=1.1)
        'Cue 12: 3 words, 1.1 of 3.4 seconds.'
    """
    name = f"Cue {number}" if number else "The dropped cue"
    if after is None:
        return f"{name} is removed."
    if before is None:
        return f"{name} is new at {clock(after.span.start)}: {_words_and_room(after, room, takes)}."
    if after == before:
        return f"{name} is as it was."
    if after.status != before.status:
        return f"{name} {_new_status(before, after, room, takes)}"
    if after.text != before.text:
        old = " Its recording still says the old words." if after.recording else ""
        return f"{name}: {_words_and_room(after, room, takes)}.{old}"
    if after.rate != before.rate:
        return f"{name} is said {after.rate:g} times as fast: {room_line(after, room, takes)}."
    if after.span.start != before.span.start:
        return f"{name} starts at {clock(after.span.start)}, {room_line(after, room, takes)}."
    if after.span.end != before.span.end:
        return f"{name} ends at {clock(after.span.end)}, {room_line(after, room, takes)}."
    if after.recording != before.recording:
        what = "has a recording" if after.recording else "has no recording any more"
        return f"{name} {what}: {room_line(after, room, takes)}."
    return f"{name} {_aside(before, after)}."


def room_line(cue: Cue, room: Seconds, takes: Seconds) -> str:
    """Return how long a cue is heard and how long it may be: `3.1 of 3.4 seconds`, and by how much it is too long."""
    if cue.status == "dropped":
        return "not heard"
    if cue.status == "extended":
        return f"the film waits {takes:.1f} seconds"
    line = f"{takes:.1f} of {math.floor(max(room, 0.0) * 10 + 1e-6) / 10:.1f} seconds"
    over = takes - room
    return line if over <= TOLERANCE else f"{line}, {math.ceil(over * 10 - 1e-6) / 10:.1f} too long"


def _words_and_room(cue: Cue, room: Seconds, takes: Seconds) -> str:
    n = len(cue.text.split())
    return f"{n} word{'' if n == 1 else 's'}, {room_line(cue, room, takes)}"


def _new_status(before: Cue, after: Cue, room: Seconds, takes: Seconds) -> str:
    if after.status == "dropped":
        return "is dropped."
    if after.status == "extended":
        return f"is extended: {room_line(after, room, takes)}."
    what = "is spoken again" if before.status == "dropped" else "is spoken while the film goes on"
    return f"{what}: {room_line(after, room, takes)}."


def _aside(before: Cue, after: Cue) -> str:
    """What became of a cue that is heard as before."""
    if after.status == "dropped" and after.reason != before.reason:
        return "is dropped by hand"
    if after.silenced != before.silenced:
        return "has a silenced remark" if len(after.silenced) > len(before.silenced) else "has its remark back"
    if after.people != before.people:
        return "is about other people now" if after.people else "is about nobody now"
    if after.comment != before.comment:
        return "has a new comment" if after.comment else "has no comment any more"
    if any(getattr(after, name) != getattr(before, name) for name in _NOTES):
        return "has new notes"
    return "is accepted" if after.accepted and not before.accepted else "is saved"
