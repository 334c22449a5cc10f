"""The pictures of a film: its takes joined by cuts, dissolves and fades."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, TypeAlias

import cv2

from cinescribe.backlot.drawing.brush import Picture, as_picture
from cinescribe.backlot.drawing.camera import draw_take, frames_within
from cinescribe.backlot.plan.plan import FilmPlan, Line, Member, Take
from cinescribe.backlot.plan.truth import Sighting
from cinescribe.timing import Seconds, Span

Sightings: TypeAlias = tuple[Sighting, ...]


class Camera(Protocol):
    """Draws a take: one picture (H, W, 3) and its sightings for every frame of `span`; see `camera.draw_take`."""

    def __call__(
        self,
        take: Take,
        cast: Mapping[str, Member],
        lines: Sequence[Line],
        *,
        width: int,
        height: int,
        rate_hz: Fraction | int,
        span: Span | None = None,
    ) -> Iterator[tuple[Picture, Sightings]]: ...


@dataclass(frozen=True)
class Frame:
    """One frame of the film.

    Args:
        time: second it begins, `k / rate_hz`.
        picture: RGB, (H, W, 3).
        shot: number of the take on screen, from 0; within a dissolve the one that is seen more.
        sightings: what that take shows.
    """

    time: Seconds
    picture: Picture
    shot: int
    sightings: Sightings


def reel(plan: FilmPlan, *, width: int, height: int, rate_hz: int, camera: Camera = draw_take) -> Iterator[Frame]:
    """The frames of a film in order, drawn as they are asked for; at most a dissolve of them is kept.

    Args:
        plan: the film, its lines at the times at which they sound.
        width, height: pixels.
        rate_hz: frames a second.
        camera: what draws a take.
    """
    cast = {member.id: member for member in plan.cast}
    tail: dict[int, tuple[Picture, Sightings]] = {}  # the last take's frames that the next one is mixed with
    for shot, take in enumerate(plan.takes):
        after = plan.takes[shot + 1] if shot + 1 < len(plan.takes) else None
        drawn = _drawn_span(take, after)
        pictures = camera(take, cast, plan.lines, width=width, height=height, rate_hz=rate_hz, span=drawn)
        kept: dict[int, tuple[Picture, Sightings]] = {}
        for index, (picture, sightings) in zip(frames_within(drawn, rate_hz), pictures, strict=True):
            time = index / rate_hz
            if after is not None and after.transition == "dissolve" and time >= after.span.start - after.blend / 2:
                kept[index] = picture, sightings
            elif index in tail:
                old, old_sightings = tail.pop(index)
                first = time >= take.span.start
                mixed = _mixed(old, picture, (time - take.span.start) / take.blend + 0.5)
                yield Frame(time, mixed, shot if first else shot - 1, sightings if first else old_sightings)
            else:
                yield Frame(time, _dimmed(picture, _brightness(time, take, after)), shot, sightings)
        tail = kept


def _drawn_span(take: Take, after: Take | None) -> Span:
    """What must be drawn of a take: half of each dissolve more than its span."""
    before = take.blend / 2 if take.transition == "dissolve" else 0.0
    behind = after.blend / 2 if after is not None and after.transition == "dissolve" else 0.0
    return Span(take.span.start - before, take.span.end + behind)


def _brightness(time: Seconds, take: Take, after: Take | None) -> float:
    """How bright a frame is, 0 black to 1: a fade goes through black at the cut."""
    share = 1.0
    if take.transition == "fade":
        share = min(share, 2 * (time - take.span.start) / take.blend)
    if after is not None and after.transition == "fade":
        share = min(share, 2 * (take.span.end - time) / after.blend)
    return share


def _mixed(old: Picture, new: Picture, share: float) -> Picture:
    return as_picture(cv2.addWeighted(old, 1 - share, new, share, 0.0))


def _dimmed(picture: Picture, share: float) -> Picture:
    return picture if share >= 1 else as_picture(cv2.convertScaleAbs(picture, alpha=share))
