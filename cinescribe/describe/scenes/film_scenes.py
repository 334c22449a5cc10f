"""The scenes of an analysed film, drawn or not."""

from __future__ import annotations

from cinescribe.describe.analyse import Analysis
from cinescribe.describe.captioner_selection import is_drawn
from cinescribe.describe.scenes.scenes import drawn_scene_numbers, shot_scene_numbers


def film_scenes(analysis: Analysis) -> tuple[int, ...]:
    """Return the number of the scene of each shot of a film, from 0, rising."""
    numbers = drawn_scene_numbers if is_drawn(analysis.clip) else shot_scene_numbers
    return tuple(numbers(analysis.shots, analysis.clip))
