"""Beam search: several hypotheses an item, the best kept after each token.

Legend: `B` items, `K` hypotheses of an item, `R` = B · K rows, `L` tokens, `V` vocabulary, `k` = min(K, V).
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional as F

from cinescribe.errors import ModelError
from cinescribe.generate.hypotheses import Written, check_chosen, log_probs_of, opened
from cinescribe.generate.logit_constraints import Limits
from cinescribe.generate.step import State, Step
from cinescribe.language.tokens.vocabulary import Tokens


@dataclass(frozen=True)
class Search:
    """How wide a beam is and what it likes.

    Args:
        n_beams: hypotheses of an item, K; 1 is greedy.
        length_power: a hypothesis of n tokens, the end counted and the start not, has the score
            (sum of log-probabilities) / n ** length_power: 0 is the sum, 1 the mean.

    Raises:
        ModelError: when one of them cannot be.
    """

    n_beams: int = 5
    length_power: float = 0.0

    def __post_init__(self) -> None:
        if self.n_beams < 1:
            raise ModelError(f"a beam of {self.n_beams} came; 1 or more hypotheses are wanted")
        if not 0 <= self.length_power < float("inf"):
            raise ModelError(f"length_power came as {self.length_power}; 0 or more is wanted, 1 for the mean")


@dataclass(frozen=True)
class Beams:
    """The hypotheses of each item, the best first.

    Args:
        words: from start to end, right-padded, (B, K, L).
        log_probs: log-probability of each token under the model itself, (B, K, L); 0 for the start and for padding.
        scores: what they were ranked by, (B, K); -inf where an item has fewer hypotheses, whose words are then padding.
    """

    words: Tensor
    log_probs: Tensor
    scores: Tensor

    @property
    def best(self) -> Written:
        """The best hypothesis of each item."""
        return Written(self.words[:, 0], self.log_probs[:, 0])


@torch.no_grad()
def beam_search(
    step: Step[State],
    batch: Any,
    *,
    tokens: Tokens,
    longest: int,
    search: Search | None = None,
    limits: Limits | None = None,
) -> Beams:
    """The K best rows that a beam finds for each item of a batch.

    After each token an item keeps the K best of its hypotheses' continuations and of those that have ended, ranked by
    score; the ended keep their place as long as it is theirs. An item whose K have all ended leaves the batch. Equals
    stay in the order of the hypotheses they continue, then of the token's number.

    Args:
        step: the writer, in evaluation mode if it drops out.
        batch: what it writes about.
        tokens: the special tokens.
        longest: tokens of a row at most, start and end included.
        search: width and length preference; five hypotheses ranked by their sums by default.
        limits: which tokens may come next; any, if left out.

    Raises:
        ModelError: when rows have no room, or an item has no token that can come next.
    """
    search = search or Search()
    beam = _Beam.of(opened(batch, tokens=tokens, longest=longest))
    # All rows of an item are read until it leaves, ended ones too: rows that share an item's memory evenly can look
    # at it together.
    state, done = step.start(batch), []
    for column in range(1, longest):
        words = beam.words[:, :, :column].flatten(0, 1)
        logits, state = step.step(words[:, -1], state)
        nexts = _Nexts.of(logits, logits if limits is None else limits.limited(logits, words), n=search.n_beams)
        beam, rows = beam.grown(nexts, column, end=tokens.end, search=search)
        is_left = beam.going.any(1)
        done.append(beam.select(~is_left))
        beam, rows = beam.select(is_left), rows[is_left].flatten()
        if len(rows) == 0:
            break
        state = _selected(step, state, rows, n=len(words))
    widened = [part.widened(search.n_beams) for part in (*done, beam)]
    return _joined(widened, n_tokens=column + 1, pad=tokens.pad)


@dataclass(frozen=True)
class _Nexts:
    """The best next tokens of each row and their log-probabilities, -inf for what may not come, (R, k)."""

    ids: Tensor
    log_probs: Tensor

    @classmethod
    def of(cls, logits: Tensor, allowed: Tensor, *, n: int) -> _Nexts:
        ids = _best(allowed, min(n, allowed.shape[1]))
        return cls(ids, log_probs_of(ids, logits, allowed=allowed))


@dataclass(frozen=True)
class _Beam:
    """Hypotheses by rank: one an item before the first token, then K, or as many as there can be.

    Args:
        items: numbers of the items, (B,).
        words, log_probs: of each token, (B, K, L).
        sums, scores: of each hypothesis, in double, (B, K); -inf where there is none.
        going: which have not ended, (B, K).
    """

    items: Tensor
    words: Tensor
    log_probs: Tensor
    sums: Tensor
    scores: Tensor
    going: Tensor

    @classmethod
    def of(cls, words: Tensor) -> _Beam:
        """One open hypothesis an item, (B, L)."""
        items = torch.arange(len(words), device=words.device)
        sums = torch.zeros(len(words), 1, dtype=torch.float64, device=words.device)
        log_probs = torch.zeros(words.shape, device=words.device)
        return cls(items, words[:, None], log_probs[:, None], sums, sums, sums == 0)

    def select(self, kept: Tensor) -> _Beam:
        """Some of the items, (B',)."""
        return _Beam(*(getattr(self, item.name)[kept] for item in dataclasses.fields(self)))

    def widened(self, n_beams: int) -> _Beam:
        """The same with K places, the last ones without a hypothesis."""
        missing = n_beams - self.words.shape[1]
        words, log_probs = (F.pad(values, (0, 0, 0, missing)) for values in (self.words, self.log_probs))
        sums, scores = (F.pad(values, (0, missing), value=-float("inf")) for values in (self.sums, self.scores))
        return _Beam(self.items, words, log_probs, sums, scores, F.pad(self.going, (0, missing)))

    def grown(self, nexts: _Nexts, column: int, *, end: int, search: Search) -> tuple[_Beam, Tensor]:
        """The beam one token later, and the number of the row that each hypothesis continues, (B, K)."""
        sums = self._sums(nexts)  # (B, K, 1 + k)
        scores = sums / column**search.length_power
        scores[:, :, 0] = self.scores.masked_fill(self.going, -float("inf"))
        ranked = scores.flatten(1).sort(dim=1, descending=True, stable=True)
        scores, picked = (part[:, : search.n_beams] for part in (ranked.values, ranked.indices))
        check_chosen(scores[:, 0], self.items, column)
        parents, choice = picked // sums.shape[2], picked % sums.shape[2]  # choice 0 is the ended parent itself
        rows = parents + torch.arange(len(parents), device=parents.device)[:, None] * self.going.shape[1]
        words, log_probs = _of_parents(self.words, parents), _of_parents(self.log_probs, parents)
        is_new = (choice > 0) & (scores > -float("inf"))
        words[:, :, column][is_new] = nexts.ids[rows[is_new], choice[is_new] - 1]
        log_probs[:, :, column][is_new] = nexts.log_probs[rows[is_new], choice[is_new] - 1].to(log_probs.dtype)
        going = is_new & (words[:, :, column] != end)
        return _Beam(self.items, words, log_probs, sums.flatten(1).gather(1, picked), scores, going), rows

    def _sums(self, nexts: _Nexts) -> Tensor:
        """Sums of what may follow each hypothesis, (B, K, 1 + k): itself if it has ended, then its next tokens."""
        itself = self.sums.masked_fill(self.going, -float("inf"))[:, :, None]
        later = self.sums[:, :, None] + nexts.log_probs.view(*self.sums.shape, -1)
        return torch.cat([itself, later.masked_fill(~self.going[:, :, None], -float("inf"))], 2)


def _joined(beams: list[_Beam], *, n_tokens: int, pad: int) -> Beams:
    """All items in their order, cut to the tokens that were written; padding where there is no hypothesis."""
    order = torch.cat([beam.items for beam in beams]).argsort()
    words, log_probs, scores = (
        torch.cat([getattr(beam, name) for beam in beams])[order] for name in ("words", "log_probs", "scores")
    )
    nothing = (scores == -float("inf"))[:, :, None]
    return Beams(
        words.masked_fill(nothing, pad)[:, :, :n_tokens], log_probs.masked_fill(nothing, 0)[:, :, :n_tokens], scores
    )


def _of_parents(values: Tensor, parents: Tensor) -> Tensor:
    """The rows (B, K, L) that hypotheses continue, as their own."""
    return values.gather(1, parents[:, :, None].expand(-1, -1, values.shape[2]))


def _selected(step: Step[State], state: State, rows: Tensor, *, n: int) -> State:
    """The rows of a state of `n`; itself where that would change nothing."""
    is_same = len(rows) == n and bool((rows[1:] > rows[:-1]).all())
    return state if is_same else step.select(state, rows)


def _best(logits: Tensor, n: int) -> Tensor:
    """The tokens of the `n` highest logits of each row, (R, n): the highest first, equals by number.

    `topk` leaves open which of equals it takes; rows where that matters, the last taken equal to the first left, are
    sorted as a whole.
    """
    best = logits.topk(min(n + 1, logits.shape[1]), dim=1)
    ids = best.indices[:, :n]
    unclear = (best.values[:, n:] == best.values[:, n - 1 : n]).any(1)
    if bool(unclear.any()):
        ids[unclear] = logits[unclear].sort(dim=1, descending=True, stable=True).indices[:, :n]
    ids = ids.sort(1).values
    order = logits.gather(1, ids).sort(dim=1, descending=True, stable=True).indices
    return ids.gather(1, order)
