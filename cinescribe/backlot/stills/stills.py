"""Single pictures from seeds, drawn by the studio that draws films, with everything in them named and boxed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from cinescribe.backlot.drawing.brush import Picture
from cinescribe.backlot.drawing.camera import Snapshot, draw_moment
from cinescribe.backlot.drawing.labels import Piece
from cinescribe.backlot.plan.plan import N_LAYOUTS, PLACES, UNBUILT, Member, Take
from cinescribe.backlot.plot.screenplay import cast
from cinescribe.backlot.stills.still_actions import DEEDS, Deed
from cinescribe.backlot.stills.still_captions import Shown, captions, seen_people
from cinescribe.schema import Region
from cinescribe.timing import Seconds, Span

WIDTH, HEIGHT = 320, 180  # pixels
_SECONDS: Seconds = 4.0  # how long the actions last of which stills are moments
_NIGHT = 0.2  # share of stills
_BYSTANDER = (0.15, 0.4)  # share of stills of two people, and of one, with somebody beside them
_STRANGER = 0.2  # and with somebody far behind
# Of the picture's area: what shows less is not seen. Things in hands are small.
_LEAST_THING, _LEAST_PIECE = 0.0012, 0.004
_LEAST_SHOWN = 0.35  # of a piece of the set, in view: what is hidden more is not told
_LABELS = {"flowers": "flower"}  # labels are nouns as tables of words have them


@dataclass(frozen=True)
class StillPlan:
    """A still before it is drawn; `take` is what is seen of `cast` at the moment of the deed."""

    seed: int
    deed: Deed
    take: Take
    cast: tuple[Member, ...]

    @property
    def setting(self) -> tuple[str, int, bool]:
        """Place, layout and light: stills of one setting, drawn in a row, share a painted set."""
        return self.take.place, self.take.layout, self.take.night


@dataclass(frozen=True)
class DrawnStill:
    """A still.

    Args:
        picture: RGB, (H, W, 3).
        regions: everything that is seen in it, people and things first, then by size.
        captions: five, all different; none at a moment that does not show those who act.
    """

    picture: Picture
    regions: tuple[Region, ...]
    captions: tuple[str, ...]


def plan_still(seed: int) -> StillPlan:
    """The still of a seed, whatever the machine."""
    rng = random.Random(f"{seed}/still")
    place = rng.choice(PLACES)
    possible = [deed for deed in DEEDS if deed.action != "open door" or place not in UNBUILT]
    deed = rng.choices(possible, [deed.weight for deed in possible])[0]
    others = int(rng.random() < _BYSTANDER[0 if deed.is_shared else 1])
    people = cast(rng, 1 + deed.is_shared + others)
    ids = [member.id for member in people]
    take = Take(
        id=f"still-{seed}",
        clip=f"still-{seed}",
        span=Span(0.0, _SECONDS),
        place=place,
        layout=rng.randrange(N_LAYOUTS),
        night=rng.random() < _NIGHT,
        scale=rng.choice(deed.scales),
        move="still",
        action=deed.action,
        actor=ids[0],
        action_span=Span(0.0, _SECONDS),
        partner=ids[1] if deed.is_shared else None,
        thing=rng.choice(deed.things) if deed.things else None,
        bystanders=tuple(ids[1 + deed.is_shared :]),
        n_extras=int(rng.random() < _STRANGER),
        seed=rng.getrandbits(31),
    )
    return StillPlan(seed, deed, take, people)


def draw_still(plan: StillPlan, *, width: int = WIDTH, height: int = HEIGHT) -> DrawnStill:
    """The picture of a plan, the boxes of what it shows, and five captions that tell no more than that."""
    members = {member.id: member for member in plan.cast}
    snapshot = draw_moment(plan.take, members, plan.deed.phase * _SECONDS, width=width, height=height)
    shown = sorted(_shown(snapshot), key=lambda one: (one.in_set, -one.area))
    told: tuple[str, ...] = ()
    if {plan.take.actor, plan.take.partner or plan.take.actor} <= seen_people(shown).keys():
        told = captions(plan.take, plan.deed, shown, members=members, rng=random.Random(f"{plan.seed}/captions"))
    return DrawnStill(snapshot.picture, tuple(one.region for one in shown), told)


def _shown(snapshot: Snapshot) -> Iterator[Shown]:
    """Every piece of which enough is seen."""
    pieces, first = snapshot.pieces, len(snapshot.backdrop.pieces)
    areas, whole = pieces.areas() / pieces.numbers.size, snapshot.backdrop.areas() / pieces.numbers.size
    for number, piece in enumerate(pieces.pieces):
        in_set = number < first
        least = max(_LEAST_PIECE, _LEAST_SHOWN * whole[number]) if in_set else _LEAST_THING
        if number and areas[number] >= least:
            x0, y0, x1, y1 = (round(side, 4) for side in pieces.box(number))
            region = Region((x0, y0, x1, y1), label(piece))
            yield Shown(piece, region, in_set=in_set, area=float(areas[number]))


def label(piece: Piece) -> str:
    """The class of a piece."""
    return _LABELS.get(piece.name, piece.name)
