"""The observer's notes about the camera on photographs with simulated camera movement; and its cost.

Each photograph is filmed for six seconds by a virtual camera that is still, trembles like a hand, pans, tilts or zooms.
A note is right if it names this movement, and wrong if it names another.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
from cinescribe.features.clip_sets.batch import Batch, ClipInput, PictureLevels
from cinescribe.features.clip_sets.frames import METERED_HZ, PictureMeter
from cinescribe.media.film.probe import probe
from cinescribe.media.film.read import read_through
from cinescribe.models.observer.observer import Observer
from cinescribe.schema import Clip, Face, Person, Shot
from cinescribe.timing import Span

WIDTH, HEIGHT = 160, 90  # pixels: the input size of the meter
SECONDS = 6.0
SPEED = 0.12  # picture widths per second of a pan; a zoom grows at half this rate
NOISE = 2.0  # grey levels of sensor noise, standard deviation
MOVES = {  # name: right, down, growth per second, trembling in pixels, expected note
    "stands": (0, 0, 0, 0.0, ""),
    "trembles": (0, 0, 0, 1.5, ""),
    "pans right": (1, 0, 0, 0.3, "The camera moves to the right."),
    "pans left": (-1, 0, 0, 0.3, "The camera moves to the left."),
    "tilts down": (0, 1, 0, 0.3, "The camera moves down."),
    "tilts up": (0, -1, 0, 0.3, "The camera moves up."),
    "zooms in": (0, 0, 1, 0.3, "The camera moves closer."),
    "zooms out": (0, 0, -1, 0.3, "The camera moves back."),
}
NO_FRAMES = np.zeros((0, 0, 0, 3), np.uint8)


def filmed(photo: np.ndarray, move: str, random: np.random.Generator) -> PictureLevels:
    """Return the meter's measurements of a photograph filmed with a movement."""
    right, down, growth, tremble, _ = MOVES[move]
    meter = PictureMeter()
    height, width = photo.shape[:2]
    fit = 2.2 * max(WIDTH / width, HEIGHT / height)  # pixels of the view for one of the photograph, at its middle
    for n in range(round(SECONDS * METERED_HZ)):
        since = n / METERED_HZ - SECONDS / 2
        scale = fit * np.exp(growth * SPEED / 2 * since)
        x = width / 2 + right * SPEED * since * WIDTH / fit + random.normal(0, tremble / 2) / fit
        y = height / 2 + down * SPEED * since * HEIGHT / fit + random.normal(0, tremble / 2) / fit
        matrix = np.array([[scale, 0, WIDTH / 2 - scale * x], [0, scale, HEIGHT / 2 - scale * y]])
        view = cv2.warpAffine(photo, matrix, (WIDTH, HEIGHT), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT)
        noisy = view + random.normal(0, NOISE, view.shape)
        meter.take(n / METERED_HZ, np.clip(noisy, 0, 255).astype(np.uint8))
    return meter.levels()


def camera_sentences(levels: PictureLevels) -> set[str]:
    """Return the observer's notes about the camera, which it never speaks."""
    span = Span(0.0, SECONDS)
    seen = ClipInput(Clip("c", "film", span), (), NO_FRAMES, (), (Shot(span),), levels, None)
    notes = [note.partition(": ")[2] for caption in Observer().caption(Batch((seen,), ())) for note in caption.notes]
    return {note.rpartition(" (")[0] for note in notes if note.startswith("The camera")}


def statements_table(photos: list[np.ndarray]) -> Table:
    """Print and return the numbers of right, missed and wrong notes for every movement."""
    return print_table("Camera movements", ("camera", "films", "right", "missed", "wrong"), _statement_rows(photos))


def _statement_rows(photos: list[np.ndarray]) -> Iterator[Row]:
    for move, (*_, wanted) in MOVES.items():
        random = np.random.default_rng(1)
        statements = [camera_sentences(filmed(photo, move, random)) for photo in photos]
        right = sum(wanted in statement if wanted else not statement for statement in statements)
        missed = sum(bool(wanted) and wanted not in statement for statement in statements)
        wrong = sum(bool(statement - {wanted}) for statement in statements)
        yield move, len(photos), right, missed, wrong


def long_film(hours: float) -> Batch:
    """Return the measurements of a film of five-second shots with two people in each."""
    n = round(hours * 720)
    times = np.arange(0, n * 5, 1 / METERED_HZ)
    random = np.random.default_rng(2)
    light = random.uniform(0.2, 0.6, len(times)).astype(np.float32)
    still = np.zeros((len(times), 2), np.float32)
    seen, row = [], 0
    for k in range(n):
        span, faces = Span(k * 5.0, k * 5.0 + 5), []
        for person in random.choice(30, 2, replace=False).tolist():
            x = float(random.uniform(0.2, 0.8))
            for step in range(20):
                box = (x - 0.05, 0.3, x + 0.05, 0.5)
                faces.append(Face(k * 5 + step / 4, box, 1.0, row := row + 1, person, f"p{person}"))
        part = slice(*np.searchsorted(times, [span.start, span.end]))
        lit = light[part]
        levels = PictureLevels(times[part], lit, lit, still[part], still[part, 0], lit / np.float32(10))
        seen.append(ClipInput(Clip(f"c{k}", "film", span), (), NO_FRAMES, tuple(faces), (Shot(span),), levels, None))
    return Batch(tuple(seen), tuple(Person(f"p{k}", f"P{k}") for k in range(30)))


class FrameDropper:
    """Requests the same pictures as the meter, and drops them."""

    wants = PictureMeter.wants

    def take(self, time: float, image: np.ndarray) -> None:
        """Drop a picture."""


def costs(film: Path) -> list[Headline]:
    """Return the CPU time of the meter against plain decoding, and of the observer for a two-hour film."""
    probed = probe(film)
    spent = []
    for sink in (FrameDropper(), PictureMeter()):
        start = time.process_time()
        read_through(probed, pictures=(sink,))
        spent.append(time.process_time() - start)
    batch = long_film(2.0)
    start = time.process_time()
    captions = Observer().caption(batch)
    n_nonempty = sum(bool(caption.text) for caption in captions)
    spent_s = time.process_time() - start
    return [
        Headline("cost of the measurements", f"{spent[1] / spent[0]:.2f} times decoding alone ({spent[0]:.2f} CPU s)"),
        Headline("captions of a two-hour film", f"{spent_s:.1f} CPU s, {n_nonempty} of {len(captions)} not empty"),
    ]


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    add_write_option(parser)
    arguments = parser.parse_args()
    data = arguments.shared / "data"
    files = sorted((data / "images" / "coco_mini").rglob("*.jpg"))
    photos = [cv2.cvtColor(np.asarray(cv2.imread(str(file))), cv2.COLOR_BGR2RGB) for file in files]
    table = statements_table(photos)
    n_films, n_right = (sum(int(row[n] or 0) for row in table.rows) for n in (1, 2))
    named = Headline("synthetic camera movements named correctly", f"{n_right} of {n_films}")
    headlines = [named, *costs(data / "video" / "sam2" / "01_dog.mp4")]
    report_results("observer", "The observer", headlines=headlines, tables=[table], write=arguments.write)


if __name__ == "__main__":
    main()
