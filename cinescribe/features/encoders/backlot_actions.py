"""Action features of Backlot films: a small network over two seconds of grey pictures.

The encoder is a `PictureSink` at 6 Hz with one feature vector every half second. A window stays within one shot: where
a cut falls into the two seconds, the picture next to the cut is repeated, as are the first and last pictures of the
film.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from cinescribe.features.encoders.conv_block import conv_block
from cinescribe.features.encoders.encoder_weights import action_weights, read_encoder
from cinescribe.features.timed.batched_encoder import BatchedEncoder
from cinescribe.features.timed.timed_features import TimedFeatures
from cinescribe.layers.stored_names import stored_as
from cinescribe.media.film.frame_scaling import Image, PictureFormat
from cinescribe.timing import Seconds

GREY_WIDTH, GREY_HEIGHT = 128, 72  # pixels
GREY_HZ = 6  # pictures per second
N_PICTURES = 12  # per window: two seconds
_BEFORE = N_PICTURES // 2  # pictures of a window before its moment
_STEP = 3  # pictures from moment to moment: half a second
_BATCH = 8  # windows
_MIN_CHANGE = 15  # levels of 255 by which a pixel changes at a cut
_CUT = 0.3  # share of the pixels that change so at a cut


@dataclass(frozen=True)
class ActionSizes:
    """Sizes of an `ActionNet`.

    Args:
        n_actions: number of actions; one more class means no action.
        d_embedding: width of the embedding.
        channels: of the four stages; the first three halve the resolution.
    """

    n_actions: int = 23
    d_embedding: int = 128
    channels: tuple[int, int, int, int] = (40, 64, 96, 128)

    @property
    def width(self) -> int:
        """The width of a feature vector."""
        return self.d_embedding + self.n_actions + 1 + 3


@dataclass(frozen=True)
class ActionPrediction:
    """The outputs of an `ActionNet` for B windows.

    Args:
        embedding: (B, D).
        action: logits, the last one for no action, (B, n_actions + 1).
        partner: logit that there is a partner, (B,).
        leftward: logit that the actor is left of the partner, (B,).
        where: horizontal position of the actor at the window's moment, 0 (left) to 1 (right), (B,).
    """

    embedding: Tensor
    action: Tensor
    partner: Tensor
    leftward: Tensor
    where: Tensor


class ActionNet(nn.Module):
    """Four convolutional stages over pictures and their differences, with spatial attention to the actor.

    Args:
        sizes: of the network.
    """

    row_mean: Tensor
    row_scale: Tensor

    def __init__(self, sizes: ActionSizes) -> None:
        super().__init__()
        self.sizes = sizes
        first, second, third, fourth = sizes.channels
        self.stages = nn.Sequential(
            conv_block(2 * N_PICTURES - 1, first, stride=2),
            conv_block(first, second, stride=2),
            conv_block(second, third, stride=2),
            conv_block(third, fourth, stride=1),
        )
        self.look = nn.Conv2d(fourth, 1, 1)
        self.embed = nn.Linear(3 * fourth, sizes.d_embedding)
        self.dropout = nn.Dropout(0.2)
        self.classifier = nn.Linear(sizes.d_embedding, sizes.n_actions + 3)
        stored_as(self, {"classifier": "said"})
        self.register_buffer("row_mean", torch.zeros(sizes.width))
        self.register_buffer("row_scale", torch.ones(sizes.width))

    def forward(self, windows: Tensor) -> ActionPrediction:
        """Return the outputs for windows (B, N_PICTURES, H, W), values 0 to 1."""
        x = (windows - 0.5) * 4
        features = self.stages(torch.cat([x, (x[:, 1:] - x[:, :-1]) * 2], 1))  # (B, C, h, w)
        attention = self.look(features).flatten(1).softmax(1)  # (B, h * w): where the actor is
        attended = (features.flatten(2) @ attention[:, :, None])[:, :, 0]
        embedding = self.embed(torch.cat([features.mean((2, 3)), features.amax((2, 3)), attended], 1))
        logits = self.classifier(self.dropout(embedding.relu()))
        action, partner, leftward = logits.split([self.sizes.n_actions + 1, 1, 1], 1)
        return ActionPrediction(embedding, action, partner[:, 0], leftward[:, 0], _centre(attention, features.shape[3]))

    def features(self, windows: Tensor) -> Tensor:
        """Return feature vectors (B, width) of windows, each number standardised over the training windows."""
        output = self(windows)
        others = torch.stack([output.partner, output.leftward, output.where], 1)
        vectors = torch.cat([output.embedding, output.action, others], 1)
        return (vectors - self.row_mean) / self.row_scale


class ActionEncoder:
    """A `PictureSink` that encodes two moments per second, in batches while the film is decoded.

    Holds one window and one batch of windows in memory.

    Args:
        net: from `load_action_net`.
    """

    name = "backlot-actions"
    version = "2"
    wants = PictureFormat("gray", rate_hz=GREY_HZ, width=GREY_WIDTH, height=GREY_HEIGHT)

    def __init__(self, net: ActionNet) -> None:
        self._net = net.eval()
        self.width = net.sizes.width
        self._encoded = BatchedEncoder(self._encode, width=self.width, batch_size=_BATCH)
        self._recent: deque[tuple[int, Seconds, Image, bool]] = deque(maxlen=N_PICTURES)
        self._n_taken = 0
        self._n_windows = 0

    @property
    def tools(self) -> tuple[object, ...]:
        """What is no state of the encoding: the network, and what calls it."""
        return (self._net, self._encoded.encode)

    def take(self, time: Seconds, image: Image) -> None:
        """Take the next picture, (H, W) grey."""
        opens = not self._recent or is_cut(self._recent[-1][2], image)
        self._recent.append((self._n_taken, time, image.copy(), opens))
        self._n_taken += 1
        if self._moment + N_PICTURES - _BEFORE == self._n_taken:
            self._encode_window()

    def features(self) -> TimedFeatures:
        """Return the features of the film; call it once the film has ended."""
        while self._moment < self._n_taken:
            self._encode_window()
        return self._encoded.features()

    @property
    def _moment(self) -> int:
        """The index of the picture at the next moment."""
        return self._n_windows * _STEP

    def _encode_window(self) -> None:
        recent = [item for item in self._recent if item[0] >= self._moment - _BEFORE]
        at = next(n for n, item in enumerate(recent) if item[0] == self._moment)
        opens = np.array([item[3] for item in recent])
        pictures = np.stack([item[2] for item in recent])
        self._encoded.take(recent[at][1], pictures[window(opens, at)])
        self._n_windows += 1

    def _encode(self, windows: NDArray[np.uint8]) -> NDArray[np.float32]:
        with torch.inference_mode():
            return self._net.features(torch.from_numpy(windows).float() / 255).numpy()


def is_cut(before: Image, now: Image) -> bool:
    """Return whether there is a cut between two grey pictures (H, W)."""
    change = np.abs(now.astype(np.int16) - before)
    return bool((change > _MIN_CHANGE).mean() > _CUT)


def window(opens: NDArray[np.bool_], at: int) -> NDArray[np.int64]:
    """Return the picture indices of a window, (N_PICTURES,); those outside its shot are replaced by the nearest inside.

    Args:
        opens: True where a picture is the first of a shot, (n,).
        at: index of the picture at the moment.
    """
    first = max((n for n in range(at, max(at - _BEFORE, 0) - 1, -1) if opens[n]), default=max(at - _BEFORE, 0))
    following = range(at + 1, min(at + N_PICTURES - _BEFORE, len(opens)))
    last = next((n - 1 for n in following if opens[n]), following.stop - 1)
    return np.clip(np.arange(at - _BEFORE, at + N_PICTURES - _BEFORE), first, last)


def load_action_net(folder: Path | None = None) -> ActionNet:
    """Load the trained network of a folder; by default the one that comes with cinescribe.

    Raises:
        ModelError: when the weights are missing or of other sizes.
    """
    return read_encoder(folder or action_weights(), ActionNet, ActionSizes)


def _centre(attention: Tensor, n_columns: int) -> Tensor:
    """Return the mean column of attention weights (B, h * w), 0 to 1."""
    across = attention.view(len(attention), -1, n_columns).sum(1)
    middles = (torch.arange(n_columns, dtype=attention.dtype, device=attention.device) + 0.5) / n_columns
    return torch.mv(across, middles)
