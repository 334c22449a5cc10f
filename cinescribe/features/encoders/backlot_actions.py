"""What is done around each moment of a Backlot film, by a small network over two seconds of grey pictures: a
`PictureSink` at 6 Hz that gives a row every half second.

A moment is seen within its own shot: where a cut falls into the two seconds, the picture next to the cut stands in for
what lies beyond it, as the film's first and last pictures do at its ends.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from cinescribe.features.encoders.encoder_weights import action_weights, read_encoder
from cinescribe.features.rows.blockwise import RowBlocks
from cinescribe.features.rows.timed_features import TimedRows
from cinescribe.media.film.frame_scaling import Image, Picture
from cinescribe.timing import Seconds

GREY_WIDTH, GREY_HEIGHT = 128, 72  # pixels
GREY_HZ = 6  # pictures a second
N_PICTURES = 12  # to a window: two seconds
BEFORE = N_PICTURES // 2  # pictures of a window before its moment
STEP = 3  # pictures from moment to moment: half a second
_BLOCK = 8  # windows run at once
_FAR = 15  # levels of 255 by which a pixel must change to count at a cut
_CUT = 0.3  # share of the pixels that change that far where there is a cut


@dataclass(frozen=True)
class ActionSizes:
    """Sizes of an `ActionNet`.

    Args:
        n_actions: actions told apart; one class more says that nothing is done.
        d_embedding: width of the embedding.
        channels: of the four stages; the first three halve the resolution.
    """

    n_actions: int = 23
    d_embedding: int = 128
    channels: tuple[int, int, int, int] = (40, 64, 96, 128)

    @property
    def width(self) -> int:
        """Numbers in a row."""
        return self.d_embedding + self.n_actions + 1 + 3


@dataclass(frozen=True)
class ActionReading:
    """What the network says of B windows.

    Args:
        embedding: (B, D).
        action: logits, the last one of nothing being done, (B, n_actions + 1).
        partner: logit of there being a partner, (B,).
        leftward: logit of the actor standing left of the partner, (B,).
        where: from left to right of the picture, 0 to 1, where the actor is at the window's moment, (B,).
    """

    embedding: Tensor
    action: Tensor
    partner: Tensor
    leftward: Tensor
    where: Tensor


class ActionNet(nn.Module):
    """Pictures and their differences as channels of one picture, four stages, and a look at where the actor is.

    Args:
        sizes: of everything.
    """

    row_mean: Tensor
    row_scale: Tensor

    def __init__(self, sizes: ActionSizes) -> None:
        super().__init__()
        self.sizes = sizes
        first, second, third, fourth = sizes.channels
        self.stages = nn.Sequential(
            _conv(2 * N_PICTURES - 1, first, stride=2),
            _conv(first, second, stride=2),
            _conv(second, third, stride=2),
            _conv(third, fourth, stride=1),
        )
        self.look = nn.Conv2d(fourth, 1, 1)
        self.embed = nn.Linear(3 * fourth, sizes.d_embedding)
        self.dropout = nn.Dropout(0.2)
        self.said = nn.Linear(sizes.d_embedding, sizes.n_actions + 3)
        self.register_buffer("row_mean", torch.zeros(sizes.width))
        self.register_buffer("row_scale", torch.ones(sizes.width))

    def forward(self, windows: Tensor) -> ActionReading:
        """Read windows (B, N_PICTURES, H, W), values 0 to 1."""
        x = (windows - 0.5) * 4
        seen = self.stages(torch.cat([x, (x[:, 1:] - x[:, :-1]) * 2], 1))  # (B, C, h, w)
        look = self.look(seen).flatten(1).softmax(1)  # (B, h * w): how much of the actor is where
        there = (seen.flatten(2) @ look[:, :, None])[:, :, 0]
        embedding = self.embed(torch.cat([seen.mean((2, 3)), seen.amax((2, 3)), there], 1))
        said = self.said(self.dropout(embedding.relu()))
        action, partner, leftward = said.split([self.sizes.n_actions + 1, 1, 1], 1)
        return ActionReading(embedding, action, partner[:, 0], leftward[:, 0], _centre(look, seen.shape[3]))

    def rows(self, windows: Tensor) -> Tensor:
        """Rows (B, width) of windows, each number standardised over the training windows."""
        said = self(windows)
        others = torch.stack([said.partner, said.leftward, said.where], 1)
        row = torch.cat([said.embedding, said.action, others], 1)
        return (row - self.row_mean) / self.row_scale


class ActionEncoder:
    """Rows of a film's moments, two a second, computed in blocks while the film is decoded; a `PictureSink`.

    What is held is one window and one block of windows.

    Args:
        net: as `load_action_net` gives it.
    """

    name = "backlot-actions"
    version = "2"
    wants = Picture("gray", rate_hz=GREY_HZ, width=GREY_WIDTH, height=GREY_HEIGHT)

    def __init__(self, net: ActionNet) -> None:
        self._net = net.eval()
        self.width = net.sizes.width
        self._rows = RowBlocks(self._computed, width=self.width, block=_BLOCK)
        self._held: deque[tuple[int, Seconds, Image, bool]] = deque(maxlen=N_PICTURES)
        self._n_taken = 0
        self._n_told = 0

    def take(self, time: Seconds, image: Image) -> None:
        """Take the next picture, (H, W) grey."""
        opens = not self._held or is_cut(self._held[-1][2], image)
        self._held.append((self._n_taken, time, image.copy(), opens))
        self._n_taken += 1
        if self._moment + N_PICTURES - BEFORE == self._n_taken:
            self._tell()

    def rows(self) -> TimedRows:
        """The rows of everything taken; call it once the film has ended."""
        while self._moment < self._n_taken:
            self._tell()
        return self._rows.rows()

    @property
    def _moment(self) -> int:
        """The picture that the next row is about."""
        return self._n_told * STEP

    def _tell(self) -> None:
        held = [item for item in self._held if item[0] >= self._moment - BEFORE]
        at = next(n for n, item in enumerate(held) if item[0] == self._moment)
        opens = np.array([item[3] for item in held])
        pictures = np.stack([item[2] for item in held])
        self._rows.take(held[at][1], pictures[window(opens, at)])
        self._n_told += 1

    def _computed(self, windows: NDArray[np.uint8]) -> NDArray[np.float32]:
        with torch.inference_mode():
            return self._net.rows(torch.from_numpy(windows).float() / 255).numpy()


def deeds(rows: TimedRows, net: ActionNet) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Where across the picture, 0 to 1, somebody acts around each row's moment, (n,); and how surely, 0 to 1, (n,).

    Args:
        rows: as `ActionEncoder` gives them.
        net: the network they are of.
    """
    sizes = net.sizes
    said = torch.from_numpy(rows.rows.copy()) * net.row_scale + net.row_mean
    actions = said[:, sizes.d_embedding : sizes.d_embedding + sizes.n_actions + 1]
    return said[:, -1].numpy(), (1 - actions.softmax(1)[:, -1]).numpy()


def is_cut(before: Image, now: Image) -> bool:
    """Whether the film was cut between two grey pictures (H, W)."""
    change = np.abs(now.astype(np.int16) - before)
    return bool((change > _FAR).mean() > _CUT)


def window(opens: NDArray[np.bool_], at: int) -> NDArray[np.int64]:
    """The pictures of the window around one, all of its shot: (N_PICTURES,), those beyond it by the nearest within.

    Args:
        opens: which pictures open a shot, (n,).
        at: the picture of the moment.
    """
    first = max((n for n in range(at, max(at - BEFORE, 0) - 1, -1) if opens[n]), default=max(at - BEFORE, 0))
    behind = range(at + 1, min(at + N_PICTURES - BEFORE, len(opens)))
    last = next((n - 1 for n in behind if opens[n]), behind.stop - 1)
    return np.clip(np.arange(at - BEFORE, at + N_PICTURES - BEFORE), first, last)


def load_action_net(folder: Path | None = None) -> ActionNet:
    """The trained network of a folder; by default the one that comes with cinescribe.

    Raises:
        ModelError: when the weights are missing or of other sizes.
    """
    return read_encoder(folder or action_weights(), ActionNet, ActionSizes)


def _centre(look: Tensor, n_columns: int) -> Tensor:
    """Mean column of a look (B, h * w), 0 to 1."""
    across = look.view(len(look), -1, n_columns).sum(1)
    middles = (torch.arange(n_columns, dtype=look.dtype, device=look.device) + 0.5) / n_columns
    return torch.mv(across, middles)


def _conv(inner: int, outer: int, *, stride: int) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(inner, outer, 3, stride, 1, bias=False), nn.BatchNorm2d(outer), nn.ReLU())
