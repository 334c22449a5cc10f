"""What to do with a cue that takes longer than it has room: shorter, earlier, faster, or while the film waits."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from cinescribe.describe.editing.changed_cue import CueValues, Duration, changed_cue
from cinescribe.describe.editing.cue_edits import change, cue_of
from cinescribe.describe.editing.cue_gaps import free_part_around
from cinescribe.describe.editing.revisions import CueChange
from cinescribe.describe.placement.options import HELD, HURRIED, SHORTER
from cinescribe.describe.placement.wordings import Wording, wordings
from cinescribe.export.tracks.cue_time_limits import TOLERANCE, faster_rates
from cinescribe.schema import Caption, Cue, Script
from cinescribe.timing import Seconds

_Room = Callable[[Script, str], Seconds]  # that a cue has, by its id


@dataclass(frozen=True)
class FitSuggestion:
    """One way to let a cue fit.

    Args:
        values: that the cue would have.
        takes: seconds for which it would be heard.
        room: seconds that it would have.
        worth: of hearing it so, to that of hearing it as it is; as the placement of cues weighs it.
    """

    values: CueValues
    takes: Seconds
    room: Seconds
    worth: float

    @property
    def fits(self) -> bool:
        """Whether the cue would have enough room."""
        return self.takes <= self.room + TOLERANCE


def fit_suggestions(script: Script, cue_id: str, *, duration: Duration, room: _Room) -> tuple[FitSuggestion, ...]:
    """Return the ways to let a cue fit, those that do first, and among them the best first.

    Args:
        script: as it is.
        cue_id: of the cue.
        duration: gives the seconds for which a cue is heard.
        room: gives the seconds that a cue of a script has.

    Returns:
        Nothing if the cue fits as it is.

    Raises:
        EditError: when there is no such cue.
    """
    cue = cue_of(script, cue_id)
    here, takes = room(script, cue_id), duration(cue)
    if cue.status != "spoken" or takes <= here + TOLERANCE:
        return ()
    found = [*_earlier(script, cue, takes, here), *_reworded(script, cue, duration, here)]
    found.append(FitSuggestion(CueValues(status="extended"), takes, max(here, takes), HELD))
    return tuple(sorted(found, key=lambda one: (not one.fits, -one.worth, one.takes)))


def fit_to_gap(script: Script, cue_id: str, *, duration: Duration, room: _Room) -> tuple[CueChange, ...]:
    """Let a cue fit by the best way there is; no changes if it fits as it is.

    Args, Raises: as `fit_suggestions`.
    """
    found = fit_suggestions(script, cue_id, duration=duration, room=room)
    return change(script, cue_id, found[0].values, duration=duration) if found else ()


def _earlier(script: Script, cue: Cue, takes: Seconds, here: Seconds) -> Iterator[FitSuggestion]:
    """Begin just early enough in the same gap, yet not before what the cue describes."""
    part = free_part_around(script, cue)
    start = math.floor((cue.span.start - (takes - here)) * 1000) / 1000
    if part is not None and start >= max(part.start, min((one.time for one in cue.evidence), default=part.start)):
        yield FitSuggestion(CueValues(start=start), takes, here + cue.span.start - start, 1.0)


def _reworded(script: Script, cue: Cue, duration: Duration, here: Seconds) -> Iterator[FitSuggestion]:
    """Say it in fewer words or faster; a recording says what it says."""
    if cue.recording is not None:
        return
    found = wordings(Caption("", cue.text, shorter=cue.shorter))
    for wording in sorted(found, key=lambda one: len(one.left_out)):  # fewer words rather than fewer sentences
        yield from _at_rates(script, cue, wording, duration, here)


def _at_rates(script: Script, cue: Cue, wording: Wording, duration: Duration, here: Seconds) -> Iterator[FitSuggestion]:
    """A wording at the cue's own speed, and at the slowest faster one at which it fits."""

    def said(rate: float) -> FitSuggestion:
        text = None if wording.text == cue.text else wording.text
        values = CueValues(text=text, rate=None if rate == cue.rate else rate)
        takes = duration(changed_cue(cue, values, duration=lambda _: 0.0, people=script.people))
        return FitSuggestion(values, takes, here, 1 - SHORTER * (1 - wording.share) - HURRIED * (rate / cue.rate - 1))

    usual = said(cue.rate)
    if wording.text != cue.text:
        yield usual
    if not usual.fits:
        # Neural voices are slow: speeds that cannot be enough are not tried.
        faster = (rate for rate in faster_rates(cue.rate) if usual.takes * cue.rate / rate <= here + TOLERANCE)
        rate = next(faster, None)
        if rate is not None:
            yield said(rate)
