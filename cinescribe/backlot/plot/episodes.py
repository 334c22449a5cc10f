"""Plans the episodes of a series: one cast, whose clothes change in each episode and whose hair changes in some.

Each episode has some of the series' members, and guests who are seen in it only.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from cinescribe.backlot.plan.plan import FilmPlan, PlannedMember, Take
from cinescribe.backlot.plot.coverage import N_COSTUMES
from cinescribe.backlot.plot.screenplay import LOOKALIKE_TWIST, NAMES, cast, plan_film

SERIES_CAST = 8  # members; the first two of one gender look alike
_GUESTS, _GUEST_WEIGHTS = (0, 1, 2), (4, 4, 2)  # in an episode
_LIKE_A_MEMBER = 0.5  # share of guests who look like the look-alikes, if they are of their gender
_NEW_STYLE = 0.3  # share of the episodes in which a member has new hair, and keeps it


def series_cast(seed: int) -> tuple[PlannedMember, ...]:
    """Return the cast of a series, `M1` to `M8`, as they are in its first episode."""
    members = cast(random.Random(f"{seed}/series"), SERIES_CAST, hard=True)
    return tuple(replace(one, id=f"M{n}") for n, one in enumerate(members, 1))


def plan_episode(seed: int, number: int, *, n_clips: int, hard: bool = False, id: str | None = None) -> FilmPlan:
    """Return the plan of an episode of a series.

    Members have one name in all episodes, and an id in each; the name of a guest may come back for another guest.

    Args:
        seed: of the series.
        number: of the episode, from 1.
        n_clips: number of clips; each lasts 4 to 7 s.
        hard: as in `plan_film`, save that all look-alikes are of the series.
        id: id of the film; `series-<seed>-<number>` when None.
    """
    rng = random.Random(f"{seed}/series/{number}")
    plan = plan_film(rng.getrandbits(31), n_clips=n_clips, hard=hard, id=id or f"series-{seed}-{number:02d}")
    regulars, n_people = series_cast(seed), len(plan.cast)
    n_guests = min(rng.choices(_GUESTS, _GUEST_WEIGHTS)[0], n_people - 1)
    chosen = rng.sample(regulars, n_people - n_guests)
    people = [replace(one, style=_style(seed, one, number)) for one in chosen]
    people += _guests(rng, n_guests, regulars)
    rng.shuffle(people)
    members = tuple(replace(new, id=old.id) for old, new in zip(plan.cast, people, strict=True))
    renamed = {old.name: new.name for old, new in zip(plan.cast, members, strict=True)}
    lines = tuple(replace(line, text=_with_names(line.text, renamed)) for line in plan.lines)
    return replace(
        plan, seed=seed, cast=members, takes=tuple(_dressed(take, number) for take in plan.takes), lines=lines
    )


def _style(seed: int, member: PlannedMember, number: int) -> int:
    """Return how often a member's hair has changed up to an episode."""
    rng = random.Random(f"{seed}/{member.id}/styles")
    return sum(rng.random() < _NEW_STYLE for _ in range(number - 1))


def _guests(rng: random.Random, n: int, regulars: Sequence[PlannedMember]) -> list[PlannedMember]:
    """Return guests with names that no member has; some look like one."""
    taken = {one.name for one in regulars}
    found: list[PlannedMember] = []
    for guest in cast(rng, n):
        free = [name for name in NAMES[guest.gender] if name not in taken]
        named = replace(guest, name=rng.choice(free))
        taken.add(named.name)
        alike = [one for one in regulars if one.gender == guest.gender and one.twist < 1]
        if alike and rng.random() < _LIKE_A_MEMBER:
            named = replace(named, appearance_seed=alike[0].appearance_seed, twist=LOOKALIKE_TWIST)
        found.append(named)
    return found


def _dressed(take: Take, number: int) -> Take:
    """Return a take in the costumes of an episode."""
    return replace(take, costumes=tuple((who, costume + number * N_COSTUMES) for who, costume in take.costumes))


def _with_names(text: str, renamed: dict[str, str]) -> str:
    return " ".join(_renamed(word, renamed) for word in text.split(" "))


def _renamed(word: str, renamed: dict[str, str]) -> str:
    name = word.strip(".,;:!?'\"")
    return word.replace(name, renamed[name]) if name in renamed else word
