"""Films with one text laid over them each: titles, watermarks, names and signs, over Backlot, photos or real clips.

Halves share no font, word or background. Constants were set on the first half, none on the second.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

import cv2
import numpy as np

from benchmarks.text.written_films import HEIGHT, RATE_HZ, WIDTH, Picture, compressed, lay, rendered
from cinescribe.backlot import plan_film, reel
from cinescribe.timing import Seconds

Expected: TypeAlias = Literal["title", "watermark", "sign"]
Place: TypeAlias = Callable[[Seconds], tuple[float, float]]  # left and top of a text, in pixels, at a time

HALVES = ("tuned", "untouched")
SHOT: Seconds = 3.0  # of a film of photos, over each of which the camera moves
QUALITY = (40, 80)  # of JPEG
EDGE = 30  # pixels between a corner and its watermark
# Fonts of matplotlib, backgrounds and words. Titles have one list of rows for each row: words and size in pixels.
FONTS = {"tuned": ("DejaVuSans-Bold", "DejaVuSerif"), "untouched": ("DejaVuSerif-Bold", "STIXGeneralBol")}
TITLES = {
    "tuned": (
        (("PLAN 9", 110), ("FROM", 50), ("OUTER SPACE", 110)),
        (("MERCER & SONS", 90),),
        (("THE", 50), ("GOLD RUSH", 120)),
        (("SHARK", 150), ("2", 110)),
        (("A Summer", 80), ("in the City", 80)),
        (("DON'T LOOK", 100), ("BACK", 100)),
    ),
    "untouched": (
        (("THE BEAST", 110), ("OF", 52), ("HOLLOW LAKE", 120)),
        (("ROSE", 100), ("&", 80), ("THORN", 100)),
        (("FARGO & CO.", 100),),
        (("VOYAGE", 130), ("TO THE MOON", 64)),
        (("Night Train", 84), ("to Lisbon", 84)),
        (("WINTER'S TALE", 96), ("3", 96)),
    ),
}
LOGOS = {
    "tuned": ("CINEMA 24", "newsroom", "www.filmbank.org", "KANAL 5 HD"),
    "untouched": ("TELEMAX", "archive reel", "@streetfilms", "Channel Nine"),
}
AGENCIES = {"tuned": ("gettyimages", "shutterstock"), "untouched": ("iStock", "Adobe Stock", "alamy")}
NAMES = {"tuned": (("Helen Marsh", 44), ("Biologist", 34)), "untouched": (("Tomas Reyes", 46), ("Farmer", 34))}
BOARDS = {"tuned": ("FRESH FISH", "EXIT"), "untouched": ("BAKERY", "PLATFORM 4")}
# Photos of the reference data in which something can be read.
WITH_TEXT = (
    790, 107438, 114174, 121647, 125870, 129648, 174632, 231460, 252639, 408805, 433998, 525891,
)  # fmt: skip
SEEDS = {"tuned": 71, "untouched": 83}  # of Backlot films


@dataclass(frozen=True)
class MarkedFilm:
    """A film with one text.

    Args:
        name: of the film, as a table shows it.
        expected: what the text is.
        words: of the text, in reading order.
        background: its pictures without the text.
        text: the drawn text, (H, W, 4) with opacity.
        place: where it is.
        shown: first and last second of it.
    """

    name: str
    expected: Expected
    words: str
    background: Sequence[Picture]
    text: Picture
    place: Place
    shown: tuple[Seconds, Seconds]

    @property
    def duration(self) -> Seconds:
        """Seconds of the film."""
        return len(self.background) / RATE_HZ

    def pictures(self) -> Iterator[tuple[Seconds, Picture]]:
        """Yield time and picture (H, W, 3, RGB), twice a second, with the traces of compression."""
        rng = random.Random(self.name)
        for n, picture in enumerate(self.background):
            time, out = n / RATE_HZ, picture.copy()
            if self.shown[0] <= time < self.shown[1]:
                left, top = self.place(time)
                lay(out, self.text, round(left), round(top))
            yield time, compressed(out, rng.randint(*QUALITY))


def marked_films(half: str, photos: Sequence[Picture]) -> Iterator[MarkedFilm]:
    """Yield the films of one half.

    Args:
        half: of fonts, words and backgrounds.
        photos: real pictures without readable text, for films with a moving camera and cuts.
    """
    grounds = _grounds(half, photos)
    fonts = FONTS[half]
    for n, rows in enumerate(TITLES[half]):
        text = rows_image(rows, fonts[n % 2], outline=3)
        centred = _fixed((WIDTH - text.shape[1]) / 2, (HEIGHT - text.shape[0]) / (2 if n % 3 else 3))
        start = (1.0, 6.0)[n % 2]  # in films of 12 s: the second is past the opening
        words = " ".join(word for word, _ in rows)
        ground = next(grounds)(24)
        yield MarkedFilm(f"title {n + 1}", "title", words, ground, text, centred, (start, start + 4))
    for n, opacity in enumerate((0.2, 0.3, 0.4, 0.6, 1.0)):
        logo = LOGOS[half][n % 4]
        text = faded(rows_image(((logo, 34 + 4 * n),), fonts[n % 2]), opacity)
        length = (36, 16)[n % 2]  # pictures; a film of 8 s too
        name = f"corner logo, {opacity:.0%}, {length // RATE_HZ} s"
        ground = next(grounds)(length)
        yield MarkedFilm(name, "watermark", logo, ground, text, _corner(text, n % 4), (0.0, 99.0))
    for n, agency in enumerate(AGENCIES[half]):
        text = faded(rows_image(((agency, 100),), fonts[0]), (0.35, 0.5, 0.6)[n])
        centred = _fixed((WIDTH - text.shape[1]) / 2, HEIGHT * 0.45)
        yield MarkedFilm(f"agency {agency}", "watermark", agency, next(grounds)(20), text, centred, (0.0, 99.0))
    yield from _moving_marks(half, grounds)
    yield from _names_and_signs(half, photos, grounds)


def _moving_marks(half: str, grounds: Iterator[Callable[[int], Sequence[Picture]]]) -> Iterator[MarkedFilm]:
    """Yield films with a mark that jumps between corners, a line that runs along the bottom, and a fixed banner."""
    fonts, logo = FONTS[half], LOGOS[half][1]
    text = faded(rows_image(((logo, 40),), fonts[0]), 0.6)
    jumping = [_corner(text, corner) for corner in (0, 3, 1, 2)]

    def jumps(time: Seconds) -> tuple[float, float]:
        return jumping[int(time // 3) % 4](time)

    yield MarkedFilm("jumping logo", "watermark", logo, next(grounds)(32), text, jumps, (0.0, 99.0))
    news = " +++ ".join((*LOGOS[half], *BOARDS[half], *(word for rows in TITLES[half][:3] for word, _ in rows)))
    text = rows_image(((news, 36),), fonts[1], board=(20, 30, 90))

    def runs(time: Seconds) -> tuple[float, float]:
        return WIDTH * 0.4 - 160 * time, HEIGHT - 70.0

    yield MarkedFilm("running line", "watermark", news, next(grounds)(24), text, runs, (0.0, 99.0))
    text = rows_image((("LIVE " + LOGOS[half][3], 40),), fonts[0], board=(150, 10, 20))
    fixed = _fixed(60.0, HEIGHT - 110.0)
    yield MarkedFilm(
        "constant banner", "watermark", "LIVE " + LOGOS[half][3], next(grounds)(32), text, fixed, (0.0, 99.0)
    )


def _names_and_signs(
    half: str, photos: Sequence[Picture], grounds: Iterator[Callable[[int], Sequence[Picture]]]
) -> Iterator[MarkedFilm]:
    """Yield films with a name below somebody, and with boards that are part of the scene, one at its edge."""
    fonts = FONTS[half]
    text = rows_image(NAMES[half], fonts[0], outline=2)
    words = " ".join(word for word, _ in NAMES[half])
    yield MarkedFilm("name", "sign", words, next(grounds)(24), text, _fixed(90.0, HEIGHT - 170.0), (4.0, 8.0))
    for n, board in enumerate(BOARDS[half]):
        text = rows_image(((board, 48),), fonts[1], board=(240, 236, 220) if n else (30, 90, 40), ink=(20, 20, 20))
        photo = _own(photos, half)[-1 - n]
        pan = _pan(photo, random.Random(f"{half} {board}"))
        ground = [_view(photo, pan, k / RATE_HZ) for k in range(14)]

        def still(time: Seconds, pan: tuple[float, ...] = pan, n: int = n) -> tuple[float, float]:
            """Where the board is while the camera moves over the scene."""
            return (60.0, 880.0)[n] - pan[2] * time, (60.0, 540.0)[n] - pan[3] * time

        yield MarkedFilm(f"board in the scene {n + 1}", "sign", board, ground, text, still, (0.0, 99.0))


def rows_image(
    rows: Sequence[tuple[str, int]],
    font: str,
    *,
    outline: int = 0,
    board: tuple[int, int, int] | None = None,
    ink: tuple[int, int, int] = (255, 255, 255),
) -> Picture:
    """Return rows of text one above the other, centred, each of a size of its own, (H, W, 4)."""
    parts = [rendered(words, font, size, ink, outline=outline, board=board) for words, size in rows]
    width = max(part.shape[1] for part in parts)
    padded = []
    for part in parts:
        left = (width - part.shape[1]) // 2
        padded.append(np.pad(part, ((0, 0), (left, width - part.shape[1] - left), (0, 0))))
    return np.concatenate(padded)


def faded(image: Picture, opacity: float) -> Picture:
    """Return a text with a share of its opacity."""
    out = image.copy()
    out[..., 3] = np.round(out[..., 3] * opacity)
    return out


def _fixed(left: float, top: float) -> Place:
    return lambda time: (left, top)


def _corner(text: Picture, number: int) -> Place:
    right, bottom = WIDTH - EDGE - text.shape[1], HEIGHT - EDGE - text.shape[0]
    return _fixed((EDGE, right)[number % 2], (EDGE, bottom)[number // 2])


def _grounds(half: str, photos: Sequence[Picture]) -> Iterator[Callable[[int], Sequence[Picture]]]:
    """Yield makers of backgrounds of so many pictures: in turn a Backlot film, and photos under a moving camera."""
    seed, own = SEEDS[half], _own(photos, half)
    n = 0
    while True:
        yield lambda length, seed=seed + n: _backlot(seed, length)  # type: ignore[misc]
        shift = 2 * n
        yield lambda length, shift=shift: _filmed([*own[shift % len(own) :], *own], length)  # type: ignore[misc]
        n += 1


def _own(photos: Sequence[Picture], half: str) -> Sequence[Picture]:
    return photos[HALVES.index(half) :: 2]


def _backlot(seed: int, length: int) -> list[Picture]:
    plan = plan_film(seed, n_clips=max(3, length // 8))
    frames = [frame.picture for frame, _ in zip(reel(plan, width=640, height=360, rate_hz=RATE_HZ), range(length))]  # noqa: B905
    frames += [frames[-1]] * (length - len(frames))
    return [np.asarray(cv2.resize(frame, (WIDTH, HEIGHT)), np.uint8) for frame in frames]


def _filmed(photos: Sequence[Picture], length: int) -> list[Picture]:
    """Pictures of a camera that moves over one photo after the other."""
    out: list[Picture] = []
    for n, photo in enumerate(photos):
        pan = _pan(photo, random.Random(n))
        out += [_view(photo, pan, k / RATE_HZ) for k in range(round(SHOT * RATE_HZ))]
        if len(out) >= length:
            break
    return out[:length]


def _pan(photo: Picture, rng: random.Random) -> tuple[float, float, float, float]:
    """Where a camera's view of a photo begins, and its speed in pixels a second; the photo is twice as wide."""
    return rng.uniform(0, 300), rng.uniform(0, 100), rng.uniform(20, 60), rng.uniform(5, 20)


def _view(photo: Picture, pan: tuple[float, float, float, float], time: Seconds) -> Picture:
    scale = 1.5 * max(WIDTH / photo.shape[1], HEIGHT / photo.shape[0])
    left, top = pan[0] + pan[2] * time, pan[1] + pan[3] * time
    matrix = np.array([[scale, 0, -left], [0, scale, -top]], np.float32)
    view = cv2.warpAffine(photo, matrix, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(view, np.uint8)


def photos_of(folder: Path) -> list[Picture]:
    """Return the photos of a folder in which nothing can be read, RGB, by name."""
    files = sorted(file for file in folder.glob("*.jpg") if int(file.stem) not in WITH_TEXT)
    return [np.asarray(cv2.cvtColor(np.asarray(cv2.imread(str(file))), cv2.COLOR_BGR2RGB), np.uint8) for file in files]
