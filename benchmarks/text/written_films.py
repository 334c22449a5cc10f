"""Backlot films with known writing over them: titles, signs, subtitles, name cards and rolling credits."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import cv2
import matplotlib
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from cinescribe.backlot import plan_film, reel
from cinescribe.schema import TextKind
from cinescribe.timing import Seconds, Span

Picture = NDArray[np.uint8]
WIDTH, HEIGHT, RATE_HZ = 1280, 720, 2
N_SIGNS, N_SUBTITLES, N_CARDS, N_ROLL = 22, 20, 7, 16  # writings of a film beside its title; lines of the roll
SHOWN, PAUSE = 2.5, 1.0  # seconds of a writing, and after it
ROLL_SPEED = 60.0  # pixels a second
QUALITY = (35, 75)  # of JPEG, for the traces of compression

# Halves share no font, word list or film; the second sets no constant.
FONTS = {
    "tuned": ("DejaVuSans", "DejaVuSans-Bold", "DejaVuSerif", "STIXGeneral"),
    "untouched": (
        "DejaVuSerif-Bold",
        "DejaVuSansMono-Bold",
        "DejaVuSans-Oblique",
        "STIXGeneralBol",
        "STIXGeneralItalic",
    ),
}
WORDS = {
    "tuned": "the lost river of summer bakery night train open closed door garden winter hotel station police stop "
    "school library café señor bread coffee private road danger keep out exit push pull fresh fish 1862 24 hours "
    "welcome home again morning letter secret island mother golden bridge where have you been tonight I never said "
    "that we should leave before dawn please wait for me",
    "untouched": "a quiet house behind mountains museum theatre bank market no smoking entrance ticket office harbour "
    "pharmacy hospital sale today only 50 percent platform 9 street north avenue wet paint beware dog für élite "
    "naïve garçon shadows falling castle return stranger promise did they tell us what happened yesterday she will "
    "come back with her brother listen carefully nobody knows it yet",
}
ROLES = {
    "tuned": ("Directed by", "Written by", "Music by", "Edited by", "Produced by", "Camera", "Costumes", "Sound"),
    "untouched": (
        "A film by",
        "Screenplay",
        "Original Music",
        "Film Editor",
        "Executive Producer",
        "Director of Photography",
        "Casting by",
        "Animation",
    ),
}
NAMES = {
    "tuned": ("Anna Brook", "Peter Lang", "Maria Santos", "John Whitfield", "Ulla Berg", "Tom Okafor", "Rosa Lindt"),
    "untouched": (
        "Clara Novak",
        "Henry Ashdown",
        "Inés Duarte",
        "Paul Meissner",
        "Grace Obi",
        "Liam Farrell",
        "Yuki Mori",
    ),
}


@dataclass(frozen=True)
class Writing:
    """A known text: what it says, when it is seen, and its kind."""

    text: str
    span: Span
    kind: TextKind


@dataclass
class _Layer:
    """A drawn text, (H, W, 4) with opacity, its place, and its movement in pixels a second."""

    writing: Writing
    image: Picture
    left: float
    top: float
    speed: tuple[float, float] = (0.0, 0.0)
    is_card: bool = False


@dataclass
class WrittenFilm:
    """Pictures of a film with its writings."""

    writings: list[Writing]
    duration: Seconds
    layers: list[_Layer] = field(repr=False)
    seed: int = 0

    def pictures(self) -> Iterator[tuple[Seconds, Picture]]:
        """Yield time and picture (H, W, 3, RGB), twice a second."""
        rng = random.Random(self.seed)
        plan = plan_film(self.seed, n_clips=max(3, round(self.duration / 4)))
        frames = reel(plan, width=WIDTH, height=HEIGHT, rate_hz=RATE_HZ)
        last: Picture | None = None
        for n in range(int(self.duration * RATE_HZ)):
            frame = next(frames, None)
            last = frame.picture if frame is not None else last
            assert last is not None
            yield n / RATE_HZ, compressed(self._drawn(n / RATE_HZ, last), rng.randint(*QUALITY))

    def _drawn(self, time: Seconds, picture: Picture) -> Picture:
        layers = [layer for layer in self.layers if layer.writing.span.has(time)]
        out = np.zeros_like(picture) if any(layer.is_card for layer in layers) else picture.copy()
        for layer in layers:
            since = time - layer.writing.span.start
            lay(out, layer.image, round(layer.left + layer.speed[0] * since), round(layer.top + layer.speed[1] * since))
        return out


def written_film(half: str, seed: int) -> WrittenFilm:
    """Return a film with its writings, of one half of fonts and words."""
    rng = random.Random(f"{half}-{seed}")
    layers = [_title(rng, half, 1.0)]
    middle = ["sign"] * N_SIGNS + ["subtitle"] * N_SUBTITLES
    rng.shuffle(middle)
    start = 1.0 + SHOWN + PAUSE
    font = rng.choice(FONTS[half])
    for kind in middle:
        layers.append(_sign(rng, half, start) if kind == "sign" else _subtitle(rng, half, start, font))
        start += SHOWN + PAUSE
    for role, name in zip(rng.sample(ROLES[half], N_CARDS), rng.sample(NAMES[half], N_CARDS), strict=True):
        words = f"{role}\n{name}"
        layers.append(_centred(rng, half, words, Span(start, start + SHOWN), "credits", size=44, is_card=True))
        start += SHOWN + 0.5
    roll = _roll(rng, half, start + PAUSE + 5)
    layers += roll
    end = roll[-1].writing.span.end + 1
    return WrittenFilm([layer.writing for layer in layers], end, layers, seed)


def _text(rng: random.Random, half: str, n_words: int) -> str:
    return " ".join(rng.sample(sorted({word for word in WORDS[half].split() if len(word) > 1}), n_words))


def _title(rng: random.Random, half: str, start: Seconds) -> _Layer:
    words = _text(rng, half, rng.randint(2, 4)).title()
    return _centred(
        rng, half, words, Span(start, start + SHOWN), "title", size=rng.randint(60, 110), is_card=rng.random() < 0.5
    )


def _centred(
    rng: random.Random, half: str, words: str, span: Span, kind: TextKind, *, size: int, is_card: bool
) -> _Layer:
    image = rendered(
        words, rng.choice(FONTS[half]), size, (255, 255, rng.choice([255, 120])), outline=0 if is_card else 3
    )
    image = (
        image
        if image.shape[1] <= 1200
        else np.asarray(cv2.resize(image, (1200, image.shape[0] * 1200 // image.shape[1])), np.uint8)
    )
    left, top = (WIDTH - image.shape[1]) / 2, (HEIGHT - image.shape[0]) / 2
    return _Layer(Writing(words.replace("\n", " "), span, kind), image, left, top, is_card=is_card)


def _subtitle(rng: random.Random, half: str, start: Seconds, font: str) -> _Layer:
    words = _text(rng, half, rng.randint(3, 6)).capitalize() + rng.choice([".", "?", "!"])
    image = rendered(words, font, 38, (255, 255, 255), outline=3)
    writing = Writing(words, Span(start, start + SHOWN), "subtitle")
    return _Layer(writing, image, (WIDTH - image.shape[1]) / 2, HEIGHT - 90)


def _sign(rng: random.Random, half: str, start: Seconds) -> _Layer:
    words = _text(rng, half, rng.randint(1, 3))
    words = words.upper() if rng.random() < 0.6 else words.capitalize()
    while True:
        ink, board = (tuple(rng.randrange(256) for _ in range(3)) for _ in range(2))
        if abs(_grey(ink) - _grey(board)) >= 70:
            break
    image = rendered(words, rng.choice(FONTS[half]), rng.randint(22, 64), ink, board=board)
    image = _slanted(rng, image)
    left, top = rng.uniform(20, max(21, WIDTH - image.shape[1] - 60)), rng.uniform(20, HEIGHT - image.shape[0] - 120)
    speed = (rng.uniform(-15, 15), rng.uniform(-4, 4)) if rng.random() < 0.5 else (0.0, 0.0)
    return _Layer(Writing(words, Span(start, start + SHOWN), "sign"), image, left, top, speed)


def _roll(rng: random.Random, half: str, start: Seconds) -> list[_Layer]:
    layers = []
    roles, names = rng.sample(ROLES[half], N_ROLL // 2), iter(rng.choices(NAMES[half], k=N_ROLL // 2))
    for n in range(N_ROLL):
        words = roles[n // 2] if n % 2 == 0 else next(names)
        image = rendered(words, FONTS[half][1], 30 if n % 2 == 0 else 38, (230, 230, 230))
        begin = start + n * 70 / ROLL_SPEED
        begin = round(begin * RATE_HZ) / RATE_HZ
        span = Span(begin, begin + (HEIGHT + 60) / ROLL_SPEED)
        writing = Writing(words, span, "credits")
        layers.append(_Layer(writing, image, (WIDTH - image.shape[1]) / 2, HEIGHT, (0, -ROLL_SPEED), is_card=True))
    return layers


def card(words: str, font: str, size: int) -> Picture:
    """A plain dark picture (H, W, 3) with white words."""
    image = rendered(words, font, size, (255, 255, 255))
    out = np.full((image.shape[0] + 4 * size, image.shape[1] + 4 * size, 3), 30, np.uint8)
    lay(out, image, 2 * size, 2 * size)
    return out


def rendered(
    words: str, font: str, size: int, ink: Sequence[int], *, outline: int = 0, board: Sequence[int] | None = None
) -> Picture:
    letters = _font(font, size)
    draw = ImageDraw.Draw(Image.new("RGBA", (1, 1)))
    box = draw.multiline_textbbox((0, 0), words, font=letters, stroke_width=outline, align="center")
    edge = size // 3 if board else 6
    whole = (int(box[2] - box[0]) + 2 * edge, int(box[3] - box[1]) + 2 * edge)
    image = Image.new("RGBA", whole, (*board, 255) if board else (0, 0, 0, 0))
    place = (edge - box[0], edge - box[1])
    ImageDraw.Draw(image).multiline_text(
        place, words, font=letters, fill=(*ink, 255), stroke_width=outline, stroke_fill=(0, 0, 0, 255), align="center"
    )
    return np.asarray(image, np.uint8)


@cache
def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(Path(matplotlib.get_data_path()) / "fonts" / "ttf" / f"{name}.ttf"), size)


def _slanted(rng: random.Random, image: Picture) -> Picture:
    """The image in slight perspective."""
    height, width = image.shape[:2]
    if width > 1000:
        image = np.asarray(cv2.resize(image, (1000, max(8, height * 1000 // width))), np.uint8)
        height, width = image.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    slant = np.array([[rng.uniform(0, 0.05) * width, rng.uniform(0, 0.15) * height] for _ in range(4)], np.float32)
    matrix = cv2.getPerspectiveTransform(corners, corners + slant)
    return np.asarray(cv2.warpPerspective(image, matrix, (width + width // 10, height + height // 5)), np.uint8)


def lay(out: Picture, image: Picture, left: int, top: int) -> None:
    right, bottom = min(out.shape[1], left + image.shape[1]), min(out.shape[0], top + image.shape[0])
    x, y = max(0, left), max(0, top)
    if x >= right or y >= bottom:
        return
    part = image[y - top : bottom - top, x - left : right - left].astype(np.float32)
    share = part[..., 3:] / 255
    out[y:bottom, x:right] = (share * part[..., :3] + (1 - share) * out[y:bottom, x:right]).round().astype(np.uint8)


def compressed(picture: Picture, quality: int) -> Picture:
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _grey(colour: Sequence[int]) -> float:
    return 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]
