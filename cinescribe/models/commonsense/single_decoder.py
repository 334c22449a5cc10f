"""One Transformer decoder that writes a caption and then a phrase behind it.

The dense captioner of *Video2Commonsense* (after Zhou et al. 2018, without its proposals of times) reads the video by
self-attention and emits both as two consecutive captions. Without a video, the same decoder is a language model of
captions and phrases, as COMET (Bosselut et al. 2019) is of events; COMET starts from GPT's weights, this model from
random ones.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.layers.positions import SinusoidalPositions
from cinescribe.layers.stacks import DecoderState, Encoder
from cinescribe.models.commonsense.frame_encoder import FrameEncoderSizes
from cinescribe.models.commonsense.network import (
    CaptioningNetwork,
    CaptionReading,
    CommonsenseSizes,
    PhraseState,
    PhraseWords,
)
from cinescribe.models.commonsense.text_decoder import TextDecoder
from cinescribe.models.commonsense.video_encoder import frame_inputs


class SingleDecoder(CaptioningNetwork):
    """A decoder that reads a caption and continues with a phrase. Subclasses say what it attends to.

    Args:
        sizes: its sizes.
    """

    def __init__(self, sizes: CommonsenseSizes) -> None:
        super().__init__()
        self.sizes = sizes
        self.words = nn.Embedding(sizes.n_words, sizes.width)
        self.phrase_words = PhraseWords(sizes.n_words, sizes.width)
        self.text = TextDecoder(sizes, n_positions=2 * sizes.n_tokens)

    def start_caption(self, memory: tuple[Tensor, Tensor]) -> DecoderState:
        """Return the state before the first word of a caption."""
        return self.text.start(*memory)

    def step_caption(self, tokens: Tensor, state: DecoderState) -> tuple[Tensor, DecoderState]:
        """Take one token a row, (R,); gives the logits of the next, (R, V), and the state after it."""
        hidden, state = self.text(self.words(tokens[:, None]), state)
        return self.caption_logits(hidden[:, 0]), state

    def read_caption(self, captions: Tensor, memory: tuple[Tensor, Tensor]) -> CaptionReading:
        """Read whole captions; phrases then follow behind their ends."""
        n_words = (captions != Vocabulary.pad).sum(1)
        hidden, state = self.text(self.words(captions), self.start_caption(memory), n_words)
        return CaptionReading(hidden, state)

    def caption_logits(self, hidden: Tensor) -> Tensor:
        """Outputs (..., D) to logits of a caption's next word, (..., V)."""
        return self.text.logits(hidden)

    def read_phrases(self, words: Tensor, state: PhraseState) -> tuple[Tensor, PhraseState]:
        """Read the next words (R, S) of phrases."""
        hidden, inner = self.text(self.phrase_words(words, state), state.inner)
        return hidden, state.after(inner)

    def phrase_logits(self, hidden: Tensor) -> Tensor:
        """Outputs (..., D) to logits of a phrase's next word, (..., V)."""
        return self.caption_logits(hidden)


class DenseCaptioner(SingleDecoder):
    """The dense captioner.

    Args:
        sizes: its sizes.
    """

    def __init__(self, sizes: FrameEncoderSizes) -> None:
        super().__init__(sizes)
        self.narrower = nn.Linear(sizes.frame_width + sizes.action_width, sizes.width)
        self.positions = SinusoidalPositions(sizes.n_frames, sizes.width)
        self.frames = Encoder(sizes.blocks, n_layers=sizes.n_layers)

    def memory(self, video: SetBatch) -> tuple[Tensor, Tensor]:
        """Return the encoded frames, (B, T, D), and their mask; errors as `clip_inputs`."""
        frames, mask = frame_inputs(video, self.sizes)
        places = torch.arange(frames.shape[1], device=frames.device)
        return self.frames(self.narrower(frames) + self.positions(places), mask), mask


class TextOnlyTransformer(SingleDecoder):
    """A language model of captions and phrases; it sees no video, and attends to one learned vector.

    Args:
        sizes: its sizes.
    """

    def __init__(self, sizes: CommonsenseSizes) -> None:
        super().__init__(sizes)
        self.nothing = nn.Parameter(torch.zeros(sizes.width))

    def memory(self, video: SetBatch) -> tuple[Tensor, Tensor]:
        """Return the learned vector for each clip."""
        memory = self.nothing.expand(len(video), 1, -1)
        return memory, torch.ones(memory.shape[:2], dtype=torch.bool, device=memory.device)
