"""Cost of one pass over a film against plain decoding, and memory against the film's length.

CPU seconds (user and system, one core) of PyAV decoding picture and sound, then of our pass with shots, 5 frames per
second 480 pixels wide, and 16 kHz sound. A consumer's share is the cost of the pass with it alone, minus the decoding
of its stream. Memory is the peak of a child process that reads one minute, and ten.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import ceil
from pathlib import Path

import av
import cv2

from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
from cinescribe.media.film.frame_scaling import Image, PictureFormat
from cinescribe.media.film.probe import probe
from cinescribe.media.film.read import PictureSink, read_through
from cinescribe.media.film.resample import Samples, Sound, SoundSink
from cinescribe.media.shots.shots import ShotFinder
from cinescribe.schema import Film

FILMS = (
    "video/w3c_perspective/perspective-video.mp4",
    "video/sam2/01_dog.mp4",
    "video/friday/friday.mp4",
    "video/popeye/p1.mkv",
)
GOAL, GOAL_MEMORY = 1.3, 1.2
MINUTES = (1, 10)
N_ROUNDS = 5  # the minimum of these counts, since other load only adds time


class FrameDropper:
    """Requests the frames that captioners need, and drops them."""

    wants = PictureFormat("rgb24", rate_hz=5, width=480)

    def take(self, time: float, image: Image) -> None:
        """Drop a frame."""


class SoundDropper:
    """Requests the sound that the voice detector needs, and drops it."""

    wants = Sound(16000)

    def take(self, start: float, samples: Samples) -> None:
        """Drop sound."""


def decode_only(path: Path, kinds: Sequence[str]) -> None:
    """Decode the first stream of each kind, and drop the result."""
    if not kinds:
        return
    with av.open(str(path)) as container:
        for packet in container.demux([container.streams.get({kind: 0})[0] for kind in kinds]):
            packet.decode()


def run_pass(film: Film, pictures: Sequence[PictureSink] = (), sounds: Sequence[SoundSink] = ()) -> None:
    """Run our pass with some consumers."""
    read_through(film, pictures=pictures, sounds=sounds)
    for sink in pictures:
        if isinstance(sink, ShotFinder):
            sink.shots(film.duration)


def cpu_seconds(work: Callable[[], None]) -> float:
    """Return the CPU seconds of this process, all threads, for some work."""
    start = time.process_time()
    work()
    return time.process_time() - start


def trials(path: Path) -> dict[str, Callable[[], None]]:
    """Return the measured functions for a film, by name."""
    film = probe(path)
    sound: tuple[str, ...] = ("audio",) if film.track("audio") else ()
    return {
        "raw": lambda: decode_only(path, ("video", *sound)),
        "raw video": lambda: decode_only(path, ("video",)),
        "raw audio": lambda: decode_only(path, sound),
        "ours": lambda: run_pass(film, (ShotFinder(), FrameDropper()), (SoundDropper(),)),
        "shots": lambda: run_pass(film, (ShotFinder(),)),
        "frames": lambda: run_pass(film, (FrameDropper(),)),
        "sound": lambda: run_pass(film, (), (SoundDropper(),)),
    }


def speed_table(data: Path) -> Table:
    """Print and return the table of CPU seconds."""
    columns = ("film", "raw", "ours", "ratio", "of which shots", "frames", "sound")
    return print_table("CPU seconds of a film", columns, _speed_rows(data))


def _speed_rows(data: Path) -> Iterator[Row]:
    for name in FILMS:
        works = trials(data / name)
        rounds = [{key: cpu_seconds(work) for key, work in works.items()} for _ in range(N_ROUNDS)]
        least = {key: min(spent[key] for spent in rounds) for key in works}
        shares = [least["shots"] - least["raw video"], least["frames"] - least["raw video"]]
        shares.append(least["sound"] - least["raw audio"])
        ratio = round(least["ours"] / least["raw"], 2)
        yield (
            Path(name).name,
            round(least["raw"], 3),
            round(least["ours"], 3),
            ratio,
            *(round(one, 3) for one in shares),
        )


def looped(source: Path, path: Path, seconds: float) -> None:
    """Write a film that repeats another, without re-encoding, up to a length."""
    with av.open(str(path), "w") as out, av.open(str(source)) as container:
        targets = {
            stream.index: out.add_stream_from_template(stream)
            for stream in (container.streams.video[0], container.streams.audio[0])
        }
        length = Fraction(container.duration or 0, av.time_base) + Fraction(1, 10)
        for n in range(ceil(seconds / length)):
            container.seek(0)
            for packet in container.demux([container.streams[index] for index in targets]):
                if packet.dts is not None and packet.pts is not None:
                    ticks = round(n * length / packet.time_base)
                    packet.pts, packet.dts = packet.pts + ticks, packet.dts + ticks
                    packet.stream = targets[packet.stream.index]
                    out.mux(packet)


def peak_mb(path: Path) -> float:
    """Return the peak memory of a child process that runs our pass, in MB."""
    code = [sys.executable, "-m", "benchmarks.film.decode", "--peak", str(path)]
    return float(subprocess.run(code, check=True, capture_output=True, text=True).stdout)


def memory_table(data: Path) -> Table:
    """Print and return the table of memory."""
    return print_table("Memory by the film's length, 720p", ("minutes", "peak, MB"), _memory_rows(data))


def _memory_rows(data: Path) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        for minutes in MINUTES:
            path = Path(folder) / f"{minutes}.mkv"
            looped(data / FILMS[0], path, minutes * 60)
            yield str(minutes), round(peak_mb(path), 1)


def main() -> None:
    """Report both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    parser.add_argument("--peak", type=Path, help=argparse.SUPPRESS)
    add_write_option(parser)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    if hasattr(os, "sched_setaffinity"):  # one core: FFmpeg and NumPy then use one thread
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    if arguments.peak:
        run_pass(probe(arguments.peak), (ShotFinder(), FrameDropper()), (SoundDropper(),))
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
        return
    tables = [speed_table(arguments.shared / "data"), memory_table(arguments.shared / "data")]
    ratios = [float(row[3] or 0) for row in tables[0].rows]
    peaks = [float(row[1] or 0) for row in tables[1].rows]
    headlines = [
        Headline(
            "one pass with shots, frames and sound, beside decoding alone",
            f"{min(ratios):.2f} to {max(ratios):.2f} times",
            f"≤ {GOAL}, reached on {sum(ratio <= GOAL for ratio in ratios)} of {len(ratios)} films",
        ),
        Headline(
            f"memory, {MINUTES[1]} minutes beside {MINUTES[0]}",
            f"{max(peaks):.0f} MB at most, {peaks[1] / peaks[0]:.2f} times",
            f"≤ {GOAL_MEMORY} times",
        ),
    ]
    report_results("decode", "Decoding", headlines=headlines, tables=tables, write=arguments.write)


if __name__ == "__main__":
    main()
