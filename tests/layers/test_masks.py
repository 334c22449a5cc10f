import pytest
import torch

from cinescribe.layers.masks import leading, onward, visible

pytestmark = pytest.mark.usefixtures("one_thread")
T, F = True, False


def test_leading_keeps_as_many_places_as_are_counted():
    assert leading(torch.tensor([0, 2, 3]), 3).tolist() == [[F, F, F], [T, T, F], [T, T, T]]


def test_a_mask_that_hides_nothing_is_none():
    assert visible(torch.ones(2, 3, dtype=torch.bool)) is None
    assert visible(torch.ones(2, 0, dtype=torch.bool)) is None


def test_a_mask_that_hides_something_fits_every_head_and_query():
    mask = torch.tensor([[T, F], [T, T]])
    assert visible(mask).tolist() == [[[[T, F]]], [[[T, T]]]]


def test_one_token_after_a_whole_past_needs_no_mask():
    assert onward(1, torch.ones(2, 4, dtype=torch.bool)) is None


def test_new_tokens_see_the_past_and_what_came_before_them():
    assert onward(2, torch.ones(3, 1, dtype=torch.bool)).tolist() == [[[[T, T, F], [T, T, T]]]]


def test_gaps_of_the_past_stay_hidden_in_their_row():
    past = torch.tensor([[T, F], [T, T]])
    assert onward(2, past)[0, 0].tolist() == [[T, F, T, F], [T, F, T, T]]
    assert onward(2, past)[1, 0].tolist() == [[T, T, T, F], [T, T, T, T]]
