from collections.abc import Sequence

import numpy as np

from cinescribe.features.faces.extractor import FoundFace
from cinescribe.features.faces.following import overlap
from cinescribe.features.faces.searching import DenseSearch, SearchedPicture, SparingSearch
from cinescribe.schema import Box

FACE: Box = (0.25, 0.25, 0.5, 0.75)


def picture(seed: int = 0, *, face: bool = True) -> np.ndarray:
    """A noisy picture; a bright block in the place of a face."""
    image = np.kron(np.random.default_rng(seed).integers(0, 240, (9, 16, 3), np.uint8), np.ones((8, 8, 1), np.uint8))
    if face:
        image[18:54, 32:64] = 250
    return image


class Blocks:
    """Finds the bright block; `turns` sees it only in even turns of a search in part."""

    name, licence, width, same_distance = "blocks", "none", 1, 0.5

    def __init__(self) -> None:
        self.whole = 0
        self.parts: list[tuple[int, Box | None, int | None]] = []

    def find(self, image: np.ndarray) -> list[FoundFace]:
        self.whole += 1
        return [FoundFace(FACE, 1.0, (), 0.0)] if image[36, 48, 0] == 250 else []

    def find_again(
        self, image: np.ndarray, near: Sequence[Box], *, region: Box | None, turn: int | None
    ) -> list[FoundFace]:
        self.parts.append((len(near), region, turn))
        there = any(overlap(box, FACE) for box in near) or (region is not None and turn is not None and turn % 2 == 0)
        return [FoundFace(FACE, 0.9, (), 0.0)] if there and image[36, 48, 0] == 250 else []

    def embed(self, image: np.ndarray, faces: Sequence[FoundFace]) -> np.ndarray:
        return np.zeros((len(faces), 1), np.float32)


def searched(extractor: Blocks, images: Sequence[np.ndarray]) -> list[SearchedPicture]:
    search, found = SparingSearch(extractor), []
    for n, image in enumerate(images):
        found += search.take(n / 4, image)
    return found + search.finish() + search.finish()


def test_a_new_view_is_searched_whole_and_later_only_around_its_faces() -> None:
    extractor = Blocks()
    found = searched(extractor, [picture()] * 5 + [picture(1)] * 4)
    assert extractor.whole == 2
    assert [len(one.faces) for one in found] == [1] * 9
    assert all(near == 1 and region is None for near, region, _ in extractor.parts)  # nothing changed


def test_still_view_without_faces_is_searched_once() -> None:
    extractor = Blocks()
    searched(extractor, [picture(face=False)] * 12)
    assert (extractor.whole, extractor.parts) == (1, [])


def test_changed_regions_are_searched_in_turn_each_half_second() -> None:
    extractor = Blocks()
    changing = [picture(face=False) for _ in range(9)]
    for n, image in enumerate(changing):
        image[:16, :16] = 20 * n
    searched(extractor, changing)
    assert [turn for _, _, turn in extractor.parts] == [1, 2, 3, 4]
    for _, region, _ in extractor.parts:
        assert region is not None
        assert region[0] == region[1] == 0
        assert region[2] < 0.25


def test_a_face_found_late_is_followed_back_to_where_it_appeared() -> None:
    found = searched(Blocks(), [picture(face=False)] * 2 + [picture()] * 6)
    assert [one.time for one in found] == [n / 4 for n in range(8)]
    assert [len(one.faces) for one in found] == [0, 0, 1, 1, 1, 1, 1, 1]


def test_lost_face_is_searched_at_its_place_for_a_second() -> None:
    extractor = Blocks()
    found = searched(extractor, [picture()] * 2 + [picture(face=False)] * 8)
    assert [len(one.faces) for one in found] == [1, 1] + [0] * 8
    assert [near for near, _, _ in extractor.parts if near] == [1] * 5


def test_pictures_are_passed_on_in_order_within_two_seconds() -> None:
    search, held = SparingSearch(Blocks()), 0
    for n in range(20):
        held += 1 - len(search.take(n / 4, picture()))
        assert held <= 8


def test_a_dense_search_searches_every_picture_whole() -> None:
    extractor = Blocks()
    search = DenseSearch(extractor)
    (found,) = search.take(0.0, picture())
    assert (len(found.faces), extractor.whole, search.finish()) == (1, 1, [])
