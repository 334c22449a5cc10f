"""What the buttons of a cue do: the values of its form are saved, and then the edit that the button names is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from cinescribe.describe.editing import cue_edits, cue_gaps, cue_list, fit_to_gap
from cinescribe.describe.editing.changed_cue import CueValues
from cinescribe.describe.editing.cue_fields import CueFieldError, read_values
from cinescribe.describe.editing.edit_steps import Step, in_turn
from cinescribe.describe.editing.revisions import Change
from cinescribe.errors import EditError, RecordError, brief
from cinescribe.schema import Script
from cinescribe.serve.security.forms import SentForm
from cinescribe.serve.workbench.films import OpenFilm
from cinescribe.timing import from_clock

Action: TypeAlias = Callable[[Script, str, SentForm, OpenFilm], tuple[Change, ...]]

_FRAME = "frame"  # a step by so many frames ends so: `-1frame`


def form_changes(script: Script, cue_id: str, action: str, form: SentForm, film: OpenFilm) -> tuple[Change, ...]:
    """Return the changes that a form of a cue asks for.

    Args:
        script: as it is.
        cue_id: of the cue.
        action: one of `ACTIONS`.
        form: with the values of the cue, and what the action needs.
        film: that the cue belongs to.

    Raises:
        EditError: when the action cannot be done, or a value cannot be used.
    """
    typed = {name: value for name, value in form.fields if name in _FIELDS}

    def save(now: Script) -> tuple[Change, ...]:
        cue = cue_edits.cue_of(now, cue_id)
        values = read_values(typed, cue, now)
        return cue_edits.change(now, cue_id, values, duration=film.takes)

    steps: list[Step] = [save, lambda now: ACTIONS[action](now, cue_id, form, film)]
    return in_turn(script, steps)


def _nothing(script: Script, cue_id: str, form: SentForm, film: OpenFilm) -> tuple[Change, ...]:
    return ()


def _step(form: SentForm) -> cue_edits.Step:
    """By how much a button moves a time: seconds, or frames."""
    by = form.get("by")
    try:
        if by.endswith(_FRAME):
            return cue_edits.Frames(int(by.removesuffix(_FRAME)))
        return float(by)
    except ValueError as error:
        raise CueFieldError("start", f"the step is {by!r}; enter seconds, such as 0.01") from error


def _number(form: SentForm, name: str) -> int:
    try:
        return int(form.get(name))
    except ValueError as error:
        raise CueFieldError("text", f"{name} is {form.get(name)!r}; a whole number is wanted") from error


def _insert(script: Script, cue_id: str, form: SentForm, film: OpenFilm) -> tuple[Change, ...]:
    """Insert the new text of a form at a time, or without one after the cue."""
    text, at = form.get("new_text"), form.get("new_start").strip()
    if not at:
        return cue_list.insert_after(script, cue_id, text, duration=film.takes)
    try:
        return cue_list.insert(script, from_clock(at), text, duration=film.takes)
    except RecordError as error:
        raise CueFieldError("new_start", str(error)) from error


def _mend(script: Script, cue_id: str, form: SentForm, film: OpenFilm) -> tuple[Change, ...]:
    """Write what a remark about a cue suggests."""
    rule = form.get("remark")
    check = film.check()
    found = (*check.known(script).get(cue_id, ()), *check.of_cue(script, cue_id))
    mend = next((one.mend for one in found if one.rule == rule and one.mend), None)
    if mend is None:
        raise EditError(f"the remark {brief(rule)} suggests nothing for this cue any more; write the text yourself")
    return cue_edits.change(script, cue_id, CueValues(text=mend), duration=film.takes)


ACTIONS: Mapping[str, Action] = {
    "save": _nothing,
    "accept": lambda script, cue, form, film: cue_edits.accept(script, cue),
    "reject": lambda script, cue, form, film: cue_edits.reject(script, cue, duration=film.takes),
    "restore": lambda script, cue, form, film: cue_edits.restore(script, cue, duration=film.takes),
    "extend": lambda script, cue, form, film: cue_edits.make_extended(script, cue, duration=film.takes),
    "unextend": lambda script, cue, form, film: cue_edits.make_spoken(script, cue, duration=film.takes),
    "nudge": lambda script, cue, form, film: cue_edits.nudge(script, cue, _step(form), duration=film.takes),
    "nudge-start": lambda script, cue, form, film: cue_edits.nudge_start(script, cue, _step(form), duration=film.takes),
    "nudge-end": lambda script, cue, form, film: cue_edits.nudge_end(script, cue, _step(form), duration=film.takes),
    "next-gap": lambda script, cue, form, film: cue_gaps.to_next_gap(script, cue, duration=film.takes),
    "previous-gap": lambda script, cue, form, film: cue_gaps.to_previous_gap(script, cue, duration=film.takes),
    "fit": lambda script, cue, form, film: fit_to_gap.fit_to_gap(script, cue, duration=film.takes, room=film.room),
    "split": lambda script, cue, form, film: cue_list.split(script, cue, _number(form, "at"), duration=film.takes),
    "join": lambda script, cue, form, film: cue_list.join(script, cue, duration=film.takes),
    "duplicate": lambda script, cue, form, film: cue_list.duplicate(script, cue, duration=film.takes),
    "insert": _insert,
    "silence": lambda script, cue, form, film: cue_edits.silence(script, cue, form.get("rule"), form.get("why_not")),
    "mend": _mend,
    "unsilence": lambda script, cue, form, film: cue_edits.unsilence(script, cue, form.get("rule")),
}
_FIELDS = ("start", "end", "text", "people", "status", "rate", "comment", "why", "effect", "trait", "figure", "notes")
