"""Fill in blanks by teacher forcing: all words are given, only the people are predicted (MICap, §3.1).

Legend: `B` sets, `R` sets not yet done, `L` tokens of a captionset, `K` blanks of a set, `P` people, `D` width.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from cinescribe.errors import FeatureError, ModelError
from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.generate.step import Filler, State
from cinescribe.language.tokens.vocabulary import Tokens


@dataclass(frozen=True)
class _Filled:
    """Captionsets with people in their blanks.

    Args:
        words: the captionsets, (B, L).
        log_probs: log-probabilities of the people at each blank, in the order of the text, (B, K, P); 0 outside `mask`.
        mask: which columns are blanks, (B, K); K is the largest number of blanks.
    """

    words: Tensor
    log_probs: Tensor
    mask: Tensor


@torch.no_grad()
def fill(model: Filler[State], batch: SetBatch, *, tokens: Tokens) -> _Filled:
    """Return the batch's captionsets with the likeliest person in each blank, given the people before it (eq. 9-11).

    Every set is decoded once, from blank to blank: each round reads the words up to the next blank of each row,
    predicts its person, and feeds it back as the first word of the next round. Words after a row's last blank are not
    read; a set without blanks is returned unchanged. Of equally likely people, the first is taken.

    Args:
        model: the model, in evaluation mode.
        batch: sets with words; `tokens.blank` marks a person to predict. Other people are left unchanged.
        tokens: the special tokens.

    Raises:
        FeatureError: when there are no words, or a row starts with a blank.
        ModelError: when the model and the vocabulary have different numbers of people, or logits are not finite.
    """
    blanks = _blanks(batch.words, tokens)  # (B, K), L where a row has fewer
    words, mask = batch.words.clone(), blanks < batch.words.shape[1]
    log_probs = torch.zeros(*blanks.shape, tokens.n_people, device=words.device)
    rows = mask.any(1).nonzero()[:, 0]
    if len(rows) == 0:
        return _Filled(words, log_probs, mask)
    state, done = model.start_filling(batch.select(rows)), torch.zeros_like(rows)  # words read so far, (R,)
    for number in range(blanks.shape[1]):
        going = mask[rows, number].nonzero()[:, 0]
        if len(going) < len(rows):
            state, rows, done = model.select(state, going), rows[going], done[going]
        ends = blanks[rows, number]
        run = _run(words[rows], done, ends, pad=tokens.pad)
        hidden, state = model.read(run, ends - done, state)
        last = hidden[torch.arange(len(rows), device=rows.device), ends - done - 1]  # (R, D)
        log_probs[rows, number] = _people(model.person_logits(last), rows, tokens)
        words[rows, ends] = tokens.first_person + log_probs[rows, number].argmax(1)
        done = ends
    return _Filled(words, log_probs, mask)


def _blanks(words: Tensor, tokens: Tokens) -> Tensor:
    """Return the columns of the blanks of each row, (B, K), padded with L."""
    if words.shape[1] == 0:
        raise FeatureError("the sets have no captions; expected captions with blanks: read the sets with their text")
    if bool((words[:, 0] == tokens.blank).any()):
        row = int((words[:, 0] == tokens.blank).nonzero()[0])
        raise FeatureError(f"captionset {row} starts with a blank; expected the start token before its first word")
    is_blank = words == tokens.blank
    columns = torch.arange(words.shape[1], device=words.device).expand_as(words)
    columns = columns.masked_fill(~is_blank, words.shape[1]).sort(1).values
    return columns[:, : int(is_blank.sum(1).max()) if len(words) else 0]


def _run(words: Tensor, starts: Tensor, ends: Tensor, *, pad: int) -> Tensor:
    """Return the words of each row (R, L) from its start to its end, right-padded, (R, n)."""
    columns = starts[:, None] + torch.arange(int((ends - starts).max()), device=words.device)
    run = words.gather(1, columns.clamp(max=words.shape[1] - 1))
    return run.masked_fill(columns >= ends[:, None], pad)


def _people(logits: Tensor, rows: Tensor, tokens: Tokens) -> Tensor:
    """Return the log-probabilities of the people, (R, P)."""
    if logits.shape[1] != tokens.n_people:
        raise ModelError(
            f"the model has {logits.shape[1]} people, its vocabulary {tokens.n_people}; "
            "load the vocabulary that the model was trained with"
        )
    bad = ~torch.isfinite(logits).all(1)
    if bool(bad.any()):
        raise ModelError(
            f"the people of captionset {int(rows[bad][0])} got logits that are not finite; check the weights"
        )
    return logits.log_softmax(1)
