"""A plan's takes by clip and by scene."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cinescribe.backlot.plan.plan import FilmPlan, Take
from cinescribe.timing import Span


@dataclass(frozen=True)
class Scene:
    """Clips that follow each other in one place, layout and light; `number` counts from 0."""

    number: int
    takes: tuple[Take, ...]

    @property
    def span(self) -> Span:
        """From the first take to the last."""
        return span_of(self.takes)


def scenes(plan: FilmPlan) -> tuple[Scene, ...]:
    """The scenes of a film."""
    groups: list[list[Take]] = []
    for take in plan.takes:
        if groups and _setting(groups[-1][-1]) == _setting(take):
            groups[-1].append(take)
        else:
            groups.append([take])
    return tuple(Scene(n, tuple(takes)) for n, takes in enumerate(groups))


def clips_of(takes: Iterable[Take]) -> list[tuple[Take, ...]]:
    """The takes, clip by clip."""
    by_clip: dict[str, list[Take]] = {}
    for take in takes:
        by_clip.setdefault(take.clip, []).append(take)
    return [tuple(one) for one in by_clip.values()]


def span_of(takes: Sequence[Take]) -> Span:
    """The stretch of the film that takes in a row fill."""
    return Span(takes[0].span.start, takes[-1].span.end)


def action_take(takes: Sequence[Take]) -> Take:
    """Of one clip's takes the first that shows its action, medium or wide."""
    return next(take for take in takes if take.scale != "close")


def _setting(take: Take) -> tuple[str, int, bool]:
    return take.place, take.layout, take.night
