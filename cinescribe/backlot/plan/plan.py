"""What is to be filmed: cast, takes and lines, before a pixel is drawn.

The writer (`screenplay`) makes a `FilmPlan` from a seed; the camera draws its takes, the sound stage voices its lines,
and `truth` writes down what both show. Times are seconds from the film's start.
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
UNBUILT = frozenset({"park", "beach", "forest"})  # no wall stands there, and so no door
N_LAYOUTS = 3  # ways in which each place may be furnished


@dataclass(frozen=True)
class Member:
    """Somebody in the cast: name, gender, a face grown from `look_seed`, a wardrobe from `wardrobe_seed`, a voice.

    Two members with one `look_seed` look alike, but for `twist` (0 the same face, 1 as unlike as strangers).
    """

    id: str
    name: str
    gender: Gender
    look_seed: int
    wardrobe_seed: int
    voice_seed: int
    twist: float = 1.0


@dataclass(frozen=True)
class Line:
    """A line of dialogue, spoken by a member over `span`."""

    member: str
    text: str
    span: Span


@dataclass(frozen=True)
class Take:
    """One run of the camera.

    Args:
        span: when it is on screen.
        transition: how it opens; a dissolve or fade lasts `blend` seconds, centred on `span.start`.
        place, layout, night: where and in what light.
        scale, move: how the camera stands and moves; a close take shows `focus` alone, head and shoulders.
        action, actor, partner, thing: what is done, by whom, to whom, with what (names of the tuples above).
        action_span: when it is done; a take that begins later shows it from the middle.
        focus: the member a close take shows; None otherwise.
        bystanders: other members in view, doing nothing.
        n_extras: strangers in the background of a medium or wide take.
        costumes: index of the costume each member in view wears, by id.
        occluded: something stands half before the actor.
        seed: for everything the plan leaves open.
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


@dataclass(frozen=True)
class FilmPlan:
    """A whole film to be shot: `takes` in order without holes, `lines` never overlapping."""

    id: str
    seed: int
    title: str
    cast: tuple[Member, ...]
    takes: tuple[Take, ...]
    lines: tuple[Line, ...]
    hard: bool = False

    @property
    def names(self) -> dict[str, str]:
        """What each member is called, by id."""
        return {member.id: member.name for member in self.cast}

    @property
    def genders(self) -> dict[str, Gender]:
        """The gender of each member, by id."""
        return {member.id: member.gender for member in self.cast}

    @property
    def duration(self) -> Seconds:
        """Seconds to the end of the last take."""
        return self.takes[-1].span.end
