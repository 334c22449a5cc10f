"""Frame-video-concept fusion (Shetty and Laaksonen 2015): an LSTM with a feature at its start and one at every step.

The paper's best model on LSMDC starts with a feature of the whole video, dense trajectories: here the mean of our
`actions`. At every step it gets the features of the centre frame and scores of concepts, by classifiers trained on
COCO: here columns of the frames' features, averaged over the clip.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from cinescribe.errors import ModelError
from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.layers.classifier import Classifier
from cinescribe.layers.lstm import Lstm, LstmState, kept_first
from cinescribe.models.sequence.clip_decoder import ClipDecoder
from cinescribe.models.sequence.clip_inputs import (
    ClipInputs,
    ClipSizes,
    WordInputs,
    clip_inputs,
    masked_mean,
    normalised,
)


@dataclass(frozen=True)
class FrameVideoConceptSizes(ClipSizes):
    """The sizes of a frame-video-concept fusion, besides those of `ClipSizes`.

    Args:
        n_layers: LSTMs on top of each other.
        concepts: columns [first, last) of the frames' features that are scores of concepts; none if both are equal.

    Raises:
        ModelError: when a size is out of range.
    """

    n_layers: int = 1
    concepts: tuple[int, int] = (0, 0)

    @property
    def n_concepts(self) -> int:
        """Number of concepts."""
        return self.concepts[1] - self.concepts[0]


@dataclass(frozen=True)
class FusionState:
    """The decoding state, as a value.

    Args:
        persistent: what every step reads besides its word, (R, D).
        lstm: the state of the LSTMs.
    """

    persistent: Tensor
    lstm: LstmState

    def select(self, rows: Tensor) -> FusionState:
        """Return the state of some rows, by number, (R',); a row may come several times."""
        return FusionState(self.persistent[rows], self.lstm.select(rows))


class FrameVideoConcept(ClipDecoder[FusionState]):
    """The frame-video-concept fusion; a `generate.step.Step`.

    Args:
        sizes: its sizes.

    Raises:
        ModelError: when the concepts are no columns of the frames.
    """

    def __init__(self, sizes: FrameVideoConceptSizes) -> None:
        super().__init__()
        if not sizes.concepts[0] <= sizes.concepts[1] <= sizes.frame_width:
            raise ModelError(
                f"concepts are columns {list(sizes.concepts)} of {sizes.frame_width}; give the first and the one "
                "after the last"
            )
        self.sizes = sizes
        self.words = WordInputs(sizes.n_words, sizes.word_width)
        self.video = nn.Linear(sizes.action_width, sizes.word_width)
        self.persistent = nn.Linear(sizes.frame_width + sizes.n_concepts, sizes.word_width)
        self.lstm = Lstm(2 * sizes.word_width, sizes.width, n_layers=sizes.n_layers)
        self.dropout = nn.Dropout(sizes.dropout)
        self.classifier = Classifier(sizes.width, sizes.n_words)

    def memory(self, batch: SetBatch, *, blanks: bool = False) -> FusionState:
        """Return the state after the video feature of each clip.

        Raises:
            ModelError, FeatureError: as `clip_inputs`.
        """
        sizes = self.sizes
        clips = clip_inputs(batch, frame_width=sizes.frame_width, action_width=sizes.action_width, blanks=blanks)
        persistent = self.persistent(torch.cat([normalised(_centre_frames(clips)), self._concepts(clips)], 1))
        video = self.video(normalised(masked_mean(clips.actions, clips.action_mask)))
        _, lstm = self.lstm(torch.cat([video, persistent], 1)[:, None], self.lstm.start(len(clips)))
        return FusionState(persistent, lstm)

    def read(self, words: Tensor, state: FusionState) -> tuple[Tensor, FusionState]:
        """Return the LSTM's output after each word, and the state after the last; see `ClipDecoder`."""
        embedded = self.words(words)
        persistent = state.persistent[:, None].expand(-1, words.shape[1], -1)
        hidden, lstm = self.lstm(torch.cat([embedded, persistent], -1), state.lstm)
        return self.dropout(hidden), FusionState(state.persistent, lstm)

    def _concepts(self, clips: ClipInputs) -> Tensor:
        """Return the mean scores of the concepts, (B, number of concepts)."""
        return masked_mean(clips.frames[..., slice(*self.sizes.concepts)], clips.frame_mask)


def _centre_frames(clips: ClipInputs) -> Tensor:
    """Return the frame in the middle of each clip, (B, Ds)."""
    frames, n_frames = kept_first(clips.frames, clips.frame_mask)
    return frames[torch.arange(len(frames), device=frames.device), n_frames // 2]
