"""Region features by models of the hub: detectors find labelled boxes, vision towers encode the cells of a grid.

Detectors are of the DETR family (DETR, Conditional and Deformable DETR, RT-DETR), whose decoder outputs a vector for
each object. Vision towers are those of CLIP, SigLIP and ViT, or convolutional networks such as ResNet.
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
from cinescribe.features.regions.picture_regions import PictureRegions
from cinescribe.features.regions.regions import WHOLE, cell_boxes
from cinescribe.language.vectors.encoders import encoder_name
from cinescribe.language.vectors.hub_files import model_folder, to_stderr, weights_digest
from cinescribe.language.vectors.hub_loading import load_pretrained, loading
from cinescribe.media.film.frame_scaling import Image
from cinescribe.schema import Box
from cinescribe.still_schema import Region

MIN_REGIONS, MAX_REGIONS = 10, 50  # of a picture, as in the published features of Up-Down (Anderson et al. 2018)
MIN_SCORE = 0.2  # probability of a region beyond the first `MIN_REGIONS`
_VERSION = "1"  # of this code
_NO_OBJECT = ("detr", "table-transformer")  # their last class means that there is no object


@dataclass(frozen=True)
class HubDetector:
    """A detector as a `RegionExtractor`: regions by falling probability, with the vectors of its decoder.

    Its pickle holds only the name; the receiver loads the model from disk, once.

    Attributes:
        name: of the model, without its folders.
        weights: the first digits of the digest of its weights.
        prepare: the preprocessing of its pictures.
        model: the network.
        source: the hub id or folder that it was loaded by.
    """

    name: str
    weights: str
    prepare: Whole | Patches
    model: Any
    source: str

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded_again, (self.source, self.weights, str(self.model.device))

    @property
    def version(self) -> str:
        """The version of this code and of the weights."""
        return f"{_VERSION} {self.weights}"

    def regions(self, picture: Image, known: Sequence[Region]) -> PictureRegions:
        """Return the 10 to 50 regions of a picture with the highest probabilities; `known` is ignored."""
        pixels = torch.from_numpy(self.prepare(picture[None])["pixel_values"]).to(self.model.device)
        with torch.inference_mode():
            output = self.model(pixel_values=pixels)
        scores, classes = self._probabilities(output.logits[0]).max(-1)
        order = scores.argsort(descending=True, stable=True)
        kept = order[: max(min(MIN_REGIONS, len(order)), min(MAX_REGIONS, int((scores >= MIN_SCORE).sum())))]
        names = self.model.config.id2label
        rows = output.last_hidden_state[0, -len(scores) :][kept]
        labels = tuple(str(names[int(number)]) for number in classes[kept])
        return PictureRegions(_array(rows), _corners(_array(output.pred_boxes[0][kept])), labels)

    def _probabilities(self, logits: Tensor) -> Tensor:
        """Return the probability of each class, (Q, C), without that of no object."""
        if self.model.config.model_type in _NO_OBJECT:
            return logits.softmax(-1)[:, :-1]
        return logits.sigmoid()


@dataclass(frozen=True)
class HubGrid:
    """A vision tower as a `RegionExtractor`: the whole picture and the cells of its grid, without labels.

    The part of the picture that preprocessing crops away belongs to no cell.
    """

    encoder: HubEncoder

    @property
    def name(self) -> str:
        """The name of the model, without its folders."""
        return encoder_name(self.encoder.name)

    @property
    def version(self) -> str:
        """The version of this code and of the weights."""
        return f"{_VERSION} {self.encoder.weights}"

    def regions(self, picture: Image, known: Sequence[Region]) -> PictureRegions:
        """Return the whole picture, then its cells, row by row; `known` is ignored."""
        pixels = self.encoder.prepare(picture[None])["pixel_values"]
        with torch.inference_mode():
            output = self.encoder.model(pixel_values=torch.from_numpy(pixels).to(self.encoder.model.device))
        rows, high, wide = self._cells(output.last_hidden_state[0], pixels.shape[2:])
        visible = _visible_box(self.encoder.prepare, picture)
        boxes = [WHOLE, *(_within(box, visible) for box in cell_boxes(high, wide))]
        return PictureRegions(_array(rows), np.array(boxes, np.float32), ("",) * len(boxes))

    def _cells(self, hidden: Tensor, size: Sequence[int]) -> tuple[Tensor, int, int]:
        """Return features of the whole and of all cells, and the numbers of cells down and across."""
        if hidden.dim() == 3:  # (C, h, w) of a convolutional network
            cells = hidden.flatten(1).T
            return torch.cat([cells.mean(0, keepdim=True), cells]), hidden.shape[1], hidden.shape[2]
        patch = self.encoder.model.config.patch_size
        high, wide = size[0] // patch, size[1] // patch
        n_before = len(hidden) - high * wide  # the classification token, and registers if any
        cells = hidden[n_before:]
        whole = hidden[:1] if n_before else cells.mean(0, keepdim=True)
        return torch.cat([whole, cells]), high, wide


def hub_detector(
    name: str, *, fetch: bool = False, announce: Callable[[str], None] = to_stderr, device: str = "cpu"
) -> HubDetector:
    """Load a detector.

    Args:
        name: a hub id such as `facebook/detr-resnet-50` or `PekingU/rtdetr_r50vd`, or a folder in the hub's layout.
        fetch: allow a download when the model is not on this machine.
        announce: called with one line, size and licence, before a download.
        device: where torch computes.

    Raises:
        ModelError: when the model is not on this machine, cannot be fetched, or is no detector of a known kind.
    """
    folder = model_folder(name, fetch=fetch, announce=announce)
    with loading(name, wanted="a detector of the DETR family, as facebook/detr-resnet-50,"):
        model = load_pretrained(AutoModelForObjectDetection, folder, name=name).model.to(device)
    prepare = preparation(hub_settings(folder, name), model_type=model.config.model_type)
    return HubDetector(encoder_name(name), weights_digest(folder), prepare, model, name)


def hub_grid(
    name: str, *, fetch: bool = False, announce: Callable[[str], None] = to_stderr, device: str = "cpu"
) -> HubGrid:
    """Load a vision tower.

    Args:
        name: a hub id such as `openai/clip-vit-base-patch32`, or a folder in the hub's layout.
        fetch: allow a download when the model is not on this machine.
        announce: called with one line, size and licence, before a download.
        device: where torch computes.

    Raises:
        ModelError: when the model is not on this machine, cannot be fetched, or does not read single pictures.
    """
    encoder = hub_encoder(name, fetch=fetch, announce=announce, device=device)
    if encoder.is_video:
        raise ModelError(f"the model {name!r} reads windows of several pictures; name one that reads single pictures")
    return HubGrid(encoder)


@lru_cache(4)
def _loaded_again(name: str, weights: str, device: str) -> HubDetector:
    """Return the detector of a name in another process; `weights` distinguishes it from an earlier one of that name."""
    return hub_detector(name, device=device)


def _corners(boxes: NDArray[np.float32]) -> NDArray[np.float32]:
    """Convert boxes (R, 4) from centre and size to corners, clipped to the picture."""
    middle, half = boxes[:, :2], boxes[:, 2:] / 2
    return np.concatenate([middle - half, middle + half], axis=1).clip(0, 1)


def _visible_box(prepare: Whole | Patches, picture: Image) -> Box:
    """Return the part of a picture that is left after preprocessing."""
    return prepare.visible_box(picture.shape[0], picture.shape[1]) if isinstance(prepare, Whole) else WHOLE


def _within(box: Box, outer: Box) -> Box:
    """Convert a box in a part of the picture to one in the whole picture."""
    wide, tall = outer[2] - outer[0], outer[3] - outer[1]
    return outer[0] + box[0] * wide, outer[1] + box[1] * tall, outer[0] + box[2] * wide, outer[1] + box[3] * tall


def _array(values: Tensor) -> NDArray[np.float32]:
    return np.asarray(values.float().cpu().numpy(), np.float32)
