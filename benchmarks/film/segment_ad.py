"""Cost of narration segmentation: CPU seconds against plain decoding of both tracks in the same run, and memory.

Without arguments, a long pair is made first from Backlot's films, repeated as needed. Decoding is to the input of the
segmentation, 16 kHz mono.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import tempfile
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import av
import numpy as np

from benchmarks.clock import seconds
from benchmarks.film.narration import FIRST_SEED, film_of
from benchmarks.results import Headline, add_write_option, print_table, report_results
from cinescribe.backlot.sound.narration import narrated_sound
from cinescribe.backlot.sound.samples import SOUND_RATE_HZ, SoundSamples
from cinescribe.corpus.narration.described_track import RATE_HZ as HEARD_HZ
from cinescribe.corpus.narration.described_track import segment_ad
from cinescribe.media.film.probe import probe
from cinescribe.media.sound.mono import mono_track


def make(folder: Path, hours: float, n_films: int) -> None:
    """Write a long pair."""
    films = [film_of(FIRST_SEED + n) for n in range(n_films)]
    length = round(hours * 3600 * SOUND_RATE_HZ)
    write(folder / "original.m4a", (film.samples for film in cycle(films)), length)
    described = [narrated_sound(film.samples, film.narration) for film in films]
    write(folder / "described.m4a", cycle(described), length)


def write(path: Path, sounds: Iterator[SoundSamples], length: int) -> None:
    """Write consecutive sounds as AAC, `length` samples in all."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream("aac", rate=SOUND_RATE_HZ, layout="mono", bit_rate=96_000)
        at = 0
        while at < length:
            sound = next(sounds)[: length - at]
            for first in range(0, len(sound), SOUND_RATE_HZ):
                block = np.ascontiguousarray(sound[None, first : first + SOUND_RATE_HZ])
                frame = av.AudioFrame.from_ndarray(block, format="fltp", layout="mono")
                frame.sample_rate, frame.pts = SOUND_RATE_HZ, at + first
                container.mux(stream.encode(frame))
            at += len(sound)
        container.mux(stream.encode(None))


def measure(original: Path, track: Path, *, write: bool) -> None:
    """Report the cost of a pair."""
    duration = probe(track).duration
    decoding, _ = seconds(lambda: [mono_track(probe(path), rate_hz=HEARD_HZ) for path in (original, track)])
    whole, audio = seconds(lambda: segment_ad(original, track))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    alone = whole - decoding
    parts = {"decoding both tracks": decoding, "alignment and decision": alone, "both": whole}
    table = print_table(
        f"{duration / 3600:.2f} h, {len(audio.segments)} narrations, {audio.alignment.matched:.0%} of windows matched",
        ("part", "CPU s", "times real time"),
        [(name, round(spent, 1), round(duration / spent)) for name, spent in parts.items()],
    )
    headlines = [
        Headline("alignment and decision", f"{duration / alone:.0f} times real time", "≥ 100"),
        Headline("peak memory", f"{peak:.0f} MB", "< 1000"),
    ]
    report_results("segment_ad", "Cost of narration segmentation", headlines=headlines, tables=[table], write=write)


def main() -> None:
    """Make a pair if none is given, and measure it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pair", type=Path, nargs="*", help="ORIGINAL DESCRIBED")
    parser.add_argument("--hours", type=float, default=0.5, help="of the pair that is made")
    parser.add_argument("--films", type=int, default=20, help="different films in it")
    add_write_option(parser)
    arguments = parser.parse_args()
    if arguments.pair:
        measure(*arguments.pair, write=arguments.write)
        return
    with tempfile.TemporaryDirectory() as folder:
        maker = multiprocessing.get_context("spawn").Process(
            target=make, args=(Path(folder), arguments.hours, arguments.films)
        )  # in a separate process, whose memory is not measured
        maker.start()
        maker.join()
        measure(Path(folder) / "original.m4a", Path(folder) / "described.m4a", write=arguments.write)


if __name__ == "__main__":
    main()
