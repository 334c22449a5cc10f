"""Ground truth of a Backlot film: the records described in docs/backlot.md."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from cinescribe.backlot.plan.caption_templates import TemplateCaption
from cinescribe.backlot.plan.plan import Gender, Move, Scale
from cinescribe.record import Record
from cinescribe.schema import ASPECTS, Box, Transition
from cinescribe.timing import Seconds, Span

TRUTH_VERSION = (
    2  # of these records; raised when a field changes its meaning or is removed, or films are drawn otherwise
)
_HEAD = 0.08  # of a figure's height, from its top to the middle of its head

_Light: TypeAlias = Literal["day", "night"]
_ElementKind: TypeAlias = Literal["heading", "action", "speech"]
DeviationKind: TypeAlias = Literal["line changed", "line missing", "line extra", "scene moved", "scene extra"]


@dataclass(frozen=True)
class CastMember(Record):
    """A member of the cast.

    Args:
        id: `P1`, `P2`, ..., by first mention in the captions.
        name: first name.
        gender: gender of picture and voice.
        alike: id of a look-alike, in a hard film.
    """

    id: str
    name: str
    gender: Gender
    alike: str | None = None


@dataclass(frozen=True)
class FilmedShot(Record):
    """A shot of the film.

    Args:
        span: from the middle of the transition that opens it to the middle of the one that closes it.
        clip: id of the clip it belongs to.
        transition: how it opens.
        blend: the span in which its first frames are mixed with the shot before or with black; None for a cut.
        scale, move: shot scale and camera movement.
        focus: id of the person a close shot shows.
        people: ids of the people it shows.
        n_strangers: number of people in the background.
        occluded: whether an object hides half of the actor.
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
    """A clip: one action, in one or more shots.

    Args:
        id: unique in the film: `c001`, `c002`, ...
        span: when it is on screen.
        scene: number of the scene, from 0.
        place, layout, light: location, its furnishing, and its light.
        action: name of the action.
        action_span: when it is done.
        actor, partner, thing: who does it, to whom, with what.
        people: ids of everybody in view, actor and partner first.
        captions: several captions; the first is the reference.
        intentions, effects, attributes: what the action implies, as sentences; people are ids.
        costumes: `(id, index in the wardrobe)` for everybody in view.
    """

    id: str
    span: Span
    scene: int
    place: str
    layout: int
    light: _Light
    action: str
    action_span: Span
    actor: str
    people: tuple[str, ...]
    captions: tuple[TemplateCaption, ...]
    intentions: tuple[str, ...]
    effects: tuple[str, ...]
    attributes: tuple[str, ...]
    costumes: tuple[tuple[str, int], ...]
    partner: str | None = None
    thing: str | None = None


@dataclass(frozen=True)
class MomentCaption(Record):
    """A caption of the first action of a moment; `hides_verb` if it does not name the action."""

    text: str
    hides_verb: bool


@dataclass(frozen=True)
class StoryMoment(Record):
    """Two actions of one person, and what they imply about that person, without subject.

    Args:
        first, following: ids of the two clips; captions describe only the first.
        span: of both.
        actor: who acts.
        temperament: what the actor is like in the whole film, as one of Backlot's temperaments.
        captions: several; the first is the reference.
        intentions: every wording of what the actor wants, as `to ...`.
        effects: every wording of what happens next and what comes of it.
        attributes: every word for the temperament.
    """

    first: str
    following: str
    span: Span
    actor: str
    temperament: str
    captions: tuple[MomentCaption, ...]
    intentions: tuple[str, ...]
    effects: tuple[str, ...]
    attributes: tuple[str, ...]

    @property
    def phrases(self) -> dict[str, tuple[str, ...]]:
        """Every wording of each of `ASPECTS`."""
        return dict(zip(ASPECTS, (self.intentions, self.effects, self.attributes), strict=True))


@dataclass(frozen=True)
class SpokenLine(Record):
    """A line of dialogue; `span` is exactly the time of its sound."""

    span: Span
    clip: str
    member: str
    text: str


@dataclass(frozen=True)
class Narration(Record):
    """A sentence of the described soundtrack, people by name; `span` is exactly the time of its sound."""

    span: Span
    clip: str
    text: str


@dataclass(frozen=True)
class ScriptElement(Record):
    """A paragraph of the screenplay.

    Args:
        line: its line number in the Fountain file, from 1.
        kind: scene heading, action, or a line of dialogue (without the speaker's name above it).
        text: as written.
        clip: the clip it describes; None for a heading, and for what was not filmed.
        span: when it is seen or heard in the film; None where it is not.
        member: the speaker's id.
    """

    line: int
    kind: _ElementKind
    text: str
    clip: str | None = None
    span: Span | None = None
    member: str | None = None


@dataclass(frozen=True)
class Deviation(Record):
    """A difference between screenplay and film.

    Args:
        kind: a line changed, missing from the screenplay or only in it; a scene moved or only in it.
        line: line number in the Fountain file; None for what is missing from it.
        clip: the clip concerned; None for an extra scene.
        written: text of the screenplay.
        filmed: text of the film.
    """

    kind: DeviationKind
    line: int | None = None
    clip: str | None = None
    written: str | None = None
    filmed: str | None = None


@dataclass(frozen=True)
class AdvertMetaphor(Record):
    """The metaphor of an advert: `primary` is as `property` as `secondary`.

    Args:
        primary: the target concept, the product.
        property: what both concepts share.
        secondary: the concept it is compared to, without an article.
        text: the metaphor as a sentence.
        spans: when the film shows what the product is compared to, or lets it be heard; in order.
        needs_audio: whether it is heard and not seen.
    """

    primary: str
    property: str
    secondary: str
    text: str
    spans: tuple[Span, ...] = ()
    needs_audio: bool = False


@dataclass(frozen=True)
class FilmTruth(Record):
    """Everything known about a film, except the boxes in each frame; these are in the file `sightings`.

    Args:
        id: id of the film; its files are named after it.
        seed: seed given to `plan_film`, `plan_advert` or `plan_plain_advert`.
        title: title of the screenplay.
        film, screenplay, described, sightings: its files, relative to the folder.
        duration: seconds.
        width, height: pixels.
        rate_hz: frames per second.
        hard: whether it has look-alikes, changing costumes, occlusion and more night scenes.
        cast, clips, shots: members, clips and shots, in order.
        speech, narration, music: lines of dialogue, sentences of the narrator, spans with music.
        script, deviations: paragraphs of the screenplay, and where it differs from the film.
        subtitles: another file; None for a film without dialogue.
        metaphor: the metaphor of an advert.
        version: version of this record.
        moments: why people act, in a film with a motivated story.
        captions: three captions of a whole advert; sentences of its metaphor, if it has one.
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
    metaphor: AdvertMetaphor | None = None
    version: int = TRUTH_VERSION
    moments: tuple[StoryMoment, ...] = ()
    captions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sighting(Record):
    """A person or thing in a frame.

    Args:
        who: id of a member, `extra` for a stranger, or the name of a thing.
        box: box of the whole figure, clipped to the picture.
        face: box of the face, where it is turned to the camera.
        mouth_open: how far the mouth is open, 0 to 1.
    """

    who: str
    box: Box
    face: Box | None = None
    mouth_open: float = 0.0

    @property
    def head(self) -> tuple[float, float]:
        """The middle of a person's head: of the face, or near the top of the figure."""
        if self.face is not None:
            return (self.face[0] + self.face[2]) / 2, (self.face[1] + self.face[3]) / 2
        return (self.box[0] + self.box[2]) / 2, self.box[1] + _HEAD * (self.box[3] - self.box[1])


@dataclass(frozen=True)
class FrameSightings(Record):
    """Everything in view at one time; `shot` is the number of the shot, from 0."""

    time: Seconds
    shot: int
    seen: tuple[Sighting, ...]
