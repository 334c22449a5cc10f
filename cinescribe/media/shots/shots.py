"""The shots of a film: where the camera's takes meet, by hard cut, dissolve or fade."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cinescribe.errors import FilmError
from cinescribe.media.film.frame_scaling import Image, Picture, yuv_planes
from cinescribe.media.film.read import read_through
from cinescribe.media.shots.dissolves import WINDOWS, Blend, apart, blends
from cinescribe.media.shots.frame_signature import Bars, signatures
from cinescribe.media.shots.hard_cuts import SIDE, cut_scores
from cinescribe.schema import Film, Shot, Transition
from cinescribe.timing import Seconds, Span

RATE_HZ = 30.0  # pictures looked at per second, at most
SIZE = (96, 54)  # width and height at which they are looked at
CHUNK = 600  # pictures described at once: this many, and those that the next chunk needs again
OVERLAP = round(WINDOWS[-1] * RATE_HZ) + 2 * SIDE + 1
CUT = 0.25  # score from which there is a cut
SHORTEST: Seconds = 0.25  # between two cuts
NEAR: Seconds = 0.1  # a cut this near to a blend is part of it
LONGEST_PLAIN: Seconds = 5.0  # black between two shots; longer, it is a shot of its own


def shots(film: Film) -> tuple[Shot, ...]:
    """The film's shots in order, without holes, from 0 to its duration.

    Raises:
        FilmError: when the film has no pictures, or `read_through` refuses it.

    Example:
        >>> [shot.transition for shot in shots(probe("film.mp4"))]  # doctest: +SKIP
        ['cut', 'cut', 'dissolve', 'cut']
    """
    if film.first("video") is None:
        raise FilmError(f"{film.path!r} has no pictures, so it has no shots; name a film with a picture")
    finder = ShotFinder()
    read_through(film, pictures=[finder])
    return finder.shots(film.duration)


@dataclass(frozen=True)
class _Joint:
    """Where two shots meet: in a cut `span` has no length."""

    transition: Transition
    span: Span


class ShotFinder:
    """Takes a film's pictures as they come and finds its shots; it keeps twenty seconds of tiny pictures, no more."""

    def __init__(self) -> None:
        self._bars = Bars()
        self._times: list[Seconds] = []
        self._pictures: list[Image] = []
        self._cuts: list[tuple[float, Seconds]] = []  # score and time
        self._blends: list[Blend] = []
        self._is_fresh = False  # whether pictures have come since the last chunk was looked at

    @property
    def wants(self) -> Picture:
        """Small pictures with their colours."""
        return Picture("yuv420p", rate_hz=RATE_HZ, width=SIZE[0], height=SIZE[1])

    def take(self, time: Seconds, image: Image) -> None:
        """Look at the next picture."""
        self._bars.see(yuv_planes(image)[0])
        self._times.append(time)
        self._pictures.append(image)
        self._is_fresh = True
        if len(self._times) == CHUNK + OVERLAP:
            self._look()
            del self._times[:CHUNK], self._pictures[:CHUNK]

    def shots(self, duration: Seconds) -> tuple[Shot, ...]:
        """The shots of the film whose pictures have all been taken, from 0 to `duration`; none if there were none."""
        if not self._times:
            return ()
        if self._is_fresh:
            self._look()
        mixed = apart(self._blends)
        cuts = [_Joint("cut", Span(time, time)) for time in self._best_cuts(mixed)]
        joints = _joined_fades(sorted([*cuts, *map(_joint, mixed)], key=lambda joint: joint.span), mixed)
        joints = [joint for joint in joints if 0 < joint.span.middle < duration]
        edges = [0.0, *(joint.span.middle for joint in joints), duration]
        opened = [_Joint("cut", Span(0, 0)), *joints]
        return tuple(
            Shot(Span(start, end), joint.transition, joint.span if joint.span.duration else None)
            for joint, start, end in zip(opened, edges[:-1], edges[1:], strict=True)
        )

    def _look(self) -> None:
        """Find what is in the pictures at hand."""
        times = np.array(self._times)
        described = signatures(self._pictures, self._bars.crop())
        scores = cut_scores(described)
        self._cuts += [(float(scores[n]), self._times[n]) for n in np.flatnonzero(scores >= CUT)]
        self._blends += blends(times, described)
        self._is_fresh = False

    def _best_cuts(self, mixed: Sequence[Blend]) -> list[Seconds]:
        """The times of the cuts outside blends, the best of those that stand close together."""
        kept: list[Seconds] = []
        for _, time in sorted(self._cuts, key=lambda cut: (-cut[0], cut[1])):
            in_blend = any(blend.span.start - NEAR <= time <= blend.span.end + NEAR for blend in mixed)
            if not in_blend and all(abs(time - other) > SHORTEST for other in kept):
                kept.append(time)
        return sorted(kept)


def _joint(blend: Blend) -> _Joint:
    return _Joint("fade" if blend.from_plain or blend.to_plain else "dissolve", blend.span)


def _joined_fades(joints: Sequence[_Joint], mixed: Sequence[Blend]) -> list[_Joint]:
    """The joints with every fade made whole: the way out, the plain picture and the way in, be they faded or cut.

    A film that opens by a fade in or ends by a fade out has no two shots there.
    """
    outs = {blend.span for blend in mixed if blend.to_plain}
    ins = {blend.span for blend in mixed if blend.from_plain and not blend.to_plain}
    whole: list[_Joint] = []
    is_plain = False  # whether the last joint leads to a plain picture
    for joint in joints:
        last = whole[-1] if whole else None
        # What fades in comes from the plain picture to which the joint before led, though it may not look like it.
        is_other_half = is_plain or (joint.span in ins and last is not None and last.transition != "fade")
        if last is not None and is_other_half and joint.span.start - last.span.end <= LONGEST_PLAIN:
            whole[-1] = _Joint("fade", Span(last.span.start, joint.span.end))
        elif whole or joint.span not in ins:
            whole.append(joint)
        is_plain = joint.span in outs
    return whole[:-1] if is_plain else whole
