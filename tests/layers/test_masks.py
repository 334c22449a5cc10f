import pytest
import torch

from cinescribe.layers.masks import attention_mask, causal_mask, leading

pytestmark = pytest.mark.usefixtures("one_thread")
T, F = True, False


def test_leading_keeps_as_many_columns_as_counted():
    assert leading(torch.tensor([0, 2, 3]), 3).tolist() == [[F, F, F], [T, T, F], [T, T, T]]


def test_mask_that_keeps_everything_is_omitted():
    assert attention_mask(torch.ones(2, 3, dtype=torch.bool)) is None
    assert attention_mask(torch.ones(2, 0, dtype=torch.bool)) is None


def test_an_attention_mask_broadcasts_to_heads_and_queries():
    mask = torch.tensor([[T, F], [T, T]])
    shaped = attention_mask(mask)
    assert shaped is not None
    assert shaped.tolist() == [[[[T, F]]], [[[T, T]]]]


def test_one_token_after_a_complete_past_needs_no_mask():
    assert causal_mask(1, torch.ones(2, 4, dtype=torch.bool)) is None


def test_new_tokens_attend_to_the_past_and_to_earlier_ones():
    mask = causal_mask(2, torch.ones(3, 1, dtype=torch.bool))
    assert mask is not None
    assert mask.tolist() == [[[[T, T, F], [T, T, T]]]]


def test_gaps_of_the_past_stay_masked_in_their_row():
    mask = causal_mask(2, torch.tensor([[T, F], [T, T]]))
    assert mask is not None
    assert mask[0, 0].tolist() == [[T, F, T, F], [T, F, T, T]]
    assert mask[1, 0].tolist() == [[T, T, T, F], [T, T, T, T]]
