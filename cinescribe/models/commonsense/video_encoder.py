"""The video encoder of *Video2Commonsense*: an LSTM over the features of frames, whose outputs are attended to.

The paper reads 40 frames by ResNet-152. We read the frames of `SetSizes`, each with the features of its picture and
those of the action around it.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.layers.lstm import Lstm, LstmState, kept_first
from cinescribe.layers.masks import leading
from cinescribe.models.commonsense.network import CommonsenseSizes
from cinescribe.models.sequence.clip_inputs import clip_inputs, normalised


@dataclass(frozen=True)
class EncodedFrames:
    """The encoded frames of each clip.

    Args:
        frames: v, (B, T, D).
        mask: which columns are frames, (B, T).
    """

    frames: Tensor
    mask: Tensor


@dataclass(frozen=True)
class EncodedVideo(EncodedFrames):
    """The encoded frames of each clip, and the state of the LSTM after the last frame."""

    end: LstmState


class VideoEncoder(nn.Module):
    """An LSTM over frames.

    Args:
        sizes: of the model.
        n_layers: of the LSTM.
    """

    def __init__(self, sizes: CommonsenseSizes, *, n_layers: int = 1) -> None:
        super().__init__()
        self.sizes = sizes
        self.dropout = nn.Dropout(sizes.dropout)
        self.lstm = Lstm(sizes.frame_width + sizes.action_width, sizes.width, n_layers=n_layers)

    def forward(self, video: SetBatch) -> EncodedVideo:
        """Return the encoded frames of sets of one clip.

        Raises:
            ModelError, FeatureError: as `clip_inputs`.
        """
        frames, mask = frame_inputs(video, self.sizes)
        moved, n_frames = kept_first(frames, mask)
        outputs, end = self.lstm.encoded(self.dropout(moved), n_frames)
        return EncodedVideo(outputs, leading(n_frames, outputs.shape[1]), end)


def frame_inputs(video: SetBatch, sizes: CommonsenseSizes) -> tuple[Tensor, Tensor]:
    """Return the features of each frame and of the action around it, joined, (B, T, Ds + Da), and the mask (B, T).

    Raises:
        ModelError, FeatureError: as `clip_inputs`.
    """
    clips = clip_inputs(video, frame_width=sizes.frame_width, action_width=sizes.action_width)
    segments = clips.frame_segments.clamp(max=clips.actions.shape[1] - 1)
    actions = clips.actions.take_along_dim(segments[..., None], 1)
    return torch.cat([normalised(clips.frames), normalised(actions)], -1), clips.frame_mask
