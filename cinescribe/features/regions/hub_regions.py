"""Regions of pictures by models of the hub: detectors find boxes and name them, vision towers see the cells of a grid.

Detectors are those of the DETR family (DETR, Conditional and Deformable DETR, RT-DETR), whose decoder ends in a vector
for each object; towers are CLIP's, SigLIP's, ViT's and their kin, or convolutional networks such as ResNet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from transformers import AutoModelForObjectDetection

from cinescribe.errors import ModelError
from cinescribe.features.encoders.hub_encoders import HubEncoder, hub_encoder, hub_settings
from cinescribe.features.encoders.hub_frames import Patches, Whole, preparation
from cinescribe.features.regions.region_batch import PictureRegions
from cinescribe.features.regions.regions import WHOLE, cell_boxes
from cinescribe.language.vectors.encoders import encoder_name
from cinescribe.language.vectors.hub_files import model_folder, to_stderr, weights_digest
from cinescribe.language.vectors.hub_loading import loaded, loading
from cinescribe.media.film.frame_scaling import Image
from cinescribe.schema import Box, Region

FEWEST, MOST = 10, 50  # regions kept of a picture, as with the published features of Up-Down (Anderson et al. 2018)
SURE = 0.2  # probability from which a region is kept in any case
_VERSION = "1"  # of how models are asked here
_NO_OBJECT = ("detr", "table-transformer")  # their last class says that there is nothing


@dataclass(frozen=True)
class HubDetector:
    """Regions that a detector finds, the surest first, each with the vector its decoder ended in.

    Pickled, it is where it was loaded from: whoever gets it loads the model from disk, once.

    Attributes:
        name: of the model, without the folders it lies in.
        weights: the beginning of the digest of its weights.
        prepare: makes its pictures.
        model: the network.
        asked: the name it was asked for by.
    """

    name: str
    weights: str
    prepare: Whole | Patches
    model: Any
    asked: str

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded_again, (self.asked, self.weights, str(self.model.device))

    @property
    def version(self) -> str:
        """Of the rows, and the weights."""
        return f"{_VERSION} {self.weights}"

    def regions(self, picture: Image, known: Sequence[Region]) -> PictureRegions:
        """What is found in a picture, whatever is known of it: what is sure, but 10 to 50 regions."""
        pixels = torch.from_numpy(self.prepare(picture[None])["pixel_values"]).to(self.model.device)
        with torch.inference_mode():
            told = self.model(pixel_values=pixels)
        scores, classes = self._probabilities(told.logits[0]).max(-1)
        order = scores.argsort(descending=True, stable=True)
        kept = order[: max(min(FEWEST, len(order)), min(MOST, int((scores >= SURE).sum())))]
        names = self.model.config.id2label
        rows = told.last_hidden_state[0, -len(scores) :][kept]
        labels = tuple(str(names[int(number)]) for number in classes[kept])
        return PictureRegions(_array(rows), _corners(_array(told.pred_boxes[0][kept])), labels)

    def _probabilities(self, logits: Tensor) -> Tensor:
        """The probability of each class, (Q, C), without that of none."""
        if self.model.config.model_type in _NO_OBJECT:
            return logits.softmax(-1)[:, :-1]
        return logits.sigmoid()


@dataclass(frozen=True)
class HubGrid:
    """The whole picture and the cells that a vision tower cuts it into, without labels.

    What the tower's own preparation crops away belongs to no cell.
    """

    encoder: HubEncoder

    @property
    def name(self) -> str:
        """Of the model, without the folders it lies in."""
        return encoder_name(self.encoder.name)

    @property
    def version(self) -> str:
        """Of the rows, and the weights."""
        return f"{_VERSION} {self.encoder.weights}"

    def regions(self, picture: Image, known: Sequence[Region]) -> PictureRegions:
        """The whole picture, then its cells, row by row, whatever is known of it."""
        pixels = self.encoder.prepare(picture[None])["pixel_values"]
        with torch.inference_mode():
            told = self.encoder.model(pixel_values=torch.from_numpy(pixels).to(self.encoder.model.device))
        rows, high, wide = self._cells(told.last_hidden_state[0], pixels.shape[2:])
        seen = _seen(self.encoder.prepare, picture)
        boxes = [WHOLE, *(_within(box, seen) for box in cell_boxes(high, wide))]
        return PictureRegions(_array(rows), np.array(boxes, np.float32), ("",) * len(boxes))

    def _cells(self, hidden: Tensor, size: Sequence[int]) -> tuple[Tensor, int, int]:
        """Rows of the whole and of all cells, and how many cells there are down and across."""
        if hidden.dim() == 3:  # channels over a plane
            cells = hidden.flatten(1).T
            return torch.cat([cells.mean(0, keepdim=True), cells]), hidden.shape[1], hidden.shape[2]
        patch = self.encoder.model.config.patch_size
        high, wide = size[0] // patch, size[1] // patch
        n_before = len(hidden) - high * wide  # the classification token, and registers where there are any
        cells = hidden[n_before:]
        whole = hidden[:1] if n_before else cells.mean(0, keepdim=True)
        return torch.cat([whole, cells]), high, wide


def hub_detector(
    name: str, *, fetch: bool = False, announce: Callable[[str], None] = to_stderr, device: str = "cpu"
) -> HubDetector:
    """A detector that is here, or may be fetched.

    Args:
        name: an id of the hub, as `facebook/detr-resnet-50` or `PekingU/rtdetr_r50vd`, or a folder in its layout.
        fetch: consent to fetch the model when it is not on this machine.
        announce: is told size and licence, in one line, before anything is fetched.
        device: where torch computes.

    Raises:
        ModelError: when the model is not here, cannot be fetched, or is no detector as known here.
    """
    folder = model_folder(name, fetch=fetch, announce=announce)
    with loading(name, wanted="a detector of the DETR family, as facebook/detr-resnet-50,"):
        model = loaded(AutoModelForObjectDetection, folder, name=name).model.to(device)
    prepare = preparation(hub_settings(folder, name), model_type=model.config.model_type)
    return HubDetector(encoder_name(name), weights_digest(folder), prepare, model, name)


def hub_grid(
    name: str, *, fetch: bool = False, announce: Callable[[str], None] = to_stderr, device: str = "cpu"
) -> HubGrid:
    """The grid of a vision tower that is here, or may be fetched.

    Args:
        name: an id of the hub, as `openai/clip-vit-base-patch32`, or a folder in its layout.
        fetch: consent to fetch the model when it is not on this machine.
        announce: is told size and licence, in one line, before anything is fetched.
        device: where torch computes.

    Raises:
        ModelError: when the model is not here, cannot be fetched, or does not see single pictures.
    """
    encoder = hub_encoder(name, fetch=fetch, announce=announce, device=device)
    if encoder.is_video:
        raise ModelError(f"the model {name!r} sees windows of several pictures; name one that sees single pictures")
    return HubGrid(encoder)


@lru_cache(4)
def _loaded_again(name: str, weights: str, device: str) -> HubDetector:
    """The detector of a name in another process; `weights` tells it from one that had this name before."""
    return hub_detector(name, device=device)


def _corners(boxes: NDArray[np.float32]) -> NDArray[np.float32]:
    """Boxes (R, 4) of middle and size as sides, clipped to the picture."""
    middle, half = boxes[:, :2], boxes[:, 2:] / 2
    return np.concatenate([middle - half, middle + half], axis=1).clip(0, 1)


def _seen(prepare: Whole | Patches, picture: Image) -> Box:
    """The part of a picture that its preparation leaves."""
    return prepare.seen(picture.shape[0], picture.shape[1]) if isinstance(prepare, Whole) else WHOLE


def _within(box: Box, outer: Box) -> Box:
    """A box of a part of the picture as one of the picture."""
    wide, tall = outer[2] - outer[0], outer[3] - outer[1]
    return outer[0] + box[0] * wide, outer[1] + box[1] * tall, outer[0] + box[2] * wide, outer[1] + box[3] * tall


def _array(values: Tensor) -> NDArray[np.float32]:
    return np.asarray(values.float().cpu().numpy(), np.float32)
