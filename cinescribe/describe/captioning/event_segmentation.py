"""Cuts a film into events, the kind of clip that MICap is trained on: one action each, over one shot or several.

A Backlot clip is 4 to 7 seconds of one action in one place. Its shots differ in scale: a close-up comes before or after
the shot that shows the action. A close-up by itself does not show what happens, so shots are grouped. Dynamic
programming finds the boundaries with the most evidence in total:

- events have a usual length;
- a dissolve or fade separates scenes; a speech belongs to one event;
- a new place means a new event; a cut that keeps the scale means that the camera turned to something else;
- a cut that shot detection missed shows as a jump in the frame features.

All weights are log-odds set on 16 films of the Backlot validation split.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from cinescribe.describe.captioning.clips import lasting_shots
from cinescribe.features.encoders.backlot_frames import FrameSizes
from cinescribe.features.timed.timed_features import TimedFeatures
from cinescribe.schema import Clip, Shot, Speech
from cinescribe.timing import Seconds, Span

_USUAL: tuple[Seconds, Seconds] = (4.7, 6.5)  # event lengths without a penalty
_SPREAD: Seconds = 0.5  # standard deviation of lengths beyond them
_LONGEST: Seconds = 16.0  # of an event of several stretches; longer ones are not considered

_BLEND = 5.0  # where a shot opens with a dissolve or fade
_SPEECH = -5.0  # where someone is speaking
_TOLERANCE: Seconds = 0.1  # tolerance for a cut to count as within a speech
_PLACE, _SAME_PLACE = 5.0, 0.6  # per unit of difference in place above the second
_SCALE, _SAME_SCALE = -2.2, 1.0  # per unit of difference in scale above the second
_JUMP, _SURE_JUMP = 4.0, 0.9  # per unit of a jump within a shot above the second
_LEAST_JUMP = 0.45  # smaller jumps are ignored
_APART: Seconds = 0.6  # least distance of a jump from a shot's edge

_AROUND: Seconds = 1.5  # on each side of a cut, over which features are compared
_CLEAR: Seconds = 0.1  # left out next to the cut

_SIZES = FrameSizes()
_PLACE_ROWS = slice(_SIZES.d_embedding, _SIZES.d_embedding + _SIZES.n_places)
_SCALE_ROWS = slice(_PLACE_ROWS.stop + 1, _PLACE_ROWS.stop + 1 + _SIZES.n_scales)  # between them is night


@dataclass(frozen=True)
class _Cut:
    """A moment at which an event may begin, and the evidence for it, in nats."""

    time: Seconds
    evidence: float


def event_clips(
    film: str, shots: Sequence[Shot], *, speech: Sequence[Speech], pictures: TimedFeatures
) -> tuple[Clip, ...]:
    """Return the film's events as clips, in order, without holes.

    Args:
        film: id of the film; clip ids start with it.
        shots: the film's shots, in order, without holes.
        speech: spans of speech.
        pictures: features by the bundled frame network.
    """
    shots = lasting_shots(shots)
    if not shots:
        return ()
    cuts = sorted([*_shot_cuts(shots, speech, pictures), *_jumps(shots, pictures)], key=lambda cut: cut.time)
    start, end = shots[0].span.start, shots[-1].span.end
    edges = _best([_Cut(start, 0.0), *cuts, _Cut(end, 0.0)])
    return tuple(Clip(f"{film}-{n:04d}", film, Span(*edge)) for n, edge in enumerate(pairwise(edges), 1))


def _shot_cuts(shots: Sequence[Shot], speech: Sequence[Speech], pictures: TimedFeatures) -> list[_Cut]:
    """The cuts between shots."""
    return [
        _Cut(
            shot.span.start,
            _change(before.span, shot.span, pictures)
            + _BLEND * (shot.transition != "cut")
            + _SPEECH * any(_is_within(shot.span.start, one.span) for one in speech),
        )
        for before, shot in pairwise(shots)
    ]


def _is_within(time: Seconds, span: Span) -> bool:
    return span.start - _TOLERANCE < time < span.end + _TOLERANCE


def _change(before: Span, after: Span, pictures: TimedFeatures) -> float:
    """The evidence of a change of place, and of an unchanged scale, for a boundary between two shots."""
    cut = after.start
    there = _median(pictures, max(before.start, cut - _AROUND) + _CLEAR, cut - _CLEAR)
    here = _median(pictures, cut + _CLEAR, min(after.end, cut + _AROUND) - _CLEAR)
    if there is None or here is None:
        return 0.0
    place, scale = _gap(there[_PLACE_ROWS] - here[_PLACE_ROWS]), _gap(there[_SCALE_ROWS] - here[_SCALE_ROWS])
    return _PLACE * (place - _SAME_PLACE) + _SCALE * (scale - _SAME_SCALE)


def _median(pictures: TimedFeatures, start: Seconds, end: Seconds) -> NDArray[np.float32] | None:
    """The median of the features between two times; None if there are none, as in a shot of a few frames."""
    rows = pictures.within(Span(start, end)).rows if start < end else pictures.rows[:0]
    return np.asarray(np.median(rows, 0), np.float32) if len(rows) else None


def _gap(difference: NDArray[np.float32]) -> float:
    return float(np.sqrt(np.mean(difference**2)))


def _jumps(shots: Sequence[Shot], pictures: TimedFeatures) -> list[_Cut]:
    """Moments within shots at which the frame features jump as at a cut."""
    if len(pictures.times) < 2:
        return []
    seen = pictures.rows[:, : _PLACE_ROWS.start]  # the embedding
    sizes = np.sqrt(np.mean(np.diff(seen, axis=0) ** 2, axis=1))
    middles = (pictures.times[1:] + pictures.times[:-1]) / 2
    spans = [shot.span for shot in shots] + [shot.blend for shot in shots if shot.blend]
    edges = np.array([edge for span in spans for edge in (span.start, span.end)])
    film = Span(shots[0].span.start, shots[-1].span.end)
    return [
        _Cut(float(time), _JUMP * (float(size) - _SURE_JUMP))
        for time, size in zip(middles, sizes, strict=True)
        if film.has(time) and size > _LEAST_JUMP and np.abs(edges - time).min() > _APART
    ]


def _best(cuts: Sequence[_Cut]) -> list[Seconds]:
    """The event boundaries with the most evidence in total. The first and last cut are always boundaries."""
    sums, comes_from = [0.0], [0]
    for n in range(1, len(cuts)):
        options = [
            (sums[k] + _usual(cuts[n].time - cuts[k].time), k)
            for k in range(n - 1, -1, -1)
            if k == n - 1 or cuts[n].time - cuts[k].time <= _LONGEST
        ]
        best, k = max(options)
        sums.append(best + cuts[n].evidence)
        comes_from.append(k)
    edges = [len(cuts) - 1]
    while edges[-1] > 0:
        edges.append(comes_from[edges[-1]])
    return [cuts[n].time for n in reversed(edges)]


def _usual(length: Seconds) -> float:
    """The evidence of an event's length: 0 within the usual range, falling outside it."""
    least, most = _USUAL
    beyond = max(least - length, length - most, 0.0)
    return -((beyond / _SPREAD) ** 2) / 2
