"""Measurements of made-up films for the observer."""

import itertools
from collections.abc import Callable, Sequence

import numpy as np

from cinescribe.features.clip_sets.batch import Batch, ClipInput, PictureLevels
from cinescribe.media.sound.levels import SoundLevels
from cinescribe.models.observer.observer import Observer
from cinescribe.schema import Caption, Clip, Face, Person, Shot
from cinescribe.timing import Span

FACES_HZ, PICTURES_HZ = 4.0, 5.0
PEOPLE = tuple(Person(f"p{n}", f"P{n}") for n in range(1, 6))
NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eve")
NAMED = tuple(person.replace(name=name) for person, name in zip(PEOPLE, NAMES, strict=True))
NO_FRAMES = np.zeros((0, 0, 0, 3), np.uint8)


def faces(
    person: int,
    start: float,
    end: float,
    *,
    across: Callable[[float], float] | float = 0.5,
    height: Callable[[float], float] | float = 0.2,
    score: float = 1.0,
    clothes: str | None = None,
) -> list[Face]:
    """A person's faces from `start` to `end`; functions take the seconds since `start`."""
    out: list[Face] = []
    for n in range(round((end - start) * FACES_HZ)):
        since = n / FACES_HZ
        x = across(since) if callable(across) else across
        tall = height(since) if callable(height) else height
        wide = tall * 0.6
        box = (x - wide / 2, 0.3, x + wide / 2, 0.3 + tall)
        row = 1000 * person + len(out)
        out.append(Face(start + since, box, score, row, track=person, person=f"p{person}", clothes=clothes))
    return out


def levels(duration: float, **columns: Callable[[np.ndarray], np.ndarray] | float) -> PictureLevels:
    """Picture measurements: a still camera, medium light, some activity, unless `columns` gives others."""
    times = np.arange(0, duration, 1 / PICTURES_HZ)

    def column(name: str, usual: float) -> np.ndarray:
        value = columns.get(name, usual)
        return np.broadcast_to(value(times) if callable(value) else value, times.shape).astype(np.float32)

    shift = np.stack([column("right", 0.0), column("down", 0.0)], axis=1)
    return PictureLevels(
        times, column("brightness", 0.4), column("warmth", 0.1), shift, column("zoom", 0.0), column("activity", 0.02)
    )


def part(measured, span: Span):
    inside = slice(*np.searchsorted(measured.times, [span.start, span.end]))
    return type(measured)(**{name: column[inside] for name, column in vars(measured).items()})


def film(
    shown: Sequence[Face] = (),
    *,
    shots: Sequence[Shot] | None = None,
    clips: Sequence[tuple[float, float]] | None = None,
    duration: float = 6.0,
    pictures: PictureLevels | None = None,
    sounds: SoundLevels | None = None,
    people: Sequence[Person] = NAMED,
) -> Batch:
    """A film as a batch; by default one shot of six seconds, one clip, with quiet sound."""
    shots = shots or [Shot(Span(0.0, duration))]
    pictures = pictures or levels(duration)
    sounds = sounds or sound(duration)
    seen = []
    for n, (start, end) in enumerate(clips or [(shot.span.start, shot.span.end) for shot in shots]):
        span = Span(start, end)
        seen.append(
            ClipInput(
                Clip(f"c{n}", "film", span),
                (),
                NO_FRAMES,
                tuple(sorted((face for face in shown if span.has(face.time)), key=lambda face: face.time)),
                tuple(shot for shot in shots if shot.span.overlap(span) > 0),
                part(pictures, span),
                part(sounds, span),
            )
        )
    return Batch(tuple(seen), tuple(people))


def sound(duration: float, *, level_db=-30.0, music=0.0) -> SoundLevels:
    times = np.arange(0, duration, 0.5)
    columns = (np.broadcast_to(v(times) if callable(v) else v, times.shape) for v in (level_db, music))
    return SoundLevels(times, *(column.astype(np.float32) for column in columns))


def captions(batch: Batch) -> list[Caption]:
    """The captions with a text."""
    return [caption for caption in Observer().caption(batch) if caption.text]


def texts(batch: Batch) -> list[str]:
    return [caption.text for caption in captions(batch)]


def notes(batch: Batch) -> list[str]:
    """The notes of all captions, without their times and measurements."""
    every = (note for caption in Observer().caption(batch) for note in caption.notes)
    return [note.partition(": ")[2].rpartition(" (")[0] for note in every]


def cuts(*times: float) -> list[Shot]:
    return [Shot(Span(start, end)) for start, end in itertools.pairwise(times)]
