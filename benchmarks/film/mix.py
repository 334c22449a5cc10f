"""The mix on real films: change of loudness, true peak, and level of each voice over the film.

Cues are placed every few seconds over films and over speech. pyloudnorm measures the loudness. Peaks are measured with
more oversampling than the limiter's, on the mix and on the decoded copy of the film. In a second table, voices and a
recording of a person take turns in each film.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pyloudnorm
from scipy.signal import resample_poly

from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from cinescribe.media.film.probe import probe
from cinescribe.media.film.resample import Samples
from cinescribe.media.sound.ducking import ABOVE_BED, SpokenCue
from cinescribe.media.sound.mix import CEILING_DB, DescribedMix, describe_mix
from cinescribe.media.sound.recording import prepare_recording, read_recording
from cinescribe.media.sound.soundtrack import Soundtrack, film_soundtrack
from cinescribe.media.sound.write import write_described, write_wav
from cinescribe.media.voice.espeak import EspeakVoice
from cinescribe.media.voice.named_voice import voice_named

BEDS = (
    "video/w3c_perspective/perspective-video.mp4",
    "ad_pair_rabbit/video.mp4",
    "ad_pair_rabbit/video-with-voiceover.mp4",
    "video/bbb/big_buck_bunny_small.mp4",
    "video/friday/friday.mp4",
    "video/nasa/nasa_13013.mp4",
    "audio/guitar.mp3",
    "audio/jfk.flac",
)
SENTENCES = ("A man sits at a desk and types.", "He bends down.", "She opens the door and looks outside.")
EVERY = 4.5  # seconds from one cue to the next


def loudness(samples: Samples, rate_hz: int) -> float:
    """Return the integrated loudness in LUFS, by pyloudnorm."""
    return float(pyloudnorm.Meter(rate_hz).integrated_loudness(np.array(samples.T, float)))


def peak_db(samples: Samples) -> float:
    """Return the true peak in dBTP, oversampled eight times."""
    highest = max(np.abs(resample_poly(channel.astype(float), 8, 1)).max() for channel in np.asarray(samples))
    return float(20 * np.log10(highest))


def levels_over_bed(film: Soundtrack, mix: DescribedMix, cues: list[SpokenCue]) -> list[float]:
    """Return the level of each cue's voice over the ducked film in LU, separated by least squares."""
    out = []
    for cue in cues:
        part = slice(round(cue.start * film.rate_hz), round((cue.start + cue.spoken.duration) * film.rate_hz))
        bed, both = np.array(film.samples[:, part]), np.array(mix.sound.samples[:, part])
        bed *= float((bed * both).sum() / max((bed * bed).sum(), 1e-12))
        if np.abs(bed).max() > 1e-4:
            out.append(loudness(both - bed, film.rate_hz) - loudness(bed, film.rate_hz))
    return out


COLUMNS: tuple[str, ...] = (
    "film",
    "LUFS before",
    "change, LU",
    "peak before",
    "peak, dBTP",
    "in copy",
    "ducked by, dB",
)
COLUMNS += ("over bed, LU", "times real time")


def rows(data: Path) -> Iterator[Row]:
    """Yield a row for each film."""
    with EspeakVoice() as voice, tempfile.TemporaryDirectory() as folder:
        for name in BEDS:
            film = probe(data / name)
            sound = film_soundtrack(film)
            starts = np.arange(1.0, film.duration - 3.0, EVERY)
            cues = [SpokenCue(float(at), voice.say(SENTENCES[i % 3])) for i, at in enumerate(starts)]
            began = time.process_time()
            mix = describe_mix(sound, cues)
            speed = film.duration / (time.process_time() - began)
            copy = Path(folder) / "copy.mp4"
            write_described(film, mix.sound, copy)
            decoded = film_soundtrack(probe(copy))
            before = loudness(sound.samples, sound.rate_hz)
            change = loudness(mix.sound.samples, sound.rate_hz) - before
            over = levels_over_bed(sound, mix, cues)
            yield (
                Path(name).name,
                *(f"{one:.2f}" for one in (before, change, peak_db(sound.samples), peak_db(mix.sound.samples))),
                f"{peak_db(decoded.samples):.2f}",
                f"{min(mix.gains_db):.0f} to {max(mix.gains_db):.0f}",
                " ".join(f"{one:.1f}" for one in over),
                f"{speed:.0f}",
            )


VOICES = ("espeak", "espeak:en-gb+f3")
TAKE = ("audio/jfk.flac", 0.0, 3.0)  # a man's voice, from second to second
VOICE_COLUMNS: tuple[str, ...] = ("film", "LUFS before", "LUFS after", "peak, dBTP", "voices over bed, LU")


def voice_rows(data: Path, names: Sequence[str]) -> Iterator[Row]:
    """Yield a row for each film, in which the named voices and a recording take turns."""
    with tempfile.TemporaryDirectory() as folder:
        speech = read_recording(data / TAKE[0])
        take = speech.samples[round(TAKE[1] * speech.rate_hz) : round(TAKE[2] * speech.rate_hz)]
        write_wav(Path(folder) / "take.wav", Soundtrack(take[None], speech.rate_hz))
        prepare_recording(Path(folder) / "take.wav", Path(folder) / "recording.wav")
        said = [read_recording(Path(folder) / "recording.wav")]
    for name in names:
        with voice_named(name, announce=print) as voice:
            said.append(voice.say(SENTENCES[0]))
    for bed in BEDS:
        sound = film_soundtrack(probe(data / bed))
        starts = np.arange(1.0, sound.duration - 3.5, EVERY)
        cues = [SpokenCue(float(at), said[i % len(said)]) for i, at in enumerate(starts)]
        mix = describe_mix(sound, cues)
        levels = (loudness(sound.samples, sound.rate_hz), loudness(mix.sound.samples, sound.rate_hz))
        over = levels_over_bed(sound, mix, cues)
        yield (
            Path(bed).name,
            *(f"{one:.2f}" for one in (*levels, peak_db(mix.sound.samples))),
            " ".join(f"{one:.1f}" for one in over),
        )


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    parser.add_argument("--voices", nargs="+", default=VOICES, help="names of voices that take turns with a recording")
    add_write_option(parser)
    arguments = parser.parse_args()
    table = print_table("Mixes", COLUMNS, rows(arguments.shared / "data"))
    mixed = print_table(
        "Voices and a recording", VOICE_COLUMNS, voice_rows(arguments.shared / "data", arguments.voices)
    )
    over = [float(one) for row in table.rows for one in str(row[7]).split()]
    changes = [abs(float(row[2] or 0) - float(row[1] or 0)) for row in mixed.rows]
    headlines = [
        Headline("change of loudness", f"≤ {max(abs(float(row[2] or 0)) for row in table.rows):.2f} LU", "≤ .1"),
        Headline("true peak", f"≤ {max(float(row[4] or 0) for row in table.rows):.2f} dBTP", f"≤ {CEILING_DB}"),
        Headline("voice over its background, least", f"{min(over):.1f} LU", f"{ABOVE_BED}"),
        Headline("change of loudness, voices and a recording", f"≤ {max(changes):.2f} LU", "≤ .1"),
        Headline(
            "true peak, voices and a recording",
            f"≤ {max(float(row[3] or 0) for row in mixed.rows):.2f} dBTP",
            f"≤ {CEILING_DB}",
        ),
    ]
    report_results(
        "mix", "Mixing the voice into the film", headlines=headlines, tables=[table, mixed], write=arguments.write
    )


if __name__ == "__main__":
    main()
