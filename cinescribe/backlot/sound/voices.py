"""Voices of the cast and the narrator, and spoken lines."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace

import numpy as np
from scipy.signal import resample_poly

from cinescribe.backlot.plan.plan import DialogueLine, FilmPlan, Gender, PlannedMember
from cinescribe.backlot.sound.samples import SOUND_RATE_HZ, SoundSamples, gain, to_sample
from cinescribe.media.voice.espeak import EspeakVoice
from cinescribe.media.voice.voice import Spoken, Voice
from cinescribe.timing import Span

DIALOGUE_WPM, NARRATOR_WPM = 185.0, 170.0
LEVEL_DB = -22.0  # RMS of a line in dBFS: about -23 LUFS
NARRATOR_LEVEL_DB = -21.0
_PEAK = 0.9
N_SPEAKERS = 8  # of each gender
# Variants of espeak-ng, each with the pitch that makes it most distinct.
SPEAKERS: Mapping[Gender, tuple[tuple[str, int], ...]] = {
    "woman": (
        ("f1", 55), ("f2", 70), ("f3", 45), ("f4", 80), ("f5", 40), ("Annie", 60), ("linda", 50), ("Alicia", 65),
    ),
    "man": (("m1", 40), ("m2", 55), ("m3", 30), ("m4", 60), ("m5", 35), ("m6", 50), ("m7", 25), ("adam", 45)),
}  # fmt: skip


@dataclass(frozen=True)
class VoicedLine:
    """A line of dialogue with its exact time, and its sound, (n,) at `SOUND_RATE_HZ`."""

    line: DialogueLine
    samples: SoundSamples


def voice_of(member: PlannedMember) -> EspeakVoice:
    """Return the voice of a member, by gender and `voice_seed`."""
    variant, pitch = SPEAKERS[member.gender][member.voice_seed % N_SPEAKERS]
    return EspeakVoice("en-us", variant=variant, pitch=pitch, wpm=DIALOGUE_WPM)


def narrator() -> EspeakVoice:
    """Return the voice of the narrator; no member of the cast has it."""
    return EspeakVoice("en-gb", pitch=42, wpm=NARRATOR_WPM)


def voiced_lines(plan: FilmPlan) -> tuple[VoicedLine, ...]:
    """Return the spoken lines of a plan; each starts at its planned time and ends when its sound ends."""
    with ExitStack() as stack:
        voices = {member.id: stack.enter_context(voice_of(member)) for member in plan.cast}
        return tuple(_voiced(line, voices[line.member]) for line in plan.lines)


def with_voiced_lines(plan: FilmPlan, lines: Iterable[VoicedLine]) -> FilmPlan:
    """Return the plan with the exact times of its spoken lines."""
    return replace(plan, lines=tuple(spoken.line for spoken in lines))


def sound_of(spoken: Spoken, *, level_db: float = LEVEL_DB) -> SoundSamples:
    """Return speech at `SOUND_RATE_HZ` and at a level in dBFS (RMS), (n,)."""
    common = math.gcd(SOUND_RATE_HZ, spoken.rate_hz)
    samples = resample_poly(spoken.samples, SOUND_RATE_HZ // common, spoken.rate_hz // common)
    power = float(np.sqrt(np.mean(np.square(samples, dtype=np.float64)))) or 1.0
    factor = min(gain(level_db) / power, _PEAK / (float(np.abs(samples).max()) or 1.0))
    sound: SoundSamples = (samples * factor).astype(np.float32)
    return sound


def _voiced(line: DialogueLine, voice: Voice) -> VoicedLine:
    spoken = voice.say(line.text)
    if spoken.duration > line.span.duration:
        spoken = voice.say(line.text, rate=spoken.duration / line.span.duration)
    samples = sound_of(spoken)
    start = to_sample(line.span.start)
    exact = Span(start / SOUND_RATE_HZ, (start + len(samples)) / SOUND_RATE_HZ)
    return VoicedLine(replace(line, span=exact), samples)
