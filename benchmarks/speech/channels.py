"""Voices that stand in some channels of a film's sound only, and what the mix of all channels alone would find.

Voices at known times are put into channels, beside music in others, coded as AAC, and read as the sound of a film.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import mean
from typing import TypeAlias

import av
import numpy as np
import torch

from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
from benchmarks.speech.detection import RATE_HZ, Trial, loud_spans, read_sound, shares, synthetic_music
from cinescribe.backlot.sound.ambience import ambience, music
from cinescribe.backlot.sound.samples import SOUND_RATE_HZ as BACKLOT_HZ
from cinescribe.media.film.probe import probe
from cinescribe.media.film.read import read_through
from cinescribe.media.film.resample import Samples, Sound
from cinescribe.media.speech.silero import SileroNet, load_silero
from cinescribe.media.speech.speech import VoiceDetector
from cinescribe.media.speech.voice_views import N_VIEWS, voice_views
from cinescribe.media.voice.espeak import EspeakVoice
from cinescribe.timing import Span

Channels: TypeAlias = dict[str, Samples]  # by FFmpeg's names; those that are not named are silent

PAUSE = 6.0  # seconds between two voices
OVERS_DB = (5.0, -5.0)  # of a voice over the music of one channel
SOFTER = 10 ** (-1 / 20)  # 1 dB
LATER = round(0.012 * RATE_HZ)  # samples
BIT_RATE = 48_000  # of each channel
SENTENCES = (
    "She puts the letter on the table and looks out of the window.",
    "Nobody told me that the train would be two hours late.",
    "Leave the lamp where it is, and close the door behind you.",
)
NOTE = (
    "Recall is the share of spoken time that is found, precision the share of found time that is spoken, false the "
    "share of the time between voices that is called speech. By the mix: what is found if only the mono mix of all "
    "channels is heard. Levels are those of the voice over the music in one channel."
)
NOTES = (
    "No sound here set a constant: the thresholds of the detector were set on captioned clips and a guitar. The halves "
    "share no voice and no music. The first half showed that left and right of surround sound must be heard, too: "
    "before, voices of opposite phase in front of 5.1 had a recall of .076 there and .216 in the second half, those in "
    "the left beside music .749 in the first.",
    "Under music 5 dB louder in the same channels the detector finds next to no voice in the second half, in mono as "
    "in every other layout.",
)


@dataclass(frozen=True)
class Scene:
    """Voices at known times and two channels of music, each (1, n)."""

    voice: Samples
    speech: list[Span]
    left: Samples
    right: Samples


@dataclass(frozen=True)
class Layout:
    """Where the voice and the music are: their channels, from a scene."""

    name: str
    channels: str  # FFmpeg's name of the layout
    play: Callable[[Scene], Channels]


def _surround(scene: Scene, *, back: str) -> Channels:
    """The music in all channels but the centre."""
    return {"FL": scene.left, "FR": scene.right, f"{back}L": 0.7 * scene.right, f"{back}R": 0.7 * scene.left}


def _sides(left: Samples, right: Samples) -> Channels:
    return {"FL": left, "FR": right}


def _later(scene: Scene) -> Channels:
    return _sides(scene.voice + scene.left, np.roll(scene.voice, LATER, axis=1) + scene.right)


LAYOUTS = (
    Layout("mono, over music", "mono", lambda one: {"FC": one.voice + one.left}),
    Layout("both sides, over music", "stereo", lambda one: _sides(one.voice + one.left, one.voice + one.right)),
    Layout("opposite phase, alone", "stereo", lambda one: _sides(one.voice, -one.voice)),
    Layout("opposite phase, one side 1 dB softer", "stereo", lambda one: _sides(one.voice, -SOFTER * one.voice)),
    Layout("opposite phase, over music", "stereo", lambda one: _sides(one.voice + one.left, one.right - one.voice)),
    Layout("one side 12 ms later, over music", "stereo", _later),
    Layout("left, alone", "stereo", lambda one: {"FL": one.voice}),
    Layout("left, music in the right", "stereo", lambda one: _sides(one.voice, one.right)),
    Layout("left, over music in both", "stereo", lambda one: _sides(one.voice + one.left, one.right)),
    Layout("centre of 5.1, alone", "5.1", lambda one: {"FC": one.voice}),
    Layout("centre of 5.1, music in the others", "5.1", lambda one: _surround(one, back="B") | {"FC": one.voice}),
    Layout("back left of 5.1, alone", "5.1", lambda one: {"BL": one.voice}),
    Layout("opposite phase in front of 5.1", "5.1", lambda one: _sides(one.voice, -one.voice)),
    Layout(
        "left of 5.1, music in the others",
        "5.1",
        lambda one: _surround(one, back="B") | {"FL": one.voice, "FC": 0.7 * one.left},
    ),
    Layout("no voice: music", "stereo", lambda one: _sides(one.left, one.right)),
    Layout("no voice: music of opposite phase", "stereo", lambda one: _sides(one.left, -one.left)),
    Layout("no voice: music in 5.1", "5.1", lambda one: _surround(one, back="B") | {"FC": 0.5 * one.left}),
)


def scenes(data: Path) -> Iterator[tuple[str, Callable[[float], Scene]]]:
    """Yield the halves: their name, and what makes a scene with the voice so many decibels over the music."""
    readers = [read_sound(data / "audio" / name) for name in ("libri-1088-134315-0000.wav", "jfk.flac")]
    rng = np.random.default_rng(42)
    tunes = [_at_rate(music(90 * BACKLOT_HZ, rng=rng), BACKLOT_HZ) for _ in range(2)]
    yield "readers over Backlot's music", lambda over_db: _scene(readers, tunes, over_db)
    spoken = [read_sound(data / "audio/LJ002-0020.wav"), read_sound(data / "ad_pair_rabbit/audio-description.mp3")]
    for variant in ("f3", "m3"):
        with EspeakVoice(variant=variant) as voice:
            said = [voice.say(sentence) for sentence in SENTENCES]
        spoken.append(_at_rate(np.concatenate([one.samples for one in said]), said[0].rate_hz))
    street = _at_rate(ambience("street", night=False, n_samples=90 * BACKLOT_HZ, rng=rng), BACKLOT_HZ)
    beds = [_mixed(synthetic_music(90.0, 77), street), _mixed(synthetic_music(90.0, 78), street)]
    yield "other voices over synthetic music and a street", lambda over_db: _scene(spoken, beds, over_db)


def _at_rate(samples: np.ndarray[tuple[int], np.dtype[np.float32]], rate_hz: int) -> Samples:
    at = np.arange(round(len(samples) * RATE_HZ / rate_hz)) / RATE_HZ
    return np.interp(at, np.arange(len(samples)) / rate_hz, samples).astype(np.float32)[None]


def _mixed(one: Samples, other: Samples) -> Samples:
    n = min(one.shape[1], other.shape[1])
    return np.asarray(one[:, :n] / _level(one) + 0.5 * other[:, :n] / _level(other), np.float32)


def _level(samples: Samples) -> float:
    return float(np.sqrt((samples**2).mean()))


def _scene(voices: Sequence[Samples], beds: Sequence[Samples], over_db: float) -> Scene:
    """The voices one after the other, and two channels of music that have something in common."""
    n = round((sum(voice.shape[1] for voice in voices) / RATE_HZ + PAUSE * (len(voices) + 1)) * RATE_HZ)
    out, spoken, at = np.zeros((1, n), np.float32), [], round(PAUSE * RATE_HZ)
    for voice in voices:
        out[:, at : at + voice.shape[1]] = 0.1 * voice / _level(voice)
        spoken += [span.shifted(at / RATE_HZ) for span in loud_spans(voice)]
        at += voice.shape[1] + round(PAUSE * RATE_HZ)
    one, other = (np.tile(bed, (1, -(-n // bed.shape[1])))[:, :n] for bed in beds)
    gain = 0.1 * 10 ** (-over_db / 20)
    left, right = one + 0.5 * other, 0.5 * one + other
    left, right = (np.asarray(gain * side / _level(side), np.float32) for side in (left, right))
    return Scene(out, spoken, left, right)


def write_sound(path: Path, layout: str, channels: Channels) -> None:
    """Write channels as AAC, not louder than full scale."""
    names = [channel.name for channel in av.AudioLayout(layout).channels]
    n = max(samples.shape[1] for samples in channels.values())
    sound = np.concatenate([channels.get(name, np.zeros((1, n), np.float32)) for name in names])
    sound = np.ascontiguousarray(sound / max(1.0, float(np.abs(sound).max())), np.float32)
    with av.open(str(path), "w") as out:
        stream = out.add_stream("aac", rate=RATE_HZ, layout=layout)
        assert isinstance(stream, av.AudioStream)
        stream.bit_rate = BIT_RATE * len(names)
        for first in range(0, n - n % 1024, 1024):
            part = np.ascontiguousarray(sound[:, first : first + 1024])
            frame = av.AudioFrame.from_ndarray(part, "fltp", layout)
            frame.sample_rate, frame.pts = RATE_HZ, first
            out.mux(stream.encode(frame))
        out.mux(stream.encode())


class Views:
    """A sound sink that keeps what a voice detector listens to."""

    wants = Sound(RATE_HZ, N_VIEWS, voice_views)

    def __init__(self) -> None:
        self.parts: list[Samples] = []

    def take(self, start: float, samples: Samples) -> None:
        """Keep a block."""
        self.parts.append(samples)


def row(layout: Layout, scene: Scene, over_db: float, path: Path) -> Row:
    """Return what is found in one layout."""
    write_sound(path, layout.channels, layout.play(scene))
    views = Views()
    read_through(probe(path), sounds=[views])
    heard = np.concatenate(views.parts, axis=1)
    alone = heard.copy()
    alone[1:] = 0
    speech = [] if layout.name.startswith("no voice") else scene.speech
    found = [_detected(layout.name, samples, speech) for samples in (heard, alone)]
    figures = (*found[0][:3], *found[0][3:5], found[1][0], found[1][3])
    return (f"{layout.name}, {over_db:+g} dB", *(None if np.isnan(one) else round(one, 3) for one in figures))


@cache
def _net() -> SileroNet:
    return load_silero()


def _detected(name: str, samples: Samples, speech: list[Span]) -> tuple[float, ...]:
    detector = VoiceDetector(_net())
    detector.take(0.0, samples)
    trial = Trial(name, samples, speech)
    return *shares(trial, detector.speech()), *shares(trial, detector.certain_speech())


COLUMNS = (
    "voice", "recall", "precision", "false", "recall, certain", "precision, certain",
    "recall by the mix", "recall by the mix, certain",
)  # fmt: skip


def rows(make: Callable[[float], Scene], folder: Path) -> Iterator[Row]:
    """Yield a row for each layout and level; where nothing but a voice is played, one level is enough."""
    for over_db in OVERS_DB:
        scene = make(over_db)
        for layout in LAYOUTS:
            is_alone = "alone" in layout.name or "softer" in layout.name or "in front" in layout.name
            if not (is_alone and over_db != OVERS_DB[0]):
                yield row(layout, scene, over_db, folder / "sound.mkv")


def headlines(half: str, table: Table) -> Iterator[Headline]:
    """Yield the figures of the summary for one half: voices that music in their own channels masks stand apart."""
    spoken = [one for one in table.rows if one[1] is not None]
    wordless = [float(one[3] or 0) for one in table.rows if one[1] is None]
    alone = [one for one in spoken if "over music" not in str(one[0])]
    for what, those in (("a channel without music", alone), ("music in its channels", [*set(spoken) - {*alone}])):
        recall, by_mix = (mean(float(one[n] or 0) for one in those) for n in (1, 6))
        yield Headline(f"recall of a voice with {what}, {half}", f"{recall:.3f}; by the mix alone {by_mix:.3f}")
    least = min(alone, key=lambda one: float(one[1] or 0))
    yield Headline(f"the least of voices with a channel without music, {half}", f"{least[1]} ({least[0]})", "0.9")
    between = max(float(one[3] or 0) for one in spoken)
    what = f"false speech of sound without voices, and between voices, most, {half}"
    yield Headline(what, f"{max(wordless):.3f}, {between:.3f}")


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    add_write_option(parser)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    tables, lines = list[Table](), list[Headline]()
    with tempfile.TemporaryDirectory() as folder:
        for half, make in scenes(arguments.shared / "data"):
            tables.append(print_table(f"Voices in channels: {half}", COLUMNS, rows(make, Path(folder)), note=NOTE))
            lines += headlines(half, tables[-1])
    report_results("channels", "Voices in channels", headlines=lines, tables=tables, notes=NOTES, write=arguments.write)


if __name__ == "__main__":
    main()
