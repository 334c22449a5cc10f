"""The moments of a film at which a sentence may be spoken, and what is seen around each."""

from __future__ import annotations

from dataclasses import dataclass

from cinescribe.media.film.frame_scaling import Image
from cinescribe.schema import Box, Face
from cinescribe.timing import Seconds, Span

BATCH = 32  # moments whose frames are in memory at a time


@dataclass(frozen=True)
class Role:
    """What one person of the film is called.

    Args:
        id: of the person.
        name: in English, as models are shown it: `Anna`, `the person in blue`.
        introduction: at the first mention: `Anna, in blue,`; the name where nothing else is known.
        local_name: in a sentence of another language; "" where sentences are English.
        forms: of `said` in its cases, unless they are another person's name: `Annas`.
    """

    id: str
    name: str
    introduction: str
    local_name: str = ""
    forms: tuple[str, ...] = ()

    @property
    def spoken(self) -> str:
        """The name in a sentence."""
        return self.local_name or self.name

    @property
    def has_introduction(self) -> bool:
        """Whether there is more to say at the first mention than the name."""
        return self.introduction != self.spoken


@dataclass(frozen=True)
class NumberedShot:
    """A shot that the model is shown; it calls the shot by its number, from 1.

    Args:
        number: drawn into the frames.
        span: when.
        is_context: whether it is only there to understand the others, and is not described itself.
    """

    number: int
    span: Span
    is_context: bool


@dataclass(frozen=True)
class Moment:
    """A pause in which one sentence may be spoken.

    Args:
        span: when the voice may speak.
        described: what the sentence is about: all that was seen since the moment before, and the pause.
        shots: these shots, with up to two before and after them.
        dialogue: the speech since the moment before, where its words are known.
    """

    span: Span
    described: Span
    shots: tuple[NumberedShot, ...]
    dialogue: tuple[str, ...] = ()

    @property
    def own_shots(self) -> tuple[NumberedShot, ...]:
        """The shots that the sentence is about."""
        return tuple(shot for shot in self.shots if not shot.is_context)

    def begin(self, shots: tuple[int, ...]) -> Seconds:
        """Return when the last of some of its own shots begins; the pause's start if it has none of them."""
        starts = [shot.span.start for shot in self.own_shots if shot.number in shots]
        return max(*starts, self.described.start) if starts else self.span.start


@dataclass(frozen=True)
class SeenBody:
    """A person who is seen without a face, from behind or far away.

    Args:
        box: of the body.
        person: id of the person.
        why: what links the body to the person, in words: `the clothes and hair of the scene`.
    """

    box: Box
    person: str
    why: str


@dataclass(frozen=True)
class SeenFrame:
    """A frame of a moment.

    Args:
        time: second of the film.
        image: RGB picture, (H, W, 3) uint8.
        shot: number of its shot, as in `Moment.shots`.
        faces: the faces in it.
        bodies: the people in it whose face is not seen.
    """

    time: Seconds
    image: Image
    shot: int
    faces: tuple[Face, ...] = ()
    bodies: tuple[SeenBody, ...] = ()
