from pathlib import Path

import cv2
import pytest

from cinescribe.describe.portraits import with_portraits
from cinescribe.errors import OutputError
from cinescribe.features.faces.face_crops import FaceCrop
from cinescribe.media.film.probe import probe
from cinescribe.schema import Face, Person
from tests.dummies import write_film

PEOPLE = (Person("p1", "P1"), Person("p2", "P2", portrait="portraits/old.jpg"))
FACES = tuple(Face(float(n), (0, 0, 1, 1), 1.0, n, person="p1" if n < 3 else None) for n in range(4))
GLIMPSES = (
    FaceCrop(0, 0.2, b"poor"),
    FaceCrop(1, 0.9, b"good"),
    FaceCrop(2, 0.4, b"fair"),
    FaceCrop(3, 1.0, b"nobody"),
)


def test_each_person_gets_the_best_glimpse(tmp_path: Path) -> None:
    first, second = with_portraits(PEOPLE, FACES, GLIMPSES, folder=tmp_path)
    assert first.portrait == "portraits/p1.jpg"
    assert (tmp_path / "portraits/p1.jpg").read_bytes() == b"good"
    assert second.portrait is None
    assert [path.name for path in (tmp_path / "portraits").iterdir()] == ["p1.jpg"]


def test_a_folder_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    (tmp_path / "portraits").write_text("in the way")
    with pytest.raises(OutputError, match="cannot be written"):
        with_portraits(PEOPLE, FACES, GLIMPSES, folder=tmp_path)


def test_missing_portrait_is_cut_from_the_film(tmp_path: Path) -> None:
    film = probe(write_film(tmp_path / "film.mp4", seconds=2.0))
    faces = (Face(0.5, (0.1, 0.1, 0.4, 0.6), 0.7, 0, person="p2"), Face(1.0, (0.2, 0.2, 0.6, 0.8), 0.9, 1, person="p2"))
    (person,) = with_portraits(PEOPLE[1:], faces, (), folder=tmp_path, film=film)
    assert person.portrait == "portraits/p2.jpg"
    picture = cv2.imread(str(tmp_path / "portraits/p2.jpg"))
    assert picture is not None


def test_a_person_without_faces_has_no_portrait(tmp_path: Path) -> None:
    film = probe(write_film(tmp_path / "film.mp4", seconds=1.0))
    (person,) = with_portraits(PEOPLE[1:], (), (), folder=tmp_path, film=film)
    assert person.portrait is None
