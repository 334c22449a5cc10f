"""Explainable captions of MICap, whose parts are the frames, actions and faces of a set.

Legend: `M` unmasked columns of the memory, `D` its width, `L` words of the caption, `n` versions of the memory.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from cinescribe.explain.attribution.token_text import token_words, word_log_probs
from cinescribe.explain.targets.region_target import check_in_eval_mode
from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.language.tokens.vocabulary import Tokens
from cinescribe.models.micap.memory import Memory


@dataclass(frozen=True)
class MicapCaption:
    """One caption of a set, an `ExplainableCaption` whose parts are the memory columns before the encoder.

    Gated skip features are not explained and stay constant.

    Args:
        model: a `models.micap.Micap` in evaluation mode.
        memory: of the one set, without masked columns, (1, M, D).
        row: the tokens of the whole set, from start to end, (1, L').
        columns: indices of the tokens to explain, L.
        words: of these tokens, L.
    """

    model: Any
    memory: Memory
    row: Tensor
    columns: Sequence[int]
    words: tuple[str, ...]

    @property
    def visual(self) -> Tensor:
        """The memory before the encoder, (M, D)."""
        return self.memory.tokens[0]

    def scores(self, visual: Tensor) -> Tensor:
        """Return the log-probability of each word given the words before it, for inputs `visual` (n, M, D), (n, L)."""
        n = len(visual)
        mask = torch.ones(visual.shape[:2], dtype=torch.bool, device=visual.device)
        memory = Memory(
            self.model.encoder(visual, mask),
            mask,
            self.memory.kinds,
            clips=self.memory.clips.expand(n, -1),
            places=self.memory.places.expand(n, -1),
            skip=self.memory.skip.expand(n, -1, -1),
        )
        columns = torch.tensor(self.columns, device=visual.device)
        hidden = self.model.hidden(self.row.expand(n, -1), memory)[:, columns - 1]  # the token before predicts each
        return word_log_probs(self.model.word_logits(hidden), self.row[:, columns].expand(n, -1))


@torch.no_grad()
def micap_caption(model: Any, batch: SetBatch, row: Tensor, *, columns: Sequence[int], tokens: Tokens) -> MicapCaption:
    """Return a caption of a set, ready to be explained.

    Args:
        model: a `models.micap.Micap` in evaluation mode.
        batch: the one set that was captioned.
        row: the tokens written for the set, from start to end, (1, L').
        columns: indices of the caption's tokens in the row.
        tokens: the vocabulary.

    Raises:
        ModelError: when the model is in training mode, where dropout is on.
    """
    check_in_eval_mode(model)
    inputs = model.inputs(batch, blanks=False)
    kept = inputs.mask[0]
    memory = dataclasses.replace(
        inputs,
        tokens=inputs.tokens[:, kept],
        mask=inputs.mask[:, kept],
        kinds=inputs.kinds[kept],
        clips=inputs.clips[:, kept],
        places=inputs.places[:, kept],
    )
    words = token_words(row[0, list(columns)].tolist(), tokens)
    return MicapCaption(model, memory, row, tuple(columns), words)
