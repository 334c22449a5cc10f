"""Frozen networks that turn frames into features for a language model: GITs for videos, and image encoders."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import torch
import transformers  # its models by their full names, so that they are loaded where they are used: seconds each
from torch import Tensor, nn

from cinescribe.errors import ModelError
from cinescribe.features.encoders.hub_frames import Patches, Whole, preparation
from cinescribe.language.vectors.hub_files import model_folder, to_stderr, weights_digest
from cinescribe.language.vectors.hub_loading import load_pretrained, loading
from cinescribe.media.film.frame_scaling import Image
from cinescribe.models.hub.inputs import PlainViewer, processor_settings
from cinescribe.models.video_lm.backlot_git import BacklotGit
from cinescribe.models.video_lm.frozen_git import backlot_pictures, load_backlot_git, load_hub_git

CLIP = "openai/clip-vit-large-patch14"
CLIP_LAYER = -2  # the last but one, as LLaVA, Video-ChatGPT and Valley read CLIP
_BATCH = 8  # frames


class FrameFeatures(Protocol):
    """A network whose weights never change, and that turns frames into features."""

    @property
    def name(self) -> str:
        """The network and the digest of its weights: features of equal names are equal."""

    @property
    def width(self) -> int:
        """The width of a feature vector, D."""

    @property
    def network(self) -> nn.Module:
        """The network itself, which moves to the device of the language model that reads its features."""

    def features(self, frames: Image) -> Tensor:
        """Return the features of frames (T, H, W, 3).

        A GIT gives those of a video, (P, D); an image encoder those of each frame, the whole frame first, then its N
        places, (T, 1 + N, D).
        """


class SmallGitFeatures:
    """The decoder's states of our own GIT, for drawn films (section 4, eq. 1-2).

    Args:
        net: from `read_encoder`.
        name: as `FrameFeatures.name`.
    """

    def __init__(self, net: BacklotGit, name: str) -> None:
        self.network, self.name = net.eval().requires_grad_(False), name
        self.width = net.sizes.width

    @torch.no_grad()
    def features(self, frames: Image) -> Tensor:
        """Return H_V of `N_FRAMES` frames (T, H, W, 3), at places and first token, (P, D)."""
        net = self.network
        device = next(net.parameters()).device
        cells = net.frame_cells(backlot_pictures(frames)[None].to(device))
        return net(cells, torch.tensor([[net.first_token]], device=device))[0]  # type: ignore[no-any-return]


class HubGitFeatures:
    """The decoder's states of a GIT of transformers for videos, such as `microsoft/git-large-vatex`.

    Args:
        model: a `GitForCausalLM`.
        viewer: prepares its pictures.
        name: as `FrameFeatures.name`.
    """

    def __init__(self, model: Any, viewer: PlainViewer, name: str) -> None:
        self.network, self._viewer, self.name = model.eval().requires_grad_(False), viewer, name
        self.width = int(model.config.hidden_size)

    @torch.no_grad()
    def features(self, frames: Image) -> Tensor:
        """Return H_V of `N_FRAMES` frames (T, H, W, 3), at places and first token, (P, D)."""
        pixels = self._viewer.inputs(frames)["pixel_values"]
        first = torch.tensor([[self.network.config.bos_token_id]])
        device = next(self.network.parameters()).device
        states: Tensor = self.network.git(input_ids=first.to(device), pixel_values=pixels.to(device)).last_hidden_state
        return states[0]


class SmallGitFrameFeatures:
    """The image encoder of our own GIT, for drawn films, in place of CLIP: a frame and nine cells of it.

    Args:
        net: from `load_backlot_git`.
        name: as `FrameFeatures.name`.
    """

    def __init__(self, net: BacklotGit, name: str) -> None:
        self.network, self.name = net.eval().requires_grad_(False), f"{name}-rows"
        self.width = net.sizes.width

    @torch.no_grad()
    def features(self, frames: Image) -> Tensor:
        """Return the features of frames (T, H, W, 3), (T, 10, D)."""
        device = next(self.network.parameters()).device
        cells = self.network.frame_cells(backlot_pictures(frames)[None].to(device))[0]
        features: Tensor = self.network.git.git.image_encoder(cells[:, None]).last_hidden_state
        return features


class TowerFeatures:
    """A vision transformer of the hub with a class token, such as CLIP's.

    Args:
        tower: the network.
        prepare: preprocesses frames.
        layers: whose states are the features; several are joined.
        name: as `FrameFeatures.name`.
    """

    def __init__(self, tower: Any, prepare: Whole | Patches, layers: int | list[int], name: str) -> None:
        self.network, self._prepare, self.name = tower.eval().requires_grad_(False), prepare, name
        self._layers = [layers] if isinstance(layers, int) else list(layers)
        self.width = int(tower.config.hidden_size) * len(self._layers)

    @torch.no_grad()
    def features(self, frames: Image) -> Tensor:
        """Return the features of frames (T, H, W, 3), (T, 1 + N, D)."""
        pixels = torch.from_numpy(self._prepare(frames)["pixel_values"])
        weight = next(self.network.parameters())
        parts = []
        for at in range(0, len(pixels), _BATCH):
            some = pixels[at : at + _BATCH]
            seen = self.network(some.to(weight.device, weight.dtype), output_hidden_states=True).hidden_states
            parts.append(torch.cat([seen[layer] for layer in self._layers], -1).float())
        return torch.cat(parts)


def load_frame_features(
    name: str, *, fetch: bool = False, announce: Callable[[str], None] = to_stderr
) -> FrameFeatures:
    """Load a frozen image encoder.

    Args:
        name: `backlot`, for the image encoder of the GIT bundled with cinescribe; a folder with an encoder saved by
            cinescribe, or with a CLIP in the hub's layout; or an id of the hub.
        fetch: whether a missing model may be downloaded from the hub.
        announce: receives one line before a download.

    Raises:
        ModelError: when it is not on this machine, may not or cannot be downloaded, or is of another kind.
    """
    ours = load_backlot_git(name)
    if ours is not None:
        return SmallGitFrameFeatures(ours.net, ours.name)
    folder = model_folder(name, fetch=fetch, announce=announce)
    with loading(name, wanted="a CLIP of transformers"):
        model = load_pretrained(transformers.AutoModel, folder, name=name).model
    tower = getattr(model, "vision_model", model)
    if (found := str(tower.config.model_type)) != "clip_vision_model":
        raise ModelError(f"the model {name!r} is of the family {found!r}; expected a CLIP, such as {CLIP}")
    prepare = preparation(processor_settings(folder), model_type="clip")
    return TowerFeatures(tower, prepare, CLIP_LAYER, f"clip-{weights_digest(folder)}")


def load_git(name: str, *, fetch: bool = False, announce: Callable[[str], None] = to_stderr) -> FrameFeatures:
    """Load a GIT for videos.

    Args:
        name: `backlot`, bundled with cinescribe; a folder saved by cinescribe, or in the hub's layout; or an id of
            the hub.
        fetch: whether a missing model may be downloaded from the hub.
        announce: receives one line before a download.

    Raises:
        ModelError: when it is not on this machine, may not or cannot be downloaded, or takes other inputs.
    """
    ours = load_backlot_git(name)
    if ours is not None:
        return SmallGitFeatures(ours.net, ours.name)
    hub = load_hub_git(name, fetch=fetch, announce=announce)
    return HubGitFeatures(hub.model, hub.viewer, hub.name)
