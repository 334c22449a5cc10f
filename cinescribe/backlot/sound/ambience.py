"""Ambience of places (filtered noise, hums and short events), sounds of actions (foley), and simple music."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.signal import butter, sosfilt

from cinescribe.backlot.plan.plan import OUTDOORS
from cinescribe.backlot.sound.samples import SOUND_RATE_HZ, SoundSamples, add_at, gain, to_sample
from cinescribe.timing import Seconds

Rng: TypeAlias = np.random.Generator
EventSynth: TypeAlias = Callable[[Rng], NDArray[np.float64]]  # returns one event, (n,), with a peak of about 1


@dataclass(frozen=True)
class Noise:
    """Noise between two frequencies; it swells about every `swell` seconds by `depth`, 0 to 1."""

    low_hz: float
    high_hz: float
    level_db: float
    swell: Seconds = 4.0
    depth: float = 0.3


@dataclass(frozen=True)
class Hum:
    """Steady tones."""

    pitches_hz: tuple[float, ...]
    level_db: float


@dataclass(frozen=True)
class Events:
    """Short sounds at random times; `level_db` is their peak."""

    make: EventSynth
    a_minute: float
    level_db: float


def ambience(place: str, *, night: bool, n_samples: int, rng: Rng) -> SoundSamples:
    """Return the ambience of a place, (n_samples,) at `SOUND_RATE_HZ`, about -45 dBFS."""
    layers = _AMBIENCES[place] + (_NIGHT_OUTDOORS if night and place in OUTDOORS else ())
    out = np.zeros(n_samples, np.float32)
    for layer in layers:
        if isinstance(layer, Noise):
            out += _noise(layer, n_samples, rng)
        elif isinstance(layer, Hum):
            out += _hum(layer, n_samples)
        else:
            _add_events(out, layer, rng)
    return out


def foley(action: str, *, duration: Seconds, rng: Rng) -> SoundSamples:
    """Return the sound of an action while it lasts, (n,) at `SOUND_RATE_HZ`; silence for a silent action."""
    out = np.zeros(to_sample(duration), np.float32)
    if action not in _FOLEY:
        return out
    make, first, every, level_db = _FOLEY[action]
    at = first * duration
    while at < duration:
        add_at(out, make(rng) * gain(level_db), to_sample(at))
        at += every * rng.uniform(0.9, 1.1) if every else duration
    return out


def music(n_samples: int, *, rng: Rng) -> SoundSamples:
    """Return slow chords under a plucked tune, (n_samples,) at `SOUND_RATE_HZ`, about -33 dBFS."""
    root, beat = 110.0 * 2 ** (rng.integers(0, 8) / 12), float(rng.uniform(0.4, 0.6))
    out = np.zeros(n_samples, np.float32)
    for n, at in enumerate(np.arange(0, n_samples / SOUND_RATE_HZ, beat)):
        chord = _CHORDS[(n // 4) % len(_CHORDS)]
        if n % 4 == 0:
            for step in chord:
                add_at(out, _note(root * 2 ** (step / 12), 4.5 * beat, 1.5) * gain(-42), to_sample(at))
        step = chord[int(rng.integers(len(chord)))] + 12
        add_at(out, _note(root * 2 ** (step / 12), 2 * beat, 0.25) * gain(-36), to_sample(at))
    return out


def _noise(layer: Noise, n_samples: int, rng: Rng) -> SoundSamples:
    shape = butter(2, (layer.low_hz, layer.high_hz), "bandpass", fs=SOUND_RATE_HZ, output="sos")
    # One block of noise is repeated: this is inaudible, and long films stay cheap.
    block = sosfilt(shape, rng.standard_normal(min(n_samples, _BLOCK))).astype(np.float32)
    block *= gain(layer.level_db) / (float(np.sqrt(np.mean(block**2))) or 1.0)
    n_knots = max(2, round(n_samples / SOUND_RATE_HZ / layer.swell) * 2 + 2)
    swell = 1 - layer.depth * rng.random(n_knots)
    envelope = np.interp(np.linspace(0, n_knots - 1, n_samples), np.arange(n_knots), swell).astype(np.float32)
    sound: SoundSamples = np.resize(block, n_samples) * envelope
    return sound


def _hum(layer: Hum, n_samples: int) -> SoundSamples:
    time = np.arange(n_samples, dtype=np.float64) / SOUND_RATE_HZ
    tones = sum(np.sin(2 * np.pi * pitch * time) for pitch in layer.pitches_hz)
    sound: SoundSamples = (tones * (gain(layer.level_db) / len(layer.pitches_hz) ** 0.5)).astype(np.float32)
    return sound


def _add_events(out: SoundSamples, layer: Events, rng: Rng) -> None:
    for _ in range(rng.poisson(layer.a_minute * len(out) / SOUND_RATE_HZ / 60)):
        add_at(out, layer.make(rng) * gain(layer.level_db + rng.uniform(-6, 0)), int(rng.integers(len(out))))


def _time(seconds: Seconds) -> NDArray[np.float64]:
    return np.arange(to_sample(seconds)) / SOUND_RATE_HZ


def _note(pitch_hz: float, length: Seconds, decay: Seconds) -> NDArray[np.float64]:
    time = _time(length)
    tone = np.sin(2 * np.pi * pitch_hz * time) + 0.4 * np.sin(4 * np.pi * pitch_hz * time)
    rounded: NDArray[np.float64] = (
        tone * np.exp(-time / decay) * np.minimum(1, time / 0.01) * np.minimum(1, (length - time) / 0.05)
    )
    return rounded


def _burst(low_hz: float, high_hz: float, decay: Seconds) -> EventSynth:
    """Noise that decays quickly: a clap, a step, a thud."""
    shape = butter(2, (low_hz, high_hz), "bandpass", fs=SOUND_RATE_HZ, output="sos")

    def make(rng: Rng) -> NDArray[np.float64]:
        time = _time(6 * decay)
        sound = sosfilt(shape, rng.standard_normal(len(time))) * np.exp(-time / decay)
        loudest: NDArray[np.float64] = sound / (np.abs(sound).max() or 1.0)
        return loudest

    return make


def _ring(*pitches_hz: float, decay: Seconds) -> EventSynth:
    """Tones that ring and decay: glass, crockery, the bell of a station."""

    def make(rng: Rng) -> NDArray[np.float64]:
        bend = rng.uniform(0.95, 1.05)
        notes: NDArray[np.float64] = np.sum([_note(pitch * bend, 4 * decay, decay) for pitch in pitches_hz], axis=0)
        return notes / len(pitches_hz)

    return make


def _chirps(rng: Rng) -> NDArray[np.float64]:
    """A bird: a few quick falling whistles."""
    base = rng.uniform(2800, 4500)
    time = _time(0.09)
    whistle = np.sin(2 * np.pi * (base * time - rng.uniform(2000, 8000) * time**2)) * np.sin(np.pi * time / 0.09)
    pause = np.zeros(to_sample(rng.uniform(0.03, 0.12)))
    return np.concatenate([part for _ in range(rng.integers(2, 6)) for part in (whistle, pause)])


def _cricket(rng: Rng) -> NDArray[np.float64]:
    """A cricket: a high tone in quick pulses."""
    time = _time(0.6)
    trill: NDArray[np.float64] = np.sin(2 * np.pi * rng.uniform(4200, 4800) * time) * (
        np.sin(2 * np.pi * 18 * time) > 0
    )
    return trill * np.sin(np.pi * time / 0.6)


_BLOCK = 12 * SOUND_RATE_HZ  # samples of noise, repeated
_CHORDS = ((0, 4, 7), (9, 12, 16), (5, 9, 12), (7, 11, 14))  # I vi IV V, in semitones
_TICK, _KEY = _burst(2000, 5000, 0.006), _burst(1200, 4000, 0.01)
_STEP, _THUD = _burst(80, 700, 0.04), _burst(50, 300, 0.09)
_CLAP, _LATCH = _burst(700, 3500, 0.03), _burst(300, 2500, 0.05)
_CLINK, _PLATE = _ring(2900, 4350, decay=0.12), _ring(1650, 2630, 3710, decay=0.08)
_GONG = _ring(660, 880, decay=0.5)

_NIGHT_OUTDOORS = (Events(_cricket, 40, -46),)
_AMBIENCES: Mapping[str, tuple[Noise | Hum | Events, ...]] = {
    "kitchen": (Hum((100, 150), -58), Noise(80, 2000, -56), Events(_PLATE, 10, -34), Events(_LATCH, 4, -40)),
    "bedroom": (Noise(60, 900, -60), Events(_TICK, 60, -52)),
    "office": (Noise(120, 1500, -50, 8.0, 0.15), Hum((120,), -62), Events(_KEY, 140, -46)),
    "street": (Noise(50, 500, -42, 3.0, 0.6), Noise(400, 3000, -54, 2.0, 0.8), Events(_STEP, 40, -42)),
    "park": (Noise(200, 1800, -50, 5.0, 0.6), Events(_chirps, 24, -38)),
    "beach": (Noise(150, 2500, -42, 3.5, 0.9), Noise(2000, 7000, -54, 3.5, 0.9)),
    "bar": (Noise(150, 900, -48, 1.0, 0.3), Events(_CLINK, 22, -36), Events(_STEP, 20, -44)),
    "forest": (Noise(300, 3500, -50, 6.0, 0.7), Events(_chirps, 14, -42), Events(_LATCH, 6, -48)),
    "classroom": (Noise(100, 1200, -54), Hum((100, 200), -64), Events(_KEY, 20, -46)),
    "station": (Noise(40, 400, -44, 4.0, 0.5), Noise(500, 2500, -54), Events(_GONG, 3, -36), Events(_STEP, 50, -44)),
}
# Sound, first time (share of the action), interval (seconds, 0 for once), peak (dB).
_FOLEY: Mapping[str, tuple[EventSynth, float, Seconds, float]] = {
    "clap": (_CLAP, 0.0, 0.4, -22),
    "run": (_STEP, 0.0, 0.28, -26),
    "enter": (_STEP, 0.0, 0.5, -30),
    "leave": (_STEP, 0.2, 0.5, -30),
    "follow": (_STEP, 0.0, 0.35, -30),
    "fall": (_THUD, 0.6, 0.0, -16),
    "put down": (_THUD, 0.6, 0.0, -28),
    "open door": (_LATCH, 0.3, 0.0, -22),
    "high five": (_CLAP, 0.5, 0.0, -20),
    "push": (_THUD, 0.4, 0.0, -26),
    "sit": (_THUD, 0.8, 0.0, -32),
    "dance": (_STEP, 0.0, 0.5, -32),
}
