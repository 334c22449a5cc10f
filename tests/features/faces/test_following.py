from collections.abc import Sequence

import numpy as np
import pytest

from cinescribe.features.faces.extractor import FoundFace
from cinescribe.features.faces.following import Follower, RepeatedEmbeddings, difference, overlap, shrunk
from cinescribe.schema import Box

LEFT: Box = (0.1, 0.1, 0.3, 0.4)
RIGHT: Box = (0.6, 0.1, 0.8, 0.4)


def shifted(box: Box, by: float) -> Box:
    return box[0] + by, box[1], box[2] + by, box[3]


def test_faces_are_followed_by_the_best_overlap() -> None:
    follower = Follower()
    (left, right), known = follower.follow(0.0, [LEFT, RIGHT])
    assert known == [False, False]
    faces, known = follower.follow(0.25, [shifted(RIGHT, 0.02), shifted(LEFT, 0.02)])
    assert faces == [right, left]
    assert known == [True, True]
    assert left.box == shifted(LEFT, 0.02)


def test_a_face_elsewhere_is_new_and_one_unseen_for_long_is_forgotten() -> None:
    follower = Follower()
    follower.follow(0.0, [LEFT])
    assert follower.follow(1.0, [RIGHT])[1] == [False]
    assert len(follower.known) == 2
    assert follower.follow(1.25, [LEFT])[1] == [False]


def test_face_continues_only_one_earlier_face() -> None:
    follower = Follower()
    follower.follow(0.0, [LEFT])
    assert sorted(follower.follow(0.25, [LEFT, shifted(LEFT, 0.05)])[1]) == [False, True]


def test_difference_is_0_for_equal_pictures_and_unchanged_by_brightness() -> None:
    noise = np.random.default_rng(0)
    one, other = noise.uniform(0, 255, (2, 18, 32)).astype(np.float32)
    assert difference(one, one + 20) == pytest.approx(0, abs=1e-5)
    assert difference(one, other) == pytest.approx(1, abs=0.15)
    assert difference(one, one + other / 10) < 0.15


def test_difference_of_even_pictures_is_small() -> None:
    assert difference(np.full((4, 4), 10, np.float32), np.full((4, 4), 200, np.float32)) == 0


def test_overlap_is_intersection_over_union() -> None:
    assert overlap((0, 0, 2, 1), (1, 0, 3, 1)) == pytest.approx(1 / 3)
    assert overlap((0, 0, 1, 1), (1, 0, 2, 1)) == 0


def test_shrunk_pictures_have_the_means() -> None:
    image = np.zeros((40, 60, 3), np.uint8)
    image[:, 30:] = 30, 60, 90
    assert shrunk(image, (2, 1)).tolist() == [[0, 60]]


class Counting:
    """An extractor that embeds with the number of the call."""

    name, licence, width, same_distance = "counting", "none", 1, 0.5

    def __init__(self) -> None:
        self.n = 0

    def find(self, image: np.ndarray) -> list[FoundFace]:
        return []

    def embed(self, image: np.ndarray, faces: Sequence[FoundFace]) -> np.ndarray:
        self.n += len(faces)
        return np.full((len(faces), 1), self.n, np.float32)


def test_an_unchanged_face_keeps_its_embedding_for_a_while() -> None:
    repeated, image = RepeatedEmbeddings(Counting()), np.random.default_rng(0).integers(0, 255, (80, 80, 3), np.uint8)
    face = FoundFace(LEFT, 1.0, (), None)
    found = [repeated.embed(n / 4, image, [face])[0, 0] for n in range(8)]
    assert found == [1, 1, 1, 1, 2, 2, 2, 2]


def test_a_face_that_changes_is_embedded_again() -> None:
    repeated, random = RepeatedEmbeddings(Counting()), np.random.default_rng(0)
    face = FoundFace(LEFT, 1.0, (), None)
    images = random.integers(0, 255, (3, 80, 80, 3), np.uint8)
    assert [repeated.embed(n / 4, image, [face])[0, 0] for n, image in enumerate(images)] == [1, 2, 3]
