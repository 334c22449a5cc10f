"""Plans and draws single pictures from seeds, with a box and a class for everything in them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cinescribe.backlot.adverts.ideas import Idea
from cinescribe.backlot.adverts.sentences import metaphor_sentences
from cinescribe.backlot.drawing.brush import Picture
from cinescribe.backlot.drawing.camera import Snapshot, draw_moment
from cinescribe.backlot.drawing.labels import Piece
from cinescribe.backlot.plan.plan import N_LAYOUTS, PLACES, UNBUILT, PlannedMember, Take
from cinescribe.backlot.plot.screenplay import cast
from cinescribe.backlot.stills.still_actions import STILL_ACTIONS, StillAction
from cinescribe.backlot.stills.still_captions import VisiblePiece, captions, seen_people
from cinescribe.still_schema import Region
from cinescribe.timing import Seconds, Span

WIDTH, HEIGHT = 320, 180  # pixels
_SECONDS: Seconds = 4.0  # length of the actions from which stills are taken
_NIGHT = 0.2  # share of stills
_BYSTANDER = (0.15, 0.4)  # share of stills with a bystander, for two people and for one
_STRANGER = 0.2  # share of stills with a stranger in the background
# Minimum areas of visible regions, as shares of the picture. Things in hands are small.
_MIN_THING_AREA, _MIN_PIECE_AREA = 0.0012, 0.004
_MIN_VISIBLE = 0.35  # of a piece of the set: what is hidden more is not a region
_HOLDS_HIGH = frozenset({"run", "hug", "dance", "clap"})  # a medium take shows the hand that holds the product
_PHASES = {"fall": 1.0, "sit": 1.0, "stand": 0.2, "open door": 0.7, "leave": 0.3}  # moments at which scenes are seen
_LABELS = {"flowers": "flower"}  # labels are singular nouns


@dataclass(frozen=True)
class StillPlan:
    """The plan of a still: `take` is drawn at the moment of `action`; `idea` is the metaphor of an advert."""

    seed: int
    action: StillAction
    take: Take
    cast: tuple[PlannedMember, ...]
    idea: Idea | None = None

    @property
    def setting(self) -> tuple[str, int, bool]:
        """Place, layout and whether it is night; stills of one setting share a painted set."""
        return self.take.place, self.take.layout, self.take.night


@dataclass(frozen=True)
class DrawnStill:
    """A drawn still.

    Args:
        picture: RGB, (H, W, 3).
        regions: everything visible, people and things first, then by size.
        captions: five different captions; none when actor or partner is not visible. Sentences of the metaphor, where
            there is one.
    """

    picture: Picture
    regions: tuple[Region, ...]
    captions: tuple[str, ...]


def plan_still(seed: int) -> StillPlan:
    """Return the plan of the still of a seed; the same on every machine."""
    rng = random.Random(f"{seed}/still")
    place = rng.choice(PLACES)
    possible = [action for action in STILL_ACTIONS if action.name != "open door" or place not in UNBUILT]
    action = rng.choices(possible, [action.weight for action in possible])[0]
    others = int(rng.random() < _BYSTANDER[0 if action.is_shared else 1])
    people = cast(rng, 1 + action.is_shared + others)
    ids = [member.id for member in people]
    take = Take(
        id=f"still-{seed}",
        clip=f"still-{seed}",
        span=Span(0.0, _SECONDS),
        place=place,
        layout=rng.randrange(N_LAYOUTS),
        night=rng.random() < _NIGHT,
        scale=rng.choice(action.scales),
        move="still",
        action=action.name,
        actor=ids[0],
        action_span=Span(0.0, _SECONDS),
        partner=ids[1] if action.is_shared else None,
        thing=rng.choice(action.things) if action.things else None,
        bystanders=tuple(ids[1 + action.is_shared :]),
        n_extras=int(rng.random() < _STRANGER),
        seed=rng.getrandbits(31),
    )
    return StillPlan(seed, action, take, people)


def plan_metaphor_still(seed: int, *, of: Sequence[Idea]) -> StillPlan:
    """Return the plan of a still that shows a product in the scene that it is compared to.

    Args:
        seed: the same seed gives the same still.
        of: the metaphors from which one is drawn.
    """
    rng = random.Random(f"{seed}/metaphor still")
    idea = rng.choice(of)
    name, place, night = idea.secondary.scene
    people = cast(rng, 1 + idea.secondary.is_shared)
    take = Take(
        id=f"metaphor-{seed}",
        clip=f"metaphor-{seed}",
        span=Span(0.0, _SECONDS),
        place=place,
        layout=rng.randrange(N_LAYOUTS),
        night=night,
        scale=rng.choice(("medium", "wide")) if name in _HOLDS_HIGH else "wide",
        move="still",
        action=name,
        actor=people[0].id,
        action_span=Span(0.0, _SECONDS),
        partner=people[1].id if idea.secondary.is_shared else None,
        thing=idea.product.thing,
        n_extras=int(rng.random() < _STRANGER),
        seed=rng.getrandbits(31),
    )
    return StillPlan(seed, StillAction(name, _PHASES.get(name, 0.5), ()), take, people, idea)


def draw_still(plan: StillPlan, *, width: int = WIDTH, height: int = HEIGHT) -> DrawnStill:
    """Draw the picture of a plan, with regions and captions of what is visible."""
    members = {member.id: member for member in plan.cast}
    snapshot = draw_moment(plan.take, members, plan.action.phase * _SECONDS, width=width, height=height)
    shown = sorted(_shown(snapshot), key=lambda one: (one.in_set, -one.area))
    texts: tuple[str, ...] = ()
    if plan.idea is not None:
        texts = metaphor_sentences(plan.idea, random.Random(f"{plan.seed}/metaphor captions"))
    elif {plan.take.actor, plan.take.partner or plan.take.actor} <= seen_people(shown).keys():
        texts = captions(plan.take, plan.action, shown, members=members, rng=random.Random(f"{plan.seed}/captions"))
    return DrawnStill(snapshot.picture, tuple(one.region for one in shown), texts)


def _shown(snapshot: Snapshot) -> Iterator[VisiblePiece]:
    """Yield every piece that is visible enough."""
    pieces, first = snapshot.pieces, len(snapshot.backdrop.pieces)
    areas, whole = pieces.areas() / pieces.numbers.size, snapshot.backdrop.areas() / pieces.numbers.size
    for number, piece in enumerate(pieces.pieces):
        in_set = number < first
        min_area = max(_MIN_PIECE_AREA, _MIN_VISIBLE * whole[number]) if in_set else _MIN_THING_AREA
        if number and areas[number] >= min_area:
            x0, y0, x1, y1 = (round(side, 4) for side in pieces.box(number))
            region = Region((x0, y0, x1, y1), piece_class(piece))
            yield VisiblePiece(piece, region, in_set=in_set, area=float(areas[number]))


def piece_class(piece: Piece) -> str:
    """Return the class of a piece."""
    return _LABELS.get(piece.name, piece.name)
