"""Beam search: several hypotheses per item, of which the best are kept after each token.

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
from cinescribe.generate.hypotheses import Hypotheses, check_tokens, start_rows, token_log_probs
from cinescribe.generate.logit_constraints import Limits
from cinescribe.generate.step import State, Step
from cinescribe.language.tokens.vocabulary import Tokens


@dataclass(frozen=True)
class Search:
    """The width and the length normalisation of a beam search.

    Args:
        n_beams: hypotheses of an item, K; 1 is greedy.
        length_power: a hypothesis of n tokens, counting the end and not the start, has the score
            (sum of log-probabilities) / n ** length_power: 0 is the sum, 1 the mean.

    Raises:
        ModelError: when a value is out of range.
    """

    n_beams: int = 5
    length_power: float = 0.0

    def __post_init__(self) -> None:
        if self.n_beams < 1:
            raise ModelError(f"a beam has {self.n_beams} hypotheses; expected 1 or more")
        if not 0 <= self.length_power < float("inf"):
            raise ModelError(f"length_power is {self.length_power}; expected 0 or more, 1 for the mean")


@dataclass(frozen=True)
class Beams:
    """The hypotheses of each item, the best first.

    Args:
        words: from start to end, right-padded, (B, K, L).
        log_probs: log-probability of each token under the model, (B, K, L); 0 for the start and for padding.
        scores: the scores that rank them, (B, K); -inf, with words of padding, where an item has fewer hypotheses.
    """

    words: Tensor
    log_probs: Tensor
    scores: Tensor

    @property
    def best(self) -> Hypotheses:
        """Return the best hypothesis of each item."""
        return Hypotheses(self.words[:, 0], self.log_probs[:, 0])


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
    """Return the K best hypotheses for each item of a batch.

    After each token, an item keeps the K best of its continued and its ended hypotheses, ranked by score. An item whose
    K hypotheses have all ended leaves the batch. Ties are broken by the rank of the hypothesis that is continued, then
    by the number of the token.

    Args:
        step: the model, in evaluation mode.
        batch: its inputs.
        tokens: the special tokens.
        longest: maximum number of tokens of a row, with start and end.
        search: width and length normalisation; by default five hypotheses ranked by the sum of log-probabilities.
        limits: which tokens are allowed; by default all.

    Raises:
        ModelError: when `longest` is below 2, or no token is allowed for an item.
    """
    search = search or Search()
    beam = _Beam.of(start_rows(batch, tokens=tokens, longest=longest))
    # All rows of an item are decoded until it leaves, even those that have ended: rows that share an item's memory
    # evenly can attend to it together.
    state, done = step.start(batch), []
    for column in range(1, longest):
        words = beam.words[:, :, :column].flatten(0, 1)
        logits, state = step.step(words[:, -1], state)
        candidates = _NextTokens.of(
            logits, logits if limits is None else limits.limited(logits, words), n=search.n_beams
        )
        beam, rows = beam.grown(candidates, column, end=tokens.end, search=search)
        is_left = beam.going.any(1)
        done.append(beam.select(~is_left))
        beam, rows = beam.select(is_left), rows[is_left].flatten()
        if len(rows) == 0:
            break
        state = _selected(step, state, rows, n=len(words))
    widened = [part.widened(search.n_beams) for part in (*done, beam)]
    return _joined(widened, n_tokens=column + 1, pad=tokens.pad)


@dataclass(frozen=True)
class _NextTokens:
    """The best next tokens of each row and their log-probabilities, -inf for forbidden ones, (R, k)."""

    ids: Tensor
    log_probs: Tensor

    @classmethod
    def of(cls, logits: Tensor, allowed: Tensor, *, n: int) -> _NextTokens:
        ids = _best(allowed, min(n, allowed.shape[1]))
        return cls(ids, token_log_probs(ids, logits, allowed=allowed))


@dataclass(frozen=True)
class _Beam:
    """Hypotheses by rank: one per item before the first token, then K, or as many as are possible.

    Args:
        items: numbers of the items, (B,).
        words, log_probs: of each token, (B, K, L).
        sums, scores: of each hypothesis, in double precision, (B, K); -inf where there is none.
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
        """Return a beam with one open hypothesis per item, (B, L)."""
        items = torch.arange(len(words), device=words.device)
        sums = torch.zeros(len(words), 1, dtype=torch.float64, device=words.device)
        log_probs = torch.zeros(words.shape, device=words.device)
        return cls(items, words[:, None], log_probs[:, None], sums, sums, sums == 0)

    def select(self, items: Tensor) -> _Beam:
        """Return some of the items, (B',)."""
        return _Beam(*(getattr(self, field.name)[items] for field in dataclasses.fields(self)))

    def widened(self, n_beams: int) -> _Beam:
        """Return the same with K columns, the last ones without a hypothesis."""
        missing = n_beams - self.words.shape[1]
        words, log_probs = (F.pad(values, (0, 0, 0, missing)) for values in (self.words, self.log_probs))
        sums, scores = (F.pad(values, (0, missing), value=-float("inf")) for values in (self.sums, self.scores))
        return _Beam(self.items, words, log_probs, sums, scores, F.pad(self.going, (0, missing)))

    def grown(self, candidates: _NextTokens, column: int, *, end: int, search: Search) -> tuple[_Beam, Tensor]:
        """Return the beam after one more token, and the number of the row that each hypothesis continues, (B, K)."""
        sums = self._sums(candidates)  # (B, K, 1 + k)
        scores = sums / column**search.length_power
        scores[:, :, 0] = self.scores.masked_fill(self.going, -float("inf"))
        ranked = scores.flatten(1).sort(dim=1, descending=True, stable=True)
        scores, picked = (part[:, : search.n_beams] for part in (ranked.values, ranked.indices))
        check_tokens(scores[:, 0], self.items, column)
        parents, choice = picked // sums.shape[2], picked % sums.shape[2]  # choice 0 is the ended parent itself
        rows = parents + torch.arange(len(parents), device=parents.device)[:, None] * self.going.shape[1]
        words, log_probs = _of_parents(self.words, parents), _of_parents(self.log_probs, parents)
        is_new = (choice > 0) & (scores > -float("inf"))
        words[:, :, column][is_new] = candidates.ids[rows[is_new], choice[is_new] - 1]
        log_probs[:, :, column][is_new] = candidates.log_probs[rows[is_new], choice[is_new] - 1].to(log_probs.dtype)
        going = is_new & (words[:, :, column] != end)
        return _Beam(self.items, words, log_probs, sums.flatten(1).gather(1, picked), scores, going), rows

    def _sums(self, candidates: _NextTokens) -> Tensor:
        """Return the sums of each hypothesis's continuations, (B, K, 1 + k): itself if ended, then its next tokens."""
        itself = self.sums.masked_fill(self.going, -float("inf"))[:, :, None]
        later = self.sums[:, :, None] + candidates.log_probs.view(*self.sums.shape, -1)
        return torch.cat([itself, later.masked_fill(~self.going[:, :, None], -float("inf"))], 2)


def _joined(beams: list[_Beam], *, n_tokens: int, pad: int) -> Beams:
    """Return all items in their order, cut to the decoded tokens; padding where there is no hypothesis."""
    order = torch.cat([beam.items for beam in beams]).argsort()
    words, log_probs, scores = (
        torch.cat([getattr(beam, name) for beam in beams])[order] for name in ("words", "log_probs", "scores")
    )
    nothing = (scores == -float("inf"))[:, :, None]
    return Beams(
        words.masked_fill(nothing, pad)[:, :, :n_tokens], log_probs.masked_fill(nothing, 0)[:, :, :n_tokens], scores
    )


def _of_parents(values: Tensor, parents: Tensor) -> Tensor:
    """Return the rows (B, K, L) that hypotheses continue."""
    return values.gather(1, parents[:, :, None].expand(-1, -1, values.shape[2]))


def _selected(step: Step[State], state: State, rows: Tensor, *, n: int) -> State:
    """Return some rows of a state of `n`; the state itself if these are all its rows."""
    is_same = len(rows) == n and bool((rows[1:] > rows[:-1]).all())
    return state if is_same else step.select(state, rows)


def _best(logits: Tensor, n: int) -> Tensor:
    """Return the tokens of the `n` highest logits of each row, (R, n), the highest first, ties by number.

    `topk` does not specify which of equal values it takes. Rows where that matters, because the last value taken equals
    the first one left, are fully sorted.
    """
    best = logits.topk(min(n + 1, logits.shape[1]), dim=1)
    ids = best.indices[:, :n]
    is_tied = (best.values[:, n:] == best.values[:, n - 1 : n]).any(1)
    if bool(is_tied.any()):
        ids[is_tied] = logits[is_tied].sort(dim=1, descending=True, stable=True).indices[:, :n]
    ids = ids.sort(1).values
    order = logits.gather(1, ids).sort(dim=1, descending=True, stable=True).indices
    return ids.gather(1, order)
