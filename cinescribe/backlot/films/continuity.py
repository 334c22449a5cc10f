"""Turns the plan of a film into records of its ground truth."""

from __future__ import annotations

import random
from collections.abc import Iterator

from cinescribe.backlot.films.reel import ReelFrame
from cinescribe.backlot.plan.caption_templates import template_captions, veiled_caption
from cinescribe.backlot.plan.plan import FilmPlan, Take
from cinescribe.backlot.plan.scenes import action_take, scenes, takes_by_clip, takes_span
from cinescribe.backlot.plan.truth import (
    CastMember,
    FilmedClip,
    FilmedShot,
    FrameSightings,
    MomentCaption,
    Sighting,
    SpokenLine,
    StoryMoment,
)
from cinescribe.backlot.plot.commonsense import inferences
from cinescribe.backlot.plot.motives import implications
from cinescribe.schema import Box
from cinescribe.timing import Seconds, Span

SIGHTINGS_HZ = 4  # records of what is in view, per second
HIDES_VERB = 0.4  # share of a moment's captions


def cast_members(plan: FilmPlan) -> tuple[CastMember, ...]:
    """Return the cast, with look-alikes."""
    members = []
    for one in plan.cast:
        alike = [other.id for other in plan.cast if other is not one and other.appearance_seed == one.appearance_seed]
        members.append(CastMember(one.id, one.name, one.gender, alike[0] if alike else None))
    return tuple(members)


def filmed_shots(plan: FilmPlan) -> tuple[FilmedShot, ...]:
    """Return the takes as shots."""
    return tuple(
        FilmedShot(
            span=take.span,
            clip=take.clip,
            transition=take.transition,
            scale=take.scale,
            move=take.move,
            people=_people_in(take),
            blend=Span(take.span.start - take.blend / 2, take.span.start + take.blend / 2) if take.blend else None,
            focus=take.focus,
            n_strangers=take.n_extras,
            occluded=take.occluded,
        )
        for take in plan.takes
    )


def filmed_clips(plan: FilmPlan) -> Iterator[FilmedClip]:
    """Yield the clips with their captions and commonsense inferences."""
    for scene in scenes(plan):
        for takes in takes_by_clip(scene.takes):
            take = action_take(takes)
            inferred = inferences(take)
            yield FilmedClip(
                id=take.clip,
                span=takes_span(takes),
                scene=scene.number,
                place=take.place,
                layout=take.layout,
                light="night" if take.night else "day",
                action=take.action,
                action_span=take.action_span,
                actor=take.actor,
                people=_people_in(take),
                captions=template_captions(take, plan.genders[take.actor]),
                intentions=inferred.intentions,
                effects=inferred.effects,
                attributes=inferred.attributes,
                costumes=take.costumes,
                partner=take.partner,
                thing=take.thing,
            )


def story_moments(plan: FilmPlan) -> Iterator[StoryMoment]:
    """Yield the moments of a motivated story with all that they imply."""
    by_clip = {takes[0].clip: takes for takes in takes_by_clip(plan.takes)}
    for motive in plan.motives:
        takes, following = by_clip[motive.first], by_clip[motive.following]
        take = action_take(takes)
        implied = implications(take, action_take(following), motive.temperament)
        yield StoryMoment(
            first=motive.first,
            following=motive.following,
            span=takes_span((*takes, *following)),
            actor=take.actor,
            temperament=motive.temperament,
            captions=_moment_captions(take, plan),
            intentions=implied.intentions,
            effects=implied.effects,
            attributes=implied.attributes,
        )


def _moment_captions(take: Take, plan: FilmPlan) -> tuple[MomentCaption, ...]:
    """Return captions of an action, some of which do not name the action; duplicates are left out."""
    rng = random.Random(f"{take.clip}/{take.seed}/moment")
    captions = [
        MomentCaption(veiled_caption(take), hides_verb=True)
        if rng.random() < HIDES_VERB
        else MomentCaption(caption.text, hides_verb=False)
        for caption in template_captions(take, plan.genders[take.actor])
    ]
    return tuple(dict.fromkeys(captions))


def spoken_lines(plan: FilmPlan) -> tuple[SpokenLine, ...]:
    """Return the lines of dialogue, each with the clip in which it begins."""
    return tuple(
        SpokenLine(line.span, take.clip, line.member, line.text)
        for line in plan.lines
        for take in plan.takes
        if take.span.has(line.span.start)
    )


def _people_in(take: Take) -> tuple[str, ...]:
    """Return the ids of the members a take shows, actor and partner first."""
    if take.scale == "close":
        return (take.focus or take.actor,)
    return tuple(one for one in (take.actor, take.partner, *take.bystanders) if one is not None)


class SightingsLog:
    """Records what is in view `SIGHTINGS_HZ` times per second while frames pass through."""

    def __init__(self) -> None:
        self.records: list[FrameSightings] = []

    def recording(self, frames: Iterator[ReelFrame]) -> Iterator[ReelFrame]:
        """Yield the same frames, recording their sightings."""
        for frame in frames:
            if frame.time >= self._next:
                seen = tuple(_rounded(sighting) for sighting in frame.sightings)
                self.records.append(FrameSightings(round(frame.time, 6), frame.shot, seen))
            yield frame

    @property
    def _next(self) -> Seconds:
        return len(self.records) / SIGHTINGS_HZ


def _rounded(sighting: Sighting) -> Sighting:
    """Round a sighting to the precision of a picture."""
    face = None if sighting.face is None else _rounded_box(sighting.face)
    return sighting.replace(box=_rounded_box(sighting.box), face=face, mouth_open=round(sighting.mouth_open, 3))


def _rounded_box(box: Box) -> Box:
    x0, y0, x1, y1 = (round(side, 4) for side in box)
    return x0, y0, x1, y1
