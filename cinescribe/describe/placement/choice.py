"""Chooses over the whole film how each draft is heard, or that it is not: the choice that is worth the most together.

Where a cue ends decides when the next one may begin, and nothing else about earlier cues matters. So dynamic
programming over that moment is exact: of two histories, the one that ends later and is worth no more is never better.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from cinescribe.describe.placement.drafts import PlacementDraft
from cinescribe.describe.placement.options import Option, Quietest, held_option, spoken_options
from cinescribe.describe.placement.wordings import Durations
from cinescribe.export.tracks.cue_time_limits import LATEST
from cinescribe.generate.narration.choice import Picks, best_picks
from cinescribe.schema import Gap
from cinescribe.timing import Seconds, Span


@dataclass(frozen=True)
class Room:
    """Where cues may be heard.

    Args:
        gaps: in which the voice may speak, in order.
        spoken: spans of speech and of manual cues; the film does not wait in the middle of it.
        extended: whether the film may wait.
        quietest: gives the quietest moment of a span; None where nothing is known.
    """

    gaps: Sequence[Gap]
    spoken: Sequence[Span]
    extended: bool
    quietest: Quietest


def chosen_options(drafts: Sequence[PlacementDraft], room: Room, durations: Durations) -> list[Option | None]:
    """Return how each draft is heard; None if it is not.

    Args:
        drafts: by the time of what they describe.
        room: where they may be heard.
        durations: of the voice. Faster speech is measured where it is chosen; if it takes longer than it should, the
            choice is made again.
    """
    while True:
        found = _best(drafts, room, durations)
        guessed = [one for one in found if one is not None and not durations.is_measured(one.wording.text, one.rate)]
        if not guessed:
            return found
        for option in guessed:
            durations.measured(option.wording.text, option.rate)


def options(draft: PlacementDraft, room: Room, free_from: Seconds, durations: Durations) -> Iterator[Option]:
    """Yield the ways in which a draft may be heard after the cue before it leaves room."""
    yield from spoken_options(draft, room.gaps, free_from, durations)
    held = held_option(draft, room.spoken, free_from, durations, room.quietest) if room.extended else None
    if held is not None:
        yield held


def _best(drafts: Sequence[PlacementDraft], room: Room, durations: Durations) -> list[Option | None]:
    nexts = [draft.about.start for draft in drafts[1:]] + [math.inf] * bool(drafts)
    steps = [
        partial(_continuations, draft, _near(room, draft), durations, following)
        for draft, following in zip(drafts, nexts, strict=True)
    ]
    return [option for option, _ in best_picks(0.0, steps, kept=_undominated).in_order()]


def _near(room: Room, draft: PlacementDraft) -> Room:
    """The room with the gaps that a draft may reach."""
    first = bisect_right(room.gaps, draft.about.start, key=lambda gap: gap.span.end)
    last = bisect_right(room.gaps, draft.about.end + LATEST, key=lambda gap: gap.span.start)
    return replace(room, gaps=room.gaps[first:last])


def _continuations(
    draft: PlacementDraft, room: Room, durations: Durations, following: Seconds, free_from: Seconds
) -> Iterator[tuple[Seconds, Option | None, float]]:
    """Yield silence and each way to be heard, with the moment from which the next draft finds room."""
    yield max(free_from, following), None, 0.0
    for option in options(draft, room, free_from, durations):
        if option.gain > 0:
            yield max(option.free_from, following), option, option.gain


def _undominated(grown: Mapping[Seconds, Picks[Option]]) -> Mapping[Seconds, Picks[Option]]:
    """The histories than which no other one both ends earlier and is worth as much."""
    out: dict[Seconds, Picks[Option]] = {}
    best = -math.inf
    for free_from in sorted(grown):
        if grown[free_from].score > best:
            out[free_from], best = grown[free_from], grown[free_from].score
    return out
