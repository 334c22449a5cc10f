"""Accuracy of the voice detector, and its speed against the silero-vad package.

The data are real clips with captions, recordings of only speech or only music, and mixes of read speech over music at
known times and levels. The speed is compared on the same sound.
"""

from __future__ import annotations

import argparse
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
from cinescribe.media.film.probe import probe
from cinescribe.media.film.read import read_through
from cinescribe.media.film.resample import Samples, Sound
from cinescribe.media.speech.speech import VoiceDetector
from cinescribe.media.speech.subtitles import read_subtitles
from cinescribe.schema import Speech
from cinescribe.timing import Span, joined

RATE_HZ = 16000
NOTES = (
    "All detected speech counts where a film has no subtitles; its thresholds were set on captioned clips and the "
    "guitar, which are among these data. Certain speech is all that may be added to whole subtitles; its thresholds "
    "are the defaults of silero-vad, set on none of these data. Where voices are over a guitar, 3 to 7 % of the time "
    "between them is called speech, and none of it certain.",
    "What a yawning rabbit utters (video.mp4) is certain speech to the detector. With whole subtitles only "
    "passages of more than 7 s are added, so one yawn costs no gap; without subtitles, or with partial ones, it does.",
)
MARGIN = 0.5  # seconds around speech in which a detection is not false: padding and room tone


@dataclass(frozen=True)
class Trial:
    """Sound with the true spans of speech."""

    name: str
    samples: Samples
    speech: list[Span]


class Recorder:
    """A sound sink that collects everything."""

    wants = Sound(RATE_HZ)

    def __init__(self) -> None:
        self.parts: list[Samples] = []

    def take(self, start: float, samples: Samples) -> None:
        """Collect a block."""
        self.parts.append(samples)


def read_sound(path: Path) -> Samples:
    """Return the first sound track at 16 kHz, mono, (1, n)."""
    recorder = Recorder()
    read_through(probe(path), sounds=(recorder,))
    return np.concatenate(recorder.parts, axis=1)


def loud_spans(samples: Samples) -> list[Span]:
    """Return the spans of clean speech within 40 dB of its loudest 20 ms, with pauses under 0.3 s joined."""
    hop = RATE_HZ // 50
    frames = samples[0, : samples.shape[1] // hop * hop].reshape(-1, hop)
    level = np.sqrt((frames**2).mean(1))
    return joined((Span(i / 50, (i + 1) / 50) for i in np.flatnonzero(level > level.max() / 100)), pause=0.3)


def real_trials(data: Path) -> Iterator[Trial]:
    """Yield clips with captions, recordings of only speech, a film with narration, and music."""
    for name, captions in (
        ("video/friday/friday.mp4", "video/friday/friday.vtt"),
        ("video/w3c_perspective/perspective-video.mp4", "video/w3c_perspective/perspective-caption.vtt"),
    ):
        spoken = joined(speech.span for speech in read_subtitles(data / captions))
        yield Trial(f"{Path(name).name}, captions", read_sound(data / name), spoken)
    for name in ("audio/jfk.flac", "audio/libri-1088-134315-0000.wav", "audio/LJ002-0020.wav"):
        samples = read_sound(data / name)
        yield Trial(f"{Path(name).name}, all speech", samples, loud_spans(samples))
    narration = [Span(0.046, 1.286), Span(1.686, 3.546), Span(4.246, 6.826), Span(10.586, 12.326)]
    yield Trial("rabbit, narrated", read_sound(data / "ad_pair_rabbit/video-with-voiceover.mp4"), narration)
    for name in (
        "audio/guitar.mp3",
        "video/mdn_flower/flower.mp4",
        "ad_pair_rabbit/silent.mp4",
        "ad_pair_rabbit/video.mp4",
    ):
        yield Trial(f"{Path(name).name}, no speech", read_sound(data / name), [])
    for seed in range(4):
        yield Trial(f"synthetic music {seed}", synthetic_music(60.0, seed), [])


def mixed_trials(data: Path) -> Iterator[Trial]:
    """Yield read speech over music at known times, with the voice 20 to 0 dB over the music."""
    voices = [read_sound(data / name) for name in ("audio/libri-1088-134315-0000.wav", "audio/LJ002-0020.wav")]
    voices.append(read_sound(data / "audio/jfk.flac"))
    guitar = np.tile(read_sound(data / "audio/guitar.mp3"), (1, 4))
    beds = {"guitar": guitar, "synthetic music": synthetic_music(90.0, 9)}
    for name, bed in beds.items():
        for over_db in (20, 10, 5, 0):
            yield mixed(f"voices {over_db} dB over {name}", voices, bed, over_db)


def mixed(name: str, voices: list[Samples], bed: Samples, over_db: float) -> Trial:
    """Return the voices one after the other over music."""
    samples, spoken, at = bed.copy(), [], 4.0
    for voice in voices:
        first = round(at * RATE_HZ)
        under = samples[:, first : first + voice.shape[1]]
        gain = 10 ** (over_db / 20) * np.sqrt((under**2).mean() / (voice**2).mean())
        samples[:, first : first + voice.shape[1]] += gain * voice[:, : under.shape[1]]
        spoken += [span.shifted(at) for span in loud_spans(voice)]
        at += voice.shape[1] / RATE_HZ + 8.0
    return Trial(name, samples[:, : round(at * RATE_HZ)] / np.abs(samples).max(), spoken)


def synthetic_music(seconds: float, seed: int) -> Samples:
    """Return chords, a melody with vibrato and a drum, (1, n)."""
    random = np.random.default_rng(seed)
    out = np.zeros(round(seconds * RATE_HZ))
    beat = RATE_HZ * 60 // int(random.integers(70, 140))
    t = np.arange(4 * beat) / RATE_HZ
    for bar in range(0, len(out) - len(t), 4 * beat):
        root = 110 * 2 ** (random.integers(0, 12) / 12)
        for tone in (1, 5 / 4, 3 / 2, 2):
            for partial in range(1, 6):
                out[bar : bar + len(t)] += np.sin(2 * np.pi * root * tone * partial * t) * np.exp(-t) / partial / 8
        for n in range(4):
            note = 440 * 2 ** (random.integers(-5, 12) / 12)
            part = t[:beat]
            sung = np.sin(2 * np.pi * note * part + 4 * np.sin(2 * np.pi * 5.5 * part)) * np.minimum(1, part * 20)
            drum = random.normal(size=beat) * np.exp(-part * 40)
            out[bar + n * beat : bar + (n + 1) * beat] += sung / 4 + drum / 4
    music: Samples = (out / np.abs(out).max() / 2).astype(np.float32)[None]
    return music


def evaluate(trial: Trial) -> tuple[float, ...]:
    """Return recall of spoken time, precision of detected time and false share of unspoken time.

    Returns:
        The three figures of all detected speech, then those of certain speech.
    """
    detector = VoiceDetector()
    detector.take(0.0, trial.samples)
    return *shares(trial, detector.speech()), *shares(trial, detector.certain_speech())


def shares(trial: Trial, detected: Sequence[Speech]) -> tuple[float, float, float]:
    found = [speech.span for speech in detected]
    spoken = sum(span.duration for span in trial.speech)
    hit = sum(one.overlap(two) for one in found for two in trial.speech)
    total = sum(span.duration for span in found)
    near = joined(span.padded(MARGIN) for span in trial.speech)
    silent = trial.samples.shape[1] / RATE_HZ - sum(span.duration for span in near)
    false = total - sum(one.overlap(two) for one in found for two in near)
    nan = float("nan")
    return hit / spoken if spoken else nan, hit / total if total else nan, false / silent if silent > 1 else nan


def cpu_seconds(work: Callable[[], object]) -> float:
    """Return the CPU time of one call."""
    start = time.process_time()
    work()
    return time.process_time() - start


def speed(samples: Samples) -> Headline:
    """Return the speed of the detector and the CPU time of the package's model, which runs block by block."""
    from silero_vad import load_silero_vad  # type: ignore[import-untyped] # noqa: PLC0415  the peer

    theirs, detector = load_silero_vad(), VoiceDetector()
    pieces = torch.from_numpy(samples[0, : samples.shape[1] // 512 * 512]).split(512)
    with torch.inference_mode():
        theirs_s = cpu_seconds(lambda: [theirs(piece[None], RATE_HZ) for piece in pieces])

    def ours() -> None:
        detector.take(0.0, samples)
        detector.speech()

    ours_s = cpu_seconds(ours)
    seconds = samples.shape[1] / RATE_HZ
    return Headline(
        f"speed, {seconds:.0f} s of sound",
        f"{seconds / ours_s:,.0f} times real time ({ours_s:.2f} CPU s; the package's model {theirs_s:.2f} s)",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    add_write_option(parser)
    arguments = parser.parse_args()
    data = arguments.shared / "data"
    warnings.simplefilter("ignore", DeprecationWarning)
    torch.set_num_threads(1)
    shares = ("recall", "precision", "false")
    columns = ("trial", "seconds", *shares, *(f"{share}, certain" for share in shares))
    title = "Recall, precision and false share of unspoken time, of all detected and of certain speech"
    table = print_table(title, columns, map(_row, _trials(data)))
    headlines = [
        Headline("recall of speech, least", f"{_figures(table, 2, min):.3f}"),
        Headline("false speech where nobody speaks, most", f"{_figures(table, 4, max, wordless=True):.3f}"),
        Headline("recall of certain speech, least", f"{_figures(table, 5, min):.3f}"),
        Headline("false certain speech where nobody speaks, most", f"{_figures(table, 7, max, wordless=True):.3f}"),
        Headline("false certain speech between voices over music, most", f"{_figures(table, 7, max):.3f}"),
        speed(np.tile(read_sound(data / "audio/jfk.flac"), (1, 20))),
    ]
    report_results("speech", "Voice detection", headlines=headlines, tables=[table], notes=NOTES, write=arguments.write)


def _figures(table: Table, column: int, of: Callable[[Iterable[float]], float], *, wordless: bool = False) -> float:
    """Return the least or the greatest figure of a column, of the trials with speech or of those without."""
    return of(float(row[column] or 0) for row in table.rows if (row[2] is None) == wordless)


def _trials(data: Path) -> Iterator[Trial]:
    yield from real_trials(data)
    yield from mixed_trials(data)


def _row(trial: Trial) -> Row:
    shares = (None if np.isnan(share) else round(share, 3) for share in evaluate(trial))
    return trial.name, round(trial.samples.shape[1] / RATE_HZ, 1), *shares


if __name__ == "__main__":
    main()
