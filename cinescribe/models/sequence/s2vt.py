"""S2VT (Venugopalan et al. 2015): two LSTMs on top of each other read the frames of a clip, then write its caption.

While frames are read, the second LSTM gets zeros in place of a word; while words are written, the first gets zeros in
place of a frame (§3.2 of the paper). A frame has only the features of its picture, the paper's RGB network. Clips are
not padded to 80 steps: each row is read to its own last frame.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.layers.classifier import Classifier
from cinescribe.layers.lstm import Lstm, LstmState, kept_first
from cinescribe.models.sequence.clip_decoder import ClipDecoder
from cinescribe.models.sequence.clip_inputs import ClipSizes, WordInputs, clip_inputs, normalised


@dataclass(frozen=True)
class S2vtSizes(ClipSizes):
    """The sizes of an S2VT: those of `ClipSizes`; the paper's LSTMs have 1,000 units and its inputs 500.

    `word_width` is also the width of an embedded frame.
    """


@dataclass(frozen=True)
class S2vtState:
    """The decoding state, as a value.

    Args:
        first: of the LSTM that reads frames.
        second: of the LSTM that writes words.
    """

    first: LstmState
    second: LstmState

    def select(self, rows: Tensor) -> S2vtState:
        """Return the state of some rows, by number, (R',); a row may come several times."""
        return S2vtState(self.first.select(rows), self.second.select(rows))


class S2vt(ClipDecoder[S2vtState]):
    """The S2VT model; a `generate.step.Step`.

    Args:
        sizes: its sizes.
    """

    def __init__(self, sizes: S2vtSizes) -> None:
        super().__init__()
        self.sizes = sizes
        self.frames = nn.Linear(sizes.frame_width, sizes.word_width)
        self.words = WordInputs(sizes.n_words, sizes.word_width)
        self.first = Lstm(sizes.word_width, sizes.width)
        self.second = Lstm(sizes.width + sizes.word_width, sizes.width)
        self.dropout = nn.Dropout(sizes.dropout)
        self.classifier = Classifier(sizes.width, sizes.n_words)

    def memory(self, batch: SetBatch, *, blanks: bool = False) -> S2vtState:
        """Return the state after the frames of each clip.

        Raises:
            ModelError, FeatureError: as `clip_inputs`.
        """
        sizes = self.sizes
        clips = clip_inputs(batch, frame_width=sizes.frame_width, action_width=sizes.action_width, blanks=blanks)
        frames, n_frames = kept_first(self.frames(normalised(clips.frames)), clips.frame_mask)
        outputs, first = self.first.encoded(frames, n_frames)
        _, second = self.second.encoded(torch.cat([outputs, _zeros(outputs, sizes.word_width)], -1), n_frames)
        return S2vtState(first, second)

    def read(self, words: Tensor, state: S2vtState) -> tuple[Tensor, S2vtState]:
        """Return the second LSTM's output after each word, and the state after the last; see `ClipDecoder`."""
        embedded = self.words(words)
        outputs, first = self.first(_zeros(embedded, self.sizes.word_width), state.first)
        hidden, second = self.second(torch.cat([outputs, embedded], -1), state.second)
        return self.dropout(hidden), S2vtState(first, second)


def _zeros(x: Tensor, width: int) -> Tensor:
    return x.new_zeros(*x.shape[:-1], width)
