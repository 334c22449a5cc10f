"""Commonsense models that encode frames, decode a caption, and decode phrases from both."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn

from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.models.commonsense.network import (
    CaptioningNetwork,
    CaptionReading,
    CommonsenseSizes,
    PhraseState,
    PhraseWords,
)
from cinescribe.models.commonsense.video_encoder import EncodedFrames, VideoEncoder


class TwoDecoders(CaptioningNetwork):
    """A model with one decoder of captions and one of phrases.

    Args:
        sizes: its sizes.
        decoder: makes a decoder: a module with `start(memory, mask)`, `forward(embedded, state)` and `logits(hidden)`.
        video: encodes the frames, `EncodedFrames`; None for the paper's LSTM.
    """

    def __init__(self, sizes: CommonsenseSizes, decoder: Callable[[], Any], *, video: nn.Module | None = None) -> None:
        super().__init__()
        self.sizes = sizes
        self.video = VideoEncoder(sizes) if video is None else video
        self.words = nn.Embedding(sizes.n_words, sizes.width)
        self.captions = decoder()
        self.phrase_words = PhraseWords(sizes.n_words, sizes.width)
        self.phrases = decoder()

    def memory(self, video: SetBatch) -> EncodedFrames:
        """Return the encoded frames, v; errors as `clip_inputs`."""
        encoded: EncodedFrames = self.video(video)
        return encoded

    def start_caption(self, memory: EncodedFrames) -> Any:
        """Return the state before the first word of a caption."""
        return self.captions.start(memory.frames, memory.mask)

    def step_caption(self, tokens: Tensor, state: Any) -> tuple[Tensor, Any]:
        """Take one token a row, (R,); gives the logits of the next, (R, V), and the state after it."""
        hidden, state = self.captions(self.words(tokens[:, None]), state)
        return self.caption_logits(hidden[:, 0]), state

    def read_caption(self, captions: Tensor, memory: EncodedFrames) -> CaptionReading:
        """Read whole captions; phrases then attend to [v, s]."""
        hidden, _ = self.captions(self.words(captions), self.start_caption(memory))  # eq. 1: s = D_CAP(v, s)
        seen = torch.cat([memory.frames, hidden], 1)
        mask = torch.cat([memory.mask, captions != Vocabulary.pad], 1)
        return CaptionReading(hidden, self.phrases.start(seen, mask))  # eq. 2: c = D_CMS(v, s)

    def caption_logits(self, hidden: Tensor) -> Tensor:
        """Outputs (..., D) to logits of a caption's next word, (..., V)."""
        logits: Tensor = self.captions.logits(hidden)
        return logits

    def read_phrases(self, words: Tensor, state: PhraseState) -> tuple[Tensor, PhraseState]:
        """Read the next words (R, S) of phrases."""
        hidden, inner = self.phrases(self.phrase_words(words, state), state.inner)
        return hidden, state.after(inner)

    def phrase_logits(self, hidden: Tensor) -> Tensor:
        """Outputs (..., D) to logits of a phrase's next word, (..., V)."""
        logits: Tensor = self.phrases.logits(hidden)
        return logits
