"""A frozen GIT as the encoder of videos: its decoder's states at the places of the pictures (section 4, eq. 1-2)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np
import torch
from torch import Tensor
from transformers import GitForCausalLM

from cinescribe.errors import ModelError
from cinescribe.features.encoders.backlot_frames import PICTURE_HEIGHT, PICTURE_WIDTH, as_input
from cinescribe.features.encoders.encoder_weights import WEIGHTS, git_weights, read_encoder
from cinescribe.input_files import digest
from cinescribe.language.vectors.hub_files import model_folder, to_stderr, weights_digest
from cinescribe.language.vectors.hub_loading import load_pretrained, loading
from cinescribe.media.film.frame_scaling import Image
from cinescribe.models.hub.inputs import PlainViewer, plain_viewer
from cinescribe.models.video_lm.backlot_git import N_FRAMES, BacklotGit, BacklotGitSizes

BACKLOT_GIT = "backlot"  # the small GIT that comes with cinescribe
N_DIGITS = 12  # of a digest


class FrozenGit(Protocol):
    """A video captioner whose weights never change."""

    @property
    def name(self) -> str:
        """The captioner and the digest of its weights: states of equal names are equal."""

    @property
    def width(self) -> int:
        """The width of its states, D."""

    def states(self, frames: Image) -> Tensor:
        """Return H_V of `N_FRAMES` frames (T, H, W, 3): the decoder's states at places and first token, (P, D)."""


class SmallGit:
    """Our own GIT, for drawn films.

    Args:
        net: from `read_encoder`.
        name: as `FrozenGit.name`.
    """

    def __init__(self, net: BacklotGit, name: str) -> None:
        self._net, self.name = net.eval().requires_grad_(False), name
        self.width = net.sizes.width

    @torch.no_grad()
    def states(self, frames: Image) -> Tensor:
        """Return H_V of `N_FRAMES` frames."""
        small = [cv2.resize(one, (PICTURE_WIDTH, PICTURE_HEIGHT), interpolation=cv2.INTER_AREA) for one in frames]
        cells = self._net.frame_cells(as_input(np.stack(small).astype(np.uint8))[None])
        return self._net(cells, torch.tensor([[self._net.first_token]]))[0]  # type: ignore[no-any-return]


class HubGit:
    """A GIT of transformers for videos, such as `microsoft/git-large-vatex`.

    Args:
        model: a `GitForCausalLM`.
        viewer: prepares its pictures.
        name: as `FrozenGit.name`.

    Raises:
        ModelError: when the model takes another number of frames than `N_FRAMES`.
    """

    def __init__(self, model: Any, viewer: PlainViewer, name: str) -> None:
        n_frames = model.config.num_image_with_embedding
        if n_frames != N_FRAMES:
            raise ModelError(
                f"the GIT {name!r} takes {n_frames or 'single'} frames; one for videos of {N_FRAMES} is wanted, such "
                "as microsoft/git-large-vatex"
            )
        self._model, self._viewer, self.name = model.eval().requires_grad_(False), viewer, name
        self.width = int(model.config.hidden_size)

    @torch.no_grad()
    def states(self, frames: Image) -> Tensor:
        """Return H_V of `N_FRAMES` frames."""
        pixels = self._viewer.inputs(frames)["pixel_values"]
        first = torch.tensor([[self._model.config.bos_token_id]])
        device = next(self._model.parameters()).device
        states: Tensor = self._model.git(input_ids=first.to(device), pixel_values=pixels.to(device)).last_hidden_state
        return states[0]


def load_git(name: str, *, fetch: bool = False, announce: Callable[[str], None] = to_stderr) -> FrozenGit:
    """Load a GIT for videos.

    Args:
        name: `backlot`, which comes with cinescribe; a folder with one of ours, or in the hub's layout; or an id of
            the hub.
        fetch: whether a missing model may be downloaded from the hub.
        announce: receives one line before a download.

    Raises:
        ModelError: when it is not on this machine, may not or cannot be downloaded, or takes other inputs.
    """
    ours = git_weights() if name == BACKLOT_GIT else Path(name)
    if (ours / WEIGHTS).is_file():
        net = read_encoder(ours, BacklotGit, BacklotGitSizes)
        return SmallGit(net, f"backlot-git-{digest(ours / WEIGHTS)[:N_DIGITS]}")
    if name == BACKLOT_GIT:
        raise ModelError(
            "this installation has no small GIT; make it by: python -m cinescribe.train.git.train_git -o FOLDER, and "
            "name the folder"
        )
    folder = model_folder(name, fetch=fetch, announce=announce)
    with loading(name, wanted="a GIT of transformers"):
        model = load_pretrained(GitForCausalLM, folder, name=name).model
    return HubGit(model, plain_viewer(folder, model.config), f"git-{weights_digest(folder)}")
