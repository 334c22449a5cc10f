"""Captions by soft attention over the frames of a clip.

*Describing videos by exploiting temporal structure* (Yao et al. 2015); the names of weights in comments are its.

Each frame has the features of its picture and those of a 3-D network over its surroundings: our `actions` of its
segment. The paper does not say how the state begins; as in its code, it follows from the mean of the frames.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.layers.classifier import Classifier
from cinescribe.layers.lstm import Lstm, LstmState
from cinescribe.models.micap.sizes import FRAME
from cinescribe.models.sequence.clip_decoder import ClipDecoder
from cinescribe.models.sequence.clip_inputs import ClipSizes, WordInputs, clip_inputs, masked_mean, normalised


@dataclass(frozen=True)
class TemporalAttentionSizes(ClipSizes):
    """The sizes of a model with temporal attention, besides those of `ClipSizes`.

    Args:
        attention_width: of the layer that compares the state with a frame.

    Raises:
        ModelError: when a size is out of range.
    """

    attention_width: int = 100


@dataclass(frozen=True)
class FrameMemory:
    """The frames that words attend to; its columns are frames in the order of the batch.

    Args:
        frames: v_i, (B, T, Dv).
        keys: U_a v_i + b_a (§3.2), which no state changes, (B, T, Da).
        mask: which columns are frames, (B, T).
    """

    frames: Tensor
    keys: Tensor
    mask: Tensor

    @property
    def kinds(self) -> Tensor:
        """The stream of each column, (T,): all are frames."""
        return torch.full_like(self.mask[0], FRAME, dtype=torch.long)

    @property
    def places(self) -> Tensor:
        """The place of each column in its stream, (B, T)."""
        return torch.arange(self.mask.shape[1], device=self.mask.device).expand(self.mask.shape)

    def select(self, rows: Tensor) -> FrameMemory:
        """Return some rows, by number."""
        return FrameMemory(self.frames[rows], self.keys[rows], self.mask[rows])


@dataclass(frozen=True)
class TemporalAttentionState:
    """The decoding state, as a value: the frames and the state of the LSTM."""

    memory: FrameMemory
    lstm: LstmState

    def select(self, rows: Tensor) -> TemporalAttentionState:
        """Return the state of some rows, by number, (R',); a row may come several times."""
        return TemporalAttentionState(self.memory.select(rows), self.lstm.select(rows))


class TemporalAttention(ClipDecoder[TemporalAttentionState]):
    """The model with temporal attention; a `generate.step.Step`.

    Args:
        sizes: its sizes.
    """

    def __init__(self, sizes: TemporalAttentionSizes) -> None:
        super().__init__()
        self.sizes = sizes
        width = sizes.frame_width + sizes.action_width  # Dv
        self.words = WordInputs(sizes.n_words, sizes.word_width)
        self.lstm = Lstm(sizes.word_width + width, sizes.width)
        self.query = nn.Linear(sizes.width, sizes.attention_width, bias=False)  # W_a
        self.key = nn.Linear(width, sizes.attention_width)  # U_a and b_a
        self.relevance = nn.Linear(sizes.attention_width, 1, bias=False)  # w
        self.first_hidden = nn.Linear(width, sizes.width)
        self.first_cell = nn.Linear(width, sizes.width)
        self.out = nn.Linear(sizes.width + width + sizes.word_width, sizes.word_width)  # W_p and b_p
        self.dropout = nn.Dropout(sizes.dropout)
        self.classifier = Classifier(sizes.word_width, sizes.n_words)  # U_p and d

    def memory(self, batch: SetBatch, *, blanks: bool = False) -> FrameMemory:
        """Return the frames of each clip, V.

        Raises:
            ModelError, FeatureError: as `clip_inputs`.
        """
        sizes = self.sizes
        clips = clip_inputs(batch, frame_width=sizes.frame_width, action_width=sizes.action_width, blanks=blanks)
        segments = clips.frame_segments.clamp(max=clips.actions.shape[1] - 1)
        actions = clips.actions.take_along_dim(segments[..., None], 1)  # (B, T, Da)
        frames = torch.cat([normalised(clips.frames), normalised(actions)], -1)
        return FrameMemory(frames, self.key(frames), clips.frame_mask)

    def cross_attention(self, words: Tensor, memory: FrameMemory) -> Tensor:
        """Return the weights of each word (B, L) over the frames, (B, L, T).

        Row j belongs to the token that is chosen after word j, as in `hidden`.
        """
        return self._read_all(words, self.start_from(memory))[1]

    def read(self, words: Tensor, state: TemporalAttentionState) -> tuple[Tensor, TemporalAttentionState]:
        """Return the output after each word, and the state after the last; see `ClipDecoder`."""
        outputs, _, state = self._read_all(words, state)
        return outputs, state

    def start_from(self, memory: FrameMemory) -> TemporalAttentionState:
        """Return the state before the first token: it follows from the mean of the frames."""
        mean = masked_mean(memory.frames, memory.mask)
        hidden, cell = self.first_hidden(mean).tanh(), self.first_cell(mean).tanh()
        return TemporalAttentionState(memory, LstmState(hidden[None], cell[None]))

    def _read_all(self, words: Tensor, state: TemporalAttentionState) -> tuple[Tensor, Tensor, TemporalAttentionState]:
        """Return outputs (R, L, D) and attention weights (R, L, T) of words, and the state after the last."""
        embedded = self.words(words)
        outputs, weights = [], []
        for column in range(words.shape[1]):
            hidden, attention, state = self._read(embedded[:, column], state)
            outputs.append(hidden)
            weights.append(attention)
        return torch.stack(outputs, 1), torch.stack(weights, 1), state

    def _read(self, word: Tensor, state: TemporalAttentionState) -> tuple[Tensor, Tensor, TemporalAttentionState]:
        """Read one embedded word a row, (R, D); gives the output, the weights (R, T) and the state after it."""
        memory, before = state.memory, state.lstm.output
        relevance = self.relevance((self.query(before)[:, None] + memory.keys).tanh())[
            ..., 0
        ]  # e = w'tanh(W_a h + U_a v + b_a), (R, T)
        weights = _softmax(relevance, memory.mask)  # alpha = softmax(e)
        seen = (weights[:, None] @ memory.frames)[:, 0]  # phi = sum alpha v, (R, Dv)
        outputs, lstm = self.lstm(torch.cat([word, seen], 1)[:, None], state.lstm)
        hidden = self.out(torch.cat([outputs[:, 0], seen, word], 1)).tanh()  # tanh(W_p [h, phi, E y] + b_p)
        return self.dropout(hidden), weights, TemporalAttentionState(memory, lstm)


def _softmax(scores: Tensor, mask: Tensor) -> Tensor:
    """Return the shares of what a mask keeps, (R, T); zeros in a row of which it keeps nothing."""
    shares = scores.masked_fill(~mask, torch.finfo(scores.dtype).min).softmax(1)
    return shares * mask
