import numpy as np
import pytest

from cinescribe.describe.scenes.scenes import drawn_scene_numbers, shot_scene_numbers
from cinescribe.features.timed.timed_features import TimedFeatures
from cinescribe.schema import Shot, Transition
from cinescribe.timing import Span


def film(sets: str, transitions: tuple[Transition, ...] = ()) -> tuple[list[Shot], TimedFeatures]:
    """Shots of two seconds, each in the set of a letter, and the pictures."""
    cut: Transition = "cut"
    opens = transitions or (cut,) * len(sets)
    shots = [Shot(Span(2 * n, 2 * n + 2), transition) for n, transition in enumerate(opens)]
    rows = np.zeros((4 * len(sets), 190), np.float32)
    for n, letter in enumerate(sets):
        rows[4 * n : 4 * n + 4, 128 + ord(letter) - ord("a")] = 5.0
    return shots, TimedFeatures(np.arange(len(rows)) / 2 + 0.2, rows)


@pytest.mark.parametrize(
    ("sets", "scenes"),
    [("", []), ("a", [0]), ("aab", [0, 0, 1]), ("aba", [0, 1, 2]), ("abba", [0, 1, 1, 2])],
)
def test_another_set_is_another_scene(sets, scenes) -> None:
    assert shot_scene_numbers(*film(sets)) == scenes


@pytest.mark.parametrize(
    ("sets", "scenes"),
    [("", []), ("aab", [0, 0, 1]), ("abacca", [0, 0, 0, 1, 1, 2]), ("abab", [0, 0, 0, 0]), ("abba", [0, 1, 1, 2])],
)
def test_drawn_scene_continues_over_one_shot_of_another_set(sets, scenes) -> None:
    assert drawn_scene_numbers(*film(sets)) == scenes


@pytest.mark.parametrize("numbers", [shot_scene_numbers, drawn_scene_numbers])
def test_a_fade_begins_a_scene_in_the_same_set(numbers) -> None:
    assert numbers(*film("aaa", ("cut", "cut", "fade"))) == [0, 0, 1]
    assert numbers(*film("aaa", ("cut", "fade", "cut"))) == [0, 1, 1]


@pytest.mark.parametrize("numbers", [shot_scene_numbers, drawn_scene_numbers])
def test_shots_without_features_are_scenes_of_their_own(numbers) -> None:
    shots = [Shot(Span(0, 1)), Shot(Span(1, 1.1)), Shot(Span(1.1, 2))]
    assert numbers(shots, TimedFeatures(np.zeros(0), np.zeros((0, 190), np.float32))) == [0, 1, 2]


@pytest.mark.parametrize(("distance", "scenes"), [(0.5, [0, 0]), (0.8, [0, 0]), (1.0, [0, 1])])
def test_shots_of_a_drawn_set_may_differ_more(distance, scenes) -> None:
    shots = [Shot(Span(0, 2)), Shot(Span(2, 4))]
    rows = np.zeros((8, 190), np.float32)
    rows[4:, 128:138] = distance
    pictures = TimedFeatures(np.arange(8) / 2 + 0.2, rows)
    assert drawn_scene_numbers(shots, pictures) == scenes
    assert shot_scene_numbers(shots, pictures) == [0, int(distance > 0.6)]
