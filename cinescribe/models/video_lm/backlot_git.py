"""A small GIT for drawn films: `transformers.GitForCausalLM` with the frame network as its image encoder.

GIT's image encoder is pretrained and gives a row of places for each frame. Here the frame network, pretrained on
Backlot, gives the places: a grid of cells, and one for the whole frame. Cells have maxima of the heat maps, because
averages lose things of a few pixels.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
import transformers  # its models by their full names, so that they are loaded where they are used: seconds each
from torch import Tensor, nn
from torch.nn import functional
from transformers.modeling_outputs import BaseModelOutput

from cinescribe.features.encoders.backlot_frames import FrameNet, FrameSizes

N_FRAMES = 6  # of a video, as GIT has them (section 5.2)
_GRID = 3  # cells along each side of a frame
N_PLACES = _GRID**2 + 1  # of a frame: its cells, and the whole


@dataclass(frozen=True)
class BacklotGitSizes:
    """Sizes of a `BacklotGit`.

    Args:
        words: the words of its captions, after the special tokens.
        width: of image encoder and decoder.
        n_layers, n_heads: of the decoder.
        n_positions: text tokens, at most.
        dropout: share of activations dropped in training.
    """

    words: tuple[str, ...]
    width: int = 192
    n_layers: int = 4
    n_heads: int = 4
    n_positions: int = 128
    dropout: float = 0.1


class FrameCells(nn.Module):
    """The frozen part of the image encoder: numbers of each cell, and of the whole frame, by the frame network."""

    def __init__(self) -> None:
        super().__init__()
        self.net = FrameNet(FrameSizes())
        sizes = self.net.sizes
        last = sizes.channels[-1]
        self.width = 2 * last + sizes.d_maps + sizes.n_maps  # numbers of a place

    @torch.no_grad()
    def forward(self, pictures: Tensor) -> Tensor:
        """Return the places of pictures (B, 3, H, W), values 0 to 1: (B, N_PLACES, width)."""
        net = self.net.eval()
        stages = net.stage_outputs(pictures)
        fine = net.map_features(stages)
        last = stages[-1]
        peaks = torch.cat([fine, net.maps[2](fine)], 1)
        cells = [functional.adaptive_avg_pool2d(last, _GRID), functional.adaptive_max_pool2d(last, _GRID)]
        cells.append(functional.adaptive_max_pool2d(peaks, _GRID))
        whole = torch.cat([last.mean((2, 3)), last.amax((2, 3)), peaks.amax((2, 3))], 1)
        return torch.cat([whole[:, None], torch.cat(cells, 1).flatten(2).transpose(1, 2)], 1)


class CellEncoder(nn.Module):
    """The trained part of the image encoder: cells to GIT's width, with a learned position of each place."""

    def __init__(self, width: int, d_cell: int) -> None:
        super().__init__()
        self.normal = nn.BatchNorm1d(d_cell, affine=False)
        self.whole, self.cell, self.pooled = nn.Linear(d_cell, width), nn.Linear(d_cell, width), nn.Linear(width, width)
        self.position = nn.Parameter(nn.init.normal_(torch.empty(N_PLACES, width), std=0.02))
        self.out = nn.Sequential(nn.GELU(), nn.Linear(width, width), nn.LayerNorm(width))

    def forward(self, pixel_values: Tensor, interpolate_pos_encoding: bool = False) -> BaseModelOutput:
        """Return the states of places; `pixel_values` are cells, (B, 1, N_PLACES, d_cell), as GIT passes pictures."""
        cells = pixel_values[:, 0]
        cells = self.normal(cells.flatten(0, 1)).view_as(cells)
        parts = self.cell(cells[:, 1:])
        whole = self.whole(cells[:, :1]) + self.pooled(functional.gelu(parts)).amax(1, keepdim=True)
        # Each place knows the whole frame, as patches of a vision transformer do after self-attention.
        return BaseModelOutput(last_hidden_state=self.out(torch.cat([whole, parts + whole], 1) + self.position))


class BacklotGit(nn.Module):
    """The small GIT: cells of frames, then `GitForCausalLM`.

    Args:
        sizes: of the model.
    """

    def __init__(self, sizes: BacklotGitSizes) -> None:
        super().__init__()
        self.sizes = sizes
        self.cells = FrameCells().requires_grad_(False)
        self.git: Any = transformers.GitForCausalLM(_config(sizes))
        encoder: Any = CellEncoder(sizes.width, self.cells.width)
        self.git.git.image_encoder = encoder
        for one in self.git.git.img_temporal_embedding:
            nn.init.normal_(one, std=0.5)  # beside states of deviation 1; with much less, frames look alike

    @property
    def first_token(self) -> int:
        """The first text token of every caption."""
        return int(self.git.config.bos_token_id)

    @property
    def end_token(self) -> int:
        """The token after the last one of a caption."""
        return int(self.git.config.eos_token_id)

    def frame_states(self, cells: Tensor) -> Tensor:
        """Return the image encoder's state of each whole frame, of cells (B, N_PLACES, d_cell), (B, width)."""
        states: Tensor = self.git.git.image_encoder(cells[:, None]).last_hidden_state
        return states[:, 0]

    def frame_cells(self, pictures: Tensor) -> Tensor:
        """Return the cells of pictures (B, T, 3, H, W), values 0 to 1: (B, T, N_PLACES, d_cell)."""
        return self.cells(pictures.flatten(0, 1)).unflatten(0, pictures.shape[:2])  # type: ignore[no-any-return]

    def forward(self, cells: Tensor, tokens: Tensor) -> Tensor:
        """Return the decoder's states at all places and tokens.

        Args:
            cells: from `frame_cells`, (B, T, N_PLACES, d_cell).
            tokens: text so far, (B, S).

        Returns:
            (B, T * N_PLACES + S, width)
        """
        states: Tensor = self.git.git(input_ids=tokens, pixel_values=cells[:, :, None]).last_hidden_state
        return states


def _config(sizes: BacklotGitSizes) -> transformers.GitConfig:
    return transformers.GitConfig(
        vision_config={
            "hidden_size": sizes.width, "intermediate_size": 8, "num_hidden_layers": 0, "num_attention_heads": 1,
            "image_size": _GRID, "patch_size": 1,
        },
        vocab_size=len(sizes.words) + 3, hidden_size=sizes.width, num_hidden_layers=sizes.n_layers,
        num_attention_heads=sizes.n_heads, intermediate_size=4 * sizes.width,
        hidden_dropout_prob=sizes.dropout, attention_probs_dropout_prob=sizes.dropout,
        max_position_embeddings=sizes.n_positions, num_image_with_embedding=N_FRAMES,
        initializer_range=sizes.width**-0.5, pad_token_id=0, bos_token_id=1, eos_token_id=2, tie_word_embeddings=True,
    )  # fmt: skip
