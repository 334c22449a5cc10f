"""Mixes the sound of a film: dialogue over ambience and foley, with music in some scenes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cinescribe.backlot.plan.plan import FilmPlan
from cinescribe.backlot.plan.scenes import Scene, action_take, scenes, takes_by_clip
from cinescribe.backlot.sound.ambience import ambience, foley, music
from cinescribe.backlot.sound.samples import SoundSamples, add_at, to_sample
from cinescribe.backlot.sound.voices import VoicedLine
from cinescribe.timing import Seconds, Span

MUSIC = 0.2  # share of scenes with music; a bar always has music
PEAK_CEILING = 0.98  # of full scale; louder peaks are clipped, but no film reaches it
EDGE: Seconds = 0.04  # crossfade between the ambiences of two scenes at a cut


def music_spans(plan: FilmPlan) -> tuple[Span, ...]:
    """Return the spans with music: whole scenes."""
    return tuple(scene.span for scene in scenes(plan) if _has_music(scene))


def film_sound(plan: FilmPlan, lines: Sequence[VoicedLine]) -> SoundSamples:
    """Return the sound of a film, (n,) at `RATE_HZ`, as long as the film."""
    out = np.zeros(to_sample(plan.duration), np.float32)
    for scene in scenes(plan):
        _add_ambience(out, scene)
    for takes in takes_by_clip(plan.takes):
        take = action_take(takes)
        rng = np.random.default_rng((take.seed, 2))
        effect = foley(take.sounds_like.action, duration=take.action_span.duration, rng=rng)
        add_at(out, effect, to_sample(take.action_span.start))
    for line in lines:
        add_at(out, line.samples, to_sample(line.line.span.start))
    return np.clip(out, -PEAK_CEILING, PEAK_CEILING, out=out)


def _has_music(scene: Scene) -> bool:
    first = scene.takes[0]
    return first.sounds_like.place == "bar" or bool(np.random.default_rng((first.seed, 0)).random() < MUSIC)


def _add_ambience(out: SoundSamples, scene: Scene) -> None:
    """Add the ambience of a scene, crossfaded with its neighbours like the pictures."""
    first = scene.takes[0]
    rng = np.random.default_rng((first.seed, 1))
    edge = max(first.blend, EDGE)
    start = max(0.0, scene.span.start - edge / 2)
    n_samples = min(to_sample(scene.span.end + EDGE / 2), len(out)) - to_sample(start)
    heard = first.sounds_like
    sound = ambience(heard.place, night=heard.night, n_samples=n_samples, rng=rng)
    if _has_music(scene):
        sound += music(n_samples, rng=rng)
    n_in, n_out = min(to_sample(edge), n_samples), min(to_sample(EDGE), n_samples)
    sound[:n_in] *= np.linspace(0, 1, n_in, dtype=np.float32)
    sound[-n_out:] *= np.linspace(1, 0, n_out, dtype=np.float32)
    add_at(out, sound, to_sample(start))
