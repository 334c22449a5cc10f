"""What one look at a film costs beside merely decoding it, and whether its memory stays flat.

CPU seconds (user and system, one core) of PyAV decoding picture and sound and dropping them, then of our pass with
shots, 5 frames a second 480 wide, and 16 kHz sound. A consumer's share is what the pass with it alone costs above
decoding its stream. Memory is the peak of a child process that reads one minute, and ten.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import ceil
from pathlib import Path

import av
import cv2

from cinescribe.media.film.frame_scaling import Image, Picture
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
N_ROUNDS = 5  # the least of so many, taken in turn: other work on the machine only adds


class Frames:
    """Wants what captioners look at, and drops it."""

    wants = Picture("rgb24", rate_hz=5, width=480)

    def take(self, time: float, image: Image) -> None:
        """Drop a frame."""


class Hearing:
    """Wants what the voice detector listens to, and drops it."""

    wants = Sound(16000)

    def take(self, start: float, samples: Samples) -> None:
        """Drop sound."""


def raw(path: Path, kinds: Sequence[str]) -> None:
    """Decode the first stream of each kind, and drop it."""
    if not kinds:
        return
    with av.open(str(path)) as container:
        for packet in container.demux([container.streams.get({kind: 0})[0] for kind in kinds]):
            packet.decode()


def look(film: Film, pictures: Sequence[PictureSink] = (), sounds: Sequence[SoundSink] = ()) -> None:
    """Our pass with some consumers."""
    read_through(film, pictures=pictures, sounds=sounds)
    for sink in pictures:
        if isinstance(sink, ShotFinder):
            sink.shots(film.duration)


def cpu_seconds(work: Callable[[], None]) -> float:
    """CPU seconds of this process, all threads, for some work."""
    start = time.process_time()
    work()
    return time.process_time() - start


def trials(path: Path) -> dict[str, Callable[[], None]]:
    """What is measured on a film."""
    film = probe(path)
    sound: tuple[str, ...] = ("audio",) if film.first("audio") else ()
    return {
        "raw": lambda: raw(path, ("video", *sound)),
        "raw video": lambda: raw(path, ("video",)),
        "raw audio": lambda: raw(path, sound),
        "ours": lambda: look(film, (ShotFinder(), Frames()), (Hearing(),)),
        "shots": lambda: look(film, (ShotFinder(),)),
        "frames": lambda: look(film, (Frames(),)),
        "sound": lambda: look(film, (), (Hearing(),)),
    }


def print_speed(data: Path) -> None:
    """The table of CPU seconds."""
    print(f"{'film':28}{'raw':>8}{'ours':>8}{'ratio':>7}   of which{'shots':>9}{'frames':>9}{'sound':>9}   (CPU s)")
    for name in FILMS:
        works = trials(data / name)
        rounds = [{key: cpu_seconds(work) for key, work in works.items()} for _ in range(N_ROUNDS)]
        least = {key: min(spent[key] for spent in rounds) for key in works}
        shares = [least["shots"] - least["raw video"], least["frames"] - least["raw video"]]
        shares.append(least["sound"] - least["raw audio"])
        print(
            f"{Path(name).name[:27]:28}{least['raw']:8.3f}{least['ours']:8.3f}{least['ours'] / least['raw']:7.2f}"
            f"{'':11}" + "".join(f"{share:9.3f}" for share in shares)
        )
    print(f"goal: ratio at most {GOAL}\n")


def looped(source: Path, path: Path, seconds: float) -> None:
    """Write a film that repeats another, without encoding it anew, until it is long enough."""
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
    """Peak memory of a child process that looks at a film, in MB."""
    code = [sys.executable, __file__, "--peak", str(path)]
    return float(subprocess.run(code, check=True, capture_output=True, text=True).stdout)


def print_memory(data: Path) -> None:
    """The table of memory."""
    with tempfile.TemporaryDirectory() as folder:
        peaks = {}
        for minutes in MINUTES:
            path = Path(folder) / f"{minutes}.mkv"
            looped(data / FILMS[0], path, minutes * 60)
            peaks[minutes] = peak_mb(path)
            print(f"{minutes:3d} min of 720p: {peaks[minutes]:7.1f} MB at most")
    print(f"ratio {peaks[MINUTES[1]] / peaks[MINUTES[0]]:.3f}; goal: at most {GOAL_MEMORY}")


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    parser.add_argument("--peak", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    if hasattr(os, "sched_setaffinity"):  # one core: FFmpeg and NumPy then use one thread
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    if arguments.peak:
        look(probe(arguments.peak), (ShotFinder(), Frames()), (Hearing(),))
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
        return
    print_speed(arguments.shared / "data")
    print_memory(arguments.shared / "data")


if __name__ == "__main__":
    main()
