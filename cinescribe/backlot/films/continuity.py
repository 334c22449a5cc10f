"""The plan of a film written down as records of the truth."""

from __future__ import annotations

from collections.abc import Iterator

from cinescribe.backlot.films.reel import Frame
from cinescribe.backlot.plan.phrases import tellings
from cinescribe.backlot.plan.plan import FilmPlan, Take
from cinescribe.backlot.plan.scenes import action_take, clips_of, scenes, span_of
from cinescribe.backlot.plan.truth import CastMember, FilmedClip, FilmedShot, Glimpse, Sighting, SpokenLine
from cinescribe.backlot.plot.commonsense import implied
from cinescribe.schema import Box
from cinescribe.timing import Seconds, Span

GLIMPSES_HZ = 4  # how often what is in view is written down


def cast_members(plan: FilmPlan) -> tuple[CastMember, ...]:
    """The cast, and who of them looks like whom."""
    out = []
    for one in plan.cast:
        alike = [other.id for other in plan.cast if other is not one and other.look_seed == one.look_seed]
        out.append(CastMember(one.id, one.name, one.gender, alike[0] if alike else None))
    return tuple(out)


def filmed_shots(plan: FilmPlan) -> tuple[FilmedShot, ...]:
    """The takes as shots."""
    return tuple(
        FilmedShot(
            span=take.span,
            clip=take.clip,
            transition=take.transition,
            scale=take.scale,
            move=take.move,
            people=people_in(take),
            blend=Span(take.span.start - take.blend / 2, take.span.start + take.blend / 2) if take.blend else None,
            focus=take.focus,
            n_strangers=take.n_extras,
            occluded=take.occluded,
        )
        for take in plan.takes
    )


def filmed_clips(plan: FilmPlan) -> Iterator[FilmedClip]:
    """The clips with their captions and what they imply."""
    for scene in scenes(plan):
        for takes in clips_of(scene.takes):
            take = action_take(takes)
            meant = implied(take)
            yield FilmedClip(
                id=take.clip,
                span=span_of(takes),
                scene=scene.number,
                place=take.place,
                layout=take.layout,
                light="night" if take.night else "day",
                action=take.action,
                action_span=take.action_span,
                actor=take.actor,
                people=people_in(take),
                captions=tellings(take, plan.genders[take.actor]),
                intentions=meant.intentions,
                effects=meant.effects,
                attributes=meant.attributes,
                costumes=take.costumes,
                partner=take.partner,
                thing=take.thing,
            )


def spoken_lines(plan: FilmPlan) -> tuple[SpokenLine, ...]:
    """The lines, each with the clip during which it is spoken."""
    return tuple(
        SpokenLine(line.span, take.clip, line.member, line.text)
        for line in plan.lines
        for take in plan.takes
        if take.span.has(line.span.start)
    )


def people_in(take: Take) -> tuple[str, ...]:
    """Ids of the members a take shows, those who do something first."""
    if take.scale == "close":
        return (take.focus or take.actor,)
    return tuple(one for one in (take.actor, take.partner, *take.bystanders) if one is not None)


class GlimpseLog:
    """Looks at frames as they pass and notes what is in view `GLIMPSES_HZ` times a second."""

    def __init__(self) -> None:
        self.glimpses: list[Glimpse] = []

    def watching(self, frames: Iterator[Frame]) -> Iterator[Frame]:
        """The same frames."""
        for frame in frames:
            if frame.time >= self._next:
                seen = tuple(_noted(sighting) for sighting in frame.sightings)
                self.glimpses.append(Glimpse(round(frame.time, 6), frame.shot, seen))
            yield frame

    @property
    def _next(self) -> Seconds:
        return len(self.glimpses) / GLIMPSES_HZ


def _noted(sighting: Sighting) -> Sighting:
    """A sighting as it is written down, rounded to what a picture can show."""
    face = None if sighting.face is None else _rounded(sighting.face)
    return sighting.replace(box=_rounded(sighting.box), face=face, mouth_open=round(sighting.mouth_open, 3))


def _rounded(box: Box) -> Box:
    x0, y0, x1, y1 = (round(side, 4) for side in box)
    return x0, y0, x1, y1
