"""Colours of clothes: how many are said and true, of Backlot and real people, as they are and in light that deceives.

Each person is seen as they are, brighter and darker, in graded pictures, lit from behind, at night, in armour, with
bare skin, and with long hair over what is worn. A colour is true if people would use it for the clothes in plain
light; in armour, on skin and on hair each colour is false.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
from cinescribe.backlot import plan_film, reel
from cinescribe.backlot.drawing.cast import Costume, costume_of
from cinescribe.features.clothing.clothes import MIN_SHARE, common_term, with_clothes
from cinescribe.features.clothing.colour_terms import nearest_terms
from cinescribe.features.faces.face_crops import FaceCrop, portrait_of
from cinescribe.features.faces.faces import DlibFaces
from cinescribe.features.faces.torsos import torso
from cinescribe.media.film.frame_scaling import PictureFormat
from cinescribe.media.film.probe import probe
from cinescribe.media.film.read import read_through
from cinescribe.schema import Box, Face

Image = np.ndarray
Light = Callable[[Image, Box], Image]
SEEDS = {"tuned": (301, 303), "untouched": (401, 402)}  # of Backlot films
EVERY, MIN_HEIGHT = 4, 0.08  # seconds between pictures of a film; share of the picture's height that a face has
# Terms that fit what the people of each film or photo wear, by eye; where there are several people, of all of them.
REAL: dict[str, dict[str, set[str]]] = {
    "tuned": {
        "faces/us_gov/biden.jpg": {"dark"},
        "faces/us_gov/obama.jpg": {"dark"},
        "faces/us_gov/obama2.jpg": {"dark"},
        "faces/us_gov/obama3.jpg": {"dark"},
        "video/intel_people/head-pose-face-detection-female-and-male.mp4": {"dark", "blue", "green"},
        "video/intel_people/head-pose-face-detection-male.mp4": {"blue", "dark"},
    },
    "untouched": {
        "video/intel_people/head-pose-face-detection-female.mp4": {"dark", "green"},
        "video/intel_people/face-demographics-walking-and-pause.mp4": {"dark", "blue", "purple", "light", "green"},
        "video/friday/friday.mp4": {"dark"},
        "video/w3c_perspective/perspective-video.mp4": {"blue"},
    },
}
NOTES = (
    "Lights are simulated on the pictures. In armour, on skin and on hair every colour counts as false. The terms that "
    "fit real people were marked by eye for a film as a whole.",
)
MEANING = {"tuned": "half that set constants", "untouched": "films and people that set none"}
COLUMNS = ("light", "people", "as before: said", "true", "now: said", "true")


@dataclass(frozen=True)
class Seen:
    """A person in a picture (H, W, 3, RGB): the box of their face, terms that fit their clothes, and its source."""

    picture: Image
    box: Box
    terms: frozenset[str]
    source: str


def _graded(*gains: float) -> Light:
    return lambda picture, box: np.clip(picture * np.array(gains), 0, 255).astype(np.uint8)


def _gamma(power: float) -> Light:
    return lambda picture, box: (255 * (picture / 255.0) ** power).astype(np.uint8)


def _places(picture: Image, box: Box) -> tuple[int, int, int, int]:
    """Return the middle of a face, its width and its height in pixels."""
    height, width = picture.shape[:2]
    middle = (box[0] + box[2]) / 2 * width, (box[1] + box[3]) / 2 * height
    return round(middle[0]), round(middle[1]), round((box[2] - box[0]) * width), round((box[3] - box[1]) * height)


def _body(picture: Image, box: Box, *, head: bool) -> Image:
    """A mask (H, W) of the body below a face, with the head or without."""
    x, y, w, h = _places(picture, box)
    mask = np.zeros(picture.shape[:2], np.float32)
    cv2.rectangle(mask, (x - round(1.7 * w), y + round(0.7 * h)), (x + round(1.7 * w), picture.shape[0]), (1.0,), -1)
    if head:
        cv2.ellipse(mask, (x, y), (round(0.75 * w), round(0.8 * h)), 0, 0, 360, (1.0,), -1)
    return mask[..., None]


def _backlit(brightness: float) -> Light:
    def lit(picture: Image, box: Box) -> Image:
        body = cv2.GaussianBlur(_body(picture, box, head=True), (0, 0), _places(picture, box)[2] * 0.08)[..., None]
        return np.clip(picture * (body * brightness + (1 - body) * 1.6) + (1 - body) * 40, 0, 255).astype(np.uint8)

    return lit


def _armour(*tint: float) -> Light:
    def worn(picture: Image, box: Box) -> Image:
        height, width = picture.shape[:2]
        rows = max(2, round(4 * height / max(_places(picture, box)[3], 1)))
        shine = np.random.default_rng(1).random((rows, rows * width // height + 1)) ** 2
        large = cv2.resize(shine, (width, height), interpolation=cv2.INTER_CUBIC)[..., None]
        body = _body(picture, box, head=False)
        return np.asarray(np.clip(body * large * np.array(tint) * 255 + (1 - body) * picture, 0, 255), np.uint8)

    return worn


def _bare(picture: Image, box: Box) -> Image:
    x, y, w, h = _places(picture, box)
    part = picture[max(0, y - h // 5) : y + h // 5 + 1, max(0, x - w // 5) : x + w // 5 + 1].reshape(-1, 3)
    body = _body(picture, box, head=False)
    return np.asarray(body * np.median(part, axis=0) * 0.9 + (1 - body) * picture, np.uint8)


def _long_hair(picture: Image, box: Box) -> Image:
    x, y, w, h = _places(picture, box)
    hair, face = np.zeros(picture.shape[:2], np.uint8), np.zeros(picture.shape[:2], np.uint8)
    cv2.ellipse(hair, (x, y - h // 6), (round(0.8 * w), round(0.75 * h)), 0, 0, 360, (1,), -1)
    cv2.rectangle(hair, (x - round(0.95 * w), y - h // 10), (x + round(0.95 * w), picture.shape[0]), (1,), -1)
    cv2.ellipse(face, (x, y), (round(0.45 * w), round(0.55 * h)), 0, 0, 360, (1,), -1)
    out = picture.copy()
    out[(hair > 0) & (face == 0)] = (28, 22, 20)
    return out


LIGHTS: dict[str, Light] = {
    "as it is": lambda picture, box: picture,
    "brighter": _gamma(0.7),
    "darker": _gamma(1.4),
    "blue grade": _graded(0.45, 0.7, 1.5),
    "red grade": _graded(1.6, 0.6, 0.45),
    "green grade": _graded(0.6, 1.3, 0.6),
    "amber grade": _graded(1.4, 1.0, 0.45),
    "violet grade": _graded(1.15, 0.55, 1.4),
    "strongly backlit": _backlit(0.15),
    "backlit": _backlit(0.3),
    "night": _graded(0.2, 0.22, 0.3),
    "blown out": _graded(2.2, 2.2, 2.1),
    "armour of steel": _armour(0.75, 0.8, 0.85),
    "armour of bronze": _armour(0.8, 0.6, 0.35),
    "armour in blue light": _armour(0.4, 0.55, 0.95),
    "bare skin": _bare,
    "long hair": _long_hair,
}
NO_CLOTHES = tuple(name for name in LIGHTS if name.startswith(("armour", "bare", "long")))


def backlot_people(seeds: Sequence[int]) -> Iterator[Seen]:
    """Yield people of Backlot films."""
    for seed in seeds:
        plan = plan_film(seed, n_clips=10)
        cast = {member.id: member for member in plan.cast}
        for n, frame in enumerate(reel(plan, width=640, height=360, rate_hz=1)):
            for one in frame.sightings if n % EVERY == 0 else ():
                if one.face is None or one.face[3] - one.face[1] < MIN_HEIGHT or one.who not in cast:
                    continue
                costume = costume_of(cast[one.who], dict(plan.takes[frame.shot].costumes).get(one.who, 0))
                yield Seen(np.asarray(frame.picture), one.face, _terms(costume), "Backlot")


def _terms(costume: Costume) -> frozenset[str]:
    worn = [costume.top_colour, *([costume.under_colour] if costume.striped or costume.top == "jacket" else [])]
    return frozenset(term for colour in worn for term in nearest_terms(colour))


def real_people(data: Path, wanted: dict[str, set[str]]) -> Iterator[Seen]:
    """Yield people of photos and films of the reference data."""
    extractor = DlibFaces()
    for path, terms in wanted.items():
        for picture in _pictures(data / path):
            for face in extractor.find(picture):
                yield Seen(picture, face.box, frozenset(terms), Path(path).stem)


class _Kept:
    """Keeps pictures of a film."""

    def __init__(self) -> None:
        self.wants, self.pictures = PictureFormat("rgb24", rate_hz=0.5, width=720), list[Image]()

    def take(self, time: float, image: Image) -> None:
        """Keep a picture."""
        self.pictures.append(image.copy())


def _pictures(path: Path) -> list[Image]:
    if path.suffix == ".jpg":
        photo = np.asarray(cv2.imread(str(path)))
        scale = min(1.0, 720 / max(photo.shape[:2]))
        return [np.asarray(cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))[..., ::-1].copy()]
    kept = _Kept()
    read_through(probe(path), pictures=(kept,))
    return kept.pictures


def judged(one: Seen, light: str) -> tuple[bool | None, bool | None]:
    """Return whether the colour of a person's clothes is true in some light: as it was said before, and now.

    Before, the light on the face was not looked at. None where no colour is said.
    """
    picture = LIGHTS[light](one.picture, one.box)
    colours, share = torso(picture, one.box)
    face = Face(0.0, one.box, 1.0, 0, track=0)
    # A second face in another colour, so that a film of one person is not taken for a black-and-white one.
    torsos = np.stack([colours, np.full_like(colours, (200, 20, 30))])
    other = Face(0.0, (0.0, 0.0, 0.1, 0.1), 1.0, 1, track=1)
    is_grey = one.source == "friday"
    crop = FaceCrop(0, 1.0, portrait_of(picture, one.box))
    shares = np.array([share, 0.0 if is_grey else 1.0], np.float32)
    (now, _) = with_clothes([face, other], torsos, shares, [crop])
    terms = frozenset[str]() if light in NO_CLOTHES else one.terms
    before = common_term(colours[None]) if share >= MIN_SHARE else None
    return _is_in(before, terms), _is_in(now.clothes, terms)


def _is_in(term: str | None, terms: frozenset[str]) -> bool | None:
    return None if term is None else term in terms


def rows(people: Sequence[Seen]) -> Iterator[Row]:
    """Yield a row for each light, and one for all."""
    every: list[tuple[bool | None, bool | None]] = []
    for light in LIGHTS:
        found = [judged(one, light) for one in people]
        every += found
        yield _row(light, found)
    yield _row("all", every)


def _row(name: str, found: Sequence[tuple[bool | None, bool | None]]) -> Row:
    before, now = ([each for each in column if each is not None] for column in zip(*found, strict=True))
    return name, len(found), len(before), sum(before), len(now), sum(now)


def headlines(table: Table, half: str) -> list[Headline]:
    """Return the shares of true colours, and of the true ones in plain light that are still said."""
    every, plain = table.rows[-1], table.rows[0]
    said = [f"{int(every[n + 1] or 0) / max(1, int(every[n] or 0)):.1%} ({every[n + 1]} of {every[n]})" for n in (2, 4)]
    return [
        Headline(f"colours said that are true, in all lights, {half}", f"{said[1]}; before {said[0]}", "at least 95 %"),
        Headline(f"true colours said in plain light, {half}", f"{plain[5]} of {plain[1]} people; before {plain[3]}"),
    ]


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    add_write_option(parser)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    tables, lines = [], []
    for half, meaning in MEANING.items():
        drawn = list(backlot_people(SEEDS[half]))
        real = list(real_people(arguments.shared / "data", REAL[half]))
        for kind, people in (("Backlot", drawn), ("real", real)):
            tables.append(print_table(f"{kind} people, {meaning}", COLUMNS, rows(people)))
            lines += headlines(tables[-1], f"{kind} people, {meaning}")
    report_results(
        "clothes_colours", "Colours of clothes", headlines=lines, tables=tables, notes=NOTES, write=arguments.write
    )


if __name__ == "__main__":
    main()
