import itertools

import numpy as np
import pytest
import torch

from cinescribe.models.speech.word_alignment import token_frames, warped_starts


def cheapest(costs):
    """The cheapest way by trying all of them."""
    rows, columns = costs.shape

    def ways(row, column):
        if (row, column) == (rows - 1, columns - 1):
            yield ((row, column),)
            return
        for down, on in ((1, 1), (1, 0), (0, 1)):
            if row + down < rows and column + on < columns:
                for way in ways(row + down, column + on):
                    yield ((row, column), *way)

    return min(ways(0, 0), key=lambda way: sum(costs[cell] for cell in way))


@pytest.mark.parametrize("seed", range(8))
def test_the_cheapest_way_is_found(seed):
    costs = np.random.default_rng(seed).normal(size=(4, 5))
    starts = warped_starts(costs)
    way = cheapest(costs)
    wanted = [min(column for row, column in way if row == n) for n in range(4)]
    assert starts.tolist() == wanted


@pytest.mark.parametrize(("rows", "columns"), [*itertools.product((1, 3), (1, 2, 7))])
def test_starts_never_go_back(rows, columns):
    starts = warped_starts(np.zeros((rows, columns)))
    assert starts[0] == 0
    assert (np.diff(starts) >= 0).all()
    assert starts.max() < columns


def test_each_token_begins_where_its_attention_does():
    attention = torch.full((2, 4, 200), 0.01)
    for token, (first, after) in enumerate(((0, 20), (20, 60), (60, 75), (75, 120))):
        attention[:, token, first:after] = 1.0
    frames = token_frames(attention, 120)
    assert frames.tolist() == [pytest.approx(edge, abs=3) for edge in (0, 20, 60, 75)]


def test_padding_after_the_sound_is_not_looked_at():
    attention = torch.full((1, 2, 200), 0.01)
    attention[:, 0, :30] = 1.0
    attention[:, 1, 30:50] = 1.0
    attention[:, 1, 150:] = 9.0
    assert token_frames(attention, 60)[1] == pytest.approx(30, abs=3)


def test_a_sound_of_few_frames_has_times():
    assert token_frames(torch.rand(2, 3, 50), 2).max() < 2
