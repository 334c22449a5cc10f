"""A frozen GIT as the encoder of videos: its decoder's states at the places of the pictures (section 4, eq. 1-2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from transformers import AutoTokenizer, GitForCausalLM

from cinescribe.errors import ModelError
from cinescribe.features.encoders.backlot_frames import PICTURE_HEIGHT, PICTURE_WIDTH, as_input
from cinescribe.features.encoders.encoder_weights import ENCODER, git_weights, read_encoder
from cinescribe.input_files import digest
from cinescribe.language.vectors.hub_files import model_folder, to_stderr, weights_digest
from cinescribe.language.vectors.hub_loading import load_pretrained, loading
from cinescribe.media.film.frame_scaling import Image
from cinescribe.models.hub.inputs import PlainViewer, plain_viewer
from cinescribe.models.video_lm.backlot_git import N_FRAMES, BacklotGit, BacklotGitSizes

BACKLOT_GIT = "backlot"  # the small GIT that comes with cinescribe
BACKLOT_NAMES = "backlot-git-"  # how the names of our own GITs begin, and of image encoders from them
N_DIGITS = 12  # of a digest


class FrozenGit(Protocol):
    """A video captioner whose weights never change."""

    @property
    def name(self) -> str:
        """The captioner and the digest of its weights: states of equal names are equal."""

    @property
    def width(self) -> int:
        """The width of its states, D."""

    @property
    def network(self) -> nn.Module:
        """Its network, which moves to the device of the model that it sees for."""

    def states(self, frames: Image) -> Tensor:
        """Return H_V of `N_FRAMES` frames (T, H, W, 3): the decoder's states at places and first token, (P, D)."""


class SmallGit:
    """Our own GIT, for drawn films.

    Args:
        net: from `read_encoder`.
        name: as `FrozenGit.name`.
    """

    def __init__(self, net: BacklotGit, name: str) -> None:
        self.network, self.name = net.eval().requires_grad_(False), name
        self.width = net.sizes.width

    @torch.no_grad()
    def states(self, frames: Image) -> Tensor:
        """Return H_V of `N_FRAMES` frames."""
        net = self.network
        device = next(net.parameters()).device
        cells = net.frame_cells(backlot_pictures(frames)[None].to(device))
        return net(cells, torch.tensor([[net.first_token]], device=device))[0]  # type: ignore[no-any-return]


class HubGit:
    """A GIT of transformers for videos, such as `microsoft/git-large-vatex`.

    Args:
        model: a `GitForCausalLM`.
        viewer: prepares its pictures.
        name: as `FrozenGit.name`.
    """

    def __init__(self, model: Any, viewer: PlainViewer, name: str) -> None:
        self.network, self._viewer, self.name = model.eval().requires_grad_(False), viewer, name
        self.width = int(model.config.hidden_size)

    @torch.no_grad()
    def states(self, frames: Image) -> Tensor:
        """Return H_V of `N_FRAMES` frames."""
        pixels = self._viewer.inputs(frames)["pixel_values"]
        first = torch.tensor([[self.network.config.bos_token_id]])
        device = next(self.network.parameters()).device
        states: Tensor = self.network.git(input_ids=first.to(device), pixel_values=pixels.to(device)).last_hidden_state
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
    ours = load_backlot_git(name)
    if ours is not None:
        return SmallGit(ours.net, ours.name)
    hub = load_hub_git(name, fetch=fetch, announce=announce)
    return HubGit(hub.model, hub.viewer, hub.name)


@dataclass(frozen=True)
class HubGitParts:
    """A GIT of transformers for videos, with what prepares its inputs, and its name as `FrozenGit.name`."""

    model: Any
    viewer: PlainViewer
    tokenizer: Any
    name: str


def load_hub_git(name: str, *, fetch: bool, announce: Callable[[str], None]) -> HubGitParts:
    """Load a GIT of transformers for videos of `N_FRAMES` frames; arguments as `load_git`.

    Raises:
        ModelError: when it is not on this machine, may not or cannot be downloaded, or takes another number of frames.
    """
    folder = model_folder(name, fetch=fetch, announce=announce)
    with loading(name, wanted="a GIT of transformers"):
        tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
        model = load_pretrained(GitForCausalLM, folder, name=name).model
    n_frames = model.config.num_image_with_embedding
    if n_frames != N_FRAMES:
        raise ModelError(
            f"the GIT {name!r} takes {n_frames or 'single'} frames; one for videos of {N_FRAMES} is wanted, such "
            "as microsoft/git-large-vatex"
        )
    return HubGitParts(model, plain_viewer(folder, model.config), tokenizer, f"git-{weights_digest(folder)}")


@dataclass(frozen=True)
class NamedGit:
    """One of our own GITs with its name, as `FrozenGit.name`."""

    net: BacklotGit
    name: str


def load_backlot_git(name: str) -> NamedGit | None:
    """Load one of our own GITs: `backlot`, or a folder; None for a name of anything else.

    Raises:
        ModelError: when this installation has none, or the folder is damaged.
    """
    folder = git_weights() if name == BACKLOT_GIT else Path(name)
    if (folder / ENCODER.weights).is_file():
        net = read_encoder(folder, BacklotGit, BacklotGitSizes)
        return NamedGit(net, f"{BACKLOT_NAMES}{digest(folder / ENCODER.weights)[:N_DIGITS]}")
    if name == BACKLOT_GIT:
        raise ModelError(
            "this installation has no small GIT; make it by: python -m cinescribe.train.git.train_git -o FOLDER "
            "--work FOLDER, and name the first folder"
        )
    return None


def backlot_pictures(frames: Image) -> Tensor:
    """Return frames (T, H, W, 3) as pictures of our own GITs, (T, 3, H, W), values 0 to 1."""
    small = [cv2.resize(one, (PICTURE_WIDTH, PICTURE_HEIGHT), interpolation=cv2.INTER_AREA) for one in frames]
    return as_input(np.stack(small).astype(np.uint8))
