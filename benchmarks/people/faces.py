"""Faces: speed of our torch modules against dlib's own networks, and recall by picture size.

Cost is CPU seconds on one thread, measured in one run. Recall is on real pictures whose visible faces were annotated
by hand.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import cv2
import dlib
import numpy as np
import torch

from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
from cinescribe.features.faces.dlib_embedding import CHIP_PIXELS, embeddings, load_embedding
from cinescribe.features.faces.dlib_face_detector import detections, load_face_detector
from cinescribe.features.faces.dlib_weights import model_path
from cinescribe.features.faces.faces import DlibFaces
from cinescribe.media.film.frame_scaling import Image, PictureFormat
from cinescribe.media.film.probe import probe
from cinescribe.media.film.read import read_through
from cinescribe.timing import Seconds, Span

Result = TypeVar("Result")

RATE_HZ = 2
N_COMPARED = 3  # pictures for dlib's own detector, which takes seconds each
N_CHIPS = 16
SIDES = (480, 640, 800, 1000, 1200)

# Times in which a face is visible, annotated by hand on contact sheets; one entry per person.
VISIBLE_FACES: dict[str, tuple[Span, ...]] = {
    "video/friday/friday.mp4": (Span(0.0, 6.2), Span(1.3, 6.2)),
    "video/w3c_perspective/perspective-video.mp4": (Span(5.3, 6.7), Span(10.3, 14.9), Span(14.95, 16.4)),
}


class _Pictures:
    """Collects a film's pictures with their times."""

    wants = PictureFormat("rgb24", rate_hz=RATE_HZ)

    def __init__(self) -> None:
        self.pictures: list[tuple[Seconds, Image]] = []

    def take(self, time: Seconds, image: Image) -> None:
        self.pictures.append((time, image))


def cpu(work: Callable[[], Result]) -> tuple[float, Result]:
    """Return the CPU seconds and the result of `work`."""
    before = time.process_time()
    result = work()
    return time.process_time() - before, result


def comparison(pictures: list[Image]) -> Iterator[Row]:
    """Yield rows with the cost of detector and embedding, ours and dlib's."""
    detector, theirs = (
        load_face_detector(),
        dlib.cnn_face_detection_model_v1(str(model_path("mmod_human_face_detector.dat"))),
    )
    detections(detector, pictures[0])
    ours_s, found = cpu(lambda: [detections(detector, picture) for picture in pictures])
    theirs_s, rectangles = cpu(lambda: [theirs(picture, 0) for picture in pictures])
    differences = [_box_difference(mine, list(other)) for mine, other in zip(found, rectangles, strict=True)]
    height, width = pictures[0].shape[:2]
    yield _row(
        f"detector, {width} x {height}",
        ours_s / len(pictures),
        theirs_s / len(pictures),
        f"boxes differ by {max(differences)} px",
    )

    embedding = load_embedding()
    recogniser: Any = dlib.face_recognition_model_v1(str(model_path("dlib_face_recognition_resnet_model_v1.dat")))
    chips = np.random.default_rng(0).integers(0, 255, (N_CHIPS, CHIP_PIXELS, CHIP_PIXELS, 3), np.uint8)
    embeddings(embedding, chips)
    ours_s, mine = cpu(lambda: embeddings(embedding, chips))
    theirs_s, other = cpu(lambda: np.array([recogniser.compute_face_descriptor(chip) for chip in chips]))
    yield _row(
        "embedding, a face", ours_s / N_CHIPS, theirs_s / N_CHIPS, f"numbers differ by {np.abs(mine - other).max():.1e}"
    )


def _box_difference(ours: list[Any], theirs: list[Any]) -> float:
    """The largest difference of box edges in pixels; infinite if the numbers of faces differ."""
    if len(ours) != len(theirs):
        return float("inf")
    edges = [
        abs(a - b)
        for mine, other in zip(ours, sorted(theirs, key=lambda face: -face.confidence), strict=True)
        for a, b in (
            (mine.left, other.rect.left()),
            (mine.top, other.rect.top()),
            (mine.right, other.rect.right() + 1),
            (mine.bottom, other.rect.bottom() + 1),
        )
    ]
    return max(edges, default=0)


def _row(name: str, ours: float, theirs: float, note: str) -> Row:
    return name, f"{ours:.4f}", f"{theirs:.4f}", f"{theirs / ours:.1f}", note


def recall_table(shared: Path) -> Table:
    """Print and return the recall of annotated faces at each picture size, for our detector and dlib's HOG detector."""
    pictures, expected = [], 0
    for path, spans in VISIBLE_FACES.items():
        sink = _Pictures()
        read_through(probe(shared / "data" / path), pictures=(sink,))
        pictures += [image for _, image in sink.pictures]
        expected += sum(span.has(moment) for moment, _ in sink.pictures for span in spans)
    title = f"{len(pictures)} pictures with {expected} faces"
    return print_table(title, ("detector", "found", "CPU s a picture"), _recall_rows(pictures))


def _recall_rows(pictures: Sequence[Image]) -> Iterator[Row]:
    for side in SIDES:
        extractor = DlibFaces(side=side)
        spent, found = cpu(lambda faces=extractor: [len(faces.find(image)) for image in pictures])  # type: ignore[misc]
        yield f"ours, longer side {side}", sum(found), round(spent / len(pictures), 3)
    hog = dlib.get_frontal_face_detector()
    for side in (800, 1200):
        scaled = [_scaled(image, side) for image in pictures]
        spent, found = cpu(lambda images=scaled: [len(hog(image, 0)) for image in images])  # type: ignore[misc]
        yield f"dlib HOG, longer side {side}", sum(found), round(spent / len(pictures), 3)


def _scaled(image: Image, side: int) -> Image:
    scale = side / max(image.shape[:2])
    interpolation = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=interpolation), np.uint8)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    add_write_option(parser)
    args = parser.parse_args()
    torch.set_num_threads(1)
    sink = _Pictures()
    read_through(probe(args.shared / "data/video/w3c_perspective/perspective-video.mp4"), pictures=(sink,))
    compared = [_scaled(image, 640) for moment, image in sink.pictures if moment > 11][:N_COMPARED]
    speeds = print_table("CPU seconds", ("network", "ours", "dlib", "ratio", "difference"), comparison(compared))
    recalls = recall_table(args.shared)
    headlines = [Headline(f"{row[0]}, speed", f"{row[3]} times dlib's; {row[4]}") for row in speeds.rows]
    headlines += [Headline(f"faces found, {row[0]}", f"{row[1]}: {recalls.title}") for row in recalls.rows]
    tables = [speeds, recalls]
    report_results("face_networks", "Networks of faces", headlines=headlines, tables=tables, write=args.write)


if __name__ == "__main__":
    main()
