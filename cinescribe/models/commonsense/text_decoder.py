"""A Transformer decoder of words: embeddings, positions, blocks and classifier."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from cinescribe.layers.classifier import Classifier
from cinescribe.layers.positions import SinusoidalPositions
from cinescribe.layers.stacks import Decoder, DecoderState
from cinescribe.models.commonsense.network import CommonsenseSizes


class TextDecoder(nn.Module):
    """A decoder of embedded words.

    Args:
        sizes: of the model.
        n_positions: the most words it reads.
    """

    def __init__(self, sizes: CommonsenseSizes, *, n_positions: int) -> None:
        super().__init__()
        self.positions = SinusoidalPositions(n_positions, sizes.width, first=1)
        self.blocks = Decoder(sizes.blocks, n_layers=sizes.n_layers)
        self.dropout = nn.Dropout(sizes.dropout)
        self.classifier = Classifier(sizes.width, sizes.n_words)

    def start(self, memory: Tensor, mask: Tensor) -> DecoderState:
        """Return the state before the first word, for a memory (B, M, D) of which `mask` (B, M) keeps columns."""
        return self.blocks.start(memory, mask)

    def forward(
        self, embedded: Tensor, state: DecoderState, n_words: Tensor | None = None
    ) -> tuple[Tensor, DecoderState]:
        """Read embedded words (R, S, D), of which `n_words` (R,) count; gives the outputs and the state after them.

        Raises:
            ModelError: when there are more words than positions.
        """
        places = state.n_read[:, None] + torch.arange(embedded.shape[1], device=embedded.device)
        out, state = self.blocks(self.dropout(embedded + self.positions(places)), state, n_words)
        return out, state

    def logits(self, hidden: Tensor) -> Tensor:
        """Outputs (..., D) to logits of the next word, (..., V)."""
        logits: Tensor = self.classifier(hidden)
        return logits
