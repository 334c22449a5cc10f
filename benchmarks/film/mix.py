"""The mix on real films: change of loudness, true peak, and level of each voice over the film.

Cues are placed every few seconds over films and over speech. pyloudnorm measures the loudness. Peaks are measured with
more oversampling than the limiter's, on the mix and on the decoded copy of the film.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

import numpy as np
import pyloudnorm
from scipy.signal import resample_poly

from cinescribe.media.film.probe import probe
from cinescribe.media.film.resample import Samples
from cinescribe.media.sound.mix import ABOVE_BED, CEILING_DB, DescribedMix, Narration, describe_mix
from cinescribe.media.sound.soundtrack import Soundtrack, film_soundtrack
from cinescribe.media.sound.write import write_described
from cinescribe.media.voice.espeak import EspeakVoice

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


def levels_over_bed(film: Soundtrack, mix: DescribedMix, cues: list[Narration]) -> list[float]:
    """Return the level of each cue's voice over the ducked film in LU, separated by least squares."""
    out = []
    for cue in cues:
        part = slice(round(cue.start * film.rate_hz), round((cue.start + cue.spoken.duration) * film.rate_hz))
        bed, both = np.array(film.samples[:, part]), np.array(mix.sound.samples[:, part])
        bed *= float((bed * both).sum() / max((bed * bed).sum(), 1e-12))
        if np.abs(bed).max() > 1e-4:
            out.append(loudness(both - bed, film.rate_hz) - loudness(bed, film.rate_hz))
    return out


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    data = parser.parse_args().shared / "data"
    print(f"wanted: loudness change within .1 LU, peak at most {CEILING_DB} dBTP, voice {ABOVE_BED} LU over its bed\n")
    print(
        f"{'film':30} {'before':>7} {'change':>7} {'peak was':>8} {'peak':>6} {'in copy':>7}  ducked by  over bed (LU)"
    )
    with EspeakVoice() as voice, tempfile.TemporaryDirectory() as folder:
        for name in BEDS:
            film = probe(data / name)
            sound = film_soundtrack(film)
            starts = np.arange(1.0, film.duration - 3.0, EVERY)
            cues = [Narration(float(at), voice.say(SENTENCES[i % 3])) for i, at in enumerate(starts)]
            began = time.process_time()
            mix = describe_mix(sound, cues)
            speed = film.duration / (time.process_time() - began)
            copy = Path(folder) / "copy.mp4"
            write_described(film, mix.sound, copy)
            decoded = film_soundtrack(probe(copy))
            before = loudness(sound.samples, sound.rate_hz)
            change = loudness(mix.sound.samples, sound.rate_hz) - before
            over = levels_over_bed(sound, mix, cues)
            print(
                f"{Path(name).name:30} {before:7.2f} {change:+7.2f} {peak_db(sound.samples):8.2f} "
                f"{peak_db(mix.sound.samples):6.2f} {peak_db(decoded.samples):7.2f}  "
                f"{min(mix.gains_db):4.0f}..{max(mix.gains_db):3.0f}   "
                f"{' '.join(f'{one:.1f}' for one in over)}   ({speed:.0f} x real time)"
            )


if __name__ == "__main__":
    main()
