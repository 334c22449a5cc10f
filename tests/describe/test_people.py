from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import pytest

from cinescribe.describe.people import people
from cinescribe.schema import Face

Track: TypeAlias = tuple[Sequence[float], float]  # times, and the place of its embedding on a line


def film(tracks: Sequence[Track], *, width: int = 3) -> tuple[list[Face], np.ndarray]:
    """Faces of tracks, by time."""
    seen = sorted((time, number, place) for number, (times, place) in enumerate(tracks) for time in times)
    faces = [Face(time, (0, 0, 1, 1), 1.0, row, track=number) for row, (time, number, _) in enumerate(seen)]
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


def test_average_linkage_does_not_chain() -> None:
    assert len(set(persons([([n, n + 0.5], 0.4 * n) for n in range(6)]))) > 1


def test_faces_that_are_all_alike_lower_the_threshold() -> None:
    together: list[Track] = [([n, n + 0.5], place) for n in range(8) for place in (0.0, 0.5)]
    stranger: list[Track] = [([20, 21], 0.95)]  # 0.45 from the second, who is 0.5 from the first
    assert persons([*stranger, ([30, 31], 0.5)]) == ["p1", "p1"]
    found = persons(together + stranger)
    assert found[-1] not in found[:-1]


def test_real_people_seen_together_leave_the_threshold_as_it_is() -> None:
    together = [([n, n + 0.5], place) for n in range(8) for place in (0.0, 0.9)]
    assert persons([*together, ([20, 21], 1.4)])[-1] == "p2"


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


def test_one_person_seen_in_many_ways_stays_one() -> None:
    assert set(persons([([n, n + 0.5], place) for n, place in enumerate((0.0, 0.0, 0.05, 0.42, 0.44))])) == {"p1"}


def test_tracks_far_apart_lower_the_threshold_too() -> None:
    assert persons([([n, n + 0.5], place) for n, place in enumerate((0.0, 0.0, 0.6, 0.6, 1.0))])[2:] == [
        "p2",
        "p2",
        "p3",
    ]
