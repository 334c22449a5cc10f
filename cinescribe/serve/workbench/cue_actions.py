"""What the buttons of a cue do: the values of its form are saved, and then the edit that the button names is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from cinescribe.describe.editing.changed_cue import CueValues
from cinescribe.describe.editing.cue_edits import (
    Frames,
    accept,
    change,
    cue_of,
    make_extended,
    make_spoken,
    nudge,
    nudge_end,
    nudge_start,
    reject,
    restore,
    silence,
    unsilence,
)
from cinescribe.describe.editing.cue_edits import TimeStep as Nudge
from cinescribe.describe.editing.cue_fields import CueFieldError, read_values
from cinescribe.describe.editing.cue_gaps import to_next_gap, to_previous_gap
from cinescribe.describe.editing.cue_list import duplicate, insert, insert_after, join, split
from cinescribe.describe.editing.edit_steps import EditStep, in_turn
from cinescribe.describe.editing.fit_to_gap import fit_to_gap
from cinescribe.describe.editing.revisions import CueChange
from cinescribe.errors import EditError, RecordError, brief
from cinescribe.schema import Script
from cinescribe.serve.security.forms import SentForm
from cinescribe.serve.workbench.films import OpenFilm
from cinescribe.timing import from_clock

_Action: TypeAlias = Callable[[Script, str, SentForm, OpenFilm], tuple[CueChange, ...]]

_FRAME = "frame"  # a step by so many frames ends so: `-1frame`


def form_changes(script: Script, cue_id: str, action: str, form: SentForm, film: OpenFilm) -> tuple[CueChange, ...]:
    """Return the changes that a form of a cue asks for.

    Args:
        script: as it is.
        cue_id: of the cue.
        action: one of `CUE_ACTIONS`.
        form: with the values of the cue, and what the action needs.
        film: that the cue belongs to.

    Raises:
        EditError: when the action cannot be done, or a value cannot be used.
    """
    typed = {name: value for name, value in form.fields if name in _FIELDS}

    def save(now: Script) -> tuple[CueChange, ...]:
        cue = cue_of(now, cue_id)
        values = read_values(typed, cue, now)
        return change(now, cue_id, values, duration=film.takes)

    steps: list[EditStep] = [save, lambda now: CUE_ACTIONS[action](now, cue_id, form, film)]
    return in_turn(script, steps)


def _nothing(script: Script, cue_id: str, form: SentForm, film: OpenFilm) -> tuple[CueChange, ...]:
    return ()


def _step(form: SentForm) -> Nudge:
    """By how much a button moves a time: seconds, or frames."""
    by = form.get("by")
    try:
        if by.endswith(_FRAME):
            return Frames(int(by.removesuffix(_FRAME)))
        return float(by)
    except ValueError as error:
        raise CueFieldError("start", f"the step is {by!r}; enter seconds, such as 0.01") from error


def _number(form: SentForm, name: str) -> int:
    try:
        return int(form.get(name))
    except ValueError as error:
        raise CueFieldError("text", f"{name} is {form.get(name)!r}; expected a whole number") from error


def _insert(script: Script, cue_id: str, form: SentForm, film: OpenFilm) -> tuple[CueChange, ...]:
    """Insert the new text of a form at a time, or without one after the cue."""
    text, at = form.get("new_text"), form.get("new_start").strip()
    if not at:
        return insert_after(script, cue_id, text, duration=film.takes)
    try:
        return insert(script, from_clock(at), text, duration=film.takes)
    except RecordError as error:
        raise CueFieldError("new_start", str(error)) from error


def _mend(script: Script, cue_id: str, form: SentForm, film: OpenFilm) -> tuple[CueChange, ...]:
    """Write what a remark about a cue suggests."""
    rule = form.get("remark")
    check = film.check()
    found = (*check.known(script).get(cue_id, ()), *check.of_cue(script, cue_id))
    mend = next((one.mend for one in found if one.rule == rule and one.mend), None)
    if mend is None:
        raise EditError(f"the remark {brief(rule)} suggests nothing for this cue any more; write the text yourself")
    return change(script, cue_id, CueValues(text=mend), duration=film.takes)


CUE_ACTIONS: Mapping[str, _Action] = {
    "save": _nothing,
    "accept": lambda script, cue, form, film: accept(script, cue),
    "reject": lambda script, cue, form, film: reject(script, cue, duration=film.takes),
    "restore": lambda script, cue, form, film: restore(script, cue, duration=film.takes),
    "extend": lambda script, cue, form, film: make_extended(script, cue, duration=film.takes),
    "unextend": lambda script, cue, form, film: make_spoken(script, cue, duration=film.takes),
    "nudge": lambda script, cue, form, film: nudge(script, cue, _step(form), duration=film.takes),
    "nudge-start": lambda script, cue, form, film: nudge_start(script, cue, _step(form), duration=film.takes),
    "nudge-end": lambda script, cue, form, film: nudge_end(script, cue, _step(form), duration=film.takes),
    "next-gap": lambda script, cue, form, film: to_next_gap(script, cue, duration=film.takes),
    "previous-gap": lambda script, cue, form, film: to_previous_gap(script, cue, duration=film.takes),
    "fit": lambda script, cue, form, film: fit_to_gap(script, cue, duration=film.takes, room=film.room),
    "split": lambda script, cue, form, film: split(script, cue, _number(form, "at"), duration=film.takes),
    "join": lambda script, cue, form, film: join(script, cue, duration=film.takes),
    "duplicate": lambda script, cue, form, film: duplicate(script, cue, duration=film.takes),
    "insert": _insert,
    "silence": lambda script, cue, form, film: silence(script, cue, form.get("rule"), form.get("why_not")),
    "mend": _mend,
    "unsilence": lambda script, cue, form, film: unsilence(script, cue, form.get("rule")),
}
_FIELDS = ("start", "end", "text", "people", "status", "rate", "comment", "why", "effect", "trait", "figure", "notes")
