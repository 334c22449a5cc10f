import pytest

from benchmarks.people.bcubed import b_cubed


def test_equal_groupings_agree_under_any_labels() -> None:
    assert b_cubed(["a", "a", "b"], [7, 7, 9]) == (1.0, 1.0, 1.0)


def test_the_published_example() -> None:
    """Bagga and Baldwin 1998, fig. 2: 1-5, then 6 and 7 with 8 to C, where A to C should be on their own."""
    truth = [1] * 5 + [2] * 2 + [3] * 5
    assert b_cubed([1] * 5 + [2] * 7, truth).precision == pytest.approx(16 / 21)
    assert b_cubed([1] * 5 + [2] * 2 + [1] * 5, truth).precision == pytest.approx(7 / 12)
    assert b_cubed([1] * 5 + [2] * 7, truth).recall == 1.0


def test_precision_and_recall_change_places_with_the_groupings() -> None:
    one, other = [1, 1, 2, 2, 2], [1, 1, 1, 2, 2]
    assert b_cubed(one, other).precision == b_cubed(other, one).recall


def test_empty_groupings_agree() -> None:
    assert b_cubed([], []).f1 == 1.0


def test_groupings_of_different_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="1 found groups came for 2 items"):
        b_cubed([1], [1, 2])
