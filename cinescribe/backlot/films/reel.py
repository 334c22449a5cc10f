"""Frames of a film: its takes joined by cuts, dissolves and fades."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, TypeAlias

import cv2

from cinescribe.backlot.drawing.brush import Picture, as_picture
from cinescribe.backlot.drawing.camera import draw_take, frames_within
from cinescribe.backlot.plan.plan import DialogueLine, FilmPlan, PlannedMember, Take
from cinescribe.backlot.plan.truth import Sighting
from cinescribe.timing import Seconds, Span

Sightings: TypeAlias = tuple[Sighting, ...]


class TakeCamera(Protocol):
    """Draws a take: yields a picture (H, W, 3) and its sightings for each frame of `span`; see `camera.draw_take`."""

    def __call__(
        self,
        take: Take,
        cast: Mapping[str, PlannedMember],
        lines: Sequence[DialogueLine],
        *,
        width: int,
        height: int,
        rate_hz: Fraction | int,
        span: Span | None = None,
    ) -> Iterator[tuple[Picture, Sightings]]:
        """Yield a picture and its sightings for each frame."""
        ...


@dataclass(frozen=True)
class ReelFrame:
    """One frame of the film.

    Args:
        time: when it begins, `k / rate_hz` seconds.
        picture: RGB, (H, W, 3).
        shot: number of the take on screen, from 0; within a dissolve the more visible one.
        sightings: what that take shows.
    """

    time: Seconds
    picture: Picture
    shot: int
    sightings: Sightings


def reel(
    plan: FilmPlan, *, width: int, height: int, rate_hz: int, camera: TakeCamera = draw_take
) -> Iterator[ReelFrame]:
    """Yield the frames of a film in order, drawn on demand; at most the frames of one dissolve are kept in memory.

    Args:
        plan: the film; its lines have their exact times.
        width: in pixels.
        height: in pixels.
        rate_hz: frames per second.
        camera: function that draws a take.
    """
    cast = {member.id: member for member in plan.cast}
    tail: dict[int, tuple[Picture, Sightings]] = {}  # frames of the last take that the next take is mixed with
    for shot, take in enumerate(plan.takes):
        after = plan.takes[shot + 1] if shot + 1 < len(plan.takes) else None
        drawn = _drawn_span(take, after)
        pictures = camera(take, cast, plan.lines, width=width, height=height, rate_hz=rate_hz, span=drawn)
        next_tail: dict[int, tuple[Picture, Sightings]] = {}
        for index, (picture, sightings) in zip(frames_within(drawn, rate_hz), pictures, strict=True):
            time = index / rate_hz
            if after is not None and after.transition == "dissolve" and time >= after.span.start - after.blend / 2:
                next_tail[index] = picture, sightings
            elif index in tail:
                old, old_sightings = tail.pop(index)
                first = time >= take.span.start
                mixed = _mixed(old, picture, (time - take.span.start) / take.blend + 0.5)
                yield ReelFrame(time, mixed, shot if first else shot - 1, sightings if first else old_sightings)
            else:
                yield ReelFrame(time, _dimmed(picture, _brightness(time, take, after)), shot, sightings)
        tail = next_tail


def _drawn_span(take: Take, after: Take | None) -> Span:
    """Return the span to draw of a take: its own, extended by half of each dissolve."""
    before = take.blend / 2 if take.transition == "dissolve" else 0.0
    beyond = after.blend / 2 if after is not None and after.transition == "dissolve" else 0.0
    return Span(take.span.start - before, take.span.end + beyond)


def _brightness(time: Seconds, take: Take, after: Take | None) -> float:
    """Return the brightness of a frame, 0 (black) to 1; a fade is black at the cut."""
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
