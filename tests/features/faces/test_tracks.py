import numpy as np

from cinescribe.features.faces.tracks import track_faces
from cinescribe.schema import Face, Shot
from cinescribe.timing import Span

ONE_SHOT = (Shot(Span(0, 100)),)
ANNA, BERT = np.array([0.0, 0.0], np.float32), np.array([0.9, 0.0], np.float32)


class Film:
    """A film made of single faces."""

    def __init__(self) -> None:
        self.faces: list[Face] = []
        self.embeddings: list[np.ndarray] = []

    def add(self, time: float, left: float, who: np.ndarray, *, score: float = 1.0) -> None:
        self.faces.append(Face(time, (left, 0.2, left + 0.1, 0.4), score, len(self.faces)))
        self.embeddings.append(who)

    def tracks(self, shots: tuple[Shot, ...] = ONE_SHOT) -> list[int | None]:
        faces = track_faces(self.faces, np.array(self.embeddings).reshape(-1, 2), shots, same_distance=0.55)
        assert [face.row for face in faces] == [face.row for face in self.faces]
        return [face.track for face in faces]


def test_two_people_side_by_side_are_two_tracks() -> None:
    film = Film()
    for n in range(3):
        film.add(n / 4, 0.2, ANNA)
        film.add(n / 4, 0.6, BERT)
    assert film.tracks() == [0, 1, 0, 1, 0, 1]


def test_crossing_people_keep_their_tracks() -> None:
    film = Film()
    for n in range(5):
        film.add(n / 4, 0.3 + 0.04 * n, ANNA)
        film.add(n / 4, 0.46 - 0.04 * n, BERT)
    assert film.tracks() == [0, 1] * 5


def test_no_track_crosses_a_cut() -> None:
    film = Film()
    for n in range(4):
        film.add(n / 4, 0.2, ANNA)
    cut = (Shot(Span(0, 0.5)), Shot(Span(0.5, 9)))
    assert film.tracks(cut) == [0, 0, 1, 1]


def test_faces_in_a_dissolve_have_no_track() -> None:
    film = Film()
    for n in range(8):
        film.add(n / 4, 0.2, ANNA)
        if n in (3, 4):
            film.add(n / 4, 0.6, BERT)
    dissolve = (Shot(Span(0, 1)), Shot(Span(1, 2), "dissolve", Span(0.75, 1.25)))
    assert film.tracks(dissolve) == [0, 0, 0, None, None, None, None, 1, 1, 1]


def test_a_face_seen_once_has_a_track_if_it_is_clear() -> None:
    film = Film()
    film.add(0, 0.2, ANNA, score=0.8)
    film.add(5, 0.2, ANNA)
    assert film.tracks() == [None, 0]


def test_a_face_that_is_never_clear_has_no_track() -> None:
    film = Film()
    for n in range(3):
        film.add(n / 4, 0.2, ANNA, score=0.5)
        film.add(n / 4, 0.6, BERT, score=0.5 + 0.1 * n)
    assert film.tracks() == [None, 0] * 3


def test_another_person_at_the_same_place_is_another_track() -> None:
    film = Film()
    for n, who in enumerate((ANNA, ANNA, BERT, BERT)):
        film.add(n / 4, 0.2, who)
    assert film.tracks() == [0, 0, 1, 1]


def test_a_face_that_changes_at_its_place_keeps_its_track() -> None:
    film = Film()
    for n in range(4):
        film.add(n / 4, 0.2, np.array([0.75 * (n % 2), 0.0], np.float32))
    assert film.tracks() == [0, 0, 0, 0]


def test_a_face_keeps_its_track_where_its_motion_takes_it() -> None:
    film = Film()
    for n in range(5):
        film.add(n / 4, 0.1 + 0.09 * n, np.array([0.3 * min(n, 1) + 0.5 * (n > 2), 0.0], np.float32))
    assert film.tracks() == [0, 0, 0, 0, 0]


def test_drawn_faces_of_low_variety_have_a_smaller_threshold() -> None:
    film = Film()
    for n in range(14):
        film.add(n / 4, 0.2, np.array([0.05 * (n % 2) + 0.5 * (n > 11), 0.0], np.float32))
    assert film.tracks() == [0] * 12 + [1] * 2


def test_a_face_far_away_begins_a_new_track() -> None:
    film = Film()
    for n, left in enumerate((0.1, 0.1, 0.8, 0.8)):
        film.add(n / 4, left, ANNA)
    assert film.tracks() == [0, 0, 1, 1]


def test_a_film_without_faces_has_no_tracks() -> None:
    assert Film().tracks() == []
