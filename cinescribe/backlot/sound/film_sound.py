"""A film's sound: dialogue over what places and actions sound like, here and there with music."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cinescribe.backlot.plan.plan import FilmPlan
from cinescribe.backlot.plan.scenes import Scene, action_take, clips_of, scenes
from cinescribe.backlot.sound.ambience import bed, foley, music
from cinescribe.backlot.sound.samples import Samples, lay, to_sample
from cinescribe.backlot.sound.voices import Said
from cinescribe.timing import Seconds, Span

MUSIC = 0.2  # share of scenes with music; a bar always has some
CEILING = 0.98  # full scale; louder peaks are cut off, which no film here reaches
EDGE: Seconds = 0.04  # over which one place's sound gives way to the next at a cut


def music_spans(plan: FilmPlan) -> tuple[Span, ...]:
    """When music plays: over whole scenes."""
    return tuple(scene.span for scene in scenes(plan) if _has_music(scene))


def film_sound(plan: FilmPlan, lines: Sequence[Said]) -> Samples:
    """The film's sound, (n,) at `RATE_HZ`, as long as the film."""
    out = np.zeros(to_sample(plan.duration), np.float32)
    for scene in scenes(plan):
        _add_place(out, scene)
    for takes in clips_of(plan.takes):
        take = action_take(takes)
        rng = np.random.default_rng((take.seed, 2))
        made = foley(take.action, duration=take.action_span.duration, rng=rng)
        lay(out, made, to_sample(take.action_span.start))
    for one in lines:
        lay(out, one.samples, to_sample(one.line.span.start))
    return np.clip(out, -CEILING, CEILING, out=out)


def _has_music(scene: Scene) -> bool:
    first = scene.takes[0]
    return first.place == "bar" or bool(np.random.default_rng((first.seed, 0)).random() < MUSIC)


def _add_place(out: Samples, scene: Scene) -> None:
    """The place's sound, blended into its neighbours' as the pictures are."""
    first = scene.takes[0]
    rng = np.random.default_rng((first.seed, 1))
    edge = max(first.blend, EDGE)
    start = max(0.0, scene.span.start - edge / 2)
    n_samples = min(to_sample(scene.span.end + EDGE / 2), len(out)) - to_sample(start)
    sound = bed(first.place, night=first.night, n_samples=n_samples, rng=rng)
    if _has_music(scene):
        sound += music(n_samples, rng=rng)
    n_in, n_out = min(to_sample(edge), n_samples), min(to_sample(EDGE), n_samples)
    sound[:n_in] *= np.linspace(0, 1, n_in, dtype=np.float32)
    sound[-n_out:] *= np.linspace(1, 0, n_out, dtype=np.float32)
    lay(out, sound, to_sample(start))
