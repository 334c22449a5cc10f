"""What commonsense models share: sizes, logits of captions and phrases, and their decoding token by token.

*Video2Commonsense* (Fang et al., EMNLP 2020). Legend: `B` clips, `R` rows, `T` frames, `L` tokens, `D` width,
`V` vocabulary. An aspect is the first token of a phrase: 0 intention, 1 effect, 2 attribute. Captions and phrases have
one vocabulary, and embeddings of their own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import Any, Protocol, Self

import torch
from torch import Tensor, nn

from cinescribe.errors import ModelError
from cinescribe.features.clip_sets.commonsense_batch import CommonsenseBatch
from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.language.tokens.vocabulary import N_PEOPLE
from cinescribe.layers.blocks import BlockSizes
from cinescribe.models.size_limits import check_sizes
from cinescribe.schema import ASPECTS

_POSITIVE = ("n_words", "frame_width", "action_width", "width", "n_heads", "ff_width", "n_layers", "n_tokens")


@dataclass(frozen=True)
class CommonsenseSizes:
    """The sizes that all commonsense models share.

    Args:
        n_words, first_person, n_people: of the vocabulary: its tokens, V, and where in it people are.
        frame_width, action_width: widths of the features.
        n_tokens: of a caption or a phrase, with start and end.
        width: D; 1,028 in the paper, which its 8 heads do not divide: take 1,024.
        n_layers: blocks of each decoder, or layers of each LSTM or GRU; 6 blocks in the paper.
        n_heads: attention heads, of Transformers; 8 in the paper.
        ff_width: inner width of a block, of Transformers.
        dropout: share dropped in training.

    Raises:
        ModelError: when a size is out of range.
    """

    n_words: int
    first_person: int
    n_people: int = N_PEOPLE
    frame_width: int = 512
    action_width: int = 1024
    n_tokens: int = 40
    width: int = 1024
    n_layers: int = 6
    n_heads: int = 8
    ff_width: int = 2048
    dropout: float = 0.1

    def __post_init__(self) -> None:
        check_sizes(self, positive=_POSITIVE)
        if self.width % (2 * self.n_heads):
            raise ModelError(
                f"a `width` of {self.width} cannot be divided among {self.n_heads} heads and sine-cosine pairs; make "
                "it a multiple of twice the heads"
            )

    @property
    def blocks(self) -> BlockSizes:
        """The sizes of one block of a Transformer."""
        return BlockSizes(self.width, self.n_heads, self.ff_width, self.dropout)


@dataclass(frozen=True)
class CommonsenseLogits:
    """Logits of each next word of given captions and phrases.

    Args:
        captions: (B, L - 1, V); None of a model that writes no captions.
        phrases: (R, L' - 1, V).
    """

    captions: Tensor | None
    phrases: Tensor


class Selectable(Protocol):
    """A decoding state whose rows can be selected."""

    def select(self, rows: Tensor) -> Self:
        """Return some rows, by number; a row may come several times."""


@dataclass(frozen=True)
class CaptionReading:
    """What is left of a caption that was read.

    Args:
        hidden: the output after each word, from which the next follows, (B, L, D).
        state: from which phrases are written, a row for each clip.
    """

    hidden: Tensor
    state: Selectable


@dataclass(frozen=True)
class PhraseState:
    """The state of phrases that are being written.

    Args:
        inner: of the network.
        aspects: of each row, (R,).
        has_begun: whether the aspect was read.
    """

    inner: Any
    aspects: Tensor
    has_begun: bool = False

    def select(self, rows: Tensor) -> PhraseState:
        """Return some rows, by number, (R',); a row may come several times."""
        return PhraseState(self.inner.select(rows), self.aspects[rows], self.has_begun)

    def after(self, inner: Any) -> PhraseState:
        """Return the state after further words."""
        return replace(self, inner=inner, has_begun=True)


class CommonsenseNetwork(nn.Module, ABC):
    """The base class of commonsense models.

    Subclasses define how video, caption and phrase are read. Reading words one by one or together gives the same.
    """

    sizes: CommonsenseSizes

    @abstractmethod
    def memory(self, video: SetBatch) -> Any:
        """Return what the model keeps of each clip.

        Raises:
            ModelError, FeatureError: when the clips do not fit the model.
        """

    @abstractmethod
    def after_caption(self, captions: Tensor, memory: Any) -> Selectable:
        """Return the state from which phrases are written, after whole captions (B, L), right-padded."""

    @abstractmethod
    def read_phrases(self, words: Tensor, state: PhraseState) -> tuple[Tensor, PhraseState]:
        """Read the next words (R, S) of phrases; gives the output after each, (R, S, D), and the state after them.

        In place of the start token, the first word read is the aspect.
        """

    @abstractmethod
    def phrase_logits(self, hidden: Tensor) -> Tensor:
        """Outputs (..., D) to logits of a phrase's next word, (..., V)."""

    def start_phrases(self, batch: CommonsenseBatch) -> PhraseState:
        """Return the state before the first word of each phrase, (R,) rows, after the batch's captions."""
        state = self.after_caption(batch.captions, self.memory(batch.video))
        return PhraseState(state.select(batch.items), batch.aspects)

    def forward(self, batch: CommonsenseBatch) -> CommonsenseLogits:
        """Return the logits of each word of a batch's captions and phrases, given those before it."""
        return CommonsenseLogits(None, self._all_phrase_logits(batch, self.start_phrases(batch)))

    def _all_phrase_logits(self, batch: CommonsenseBatch, state: PhraseState) -> Tensor:
        hidden, _ = self.read_phrases(batch.phrases[:, :-1], state)
        return self.phrase_logits(hidden)


class CaptioningNetwork(CommonsenseNetwork):
    """The base class of commonsense models that also write captions."""

    @abstractmethod
    def start_caption(self, memory: Any) -> Any:
        """Return the state before the first word of a caption, a row for each clip."""

    @abstractmethod
    def step_caption(self, tokens: Tensor, state: Any) -> tuple[Tensor, Any]:
        """Take one token a row, (R,); gives the logits of the next, (R, V), and the state after it."""

    @abstractmethod
    def read_caption(self, captions: Tensor, memory: Any) -> CaptionReading:
        """Read whole captions (B, L), right-padded."""

    @abstractmethod
    def caption_logits(self, hidden: Tensor) -> Tensor:
        """Outputs (..., D) to logits of a caption's next word, (..., V)."""

    def after_caption(self, captions: Tensor, memory: Any) -> Selectable:
        """Return the state from which phrases are written, after whole captions (B, L), right-padded."""
        return self.read_caption(captions, memory).state

    def forward(self, batch: CommonsenseBatch) -> CommonsenseLogits:
        """Return the logits of each word of a batch's captions and phrases, given those before it."""
        reading = self.read_caption(batch.captions, self.memory(batch.video))
        state = PhraseState(reading.state.select(batch.items), batch.aspects)
        return CommonsenseLogits(self.caption_logits(reading.hidden[:, :-1]), self._all_phrase_logits(batch, state))


class CaptionSteps:
    """Writes captions with a commonsense model; a `generate.step.Step` on clips."""

    def __init__(self, network: CaptioningNetwork) -> None:
        self._network = network

    def start(self, batch: SetBatch) -> Any:
        """Return the state before the first token, a row for each clip."""
        return self._network.start_caption(self._network.memory(batch))

    def step(self, tokens: Tensor, state: Any) -> tuple[Tensor, Any]:
        """Take one token a row, (R,); gives the logits of the next, (R, V), and the state after it."""
        return self._network.step_caption(tokens, state)

    def select(self, state: Any, rows: Tensor) -> Any:
        """Return the state of some rows, by number, (R',); a row may come several times."""
        return state.select(rows)


class PhraseSteps:
    """Writes phrases with a commonsense model; a `generate.step.Step` on clips with captions."""

    def __init__(self, network: CommonsenseNetwork) -> None:
        self._network = network

    def start(self, batch: CommonsenseBatch) -> PhraseState:
        """Return the state before the first token, a row for each phrase."""
        return self._network.start_phrases(batch)

    def step(self, tokens: Tensor, state: PhraseState) -> tuple[Tensor, PhraseState]:
        """Take one token a row, (R,); gives the logits of the next, (R, V), and the state after it."""
        hidden, state = self._network.read_phrases(tokens[:, None], state)
        return self._network.phrase_logits(hidden[:, 0]), state

    def select(self, state: PhraseState, rows: Tensor) -> PhraseState:
        """Return the state of some rows, by number, (R',); a row may come several times."""
        return state.select(rows)


class PhraseWords(nn.Module):
    """Embedded words of phrases, the aspect in place of the first.

    Args:
        n_words: tokens of the vocabulary, V.
        width: of an embedded word, D.
    """

    def __init__(self, n_words: int, width: int) -> None:
        super().__init__()
        self.words = nn.Embedding(n_words, width)
        self.aspects = nn.Embedding(len(ASPECTS), width)

    def forward(self, words: Tensor, state: PhraseState) -> Tensor:
        """Words (R, S) to (R, S, D)."""
        embedded: Tensor = self.words(words)
        if state.has_begun:
            return embedded
        return torch.cat([self.aspects(state.aspects)[:, None], embedded[:, 1:]], 1)
