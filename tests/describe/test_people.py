from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import pytest

from cinescribe.describe.people import people
from cinescribe.schema import Face

Track: TypeAlias = tuple[Sequence[float], float]  # times, and the place of its embedding on a line


def film(tracks: Sequence[Track], *, width: int = 3) -> tuple[list[Face], np.ndarray]:
    """Faces of tracks, by time, each track at a place of its own in the picture."""
    seen = sorted((time, number, place) for number, (times, place) in enumerate(tracks) for time in times)
    faces = [
        Face(time, (number, 0, number + 1, 1), 1.0, row, track=number) for row, (time, number, _) in enumerate(seen)
    ]
    rows = np.zeros((len(seen), width), np.float32)
    rows[:, 0] = [place for _, _, place in seen]
    return faces, rows


def persons(tracks: Sequence[Track]) -> list[str | None]:
    faces, rows = film(tracks)
    _, found = people(faces, rows, same_distance=0.55)
    by_track = {face.track: face.person for face in found}
    return [by_track[number] for number in range(len(tracks))]


def test_tracks_of_one_person_are_one_and_labels_go_by_first_appearance() -> None:
    faces, rows = film([([8, 9], 0.0), ([0, 1], 2.0), ([4, 5], 0.1), ([6, 7], 2.1)])
    found, marked = people(faces, rows, same_distance=0.55)
    assert [(person.id, person.label, person.name) for person in found] == [("p1", "P1", None), ("p2", "P2", None)]
    assert [face.person for face in marked] == ["p1", "p1", "p2", "p2", "p1", "p1", "p2", "p2"]


def test_two_people_seen_together_are_never_one() -> None:
    assert persons([([0, 1], 0.0), ([1, 2], 0.01), ([5, 6], 0.02)])[:2] == ["p1", "p2"]


def test_a_third_track_joins_only_one_of_two_seen_together() -> None:
    assert persons([([0, 1], 0.0), ([1, 2], 0.3), ([5, 6], 0.1)]) == ["p1", "p2", "p1"]


def test_duplicate_detection_in_a_frame_does_not_split_a_person() -> None:
    faces, rows = film([([0, 1], 0.0), ([1, 2], 0.01), ([5, 6], 0.02)])
    faces = [face.replace(box=(0, 0, 1, 1)) for face in faces]
    _, found = people(faces, rows, same_distance=0.55)
    assert {face.person for face in found} == {"p1"}


def test_average_linkage_does_not_chain() -> None:
    assert len(set(persons([([n, n + 0.5], 0.4 * n) for n in range(6)]))) > 1


def test_distant_clusters_of_faces_stay_two_people() -> None:
    assert persons([([0, 1], 0.0), ([5, 6], 0.57)]) == ["p1", "p2"]
    assert persons([([0, 1], 0.0), ([5, 6], 0.5)]) == ["p1", "p1"]


def drawn_film(gap: float, *, variety: float) -> list[str | None]:
    """The persons of eight tracks with a spread; half of them lie `gap` from the others."""
    faces, rows = film([([n, n + 0.25, n + 0.5], gap * (n % 2)) for n in range(8)])
    rows[:, 1] = variety * (np.arange(len(rows)) % 3)
    _, found = people(faces, rows, same_distance=0.55)
    return [face.person for face in found[::3]]


def test_drawn_faces_of_low_variety_have_a_smaller_threshold() -> None:
    assert set(drawn_film(0.45, variety=0.05)) == {"p1", "p2"}
    assert set(drawn_film(0.45, variety=0.25)) == {"p1"}
    assert set(drawn_film(0.3, variety=0.05)) == {"p1"}


def test_a_track_is_as_certain_as_it_is_near_the_persons_others() -> None:
    faces, rows = film([([0, 1], 0.0), ([2, 3], 0.05), ([4, 5], 0.5), ([8, 9], 3.0)])
    _, found = people(faces, rows, same_distance=0.55)
    certainty = {face.track: face.certainty or 0.0 for face in found}
    assert certainty[0] > certainty[2] > 0.5
    assert certainty[1] > 0.9
    assert certainty[3] == pytest.approx(0.999)


def test_track_between_people_is_doubtful() -> None:
    faces, rows = film([([0, 1], 0.0), ([5, 6], 0.57)])
    _, found = people(faces, rows, same_distance=0.55)
    assert all(face.certainty == pytest.approx(0.71, abs=0.02) for face in found)


def momentary(score: float, place: float) -> tuple[str | None, float | None]:
    """The person and certainty of two faces with a score, beside a clear person at place 0."""
    faces, rows = film([([0, 1, 2], 0.0), ([5, 6], place)])
    faces = [face.replace(score=score) if face.track == 1 else face for face in faces]
    _, found = people(faces, rows, same_distance=0.55)
    return found[-1].person, found[-1].certainty


def test_faces_for_a_moment_at_low_scores_make_no_person_but_may_join_one() -> None:
    assert momentary(0.6, 3.0) == (None, None)
    assert momentary(0.6, 0.5) == (None, None)
    assert momentary(0.6, 0.1)[0] == "p1"
    assert momentary(1.0, 3.0)[0] == "p2"


def test_clear_single_face_is_a_person_only_beside_another() -> None:
    faces, rows = film([([0, 1, 2], 0.0), ([1], 3.0), ([5], 6.0)])
    faces = [face.replace(score=0.95) if face.track else face for face in faces]
    _, found = people(faces, rows, same_distance=0.55)
    assert {face.track: face.person for face in found} == {0: "p1", 1: "p2", 2: None}


def test_a_face_without_a_track_has_no_person() -> None:
    found, marked = people([Face(0, (0, 0, 1, 1), 1.0, 0)], np.zeros((1, 3), np.float32), same_distance=0.55)
    assert (found, marked[0].person) == ((), None)


@pytest.mark.parametrize("n_tracks", [0, 1])
def test_few_tracks_are_few_people(n_tracks: int) -> None:
    faces, rows = film([([0, 1], 0.0)] * n_tracks)
    assert len(people(faces, rows, same_distance=0.55)[0]) == n_tracks


def test_a_second_run_gives_the_same() -> None:
    rng = np.random.default_rng(0)
    faces, rows = film([([float(n), n + 0.5], float(rng.normal())) for n in range(60)])
    assert people(faces, rows, same_distance=0.55) == people(faces, rows, same_distance=0.55)


def test_varied_views_of_one_person_stay_one() -> None:
    assert set(persons([([n, n + 0.5], place) for n, place in enumerate((0.0, 0.0, 0.05, 0.42, 0.44))])) == {"p1"}


def test_a_film_of_unclear_faces_only_has_no_people() -> None:
    faces, rows = film([([0, 1], 0.0)])
    found, marked = people([face.replace(score=0.4) for face in faces], rows, same_distance=0.55)
    assert (found, [face.person for face in marked]) == ((), [None, None])
