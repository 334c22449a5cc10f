"""One caption of a MICap's set as something to be explained: by the frames, actions and faces that the set holds.

Legend: `M` columns of the memory that are there, `D` its width, `L` words of the caption, `n` versions of what was
seen.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from cinescribe.explain.attribution.token_text import log_probs_of_words, spelt_tokens
from cinescribe.explain.targets.region_target import check_steady
from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.language.tokens.vocabulary import Tokens
from cinescribe.models.micap.memory import Memory


@dataclass(frozen=True)
class SeenSet:
    """A caption of a set; an `Explained`, whose parts are the columns of the memory before they are encoded.

    What goes a model's short cut is no part of it, and stays as it was.

    Args:
        model: a `models.micap.Micap` in evaluation mode.
        memory: of the one set, its gaps left out, (1, M, D).
        row: the tokens of the whole set, from start to end, (1, L').
        columns: which of them are explained, L.
        words: as they read, L.
    """

    model: Any
    memory: Memory
    row: Tensor
    columns: Sequence[int]
    words: tuple[str, ...]

    @property
    def visual(self) -> Tensor:
        """The memory before it is encoded, (M, D)."""
        return self.memory.tokens[0]

    def scores(self, visual: Tensor) -> Tensor:
        """The log-probability of each word given those before it, had `visual` (n, M, D) been seen, (n, L)."""
        n = len(visual)
        mask = torch.ones(visual.shape[:2], dtype=torch.bool, device=visual.device)
        memory = Memory(
            self.model.encoder(visual, mask),
            mask,
            self.memory.kinds,
            clips=self.memory.clips.expand(n, -1),
            places=self.memory.places.expand(n, -1),
            told=self.memory.told.expand(n, -1, -1),
        )
        asked = torch.tensor(self.columns, device=visual.device)
        hidden = self.model.hidden(self.row.expand(n, -1), memory)[:, asked - 1]  # each is told by the one before it
        return log_probs_of_words(self.model.word_logits(hidden), self.row[:, asked].expand(n, -1))


@torch.no_grad()
def seen_set(model: Any, batch: SetBatch, row: Tensor, *, columns: Sequence[int], tokens: Tokens) -> SeenSet:
    """A caption to be explained.

    Args:
        model: a `models.micap.Micap` in evaluation mode.
        batch: the one set it was written of.
        row: the tokens that were written of the set, from start to end, (1, L').
        columns: where in the row the caption stands.
        tokens: the vocabulary.

    Raises:
        ModelError: when the model is in training mode, in which it drops out.
    """
    check_steady(model)
    found = model.inputs(batch, blanks=False)
    there = found.mask[0]
    memory = dataclasses.replace(
        found,
        tokens=found.tokens[:, there],
        mask=found.mask[:, there],
        kinds=found.kinds[there],
        clips=found.clips[:, there],
        places=found.places[:, there],
    )
    words = spelt_tokens(row[0, list(columns)].tolist(), tokens)
    return SeenSet(model, memory, row, tuple(columns), words)
