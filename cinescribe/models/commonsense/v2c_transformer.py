"""The V2C-Transformer: a video encoder, a decoder of captions, and a decoder of commonsense that attends to both.

Equations 1 to 4 of the paper. One decoder writes all three aspects. The queries of its cross-attention are the outputs
of the block before; keys and values are [v, s]: the encoded frames and the last hidden states of the caption decoder,
through which gradients flow. In completion the caption is given, in generation the decoder wrote it.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.layers.stacks import DecoderState
from cinescribe.models.commonsense.network import (
    CaptionReading,
    CommonsenseNetwork,
    CommonsenseSizes,
    PhraseState,
    PhraseWords,
)
from cinescribe.models.commonsense.text_decoder import TextDecoder
from cinescribe.models.commonsense.video_encoder import EncodedVideo, VideoEncoder


@dataclass(frozen=True)
class V2cTransformerSizes(CommonsenseSizes):
    """The sizes of a V2C-Transformer: those of `CommonsenseSizes`."""


class V2cTransformer(CommonsenseNetwork):
    """The V2C-Transformer.

    Args:
        sizes: its sizes.
    """

    def __init__(self, sizes: V2cTransformerSizes) -> None:
        super().__init__()
        self.sizes = sizes
        self.video = VideoEncoder(sizes)
        self.words = nn.Embedding(sizes.n_words, sizes.width)
        self.captions = TextDecoder(sizes, n_positions=sizes.n_tokens)  # D_CAP
        self.phrase_words = PhraseWords(sizes.n_words, sizes.width)
        self.phrases = TextDecoder(sizes, n_positions=sizes.n_tokens)  # D_CMS

    def memory(self, video: SetBatch) -> EncodedVideo:
        """Return the encoded frames, v; errors as `VideoEncoder`."""
        encoded: EncodedVideo = self.video(video)
        return encoded

    def start_caption(self, memory: EncodedVideo) -> DecoderState:
        """Return the state before the first word of a caption."""
        return self.captions.start(memory.frames, memory.mask)

    def step_caption(self, tokens: Tensor, state: DecoderState) -> tuple[Tensor, DecoderState]:
        """Take one token a row, (R,); gives the logits of the next, (R, V), and the state after it."""
        hidden, state = self.captions(self.words(tokens[:, None]), state)
        return self.caption_logits(hidden[:, 0]), state

    def read_caption(self, captions: Tensor, memory: EncodedVideo) -> CaptionReading:
        """Read whole captions; phrases then attend to [v, s]."""
        hidden, _ = self.captions(self.words(captions), self.start_caption(memory))  # eq. 1: s = D_CAP(v, s)
        seen = torch.cat([memory.frames, hidden], 1)
        mask = torch.cat([memory.mask, captions != Vocabulary.pad], 1)
        return CaptionReading(hidden, self.phrases.start(seen, mask))  # eq. 2: c = D_CMS(v, s)

    def caption_logits(self, hidden: Tensor) -> Tensor:
        """Outputs (..., D) to logits of a caption's next word, (..., V)."""
        logits: Tensor = self.captions.classifier(hidden)
        return logits

    def read_phrases(self, words: Tensor, state: PhraseState) -> tuple[Tensor, PhraseState]:
        """Read the next words (R, S) of phrases."""
        hidden, inner = self.phrases(self.phrase_words(words, state), state.inner)
        return hidden, state.after(inner)

    def phrase_logits(self, hidden: Tensor) -> Tensor:
        """Outputs (..., D) to logits of a phrase's next word, (..., V)."""
        logits: Tensor = self.phrases.classifier(hidden)
        return logits
