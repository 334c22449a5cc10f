"""Says why a draft is not heard, in words that lead somewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cinescribe.describe.placement.drafts import PlacementDraft
from cinescribe.describe.placement.options import Option, spoken_options
from cinescribe.describe.placement.wordings import PER_SECOND, Durations
from cinescribe.export.tracks.cue_time_limits import BREATH, LATEST
from cinescribe.schema import Gap
from cinescribe.timing import Seconds

COULD_WAIT = "; the film could wait for it"  # ends the reason of a cue that `could_wait`


@dataclass(frozen=True)
class Reasons:
    """Gives the reasons of one description.

    Args:
        gaps: in which the voice may speak.
        heard: the cues that are heard, by id: the draft and how it is heard.
        durations: of the voice.
    """

    gaps: Sequence[Gap]
    heard: Mapping[str, tuple[PlacementDraft, Option]]
    durations: Durations

    def of(self, draft: PlacementDraft) -> str:
        """Return why a draft is not spoken in a gap."""
        alone = max(spoken_options(draft, self.gaps, 0.0, self.durations), key=lambda one: one.gain, default=None)
        return self._no_room(draft) if alone is None else self._taken(draft, alone)

    def of_left_out(self, draft: PlacementDraft, chosen: Option) -> str:
        """Return why a sentence is left out."""
        takes = self.durations.measured(draft.wordings[0].text)
        return f"{self._room(draft, chosen.span.start)}, and with this sentence it would take {takes:.1f} s"

    def _taken(self, draft: PlacementDraft, alone: Option) -> str:
        """The reason where another cue has the time."""
        near = alone.span.padded(BREATH)
        others = {name: pair for name, pair in self.heard.items() if pair[1].span.overlap(near) > 0}
        if not others:
            return "a cue before it leaves it too little time"
        name = max(others, key=lambda name: others[name][1].span.overlap(near))
        other, chosen = others[name]
        if other.about.start >= draft.about.end and chosen.span.overlap(other.about) > 0:
            return f"cue {name} has its time, which describes what is on the screen then"
        return f"cue {name} has its time, which is more important"

    def _no_room(self, draft: PlacementDraft) -> str:
        """The reason where the draft has too little time even without other cues."""
        starts = [start for gap in self.gaps if (start := _start(gap, draft)) is not None]
        if not starts:
            last = min(draft.scene_end, max(draft.until, draft.about.start), draft.about.end + LATEST)
            return f"nobody pauses while its picture is seen, from {draft.about.start:.1f} to {last:.1f} s"
        start = max(starts, key=lambda start: min(end for end, _ in self._ends(draft, start)) - start)
        takes = min(self.durations.measured(wording.text) for wording in draft.wordings)
        return f"{self._room(draft, start)}, and the sentence takes {takes:.1f} s"

    def _room(self, draft: PlacementDraft, start: Seconds) -> str:
        """How long a cue may last that begins at a moment, and what ends it."""
        end, words = min(self._ends(draft, start))
        return words.format(f"{max(end - start, 0.0):.1f} s")

    def _ends(self, draft: PlacementDraft, start: Seconds) -> list[tuple[Seconds, str]]:
        """What ends a cue that begins at a moment."""
        gap = next(gap.span for gap in self.gaps if start < gap.span.end)
        is_whole = start <= draft.about.start
        scene = "its scene is seen for only {}" if is_whole else "its scene is seen for only {} more"
        return [
            (gap.end, "the gap is {}" if start < gap.start + 1 / PER_SECOND else "the gap has {} left"),
            (draft.scene_end, scene),
            (draft.until, "the picture would contradict it after {}"),
        ]


def _start(gap: Gap, draft: PlacementDraft) -> Seconds | None:
    """When a draft may begin in a gap; None if its picture is not seen then."""
    start = max(gap.span.start, draft.about.start)
    last = min(gap.span.end, draft.scene_end, draft.until, draft.about.end + LATEST)
    return start if start < last else None
