"""The described soundtrack: a narrator speaks the captions in the pauses of the dialogue."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from cinescribe.backlot.plan.caption_templates import shortest_caption, template_captions
from cinescribe.backlot.plan.naming import named_text
from cinescribe.backlot.plan.plan import FilmPlan, Take
from cinescribe.backlot.plan.scenes import action_take, takes_by_clip, takes_span
from cinescribe.backlot.plan.truth import Narration
from cinescribe.backlot.sound.film_sound import PEAK_CEILING
from cinescribe.backlot.sound.samples import SOUND_RATE_HZ, SoundSamples, add_at, gain, to_sample
from cinescribe.backlot.sound.voices import NARRATOR_LEVEL_DB, narrator, sound_of
from cinescribe.media.voice.voice import Spoken, Voice
from cinescribe.timing import Seconds, Span, between

PADDING: Seconds = 0.15  # free time before and after dialogue, and at both ends of a clip
RATES = (1.0, 1.1, 1.2)  # rates at which the shortest caption is tried
DUCK_DB = -9.0  # gain of the film under the voice
ATTACK, RELEASE = 0.25, 0.4  # seconds in which the film is lowered, and raised again


@dataclass(frozen=True)
class NarratedSentence:
    """A sentence of the narrator with its exact time, and its sound, (n,) at `SOUND_RATE_HZ`."""

    narration: Narration
    samples: SoundSamples


def narration_of_clips(plan: FilmPlan) -> tuple[NarratedSentence, ...]:
    """Return the narration: one caption per clip, in its longest pause; none where the shortest caption does not fit.

    Args:
        plan: the film; its lines have their exact times.
    """
    sentences = []
    with narrator() as voice:
        for takes in takes_by_clip(plan.takes):
            pause = _longest_pause(plan, takes)
            fitting = _fitting(voice, _candidates(plan, action_take(takes)), pause.duration)
            if fitting is not None:
                text, spoken = fitting
                start = to_sample(pause.start)
                samples = sound_of(spoken, level_db=NARRATOR_LEVEL_DB)
                span = Span(start / SOUND_RATE_HZ, (start + len(samples)) / SOUND_RATE_HZ)
                sentences.append(NarratedSentence(Narration(span, takes[0].clip, text), samples))
    return tuple(sentences)


def narrated_sound(
    film: SoundSamples, narration: Iterable[NarratedSentence], *, duck_db: float = DUCK_DB
) -> SoundSamples:
    """Return the film's sound, lowered by `duck_db` under the narrator, plus the narrator, (n,) at `SOUND_RATE_HZ`.

    Unlike `media.sound.mix`, it leaves the film unchanged elsewhere, so that the pair tests how narration is found.
    """
    sentences = list(narration)
    out = film * _ducking(len(film), [sentence.narration.span for sentence in sentences], gain(duck_db))
    for sentence in sentences:
        add_at(out, sentence.samples, to_sample(sentence.narration.span.start))
    return np.clip(out, -PEAK_CEILING, PEAK_CEILING, out=out)


def _longest_pause(plan: FilmPlan, takes: Sequence[Take]) -> Span:
    clip = takes_span(takes).padded(-PADDING)
    pauses = between([line.span.padded(PADDING) for line in plan.lines], clip)
    return max(pauses, key=lambda pause: pause.duration)


def _candidates(plan: FilmPlan, take: Take) -> list[str]:
    """Return captions of a clip with names: the reference first, then shorter and shorter ones."""
    gender = plan.genders[take.actor]
    reference, *others = template_captions(take, gender)
    others.sort(key=lambda caption: -len(caption.text))
    return [named_text(caption.text, plan.names) for caption in (reference, *others, shortest_caption(take, gender))]


def _fitting(voice: Voice, captions: Sequence[str], pause: Seconds) -> tuple[str, Spoken] | None:
    """Return the first caption that fits when spoken; the last one may be spoken faster."""
    for text in captions:
        for rate in RATES if text == captions[-1] else RATES[:1]:
            spoken = voice.say(text, rate=rate)
            if spoken.duration + 1 / SOUND_RATE_HZ <= pause:
                return text, spoken
    return None


def _ducking(n_samples: int, spans: Sequence[Span], low: float) -> SoundSamples:
    """Return the gain of the film, (n_samples,): `low` within each span, with ramps before and after."""
    times = np.arange(0, n_samples + SOUND_RATE_HZ // 100, SOUND_RATE_HZ // 100) / SOUND_RATE_HZ  # every 10 ms
    depth = np.zeros(len(times))
    for span in spans:
        ramp = np.minimum((times - span.start) / ATTACK + 1, (span.end - times) / RELEASE + 1)
        depth = np.maximum(depth, np.clip(ramp, 0, 1))
    share = np.interp(np.arange(n_samples) / SOUND_RATE_HZ, times, low**depth)
    return share.astype(np.float32)
