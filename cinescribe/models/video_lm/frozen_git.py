"""Loads the frozen GITs of video language models: our own, and those of the hub."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import transformers  # its models by their full names, so that they are loaded where they are used: seconds each
from torch import Tensor

from cinescribe.errors import ModelError
from cinescribe.features.encoders.backlot_frames import PICTURE_HEIGHT, PICTURE_WIDTH, as_input
from cinescribe.features.encoders.encoder_weights import ENCODER, git_weights, read_encoder
from cinescribe.input_files import digest
from cinescribe.language.vectors.hub_files import model_folder, weights_digest
from cinescribe.language.vectors.hub_loading import load_pretrained, loading
from cinescribe.media.film.frame_scaling import Image
from cinescribe.models.hub.inputs import PlainViewer, plain_viewer
from cinescribe.models.video_lm.backlot_git import N_FRAMES, BacklotGit, BacklotGitSizes

BACKLOT_GIT = "backlot"  # the small GIT that comes with cinescribe
BACKLOT_NAMES = "backlot-git-"  # how the names of our own GITs begin, and of image encoders from them
N_DIGITS = 12  # of a digest


@dataclass(frozen=True)
class HubGitParts:
    """A GIT of transformers for videos, with what prepares its inputs, and its name as `FrameFeatures.name`."""

    model: Any
    viewer: PlainViewer
    tokenizer: Any
    name: str


def load_hub_git(name: str, *, fetch: bool, announce: Callable[[str], None]) -> HubGitParts:
    """Load a GIT of transformers for videos of `N_FRAMES` frames; arguments as `frame_features.load_git`.

    Raises:
        ModelError: when it is not on this machine, may not or cannot be downloaded, or takes another number of frames.
    """
    folder = model_folder(name, fetch=fetch, announce=announce)
    with loading(name, wanted="a GIT of transformers"):
        tokenizer = transformers.AutoTokenizer.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
        model = load_pretrained(transformers.GitForCausalLM, folder, name=name).model
    n_frames = model.config.num_image_with_embedding
    if n_frames != N_FRAMES:
        raise ModelError(
            f"the GIT {name!r} takes {n_frames or 'single'} frames; expected one for videos of {N_FRAMES}, such as "
            "microsoft/git-large-vatex"
        )
    return HubGitParts(model, plain_viewer(folder, model.config), tokenizer, f"git-{weights_digest(folder)}")


@dataclass(frozen=True)
class NamedGit:
    """One of our own GITs with its name, as `FrameFeatures.name`."""

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
