"""The described soundtrack: a narrator tells the captions in the pauses of the dialogue."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from cinescribe.backlot.plan.naming import named
from cinescribe.backlot.plan.phrases import shortest, tellings
from cinescribe.backlot.plan.plan import FilmPlan, Take
from cinescribe.backlot.plan.scenes import action_take, clips_of, span_of
from cinescribe.backlot.plan.truth import Narration
from cinescribe.backlot.sound.film_sound import CEILING
from cinescribe.backlot.sound.samples import RATE_HZ, Samples, gain, lay, to_sample
from cinescribe.backlot.sound.voices import NARRATOR_LEVEL_DB, narrator, sound_of
from cinescribe.media.voice.voice import Spoken, Voice
from cinescribe.timing import Seconds, Span, between

PADDING: Seconds = 0.15  # kept free before and after dialogue, and at a clip's ends
RATES = (1.0, 1.1, 1.2)  # speeds at which the shortest wording is tried
DUCK_DB = -9.0  # how far the film goes down under the voice
ATTACK, RELEASE = 0.25, 0.4  # seconds it takes to go down, and to come back


@dataclass(frozen=True)
class Narrated:
    """A sentence with the exact time of its sound, and that sound, (n,) at `RATE_HZ`."""

    narration: Narration
    samples: Samples


def narrated(plan: FilmPlan) -> tuple[Narrated, ...]:
    """What the narrator says: one telling a clip, in its longest pause; nothing where even the shortest is too long.

    Args:
        plan: the film, its lines at the times at which they sound.
    """
    out = []
    with narrator() as voice:
        for takes in clips_of(plan.takes):
            pause = _longest_pause(plan, takes)
            found = _fitting(voice, _wordings(plan, action_take(takes)), pause.duration)
            if found is not None:
                text, spoken = found
                start = to_sample(pause.start)
                samples = sound_of(spoken, level_db=NARRATOR_LEVEL_DB)
                span = Span(start / RATE_HZ, (start + len(samples)) / RATE_HZ)
                out.append(Narrated(Narration(span, takes[0].clip, text), samples))
    return tuple(out)


def described(film: Samples, narration: Iterable[Narrated], *, duck_db: float = DUCK_DB) -> Samples:
    """The film's sound, lowered by `duck_db` where the narrator speaks, and the narrator, (n,) at `RATE_HZ`.

    Not levelled as `media.mix` does it: elsewhere the film stays what it was, so that the pair tests what tells them
    apart.
    """
    told = list(narration)
    out = film * _ducking(len(film), [one.narration.span for one in told], gain(duck_db))
    for one in told:
        lay(out, one.samples, to_sample(one.narration.span.start))
    return np.clip(out, -CEILING, CEILING, out=out)


def _longest_pause(plan: FilmPlan, takes: Sequence[Take]) -> Span:
    clip = span_of(takes).padded(-PADDING)
    pauses = between([line.span.padded(PADDING) for line in plan.lines], clip)
    return max(pauses, key=lambda pause: pause.duration)


def _wordings(plan: FilmPlan, take: Take) -> list[str]:
    """A clip's tellings with names, the reference first, then shorter ones, the barest last."""
    gender = plan.genders[take.actor]
    reference, *others = tellings(take, gender)
    others.sort(key=lambda telling: -len(telling.text))
    return [named(telling.text, plan.names) for telling in (reference, *others, shortest(take, gender))]


def _fitting(voice: Voice, wordings: Sequence[str], room: Seconds) -> tuple[str, Spoken] | None:
    """The first wording that fits when spoken; the last one also faster."""
    for text in wordings:
        for rate in RATES if text == wordings[-1] else RATES[:1]:
            spoken = voice.say(text, rate=rate)
            if spoken.duration + 1 / RATE_HZ <= room:
                return text, spoken
    return None


def _ducking(n_samples: int, spans: Sequence[Span], low: float) -> Samples:
    """The film's gain, (n_samples,): down to `low` by the start of each span and up again after its end."""
    times = np.arange(0, n_samples + RATE_HZ // 100, RATE_HZ // 100) / RATE_HZ  # every 10 ms
    depth = np.zeros(len(times))
    for span in spans:
        ramp = np.minimum((times - span.start) / ATTACK + 1, (span.end - times) / RELEASE + 1)
        depth = np.maximum(depth, np.clip(ramp, 0, 1))
    share = np.interp(np.arange(n_samples) / RATE_HZ, times, low**depth)
    return share.astype(np.float32)
