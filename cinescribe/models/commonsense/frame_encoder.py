"""A self-attention encoder of frames, which reads a clip in both directions; the paper's is an LSTM (`video_encoder`).

Features of frames and positions have vectors of one scale before they are added: a layer normalisation follows the
projection. The encoder's blocks end with one too, as those of the decoder of captions, so that the two parts of the
memory [v, s] weigh alike.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import nn

from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.layers.positions import SinusoidalPositions
from cinescribe.layers.stacks import Encoder
from cinescribe.models.commonsense.network import CommonsenseSizes
from cinescribe.models.commonsense.video_encoder import EncodedFrames, frame_inputs
from cinescribe.models.size_limits import check_sizes


@dataclass(frozen=True)
class FrameEncoderSizes(CommonsenseSizes):
    """The sizes of a model that reads frames by self-attention, besides those of `CommonsenseSizes`.

    Args:
        n_frames: the most frames it reads, T.

    Raises:
        ModelError: when a size is out of range.
    """

    n_frames: int = 50

    def __post_init__(self) -> None:
        super().__post_init__()
        check_sizes(self, positive=("n_frames",))


class FrameEncoder(nn.Module):
    """Blocks of self-attention over frames.

    Args:
        sizes: of the model.
    """

    def __init__(self, sizes: FrameEncoderSizes) -> None:
        super().__init__()
        self.sizes = sizes
        width = sizes.width
        self.narrower = nn.Sequential(nn.Linear(sizes.frame_width + sizes.action_width, width), nn.LayerNorm(width))
        self.positions = SinusoidalPositions(sizes.n_frames, width)
        self.dropout = nn.Dropout(sizes.dropout)
        self.blocks = Encoder(sizes.blocks, n_layers=sizes.n_layers)

    def forward(self, video: SetBatch) -> EncodedFrames:
        """Return the encoded frames of sets of one clip.

        Raises:
            ModelError, FeatureError: as `clip_inputs`.
        """
        frames, mask = frame_inputs(video, self.sizes)
        places = torch.arange(frames.shape[1], device=frames.device)
        return EncodedFrames(self.blocks(self.dropout(self.narrower(frames) + self.positions(places)), mask), mask)
