from itertools import product

import pytest
import torch

from cinescribe.models.pointer.matching import (
    MOST_MATCHED,
    NEVER,
    best_matching,
    log_matchings,
    matching_marginals,
)


def scores(n_blanks, n_groups, *, n_rows=3, seed=0):
    generator = torch.Generator().manual_seed(seed)
    pairs = 2 * torch.randn(n_rows, n_blanks, n_groups, generator=generator, dtype=torch.float64)
    return pairs, 2 * torch.randn(n_rows, n_blanks, generator=generator, dtype=torch.float64)


def matchings(pairs, nobody):
    """Every matching of one clip with its score: a group for each blank, or None, and no group twice."""
    n_blanks, n_groups = pairs.shape
    for groups in product([None, *range(n_groups)], repeat=n_blanks):
        used = [group for group in groups if group is not None]
        if len(set(used)) == len(used):
            yield groups, sum(float(nobody[k] if g is None else pairs[k, g]) for k, g in enumerate(groups))


@pytest.mark.parametrize(("n_blanks", "n_groups"), [(1, 1), (2, 3), (3, 2), (4, 4), (3, 0), (0, 2)])
def test_the_sum_over_matchings_is_that_of_the_plain_formula(n_blanks, n_groups):
    pairs, nobody = scores(n_blanks, n_groups)
    wanted = [
        torch.tensor([score for _, score in matchings(*row)]).logsumexp(0) for row in zip(pairs, nobody, strict=True)
    ]
    torch.testing.assert_close(log_matchings(pairs, nobody), torch.stack(wanted).double(), rtol=0, atol=1e-6)


def test_marginals_are_the_shares_of_the_matchings_with_a_pair():
    pairs, nobody = scores(3, 4, n_rows=1)
    found, alone = matching_marginals(pairs, nobody)
    wanted = torch.zeros(3, 5, dtype=torch.float64)
    for groups, score in matchings(pairs[0], nobody[0]):
        for blank, group in enumerate(groups):
            wanted[blank, 4 if group is None else group] += torch.tensor(score).exp()
    wanted /= wanted.sum(1, keepdim=True)
    torch.testing.assert_close(torch.cat([found[0], alone[0, :, None]], 1), wanted, rtol=0, atol=1e-6)


@pytest.mark.parametrize("seed", range(6))
def test_the_best_matching_is_that_of_brute_force(seed):
    pairs, nobody = scores(3, 4, n_rows=1, seed=seed)
    wanted, _ = max(matchings(pairs[0], nobody[0]), key=lambda one: one[1])
    assert best_matching(pairs[0], nobody[0]) == list(wanted)


def test_a_place_without_a_blank_changes_nothing():
    pairs, nobody = scores(2, 3)
    more = torch.cat([pairs, pairs.new_full((3, 1, 3), NEVER)], 1), torch.cat([nobody, nobody.new_zeros(3, 1)], 1)
    torch.testing.assert_close(log_matchings(*more), log_matchings(pairs, nobody), rtol=0, atol=1e-9)


def test_impossible_pairs_leave_a_finite_sum_and_a_gradient_in_32_bits():
    pairs, nobody = (values.float().requires_grad_() for values in scores(4, 3))
    total = log_matchings(pairs.masked_fill(torch.ones(4, 3, dtype=torch.bool).triu(), NEVER), nobody)
    total.sum().backward()
    assert bool(torch.isfinite(total).all() and torch.isfinite(pairs.grad).all())


def test_forty_people_in_a_clip_are_summed_one_by_one_and_matched_one_to_one():
    pairs, nobody = scores(40, 12, n_rows=1)
    assert MOST_MATCHED < 40
    every = torch.cat([pairs, nobody[..., None]], 2).logsumexp(2).sum(1)
    torch.testing.assert_close(log_matchings(pairs, nobody), every)
    chosen = [group for group in best_matching(pairs[0], nobody[0]) if group is not None]
    assert len(set(chosen)) == len(chosen) > 5
    shares, alone = matching_marginals(pairs, nobody)
    torch.testing.assert_close(shares.sum(2) + alone, torch.ones_like(alone))
