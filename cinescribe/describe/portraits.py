"""Portraits: the best face crop of each person."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from cinescribe.export.folder import PORTRAITS
from cinescribe.features.faces.face_crops import FaceCrop, portrait_of
from cinescribe.media.film.frame_scaling import Image, PictureFormat
from cinescribe.media.film.read import read_through
from cinescribe.schema import Face, Film, Person
from cinescribe.store import writing
from cinescribe.timing import Seconds, Span

_WIDTH = 800  # maximum of a picture that a portrait is cut from, in pixels
_SEARCHED: Seconds = 0.5  # around a face's time, to find its picture


def with_portraits(
    people: Iterable[Person],
    faces: Sequence[Face],
    glimpses: Iterable[FaceCrop],
    *,
    folder: Path,
    film: Film | None = None,
) -> tuple[Person, ...]:
    """Write `folder/portraits/<id>.jpg` for each person; return the people with the paths.

    Args:
        people: the film's people.
        faces: its faces with their persons.
        glimpses: what the finder kept of them.
        folder: where the film's description lies; portraits' paths are relative to it.
        film: read again for people of whom the finder kept nothing; without it they have the path None.

    Raises:
        OutputError: when the folder cannot be written.
        FilmError: when the film cannot be read again.
    """
    person_of = {face.row: face.person for face in faces}
    best: dict[str, FaceCrop] = {}
    for glimpse in glimpses:
        person = person_of.get(glimpse.row)
        if person is not None and (person not in best or glimpse.quality > best[person].quality):
            best[person] = glimpse
    return tuple(_with_portrait(one, _jpeg(one, best.get(one.id), faces, film), folder) for one in people)


def _jpeg(person: Person, kept: FaceCrop | None, faces: Sequence[Face], film: Film | None) -> bytes | None:
    """Return the person's picture: what the finder kept, or the clearest face, cut from the film."""
    own = [face for face in faces if face.person == person.id]
    if kept is not None:
        return kept.jpeg
    if film is None or not own:
        return None
    clearest = max(own, key=lambda face: face.score * (face.box[3] - face.box[1]))
    moment = _Moment(clearest.time)
    within = Span(max(0.0, clearest.time - _SEARCHED), min(film.duration, clearest.time + _SEARCHED))
    read_through(film, pictures=(moment,), within=within)
    return None if moment.image is None else portrait_of(moment.image, clearest.box)


class _Moment:
    """A `PictureSink` that keeps the picture nearest to a time."""

    wants = PictureFormat("rgb24", width=_WIDTH)

    def __init__(self, time: Seconds) -> None:
        self._time, self._nearest = time, float("inf")
        self.image: Image | None = None

    def take(self, time: Seconds, image: Image) -> None:
        """Keep the picture if it is nearer than the one kept."""
        if abs(time - self._time) < self._nearest:
            self._nearest, self.image = abs(time - self._time), image.copy()


def _with_portrait(person: Person, jpeg: bytes | None, folder: Path) -> Person:
    if jpeg is None:
        return person.replace(portrait=None)
    path = f"{PORTRAITS}/{person.id}.jpg"
    with writing(folder / path) as beside:
        beside.write_bytes(jpeg)
    return person.replace(portrait=path)
