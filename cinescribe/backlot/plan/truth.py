"""What a Backlot film shows and says, written down: the records of docs/backlot.md."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from cinescribe.backlot.plan.phrases import Telling
from cinescribe.backlot.plan.plan import Gender, Move, Scale
from cinescribe.record import Record
from cinescribe.schema import Box, Transition
from cinescribe.timing import Seconds, Span

VERSION = 1  # of these records; raised when a field changes its meaning or goes

Light: TypeAlias = Literal["day", "night"]
ElementKind: TypeAlias = Literal["heading", "action", "speech"]
DeviationKind: TypeAlias = Literal["line changed", "line missing", "line extra", "scene moved", "scene extra"]


@dataclass(frozen=True)
class CastMember(Record):
    """Somebody in the film.

    Args:
        id: `P1` on, by first mention in the captions.
        name: what others call them.
        gender: as drawn and as heard.
        alike: id of somebody who looks like them, in a hard film.
    """

    id: str
    name: str
    gender: Gender
    alike: str | None = None


@dataclass(frozen=True)
class FilmedShot(Record):
    """A shot as it was filmed.

    Args:
        span: from the middle of the transition that opens it to the middle of the one that closes it.
        clip: id of the clip it belongs to.
        transition: how it opens.
        blend: the stretch in which its first pictures are mixed with others or with black; None for a cut.
        scale, move: how the camera stands and moves.
        focus: whom a close shot shows.
        people: ids of those it shows.
        n_strangers: people in the background.
        occluded: whether something stands half before the one who acts.
    """

    span: Span
    clip: str
    transition: Transition
    scale: Scale
    move: Move
    people: tuple[str, ...]
    blend: Span | None = None
    focus: str | None = None
    n_strangers: int = 0
    occluded: bool = False


@dataclass(frozen=True)
class FilmedClip(Record):
    """One thing done, over one or more shots.

    Args:
        id: unique in the film, `c001` on.
        span: when.
        scene: number of the scene, from 0.
        place, layout, light: where.
        action: name of the action.
        action_span: when it is done.
        actor, partner, thing: who does it, to whom, with what.
        people: ids of everybody in view, those who do something first.
        captions: several tellings, the first the reference.
        intentions, effects, attributes: what it implies, whole sentences, people as ids.
        costumes: what each in view wears, as a number in their wardrobe.
    """

    id: str
    span: Span
    scene: int
    place: str
    layout: int
    light: Light
    action: str
    action_span: Span
    actor: str
    people: tuple[str, ...]
    captions: tuple[Telling, ...]
    intentions: tuple[str, ...]
    effects: tuple[str, ...]
    attributes: tuple[str, ...]
    costumes: tuple[tuple[str, int], ...]
    partner: str | None = None
    thing: str | None = None


@dataclass(frozen=True)
class SpokenLine(Record):
    """A line of dialogue; `span` is exactly when it sounds."""

    span: Span
    clip: str
    member: str
    text: str


@dataclass(frozen=True)
class Narration(Record):
    """A sentence of the described soundtrack; `span` is exactly when it sounds, people are named."""

    span: Span
    clip: str
    text: str


@dataclass(frozen=True)
class ScriptElement(Record):
    """A paragraph of the screenplay.

    Args:
        line: its line number in the Fountain file, from 1.
        kind: scene heading, action, or a line of dialogue (the words, not the name above them).
        text: as written.
        clip: the clip it tells; None for a heading, and for what was not filmed.
        span: when the film shows or says it; None for what it does not.
        member: who speaks.
    """

    line: int
    kind: ElementKind
    text: str
    clip: str | None = None
    span: Span | None = None
    member: str | None = None


@dataclass(frozen=True)
class Deviation(Record):
    """One way in which the screenplay is not the film.

    Args:
        kind: a line changed, missing from the screenplay or only in it; a scene at another place or only in it.
        line: where in the Fountain file; None for what is missing from it.
        clip: the clip concerned; None for an extra scene.
        written: what the screenplay has.
        filmed: what the film has.
    """

    kind: DeviationKind
    line: int | None = None
    clip: str | None = None
    written: str | None = None
    filmed: str | None = None


@dataclass(frozen=True)
class Metaphor(Record):
    """What an advert means: `primary` is as `property` as `secondary`.

    Args:
        primary: the concept spoken of, the product.
        property: what both share.
        secondary: the concept it is compared to.
        text: the sentence.
    """

    primary: str
    property: str
    secondary: str
    text: str


@dataclass(frozen=True)
class FilmTruth(Record):
    """Everything known about a film but where things are in each picture, which is in `sightings`.

    Args:
        id: the film's name in its folder, and of its files.
        seed: what `plan_film`, or `plan_advert`, makes it from.
        title: as in its screenplay.
        film, screenplay, described, sightings: its files, relative to the folder.
        duration: seconds.
        width, height: pixels.
        rate_hz: pictures a second.
        hard: whether it has look-alikes, changing costumes, things in the way and more night.
        subtitles: another file; None for a film in which nobody speaks.
        metaphor: for an advert.
        version: of this record.
    """

    id: str
    seed: int
    title: str
    film: str
    screenplay: str
    described: str
    sightings: str
    duration: Seconds
    width: int
    height: int
    rate_hz: float
    hard: bool
    cast: tuple[CastMember, ...]
    clips: tuple[FilmedClip, ...]
    shots: tuple[FilmedShot, ...]
    speech: tuple[SpokenLine, ...] = ()
    narration: tuple[Narration, ...] = ()
    music: tuple[Span, ...] = ()
    script: tuple[ScriptElement, ...] = ()
    deviations: tuple[Deviation, ...] = ()
    subtitles: str | None = None
    metaphor: Metaphor | None = None
    version: int = VERSION


@dataclass(frozen=True)
class Sighting(Record):
    """Somebody or something in a picture.

    Args:
        who: a member's id, `extra` for a stranger, or a thing's name.
        box: the whole figure inside the picture.
        face: the face, where it is turned to the camera.
        mouth_open: how far the mouth is open, 0 to 1.
    """

    who: str
    box: Box
    face: Box | None = None
    mouth_open: float = 0.0


@dataclass(frozen=True)
class Glimpse(Record):
    """Everything in view at one second; `shot` is the number of the shot, from 0."""

    time: Seconds
    shot: int
    seen: tuple[Sighting, ...]
