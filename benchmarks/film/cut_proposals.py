"""Recall of the cheap pass of shot detection against the network run everywhere, in films as they are and made poorer.

The network sees every picture of a film as it is, in windows of 100 as its authors do; where it is at least as certain
as for a cut, in no dissolve or fade that was found, there is a cut. The same film is then shown without colour, with a
quarter of its contrast, with a fifth of its light and brown. The cheap pass should propose each cut in each of these,
and the whole detection find it. `--more DIR` names a folder of films that set no constant.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.film.shots import real_clips
from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
from cinescribe.media.film.frame_scaling import Image
from cinescribe.media.film.probe import probe
from cinescribe.media.film.read import read_through
from cinescribe.media.shots.frame_signature import Bars, signatures
from cinescribe.media.shots.hard_cuts import cut_scores
from cinescribe.media.shots.shots import CUT_PROBABILITY, ShotFinder, peaks, shot_thumbnail
from cinescribe.media.shots.transnet import TransNet, load_transnet, transitions, with_full_range
from cinescribe.schema import Shot
from cinescribe.timing import Seconds

NEAR: Seconds = 0.13  # from a cut to its proposal: three pictures at 24 a second
WINDOW, STEP = 100, 50  # pictures that the network sees at once, and of which its answer counts
# Films at which the lowest score of a proposal was chosen, beside those of the reference data.
LOOKED_AT = ("tears_of_steel_battle", "hamilton_short", "goldeneye_drop3")
COLUMNS = ("rendering", "cuts", "proposed", "share", "found", "share", "other proposals", "other cuts", "minutes")
NOTE = "Cuts are those of the network run everywhere on the film as it is; others are beside them."


def _grey(luma: NDArray[np.float32], colour: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    return luma, np.zeros_like(colour)


def _flat(luma: NDArray[np.float32], colour: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    return np.float32(100) + luma / np.float32(4), np.zeros_like(colour)


def _dark(luma: NDArray[np.float32], colour: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    return np.float32(16) + (luma - np.float32(16)) / np.float32(5), colour / np.float32(5)


def _brown(luma: NDArray[np.float32], colour: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    half = np.arange(colour.shape[1]) < colour.shape[1] // 2  # blue differences, then red ones
    return luma, np.broadcast_to(np.where(half, -18.0, 14.0), colour.shape).astype(np.float32)


RENDERINGS: dict[str, Callable[..., tuple[NDArray[np.float32], NDArray[np.float32]]]] = {
    "as it is": lambda luma, colour: (luma, colour),
    "grey": _grey,
    "a quarter of the contrast": _flat,
    "a fifth of the light": _dark,
    "brown": _brown,
}


def rendered(picture: Image, rendering: str) -> Image:
    """Return a `yuv420p` picture, (H * 3 / 2, W), in another rendering."""
    height = picture.shape[0] * 2 // 3
    luma, colour = picture[:height].astype(np.float32), picture[height:].astype(np.float32) - 128
    luma, colour = RENDERINGS[rendering](luma, colour)
    return np.concatenate([luma, colour + 128]).round().clip(0, 255).astype(np.uint8)


class Pictures:
    """A picture sink that keeps what shot detection sees."""

    def __init__(self) -> None:
        self.wants = ShotFinder().wants
        self.times: list[Seconds] = []
        self.images: list[Image] = []

    def take(self, time: Seconds, image: Image) -> None:
        """Keep a picture."""
        self.times.append(time)
        self.images.append(image.copy())


@dataclass
class Counts:
    """What was counted in films of one rendering."""

    cuts: int = 0
    proposed: int = 0
    found: int = 0
    proposals: int = 0
    found_cuts: int = 0

    def row(self, rendering: str, minutes: float) -> Row:
        """Return the counts as a row of a table."""
        proposed, found = (round(n / max(self.cuts, 1), 3) for n in (self.proposed, self.found))
        others = self.proposals - self.proposed, self.found_cuts - self.found
        return rendering, self.cuts, self.proposed, proposed, self.found, found, *others, round(minutes, 1)


def seen_everywhere(net: TransNet, images: Sequence[Image]) -> NDArray[np.float32]:
    """Return the network's probability that each picture is the middle of a transition, (T,)."""
    small, before = np.stack([shot_thumbnail(image) for image in images]), (WINDOW - STEP) // 2
    parts = []
    for start in range(0, len(small), STEP):
        near = np.arange(start - before, start - before + WINDOW).clip(0, len(small) - 1)
        parts.append(transitions(net, with_full_range(small[near])).middle[before : before + STEP])
    return np.concatenate(parts)[: len(small)]


def network_cuts(times: Sequence[Seconds], middle: NDArray[np.float32], shots: Sequence[Shot]) -> list[Seconds]:
    """Return the cuts that the network finds by itself, outside the blends of `shots`."""
    blends = [shot.blend.padded(NEAR) for shot in shots if shot.blend is not None]
    likely = [n for n in peaks(middle, at_least=CUT_PROBABILITY) if n + 1 < len(times)]
    return [times[n + 1] for n in likely if not any(blend.has(times[n]) for blend in blends)]


def detected(times: Sequence[Seconds], images: Sequence[Image], duration: Seconds) -> tuple[list[Seconds], list[Shot]]:
    """Return the proposed cuts of pictures, and the shots that are found."""
    finder, bars = ShotFinder(), Bars()
    for time, image in zip(times, images, strict=True):
        finder.take(time, image)
        bars.add(image[: image.shape[0] * 2 // 3])
    scores = cut_scores(signatures(images, bars.crop()))
    return [times[n] for n in peaks(scores)], list(finder.shots(duration))


def count_film(path: Path, stream: int | None, net: TransNet, counts: dict[str, Counts]) -> float:
    """Count one film in all renderings; return its minutes."""
    film, pictures = probe(path), Pictures()
    read_through(film, pictures=[pictures], streams=[one for one in film.streams if one.index == stream])
    cuts: list[Seconds] | None = None
    for rendering, count in counts.items():
        images = [rendered(image, rendering) for image in pictures.images]
        proposals, shots = detected(pictures.times, images, film.duration)
        if cuts is None:
            cuts = network_cuts(pictures.times, seen_everywhere(net, images), shots)
        starts = [shot.span.start for shot in shots[1:] if shot.transition == "cut"]
        count.cuts += len(cuts)
        count.proposals += len(proposals)
        count.found_cuts += len(starts)
        count.proposed += sum(any(abs(one - cut) <= NEAR for one in proposals) for cut in cuts)
        count.found += sum(any(abs(one - cut) <= NEAR for one in starts) for cut in cuts)
        print(f"{path.name}, {rendering}: {[round(c, 2) for c in cuts]}, found {[round(s, 2) for s in starts]}")
    return film.duration / 60


def rows(films: Sequence[tuple[Path, int | None]]) -> Iterator[Row]:
    """Yield a row for each rendering of some films."""
    net, counts = load_transnet(), {name: Counts() for name in RENDERINGS}
    minutes = sum(count_film(path, stream, net, counts) for path, stream in films)
    for rendering, count in counts.items():
        yield count.row(rendering, minutes)


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    parser.add_argument("--more", type=Path, help="a folder of films that set no constant")
    add_write_option(parser)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    known = [(clip.path, clip.stream) for clip in real_clips(args.shared / "data") if clip.cuts]
    more = sorted(args.more.iterdir()) if args.more else []
    parts = {
        "films that set constants": known + [(path, None) for path in more if path.stem in LOOKED_AT],
        "films that set none": [(path, None) for path in more if path.stem not in LOOKED_AT],
    }
    tables: list[Table] = []
    headlines = []
    for title, films in parts.items():
        if films:
            tables.append(print_table(f"Cuts, {title}", COLUMNS, rows(films), NOTE))
            lowest = [min(float(row[n] or 0) for row in tables[-1].rows) for n in (3, 5)]
            figure = f"{lowest[0]} proposed, {lowest[1]} found"
            headlines.append(Headline(f"cuts of the network, poorest rendering, {title}", figure, "≥ .98 proposed"))
    report_results("cut_proposals", "Cuts in poor pictures", headlines=headlines, tables=tables, write=args.write)


if __name__ == "__main__":
    main()
