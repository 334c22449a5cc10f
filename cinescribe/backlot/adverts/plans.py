"""Plans adverts: takes of a product, and takes of what it is compared to."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from cinescribe.backlot.adverts.concepts import PRODUCTS, SECONDARIES, Product
from cinescribe.backlot.adverts.ideas import Idea
from cinescribe.backlot.adverts.sentences import metaphor_sentences, plain_captions
from cinescribe.backlot.plan.plan import N_LAYOUTS, SHARED_ACTIONS, FilmPlan, Overheard, Scale, Take
from cinescribe.backlot.plan.truth import AdvertMetaphor
from cinescribe.backlot.plot.coverage import FULL_LENGTH, N_COSTUMES, single_take_action, transition_into
from cinescribe.backlot.plot.screenplay import cast
from cinescribe.backlot.plot.stories import BUSY
from cinescribe.timing import Seconds, Span

_TICK: Seconds = 1 / 4  # lengths of takes are multiples of this: whole frames at 12 Hz
FEWEST_TAKES, MOST_TAKES = 3, 6
_TAKE: tuple[Seconds, Seconds] = (2.6, 4.6)  # usual length of a take
_SHORTEST: Seconds = 2.25  # that a take may have
_HEARD = 0.65  # share of the adverts whose concept can be heard that let it only be heard: one in ten of all
_ORDERS = ("PS", "SP", "PSP", "SPS")  # of parts with the product (P) and with the scene (S)
_MOVES = 0.5  # share of adverts without a scene that move to another place
_NEUTRAL = ("enter", "sit", "stand", "wave", "point", "leave")  # actions between those with the product
_ONE_SETTING = 0.5  # chance that two takes in a row of a scene have the same people and layout
_MEDIUM_SCENES = frozenset({"hug", "shake hands", "high five", "shout at", "wave", "clap"})
_MEDIUM = {"P": 0.75, "S": 0.3}  # share of medium takes, where possible


@dataclass(frozen=True)
class AdvertSize:
    """The length of adverts in seconds."""

    name: str
    shortest: Seconds
    longest: Seconds


@dataclass(frozen=True)
class Advert:
    """An advert: its plan, its captions, and its metaphor if it has one."""

    plan: FilmPlan
    captions: tuple[str, ...]
    metaphor: AdvertMetaphor | None = None


@dataclass(frozen=True)
class _Shot:
    """What a take shows; people are numbers."""

    part: str
    action: str
    place: str
    night: bool
    layout: int
    people: tuple[int, ...]
    costume: int
    thing: str | None = None
    overheard: Overheard | None = None


def plan_advert(idea: Idea, seed: int, *, size: AdvertSize, id: str | None = None) -> Advert:
    """Return an advert with a metaphor, without dialogue; each take is a clip of its own.

    The concept is shown by its scene, before, after or between takes of the product. In some adverts it is only heard.

    Args:
        idea: the metaphor.
        seed: the same seed gives the same advert.
        size: the length.
        id: id of the film; `advert-<seed>` when None.
    """
    rng = random.Random(f"{seed}/advert")
    lengths = _lengths(rng, size)
    is_heard = idea.secondary.is_heard and rng.random() < _HEARD
    shots = _heard_shots(rng, idea, len(lengths)) if is_heard else _compared_shots(rng, idea, len(lengths))
    sentences = metaphor_sentences(idea, rng)
    title = f"As {idea.property.capitalize()} as {idea.secondary.wordings[0].title()}"
    plan = _plan(rng, shots, lengths, id=id or f"advert-{seed}", seed=seed, title=title)
    spans = _joined([take.span for take, shot in zip(plan.takes, shots, strict=True) if _is_clue(shot)])
    metaphor = AdvertMetaphor(*idea.concepts(), sentences[0], spans, is_heard)
    return Advert(plan, sentences, metaphor)


def plan_plain_advert(seed: int, *, size: AdvertSize, id: str | None = None) -> Advert:
    """Return an advert that compares its product to nothing: the same people in the product's places, plain captions.

    Args:
        seed: the same seed gives the same advert.
        size: the length.
        id: id of the film; `plain-<seed>` when None.
    """
    rng = random.Random(f"{seed}/plain advert")
    lengths = _lengths(rng, size)
    product = rng.choice(PRODUCTS)
    shots = _plain_shots(rng, product, product.places, len(lengths))
    plan = _plan(rng, shots, lengths, id=id or f"plain-{seed}", seed=seed, title=f"The {product.thing.title()}")
    return Advert(plan, plain_captions(product, plan.takes, plan.genders))


def _is_clue(shot: _Shot) -> bool:
    return shot.part == "S" or shot.overheard is not None


def _lengths(rng: random.Random, size: AdvertSize) -> list[Seconds]:
    """Draw the lengths of the takes, in ticks."""
    whole = _ticks(rng.uniform(size.shortest, size.longest))
    n_takes = min(MOST_TAKES, max(FEWEST_TAKES, round(whole / rng.uniform(*_TAKE))))
    weights = [rng.uniform(0.8, 1.25) for _ in range(n_takes)]
    left = whole - n_takes * _SHORTEST
    lengths = [_SHORTEST + left * weight / sum(weights) // _TICK * _TICK for weight in weights[1:]]
    return [whole - sum(lengths), *lengths]


def _compared_shots(rng: random.Random, idea: Idea, n_takes: int) -> list[_Shot]:
    """Return takes of the product and of the scene that it is compared to."""
    order = rng.choice(_ORDERS)
    n_each = [1] * len(order)
    for _ in range(n_takes - len(order)):
        n_each[rng.randrange(len(order))] += 1
    action, place, night = idea.secondary.scene
    home = rng.choice([one for one in idea.product.places if one != place])
    shots: list[_Shot] = []
    for part, n in zip(order, n_each, strict=True):
        if part == "P":
            shots += _product_shots(rng, idea.product, home, n)
            continue
        first = _shot(rng, "S", action, place, night=night)
        for _ in range(n):
            shots.append(first)
            if rng.random() >= _ONE_SETTING:
                first = _shot(rng, "S", action, place, night=night)
    return shots


def _heard_shots(rng: random.Random, idea: Idea, n_takes: int) -> list[_Shot]:
    """Return takes like those of a plain advert, some of which have the sound of another scene."""
    action, place, night = idea.secondary.scene
    shots = _plain_shots(rng, idea.product, [one for one in idea.product.places if one != place], n_takes)
    n_heard = rng.randint(1, n_takes - 1)
    first = rng.randrange(n_takes - n_heard + 1)
    heard = Overheard(action, place, night)
    return [replace(shot, overheard=heard) if first <= k < first + n_heard else shot for k, shot in enumerate(shots)]


def _plain_shots(rng: random.Random, product: Product, places: Sequence[str], n_takes: int) -> list[_Shot]:
    """Return takes of the product in one or two places, with others of the same places and people between them."""
    place, later = rng.sample(places, 2)
    taken = {one.scene[:2] for one in SECONDARIES if not one.scene[2]}
    neutral = [action for action in _NEUTRAL if not {(action, place), (action, later)} & taken]
    n_neutral = rng.randint(1, min(n_takes - 2, len(neutral)))
    shots = _product_shots(rng, product, place, n_takes - n_neutral)
    for action in rng.sample(neutral, n_neutral):
        other = replace(shots[0], action=action, people=shots[0].people[:1], thing=None)
        shots.insert(rng.randrange(len(shots) + 1), other)
    if rng.random() < _MOVES:
        first, layout = rng.randrange(1, n_takes), rng.randrange(N_LAYOUTS)
        shots[first:] = [replace(shot, place=later, layout=layout) for shot in shots[first:]]
    return shots


def _product_shots(rng: random.Random, product: Product, place: str, n: int) -> list[_Shot]:
    """Return takes of the product in one place, with the same people, no action twice in a row."""
    like = _shot(rng, "P", product.actions[0], place, thing=product.thing)
    people = rng.sample((0, 1), 2)
    shots: list[_Shot] = []
    for _ in range(n):
        action = rng.choice([one for one in product.actions if not shots or one != shots[-1].action])
        doers = tuple(people) if action in SHARED_ACTIONS else (people[0],)
        shots.append(replace(like, action=action, people=doers))
    return shots


def _shot(
    rng: random.Random, part: str, action: str, place: str, *, night: bool = False, thing: str | None = None
) -> _Shot:
    people = tuple(rng.sample(range(4), 2 if action in SHARED_ACTIONS else 1))
    return _Shot(part, action, place, night, rng.randrange(N_LAYOUTS), people, rng.randrange(N_COSTUMES), thing)


def _plan(
    rng: random.Random, shots: Sequence[_Shot], lengths: Sequence[Seconds], *, id: str, seed: int, title: str
) -> FilmPlan:
    """Return the plan of a film with a take for each shot; people get their ids in order."""
    order = list(dict.fromkeys(person for shot in shots for person in shot.people))
    ids = {person: f"P{n + 1}" for n, person in enumerate(order)}
    takes: list[Take] = []
    at: Seconds = 0.0
    for k, (shot, length) in enumerate(zip(shots, lengths, strict=True)):
        opens = k > 0 and shots[k - 1].place != shot.place
        takes.append(_take(rng, shot, f"c{k + 1:03d}", Span(at, at + length), ids, opens_scene=opens))
        at += length
    members = cast(rng, max(2, len(order)))  # screenplays need two
    return FilmPlan(id, seed, title, members, tuple(takes), ())


def _take(rng: random.Random, shot: _Shot, clip: str, span: Span, ids: dict[int, str], *, opens_scene: bool) -> Take:
    transition, blend = transition_into(rng, opens_scene=opens_scene)
    people = [ids[person] for person in shot.people]
    scale = _scale(rng, shot)
    return Take(
        id=f"{clip}.1",
        clip=clip,
        span=span,
        place=shot.place,
        layout=shot.layout,
        night=shot.night,
        scale=scale,
        move=rng.choice(("still", "still", "zoom in", "pan left", "pan right")),
        action=shot.action,
        actor=people[0],
        action_span=single_take_action(rng, shot.action, span, blend=blend),
        partner=people[1] if len(people) > 1 else None,
        thing=shot.thing,
        n_extras=rng.choice((0, 0, 1, 2)) if scale == "wide" and shot.place in BUSY else 0,
        costumes=tuple((one, shot.costume) for one in people),
        transition=transition,
        blend=blend,
        seed=rng.getrandbits(31),
        overheard=shot.overheard,
    )


def _scale(rng: random.Random, shot: _Shot) -> Scale:
    can_be_medium = shot.action not in FULL_LENGTH and (shot.thing is not None or shot.action in _MEDIUM_SCENES)
    return "medium" if can_be_medium and rng.random() < _MEDIUM[shot.part] else "wide"


def _joined(spans: Sequence[Span]) -> tuple[Span, ...]:
    """Return spans in order, those that touch as one."""
    ends = [one.end for one, other in pairwise(spans) if one.end < other.start] + [spans[-1].end]
    starts = [spans[0].start] + [other.start for one, other in pairwise(spans) if one.end < other.start]
    return tuple(Span(start, end) for start, end in zip(starts, ends, strict=True))


def _ticks(seconds: Seconds) -> Seconds:
    return round(seconds / _TICK) * _TICK
