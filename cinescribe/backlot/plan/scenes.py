"""Groups the takes of a plan by clip and by scene."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cinescribe.backlot.plan.plan import FilmPlan, Overheard, Take
from cinescribe.timing import Span


@dataclass(frozen=True)
class Scene:
    """Consecutive clips in one place, layout, light and sound; `number` counts from 0."""

    number: int
    takes: tuple[Take, ...]

    @property
    def span(self) -> Span:
        """From the start of the first take to the end of the last."""
        return takes_span(self.takes)


def scenes(plan: FilmPlan) -> tuple[Scene, ...]:
    """Return the scenes of a film, in order."""
    groups: list[list[Take]] = []
    for take in plan.takes:
        if groups and _setting(groups[-1][-1]) == _setting(take):
            groups[-1].append(take)
        else:
            groups.append([take])
    return tuple(Scene(n, tuple(takes)) for n, takes in enumerate(groups))


def takes_by_clip(takes: Iterable[Take]) -> list[tuple[Take, ...]]:
    """Return the takes grouped by clip, in order."""
    by_clip: dict[str, list[Take]] = {}
    for take in takes:
        by_clip.setdefault(take.clip, []).append(take)
    return [tuple(group) for group in by_clip.values()]


def takes_span(takes: Sequence[Take]) -> Span:
    """Return the span that consecutive takes fill."""
    return Span(takes[0].span.start, takes[-1].span.end)


def action_take(takes: Sequence[Take]) -> Take:
    """Return the first medium or wide take of a clip: it shows the action."""
    return next(take for take in takes if take.scale != "close")


def _setting(take: Take) -> tuple[str, int, bool, Overheard | None]:
    return take.place, take.layout, take.night, take.overheard
