"""What aligning two cuts of a long film costs: signatures of drawn films of 15 minutes to two hours, without decoding.

Each cut is like one for television: black before the film, two breaks with other scenes, two scenes less, and one that
was moved. Each length is measured in a process of its own, so that peak memory is its own.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from cinescribe.media.sound.mono import MonoTrack
from cinescribe.media.versions.alignment import VersionAlignment, aligned_versions
from cinescribe.media.versions.film_signature import PICTURE_HZ, SIZE, SOUND_HZ, FilmSignature
from cinescribe.schema import Film
from cinescribe.timing import Seconds

MINUTES = (15, 30, 60, 120)
RATE_HZ = 25  # of pictures
SCENE: Seconds = 5.0
EXACT: Seconds = 0.1
_OTHER = 1 << 20  # number of the first scene of the breaks
_BLACK = -1  # in place of the number of a scene
COLUMNS = ("minutes", "CPU, s", "CPU, s a minute of film", "memory, MB", "in place", "wrongly placed")
NOTE = (
    "CPU and memory: of aligning on one thread, without decoding. Memory: the pictures of both signatures, and the "
    "peak above them; their sound is on disk. In place: of the moments, 7.3 s apart, that both cuts have, those within "
    ".1 s. Wrongly placed: those further away, and those that only the old cut has and that were found in the new one."
)
NOTES = (
    "The films are drawn: every five seconds another texture moves, with a rhythm of its own in picture and sound. "
    "Pictures of real films are more alike, and have more lines to choose from. No constant was set with these films.",
    "Falls short of linear: two hours take more than twice the time of one. Memory and all steps but one grow as "
    "the film does. Every picture of the one cut is compared with every picture of the other, which is four times "
    "the work for twice the length: it takes about a third of the time at two hours.",
)


@dataclass(frozen=True)
class Measured:
    """What aligning one film costs, and how right it is.

    Args:
        cpu: seconds.
        megabytes: peak of memory above what was there before.
        signature_megabytes: of the pictures of both signatures.
        in_place: moments of the old cut that are found where they are in the new one.
        there: moments that are in the new one.
        wrong: moments that are found elsewhere, or though they are not in it.
    """

    cpu: float
    megabytes: float
    signature_megabytes: float
    in_place: int
    there: int
    wrong: int


def scenes(minutes: int) -> tuple[list[int], list[int]]:
    """The scenes of a film, and those of its other cut, by number."""
    n = round(minutes * 60 / SCENE)
    old, fifth = list(range(n)), n // 5
    parts = [old[fifth : 2 * fifth - 2], old[2 * fifth : 3 * fifth], old[3 * fifth + 3 :]]
    first, moved = old[: fifth - 4], old[fifth - 4 : fifth]
    breaks = [[_OTHER + k * 12 + at for at in range(12)] for k in range(2)]
    return old, [_BLACK, _BLACK, *first, *parts[0], *breaks[0], *moved, *parts[1], *breaks[1], *parts[2]]


def signature(numbers: Iterable[int]) -> FilmSignature:
    """The signature of a film of scenes: in each a texture moves, and the sound has a rhythm of its own."""
    thumbs, changes, track = list[NDArray[np.uint8]](), list[NDArray[np.float32]](), MonoTrack(SOUND_HZ)
    n_scenes = 0
    for number in numbers:
        n_scenes += 1
        pictures, change, samples = _scene(number)
        thumbs.append(pictures)
        changes.append(change)
        track.append(samples)
    duration = n_scenes * SCENE
    times = np.arange(round(duration * RATE_HZ)) / RATE_HZ
    whole = (slice(0, SIZE[1]), slice(0, SIZE[0]))
    return FilmSignature(Film("drawn", duration), np.concatenate(thumbs), whole, times, np.concatenate(changes), track)


def _scene(number: int) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.float32]]:
    n_pictures, n_frames = round(SCENE * PICTURE_HZ), round(SCENE * RATE_HZ)
    n_samples = round(SCENE * SOUND_HZ)
    if number == _BLACK:
        dark = np.zeros((n_pictures, SIZE[1], SIZE[0]), np.uint8)
        return dark, np.zeros(n_frames, np.float32), np.zeros(n_samples, np.float32)
    rng = np.random.default_rng(number)
    texture = cv2.GaussianBlur(rng.uniform(0, 255, (80, 200)).astype(np.float32), (0, 0), 5)
    texture = (texture - texture.mean()) / texture.std() * 40 + 128
    steps = rng.uniform(0, 1, n_frames)
    places = np.cumsum(steps).astype(int)[:: n_frames // n_pictures]
    pictures = np.stack([texture[20:56, at : at + SIZE[0]] for at in places]).clip(0, 255).astype(np.uint8)
    levels = np.repeat(rng.uniform(0.02, 1.0, round(SCENE * 10)), SOUND_HZ // 10)
    samples = rng.standard_normal(n_samples, np.float32) * 0.1 * levels.astype(np.float32)
    return pictures, (steps * 6 + 20 * (np.arange(n_frames) == 0)).astype(np.float32), samples


def judged(found: VersionAlignment, old: list[int], new: list[int]) -> tuple[int, int, int]:
    """How many moments of the old cut are in place, how many are in the new one, and how many are placed wrongly."""
    at = {number: n * SCENE for n, number in enumerate(new)}
    in_place = there = wrong = 0
    for time_ in np.arange(0.5, len(old) * SCENE, 7.3).tolist():
        number, inside = divmod(time_, SCENE)
        truth = at.get(old[int(number)])
        placed = found.new_time(time_)
        there += truth is not None
        is_right = truth is not None and placed is not None and abs(placed - truth - inside) <= EXACT
        in_place += is_right
        wrong += placed is not None and not is_right
    return in_place, there, wrong


def measured(minutes: int) -> Measured:
    """Align one film with its other cut, in this process."""
    old, new = scenes(minutes)
    one, other = signature(old), signature(new)
    base = _megabytes("VmRSS")
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # the peak is that of now
    began = time.process_time()
    found = aligned_versions(one, other)
    took = time.process_time() - began
    return Measured(
        took, _megabytes("VmHWM") - base, (one.thumbs.nbytes + other.thumbs.nbytes) / 1e6, *judged(found, old, new)
    )


def _megabytes(kind: str) -> float:
    lines = Path("/proc/self/status").read_text(encoding="ascii").split("\n")
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{kind}:")) / 1e3


def _in_own_process(minutes: int) -> Measured:
    command = [sys.executable, "-m", "benchmarks.transfer.long_films", "--only", str(minutes)]
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    cpu, memory, thumbs, *counts = map(float, out.split())
    return Measured(cpu, memory, thumbs, *map(int, counts))


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", type=int, metavar="MINUTES", help="print the figures of one length, unrounded")
    add_write_option(parser)
    arguments = parser.parse_args()
    if arguments.only is not None:
        print(*vars(measured(arguments.only)).values())
        return
    found = {minutes: _in_own_process(minutes) for minutes in MINUTES}
    rows = [_row(minutes, one) for minutes, one in found.items()]
    table = print_table("Aligning two cuts of long films", COLUMNS, rows, note=NOTE)
    longest, half = found[MINUTES[-1]], found[MINUTES[-2]]
    there, right = (sum(getattr(one, name) for one in found.values()) for name in ("there", "in_place"))
    report_results(
        "long_transfer",
        "Cuts of long films",
        headlines=[
            Headline("aligning two cuts of a two-hour film, CPU", f"{longest.cpu:.0f} s"),
            Headline("CPU of two hours, as a multiple of one hour", f"{longest.cpu / half.cpu:.2f}", "2 (linear)"),
            Headline("memory of two hours, as a multiple of one hour", f"{_memory(longest) / _memory(half):.2f}", "2"),
            Headline("moments of long films in place within .1 s", f"{right} of {there}", "all"),
        ],
        tables=[table],
        notes=NOTES,
        write=arguments.write,
    )


def _row(minutes: int, one: Measured) -> Row:
    memory = round(_memory(one))
    return minutes, round(one.cpu, 1), round(one.cpu / minutes, 2), memory, f"{one.in_place} of {one.there}", one.wrong


def _memory(one: Measured) -> float:
    return one.megabytes + one.signature_megabytes


if __name__ == "__main__":
    main()
