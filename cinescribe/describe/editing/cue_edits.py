"""Edits of one cue that stays one: its values, its place in time, and whether it is accepted.

Each function returns the changes that an edit makes; none where the cue is so already.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

from cinescribe.describe.editing.changed_cue import CueValues, Duration, changed_cue
from cinescribe.describe.editing.cue_fields import CueFieldError, checked_text, checked_values, differing
from cinescribe.describe.editing.revisions import CueChange
from cinescribe.errors import EditError, brief
from cinescribe.schema import Cue, CueStatus, Film, Script, Silenced
from cinescribe.timing import Seconds

_ROUNDED: Seconds = 0.0005  # cues have whole milliseconds, pictures have not


@dataclass(frozen=True)
class Frames:
    """A step in time by pictures of the film.

    Args:
        n: how many; below 0 for earlier ones.
    """

    n: int


TimeStep: TypeAlias = Seconds | Frames


def cue_of(script: Script, cue_id: str) -> Cue:
    """Return a cue by its id.

    Raises:
        EditError: when there is none.
    """
    for cue in script.cues:
        if cue.id == cue_id:
            return cue
    raise EditError(f"no cue has the id {brief(cue_id)}; it may have been removed since, so open the page again")


def change(script: Script, cue_id: str, values: CueValues, *, duration: Duration) -> tuple[CueChange, ...]:
    """Give a cue new values.

    Args:
        script: as it is.
        cue_id: of the cue.
        values: the new ones.
        duration: gives the seconds for which a cue is heard.

    Raises:
        CueFieldError: when a value is none that the cue can have.
        EditError: when there is no such cue.
    """
    cue = cue_of(script, cue_id)
    values = differing(checked_values(differing(values, cue), cue, script), cue)
    return () if values == CueValues() else _changed(script, cue, values, duration)


def nudge(script: Script, cue_id: str, step: TimeStep, *, duration: Duration) -> tuple[CueChange, ...]:
    """Move a cue by seconds or frames.

    Args, Raises: as `change`; `step` is below 0 for earlier.
    """
    start = _moved(cue_of(script, cue_id).span.start, step, script.film)
    return change(script, cue_id, CueValues(start=start), duration=duration)


def nudge_start(script: Script, cue_id: str, step: TimeStep, *, duration: Duration) -> tuple[CueChange, ...]:
    """Move the start of a cue; its end stays where it is, if it is a spoken one.

    Args, Raises: as `nudge`.
    """
    cue = cue_of(script, cue_id)
    if cue.status != "spoken":
        return nudge(script, cue_id, step, duration=duration)
    values = CueValues(start=_moved(cue.span.start, step, script.film), end=cue.span.end)
    return _changed(script, cue, checked_values(values, cue, script), duration)


def nudge_end(script: Script, cue_id: str, step: TimeStep, *, duration: Duration) -> tuple[CueChange, ...]:
    """Move the end of a spoken cue; its start stays where it is.

    Args, Raises: as `nudge`.
    """
    end = _moved(cue_of(script, cue_id).span.end, step, script.film)
    return change(script, cue_id, CueValues(end=end), duration=duration)


def accept(script: Script, cue_id: str) -> tuple[CueChange, ...]:
    """Accept a cue unchanged.

    Raises:
        EditError: when there is no such cue.
    """
    cue = cue_of(script, cue_id)
    return changed(cue, cue.replace(accepted=True))


def reject(script: Script, cue_id: str, *, duration: Duration) -> tuple[CueChange, ...]:
    """Drop a cue by hand, also one that was dropped for lack of room.

    Args, Raises: as `change`.
    """
    return _with_status(script, cue_id, "dropped", duration)


def restore(script: Script, cue_id: str, *, duration: Duration) -> tuple[CueChange, ...]:
    """Let a dropped cue be spoken, where it would have begun.

    Args, Raises: as `change`; also EditError for a cue that is not dropped.
    """
    if cue_of(script, cue_id).status != "dropped":
        raise EditError(f"cue {cue_id} is not dropped, so there is nothing to restore")
    return _with_status(script, cue_id, "spoken", duration)


def make_extended(script: Script, cue_id: str, *, duration: Duration) -> tuple[CueChange, ...]:
    """Let the film wait at the start of a cue until it is spoken.

    Args, Raises: as `change`.
    """
    return change(script, cue_id, CueValues(status="extended"), duration=duration)


def make_spoken(script: Script, cue_id: str, *, duration: Duration) -> tuple[CueChange, ...]:
    """Let a cue be spoken while the film goes on.

    Args, Raises: as `change`.
    """
    return change(script, cue_id, CueValues(status="spoken"), duration=duration)


def silence(script: Script, cue_id: str, rule: str, reason: str) -> tuple[CueChange, ...]:
    """Silence the remarks of a rule about a cue.

    Raises:
        CueFieldError: when the reason is empty, or no text.
        EditError: when there is no such cue.
    """
    cue = cue_of(script, cue_id)
    why = checked_text(reason, "reason")
    if not why:
        raise CueFieldError("reason", "the reason is empty; say why this remark does not count here")
    others = tuple(one for one in cue.silenced if one.rule != rule)
    return changed(cue, _silenced(cue, (*others, Silenced(rule, why))))


def unsilence(script: Script, cue_id: str, rule: str) -> tuple[CueChange, ...]:
    """Let the remarks of a rule about a cue count again.

    Raises:
        EditError: when there is no such cue.
    """
    cue = cue_of(script, cue_id)
    return changed(cue, _silenced(cue, tuple(one for one in cue.silenced if one.rule != rule)))


def changed(before: Cue, after: Cue) -> tuple[CueChange, ...]:
    """Return a cue's change; none if it is the same."""
    return () if after == before else (CueChange(before.id, before, after),)


def _silenced(cue: Cue, silenced: tuple[Silenced, ...]) -> Cue:
    return cue if silenced == cue.silenced else cue.replace(silenced=silenced, hand_made=True)


def _with_status(script: Script, cue_id: str, status: CueStatus, duration: Duration) -> tuple[CueChange, ...]:
    return _changed(script, cue_of(script, cue_id), CueValues(status=status), duration)


def _changed(script: Script, cue: Cue, values: CueValues, duration: Duration) -> tuple[CueChange, ...]:
    return changed(cue, changed_cue(cue, values, duration=duration, people=script.people))


def _moved(time: Seconds, step: TimeStep, film: Film) -> Seconds:
    """A time after a step, in whole milliseconds.

    A step by frames leads to the beginning of a picture, so that many of them add up.

    Raises:
        EditError: for a step by frames, when the film's frame rate is not known.
    """
    if not isinstance(step, Frames):
        return round(time + step, 3)
    video = film.track("video")
    if video is None or not video.rate_hz:
        raise EditError("the frame rate of the film is not known; move the cue by seconds")
    at, rounding = time * video.rate_hz, video.rate_hz * _ROUNDED
    frame = math.floor(at + rounding) if step.n > 0 else math.ceil(at - rounding)
    return round((frame + step.n) / video.rate_hz, 3)
