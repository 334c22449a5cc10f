"""The scene of each moment of a film: words are written in order within a scene."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from cinescribe.describe.analyse import Analysis
from cinescribe.describe.captioner_selection import is_drawn
from cinescribe.describe.scenes.scenes import drawn_scene_numbers, scene_numbers
from cinescribe.generate.narration.moments import Moment


def moment_scenes(moments: Sequence[Moment], analysis: Analysis) -> list[int]:
    """Return the number of the scene that each moment describes at its end, rising.

    Args:
        moments: of the film, in order.
        analysis: its measurements.
    """
    if not moments:
        return []
    numbers = (drawn_scene_numbers if is_drawn(analysis.clip) else scene_numbers)(analysis.shots, analysis.clip)
    starts = [shot.span.start for shot in analysis.shots]
    return [numbers[max(bisect_right(starts, moment.described.middle) - 1, 0)] for moment in moments]
