"""Whether a described copy is in step: its description, the film's own sound and the pictures, by cross-correlation.

Films of noise are made in the usual codecs and containers, also such whose sound begins before or after the pictures,
and copied. Each sound track is decoded as a player does it: every block at its time stamp, with edit lists and priming
as the container marks them. A lag is that of the whole track; where it begins is the time of its first sample.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from numpy.typing import NDArray
from scipy.signal import correlate, resample_poly

from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from cinescribe.media.film.probe import probe
from cinescribe.media.film.resample import plain_samples
from cinescribe.media.sound.soundtrack import film_soundtrack
from cinescribe.media.sound.write import write_described

SECONDS, RATE_HZ = 5.0, 48_000
REACH = 0.6  # seconds by which a track may be late or early and still be found
GOAL_MS = 2.0
NOTE = (
    "The description was never late. Until this was measured, the film's own sound lost up to .52 s of its beginning, "
    "and was .26 s early in MP4, where it began before the pictures. In Matroska it lost the first 21 to 32 ms: who "
    "joins samples without their time stamps finds the description late by as much. No film here set anything."
)


@dataclass(frozen=True)
class Case:
    """A film: its container, the codec of its sound, and when sound and pictures begin, in seconds."""

    suffix: str
    codec: str
    rate_hz: int = RATE_HZ
    sound_at: float = 0.0
    pictures_at: float = 0.0

    @property
    def name(self) -> str:
        """For the table."""
        late = f", sound at {self.sound_at:g} s" if self.sound_at else ""
        late += f", pictures at {self.pictures_at:g} s" if self.pictures_at else ""
        return f"{self.suffix} {self.codec.removeprefix('lib')} {self.rate_hz / 1000:g} kHz{late}"


CASES = (
    Case(".mp4", "aac"),
    Case(".mp4", "aac", rate_hz=44_100, sound_at=0.5),
    Case(".mp4", "aac", pictures_at=0.4),
    Case(".mp4", "ac3"),
    Case(".mp4", "libmp3lame", rate_hz=44_100),
    Case(".mov", "pcm_s16le", pictures_at=0.4),
    Case(".mkv", "aac", pictures_at=0.4),
    Case(".mkv", "ac3", sound_at=0.5),
    Case(".mkv", "libopus"),
    Case(".mkv", "flac"),
    Case(".webm", "libopus", sound_at=0.5),
    Case(".ts", "aac"),
)


def write_film(case: Case, path: Path) -> None:
    """Write a film of noise in bursts."""
    random = np.random.default_rng(5)
    noise = 0.1 * random.standard_normal(round(SECONDS * case.rate_hz)) * (1 + np.arange(SECONDS * case.rate_hz) % 7)
    sound = (noise / np.abs(noise).max()).astype(np.float32)[None]
    with av.open(str(path), "w") as out:
        pictures = out.add_stream("libvpx" if case.suffix == ".webm" else "libx264", rate=25)
        pictures.width, pictures.height, pictures.pix_fmt = 64, 48, "yuv420p"
        audio = out.add_stream(case.codec, rate=case.rate_hz, layout="mono")
        assert isinstance(audio, av.AudioStream)
        for n in range(round(SECONDS * 25)):
            picture = av.VideoFrame.from_ndarray(np.full((48, 64, 3), 7 * n % 250, np.uint8), "rgb24")
            picture.pts, picture.time_base = n + round(25 * case.pictures_at), Fraction(1, 25)
            out.mux(pictures.encode(picture))
        size = audio.codec_context.frame_size or 1024
        for first in range(0, sound.shape[1], size):
            frame = av.AudioFrame.from_ndarray(np.ascontiguousarray(sound[:, first : first + size]), "fltp", "mono")
            frame.sample_rate, frame.time_base = case.rate_hz, Fraction(1, case.rate_hz)
            frame.pts = first + round(case.sound_at * case.rate_hz)
            for plain in av.AudioResampler(audio.format, "mono", case.rate_hz).resample(frame):
                plain.pts = frame.pts
                out.mux(audio.encode(plain))
        out.mux(pictures.encode())
        out.mux(audio.encode())


def heard(path: Path, track: int) -> tuple[float, NDArray[np.float64]]:
    """Return when a sound track begins, on the container's clock, and its sound from then on, mono at 48 kHz."""
    with av.open(str(path)) as container:
        frames = list(container.decode(container.streams.audio[track]))
        rate_hz, start = frames[0].sample_rate, float(frames[0].time or 0.0)
        out = np.zeros(round((float(frames[-1].time or 0.0) - start + 1) * rate_hz))
        for frame in frames:
            first, block = round((float(frame.time or 0.0) - start) * rate_hz), plain_samples(frame).mean(axis=0)
            out[first : first + len(block)] = block
    return start, resample_poly(out, RATE_HZ // 300, rate_hz // 300)


def first_picture(path: Path) -> float:
    """Return the time of the first picture on the container's clock."""
    with av.open(str(path)) as container:
        return min(float(frame.time) for frame in container.decode(video=0))


def lag_ms(one: tuple[float, NDArray[np.float64]], two: tuple[float, NDArray[np.float64]]) -> float:
    """Return by how many milliseconds one track is heard later than another, each with the time of its first sample."""
    length = min(len(one[1]), len(two[1]))
    found = np.abs(correlate(one[1][:length], two[1][:length], "full", "fft"))
    near = slice(length - 1 - round(REACH * RATE_HZ), length + round(REACH * RATE_HZ))
    late = (int(np.argmax(found[near])) - round(REACH * RATE_HZ)) / RATE_HZ
    return 1000 * (late + one[0] - two[0])


def rows(folder: Path) -> Iterator[Row]:
    """Yield a row for each film and container of the copy."""
    for case in CASES:
        film = folder / f"film{case.suffix}"
        write_film(case, film)
        source, at = heard(film, 0), first_picture(film)
        source = (source[0] - at, source[1])  # on the clock of the pictures
        for suffix in dict.fromkeys((".mp4" if case.suffix == ".ts" else case.suffix, ".mkv")):
            copy = folder / f"copy{suffix}"
            found = probe(film)
            write_described(found, film_soundtrack(found), copy)
            shown = first_picture(copy)
            described, own = ((start - shown, sound) for start, sound in (heard(copy, 0), heard(copy, 1)))
            lost = 1000 * max(own[0] - source[0], 0.0)
            lags = (lag_ms(described, own), lag_ms(described, source), lag_ms(own, source))
            yield (case.name, suffix, *(f"{lag:.2f}" for lag in lags), f"{lost:.1f}")


COLUMNS = ("film", "copy", "description against own", "description against film", "own against film", "own lost")


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_write_option(parser)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        table = print_table("Lags in milliseconds", COLUMNS, rows(Path(folder)))
    worst = [max(abs(float(row[at] or 0)) for row in table.rows) for at in range(2, 6)]
    headlines = [
        Headline(f"{what}, at most", f"{value:.2f} ms", f"≤ {GOAL_MS:g}")
        for what, value in zip(COLUMNS[2:], worst, strict=True)
    ]
    report_results(
        "synchrony",
        "Described copies in step",
        headlines=headlines,
        tables=[table],
        notes=[NOTE],
        write=arguments.write,
    )


if __name__ == "__main__":
    main()
