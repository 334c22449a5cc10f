"""One-to-one matchings of blanks to face groups: their sum, their marginals and the best one.

A matching gives each blank of a clip either a group, which no other blank of the clip has, or an off-screen person,
which several blanks may have. Its score is the sum of the scores of its pairs. The sum over all matchings is the
permanent of a matrix with additional columns for off-screen people. It is computed exactly: group after group, with a
table of all subsets of blanks, in time `G 2^K K`.

Legend: `R` clips, `K` blanks of a clip, `G` groups.
"""

from __future__ import annotations

import torch
from scipy.optimize import linear_sum_assignment
from torch import Tensor

NEVER = -1e4  # score of an impossible pair: exp of it is 0, and sums of many remain finite in 32 bits
MOST_MATCHED = 8  # blanks of a clip for which the sum goes over matchings; the table has 2^K columns


def log_matchings(pairs: Tensor, nobody: Tensor) -> Tensor:
    """Return the logarithm of the sum over matchings of their exponentiated scores, (R,).

    With more than `MOST_MATCHED` blanks, the sum also has assignments that give one group to several blanks.

    Args:
        pairs: score of each blank and group, (R, K, G); `NEVER` for impossible ones.
        nobody: score of each blank and an off-screen person, (R, K). A blank that is only padding has 0 here, `NEVER`
            there.
    """
    n_blanks = nobody.shape[1]
    if n_blanks > MOST_MATCHED:
        return torch.cat([pairs, nobody[..., None]], 2).logsumexp(2).sum(1)
    subsets = torch.arange(2**n_blanks, device=pairs.device)
    has = (subsets >> torch.arange(n_blanks, device=pairs.device)[:, None]) & 1 == 1  # (K, 2^K)
    without = subsets ^ (1 << torch.arange(n_blanks, device=pairs.device)[:, None])  # meaningful where `has`
    # table[r, s]: the sum over matchings of the blanks of subset s to the groups so far.
    table = pairs.new_full((len(pairs), len(subsets)), NEVER)
    table[:, 0] = 0
    for group in pairs.unbind(2):  # (R, K)
        joined = (table[:, without] + group[..., None]).masked_fill(~has, NEVER)  # (R, K, 2^K)
        table = torch.cat([table[:, None], joined], 1).logsumexp(1)
    unseen = (nobody[..., None] * ~has).sum(1)  # (R, 2^K)
    return (table + unseen).logsumexp(1)


def matching_marginals(pairs: Tensor, nobody: Tensor) -> tuple[Tensor, Tensor]:
    """Return the probabilities of the pairs, (R, K, G), and of off-screen people, (R, K); those of a blank sum to 1.

    They are the derivatives of `log_matchings`. Arguments as there.
    """
    with torch.enable_grad():
        wanted = [scores.detach().double().requires_grad_() for scores in (pairs, nobody)]
        found = torch.autograd.grad(log_matchings(*wanted).sum(), wanted, materialize_grads=True)
    return found[0].to(pairs.dtype), found[1].to(pairs.dtype)


def best_matching(pairs: Tensor, nobody: Tensor) -> list[int | None]:
    """Return the group of each blank in the matching with the highest score, or None for an off-screen person.

    Args:
        pairs: as for `log_matchings`, of one clip, (K, G).
        nobody: of the same clip, (K,).
    """
    n_blanks, n_groups = pairs.shape
    own = torch.full((n_blanks, n_blanks), 2.0 * NEVER * (n_blanks + 1), dtype=torch.float64)
    own.diagonal().copy_(nobody)
    rows, columns = linear_sum_assignment(torch.cat([pairs.double(), own], 1).numpy(), maximize=True)
    found = dict(zip(rows.tolist(), columns.tolist(), strict=True))
    return [found[row] if found[row] < n_groups else None for row in range(n_blanks)]
