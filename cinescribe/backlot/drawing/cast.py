"""Appearance and costumes of people, generated from their seeds."""

from __future__ import annotations

import dataclasses
import random
from dataclasses import dataclass
from typing import Literal, TypeAlias

from cinescribe.backlot.drawing.brush import Colour, blend
from cinescribe.backlot.plan.plan import Gender, PlannedMember

Beard: TypeAlias = Literal["none", "stubble", "moustache", "goatee", "full"]
Glasses: TypeAlias = Literal["none", "round", "square"]
Hair: TypeAlias = Literal[
    "crop", "side", "quiff", "receding", "bald", "fringe", "bob", "long", "wavy", "bun", "tail", "afro", "curls"
]
Top: TypeAlias = Literal["tee", "shirt", "jumper", "jacket", "hoodie", "blouse", "dress"]
Bottom: TypeAlias = Literal["trousers", "skirt", "shorts"]

_SKINS: tuple[Colour, ...] = (
    (250, 222, 200), (241, 204, 176), (228, 182, 146), (205, 155, 114), (172, 122, 84), (136, 92, 63), (100, 66, 46),
)  # fmt: skip
_HAIRS: tuple[Colour, ...] = (
    (28, 24, 25), (58, 38, 28), (98, 64, 40), (142, 98, 58), (216, 176, 104), (236, 214, 160), (168, 74, 36),
)  # fmt: skip
_GREYS: tuple[Colour, ...] = ((150, 150, 154), (204, 204, 206))
_IRISES: tuple[Colour, ...] = (
    (74, 44, 26),
    (48, 30, 20),
    (72, 112, 152),
    (84, 122, 78),
    (122, 96, 52),
    (104, 116, 124),
)
_CLOTHS: tuple[Colour, ...] = (
    (196, 62, 58), (226, 122, 62), (232, 184, 76), (92, 148, 92), (46, 110, 92), (68, 128, 176), (44, 72, 128),
    (124, 84, 150), (214, 126, 148), (236, 230, 218), (128, 132, 140), (58, 60, 68), (148, 106, 72), (94, 172, 172),
)  # fmt: skip
_LEGS: tuple[Colour, ...] = ((52, 66, 104), (46, 46, 52), (108, 88, 66), (84, 90, 84), (140, 124, 100), (70, 54, 58))
_SHOES: tuple[Colour, ...] = ((40, 34, 34), (92, 58, 36), (210, 206, 200), (120, 44, 44))

_DYED, _SHAVED = 0.25, 0.5  # shares of new styles with dyed hair, and with another beard or other glasses
_HAIR_OF: dict[Gender, tuple[Hair, ...]] = {
    "woman": ("fringe", "bob", "long", "wavy", "bun", "tail", "afro", "curls", "side"),
    "man": ("crop", "side", "quiff", "receding", "bald", "curls", "afro", "crop", "quiff"),
}
_TOPS_OF: dict[Gender, tuple[Top, ...]] = {
    "woman": ("tee", "shirt", "jumper", "jacket", "blouse", "dress", "dress"),
    "man": ("tee", "shirt", "jumper", "jacket", "hoodie"),
}


@dataclass(frozen=True)
class Appearance:
    """Appearance of a person: everything that is constant over views, lights and costumes.

    Colours are RGB. Other numbers are traits, -1 to 1 around the average face, except `age` and `freckles` (0 to 1),
    and `height` and `breadth` (factors of the size of the body).
    """

    gender: Gender
    skin: Colour
    hair_colour: Colour
    iris: Colour
    lips: Colour
    hair: Hair
    beard: Beard
    glasses: Glasses
    glasses_colour: Colour
    parting: float
    volume: float
    width: float
    jaw: float
    chin: float
    cheek: float
    eye_size: float
    eye_gap: float
    eye_tilt: float
    eye_height: float
    brow_weight: float
    brow_height: float
    brow_tilt: float
    nose_width: float
    nose_length: float
    mouth_width: float
    lip_fullness: float
    smile: float
    ears: float
    age: float
    freckles: float
    height: float
    breadth: float


@dataclass(frozen=True)
class Costume:
    """One set of clothes."""

    top: Top
    top_colour: Colour
    under_colour: Colour
    bottom: Bottom
    bottom_colour: Colour
    shoes: Colour
    striped: bool
    tie: Colour | None
    short_sleeves: bool


def appearance_of(member: PlannedMember) -> Appearance:
    """Return the appearance of a member; `twist` blends it from the one shared by look-alikes to the member's own."""
    own = _random_appearance(f"{member.appearance_seed}/{member.wardrobe_seed}/{member.voice_seed}/own", member.gender)
    if member.twist < 1.0:
        own = _mixed(_random_appearance(f"{member.appearance_seed}/shared", member.gender), own, member)
    return _restyled(own, member) if member.style else own


def stranger(seed: str) -> tuple[Appearance, Costume]:
    """Return appearance and costume of a stranger."""
    rng = random.Random(f"{seed}/stranger")
    gender: Gender = rng.choice(("woman", "man"))
    return _random_appearance(f"{seed}/face", gender), _random_costume(rng, gender)


def costume_of(member: PlannedMember, index: int) -> Costume:
    """Return costume `index` of a member's wardrobe."""
    return _random_costume(random.Random(f"{member.wardrobe_seed}/{index}"), member.gender)


def _random_appearance(seed: str, gender: Gender) -> Appearance:
    rng = random.Random(seed)
    man = gender == "man"
    age = rng.random() ** 1.5
    skin = _between(rng, _SKINS)
    dark = sum(skin) < 400
    hair_colour = _hair_colour(rng, age=age, dark=dark)
    lips = blend(skin, (150, 52, 60), rng.uniform(0.25, 0.4) if man else rng.uniform(0.4, 0.85))

    def trait() -> float:
        return max(-1.0, min(1.0, rng.gauss(0, 0.8)))

    beards: tuple[Beard, ...] = ("none", "none", "stubble", "moustache", "goatee", "full", "full")
    return Appearance(
        gender=gender,
        skin=skin,
        hair_colour=hair_colour,
        iris=rng.choice(_IRISES[:2] if dark else _IRISES),
        lips=lips,
        hair=rng.choice(_HAIR_OF[gender]),
        beard=rng.choice(beards) if man else "none",
        glasses=rng.choice(("none", "none", "none", "round", "square")),
        glasses_colour=rng.choice(((34, 32, 36), (96, 52, 30), (150, 40, 48), (52, 70, 110))),
        parting=rng.choice((-1.0, 1.0)) * rng.uniform(0.3, 1.0),
        volume=trait(),
        width=trait(),
        jaw=trait() * 0.7 + (0.35 if man else -0.35),
        chin=trait(),
        cheek=trait(),
        eye_size=trait() * 0.8 + (-0.15 if man else 0.25),
        eye_gap=trait(),
        eye_tilt=trait(),
        eye_height=trait(),
        brow_weight=trait() * 0.7 + (0.4 if man else -0.4),
        brow_height=trait(),
        brow_tilt=trait(),
        nose_width=trait(),
        nose_length=trait(),
        mouth_width=trait(),
        lip_fullness=trait() * 0.8 + (-0.25 if man else 0.3),
        smile=trait(),
        ears=trait(),
        age=age,
        freckles=rng.random() if rng.random() < 0.2 and not dark else 0.0,
        height=rng.uniform(0.97, 1.05) if man else rng.uniform(0.92, 1.0),
        breadth=rng.uniform(0.9, 1.15),
    )


def _between(rng: random.Random, colours: tuple[Colour, ...]) -> Colour:
    place = rng.uniform(0, len(colours) - 1.001)
    return blend(colours[int(place)], colours[int(place) + 1], place % 1)


def _hair_colour(rng: random.Random, *, age: float, dark: bool) -> Colour:
    if age > 0.62:
        return _between(rng, _GREYS)
    natural = rng.choice(_HAIRS[:2] if dark else _HAIRS)
    return blend(natural, rng.choice(_HAIRS[:3]), rng.uniform(0, 0.25))


def _mixed(shared: Appearance, own: Appearance, member: PlannedMember) -> Appearance:
    """Return the shared appearance with each number and colour moved by `twist`.

    A category, such as hair, changes more rarely: look-alikes must not differ at first sight.
    """
    rng = random.Random(f"{member.appearance_seed}/{member.wardrobe_seed}/{member.voice_seed}/twist")
    mixed: dict[str, object] = {}
    for item in dataclasses.fields(Appearance):
        one, other = getattr(shared, item.name), getattr(own, item.name)
        if isinstance(one, float):
            mixed[item.name] = one + (other - one) * member.twist
        elif isinstance(one, tuple):
            mixed[item.name] = blend(one, other, member.twist)
        else:
            mixed[item.name] = other if rng.random() < member.twist**2 else one
    return Appearance(**mixed)  # type: ignore[arg-type]


def _restyled(face: Appearance, member: PlannedMember) -> Appearance:
    """Return the face with other hair, and often another beard or other glasses; dyed hair is rarer."""
    rng = random.Random(f"{member.wardrobe_seed}/{member.voice_seed}/style {member.style}")
    other = _random_appearance(f"{rng.random()}/style", member.gender)
    dyed = rng.random() < _DYED
    return dataclasses.replace(
        face,
        hair=other.hair,
        parting=other.parting,
        volume=other.volume,
        beard=other.beard if rng.random() < _SHAVED else face.beard,
        glasses=other.glasses if rng.random() < _SHAVED else face.glasses,
        hair_colour=rng.choice(_HAIRS) if dyed else face.hair_colour,
    )


def _random_costume(rng: random.Random, gender: Gender) -> Costume:
    top = rng.choice(_TOPS_OF[gender])
    top_colour, under = rng.sample(_CLOTHS, 2)
    bottom: Bottom = "trousers"
    if gender == "woman" and top != "dress":
        bottom = rng.choice(("trousers", "trousers", "skirt", "shorts"))
    return Costume(
        top=top,
        top_colour=top_colour,
        under_colour=(240, 238, 232) if top == "jacket" and rng.random() < 0.6 else under,
        bottom=bottom,
        bottom_colour=rng.choice(_LEGS),
        shoes=rng.choice(_SHOES),
        striped=top in ("tee", "jumper") and rng.random() < 0.35,
        tie=rng.choice(_CLOTHS[:9]) if top == "jacket" and gender == "man" and rng.random() < 0.6 else None,
        short_sleeves=top in ("tee", "dress") or (top == "blouse" and rng.random() < 0.5),
    )
