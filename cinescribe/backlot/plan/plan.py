"""The plan of a film: its cast, takes and lines.

`plot.screenplay` makes a `FilmPlan` from a seed, `drawing.camera` draws its takes, `sound` speaks its lines, `truth`
records what both contain. Times are seconds from the film's start.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from cinescribe.schema import Transition
from cinescribe.timing import Seconds, Span

Gender: TypeAlias = Literal["woman", "man"]
Scale: TypeAlias = Literal["close", "medium", "wide"]
Move: TypeAlias = Literal["still", "pan left", "pan right", "zoom in"]

PLACES = ("kitchen", "bedroom", "office", "street", "park", "beach", "bar", "forest", "classroom", "station")
SOLO_ACTIONS = (
    "enter", "leave", "run", "sit", "stand", "wave", "pick up", "put down", "open door",
    "read", "phone", "drink", "dance", "fall", "point", "clap",
)  # fmt: skip
SHARED_ACTIONS = ("hand over", "hug", "shake hands", "follow", "shout at", "push", "high five")
THINGS = (
    "box", "letter", "book", "cup", "bottle", "bag", "flowers", "phone", "hat",
    "umbrella", "ball", "guitar", "camera", "lamp", "key",
)  # fmt: skip
OUTDOORS = frozenset({"street", "park", "beach", "forest"})
UNBUILT = frozenset({"park", "beach", "forest"})  # no walls, so no doors
N_LAYOUTS = 3  # furnishings of each place


@dataclass(frozen=True)
class PlannedMember:
    """A member of the cast.

    Args:
        id, name, gender: who it is.
        appearance_seed, wardrobe_seed, voice_seed: seeds of face, clothes and voice.
        twist: how far the face of a look-alike (same `appearance_seed`) differs: 0 not at all, 1 as strangers do.
        style: hair, beard and glasses: 0 as the face came with them, any other number others.
    """

    id: str
    name: str
    gender: Gender
    appearance_seed: int
    wardrobe_seed: int
    voice_seed: int
    twist: float = 1.0
    style: int = 0


@dataclass(frozen=True)
class DialogueLine:
    """A line of dialogue that a member speaks during `span`."""

    member: str
    text: str
    span: Span


@dataclass(frozen=True)
class Overheard:
    """A scene that is heard and not seen: what is done where, and whether it is night."""

    action: str
    place: str
    night: bool


@dataclass(frozen=True)
class Take:
    """One continuous run of the camera.

    Args:
        id, clip: ids of the take and of its clip.
        span: when it is on screen.
        place, layout, night: location, its furnishing, and its light.
        scale, move: shot scale and camera movement; a close take shows head and shoulders of only `focus`.
        action, actor, partner, thing: what is done, by whom, to whom, with what (names of the tuples above).
        action_span: when it is done; a take that begins later shows only the rest of it.
        focus: the member a close take shows; None otherwise.
        bystanders: other members in view, who do nothing.
        n_extras: number of strangers in the background of a medium or wide take.
        costumes: index of the costume of each member in view, by id.
        occluded: whether an object hides half of the actor.
        transition, blend: how it opens; a dissolve or fade lasts `blend` seconds, centred on `span.start`.
        seed: seed of everything that the plan leaves open.
        overheard: another scene, whose sound the take has instead of its own.
    """

    id: str
    clip: str
    span: Span
    place: str
    layout: int
    night: bool
    scale: Scale
    move: Move
    action: str
    actor: str
    action_span: Span
    partner: str | None = None
    thing: str | None = None
    focus: str | None = None
    bystanders: tuple[str, ...] = ()
    n_extras: int = 0
    costumes: tuple[tuple[str, int], ...] = ()
    occluded: bool = False
    transition: Transition = "cut"
    blend: Seconds = 0.0
    seed: int = 0
    overheard: Overheard | None = None

    @property
    def sounds_like(self) -> Overheard:
        """What the take sounds like: usually what it shows."""
        return self.overheard or Overheard(self.action, self.place, self.night)


@dataclass(frozen=True)
class Motive:
    """Why a person acts: in the clips `first` and `following` one person acts, by a temperament.

    Args:
        first, following: ids of the clips.
        temperament: a name of `plot.motives.TEMPERAMENTS`.
    """

    first: str
    following: str
    temperament: str


@dataclass(frozen=True)
class FilmPlan:
    """The plan of a film: `takes` in order without gaps, `lines` without overlap; `motives` of a motivated story."""

    id: str
    seed: int
    title: str
    cast: tuple[PlannedMember, ...]
    takes: tuple[Take, ...]
    lines: tuple[DialogueLine, ...]
    hard: bool = False
    motives: tuple[Motive, ...] = ()

    @property
    def names(self) -> dict[str, str]:
        """Names of the members, by id."""
        return {member.id: member.name for member in self.cast}

    @property
    def genders(self) -> dict[str, Gender]:
        """Genders of the members, by id."""
        return {member.id: member.gender for member in self.cast}

    @property
    def duration(self) -> Seconds:
        """End of the last take, in seconds."""
        return self.takes[-1].span.end
