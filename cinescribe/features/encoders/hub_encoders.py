"""Features of films by encoders of the hub: CLIP and other image models, VideoMAE and other video models.

Image models read single pictures, video models windows around a moment. Preprocessing is done here, because the video
processors of `transformers` need another library.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import torch
import transformers  # its models by their full names, so that they are loaded where they are used: seconds each
from numpy.typing import NDArray
from torch import Tensor

from cinescribe.errors import ModelError, RecordError, brief
from cinescribe.features.encoders.hub_frames import Patches, Whole, preparation
from cinescribe.features.timed.batched_encoder import BatchedEncoder
from cinescribe.features.timed.timed_features import TimedFeatures
from cinescribe.language.vectors.hub_files import first_line, model_folder, to_stderr, weights_digest
from cinescribe.language.vectors.hub_loading import LOADING_FAILURES, load_pretrained, loading
from cinescribe.media.film.frame_scaling import Image, PictureFormat
from cinescribe.store import read_json
from cinescribe.timing import Seconds

CLIP_HZ = 5.0  # pictures per second for image models, as in MICap, §5.1
_WINDOW: Seconds = 2.0  # of a film around a moment, the input of a video model
_STEPS = 4  # windows that overlap at any time: one every half second
HUB_WIDTH = 480  # pixels of decoded films; preprocessing then resizes for the model
_VIDEO = ("videomae", "timesformer", "vivit")
_BATCH = 8  # pictures or windows


@dataclass(frozen=True)
class HubEncoder:
    """An image or video encoder of the hub.

    Its pickle holds only the name and device; the receiver loads the model from disk, once.

    Attributes:
        name: the hub id or folder that it was loaded by.
        weights: the first digits of the digest of its weights.
        is_video: whether it reads windows of several pictures rather than one.
        n_pictures: number of pictures per window.
        width: of a feature vector.
        is_pooled: whether its pooled vector was trained; if not, the mean of all tokens is used.
        prepare: the preprocessing of its pictures.
        model: the network.
    """

    name: str
    weights: str
    is_video: bool
    n_pictures: int
    width: int
    is_pooled: bool
    prepare: Whole | Patches
    model: Any

    def encode(self, pictures: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return vectors (B, width) of preprocessed pictures (B, 3, H, W), or windows (B, T, 3, H, W)."""
        with torch.inference_mode():
            output = self.model(pixel_values=torch.from_numpy(pictures).to(self.model.device))
        return np.asarray(self._pooled(output).float().cpu().numpy().reshape(len(pictures), -1), np.float32)

    def encode_pictures(self, pictures: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Return vectors (B, width) of pictures of a film, (B, H, W, 3)."""
        return self.encode(self.prepare(pictures)["pixel_values"])

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded_again, (self.name, self.weights, str(self.model.device))

    def _pooled(self, output: Any) -> Tensor:
        """Return the vector of the whole picture: the projection, the pooled vector, or the mean of all tokens."""
        names = ("image_embeds", "pooler_output") if self.is_pooled else ("image_embeds",)
        pooled: Tensor | None = next((output[name] for name in names if output.get(name) is not None), None)
        return output.last_hidden_state.mean(1) if pooled is None else pooled


class HubPictureSink:
    """A `FeatureSink` that encodes five pictures per second."""

    def __init__(self, encoder: HubEncoder) -> None:
        self.wants = PictureFormat("rgb24", rate_hz=CLIP_HZ, width=HUB_WIDTH)
        self._encoded = BatchedEncoder(encoder.encode_pictures, width=encoder.width, batch_size=_BATCH)

    def take(self, time: Seconds, image: Image) -> None:
        """Take the next picture, (H, W, 3) RGB."""
        self._encoded.take(time, image)

    def features(self) -> TimedFeatures:
        """Return the features of the pictures so far."""
        return self._encoded.features()


class HubWindowSink:
    """A `FeatureSink` that encodes windows of two seconds, one every half second.

    At the film's ends, and in films shorter than a window, the first and last pictures are repeated.
    """

    def __init__(self, encoder: HubEncoder) -> None:
        self._size = encoder.n_pictures
        self.wants = PictureFormat("rgb24", rate_hz=self._size / _WINDOW, width=HUB_WIDTH)
        self._encoder = encoder
        self._encoded: BatchedEncoder = BatchedEncoder(self._encode, width=encoder.width, batch_size=_BATCH)
        self._step = max(1, self._size // _STEPS)
        self._recent: deque[tuple[Seconds, Image]] = deque(maxlen=self._size)
        self._n_taken = self._n_windows = 0

    def take(self, time: Seconds, image: Image) -> None:
        """Take the next picture, (H, W, 3) RGB."""
        self._recent.append((time, image.copy()))
        self._n_taken += 1
        if self._moment + self._size - self._before == self._n_taken:
            self._encode_window()

    def features(self) -> TimedFeatures:
        """Return the features of the film; call it once the film has ended."""
        while self._moment < self._n_taken:
            self._encode_window()
        return self._encoded.features()

    @property
    def _before(self) -> int:
        return self._size // 2

    @property
    def _moment(self) -> int:
        """The index of the picture at the middle of the next window."""
        return self._n_windows * self._step

    def _encode_window(self) -> None:
        first = self._n_taken - len(self._recent)  # index of the first of them
        numbers = self._moment - self._before + np.arange(self._size)
        window = np.stack([self._recent[n][1] for n in np.clip(numbers - first, 0, len(self._recent) - 1)])
        self._encoded.take(self._recent[self._moment - first][0], window)
        self._n_windows += 1

    def _encode(self, windows: NDArray[np.uint8]) -> NDArray[np.float32]:
        flat = self._encoder.prepare(windows.reshape(-1, *windows.shape[2:]))["pixel_values"]
        return self._encoder.encode(flat.reshape(*windows.shape[:2], *flat.shape[1:]))


def hub_encoder(
    name: str, *, fetch: bool = False, announce: Callable[[str], None] = to_stderr, device: str = "cpu"
) -> HubEncoder:
    """Load an encoder.

    Args:
        name: a hub id such as `openai/clip-vit-base-patch32`, `microsoft/resnet-152` or `MCG-NJU/videomae-base`, or a
            folder in the hub's layout.
        fetch: allow a download when the model is not on this machine.
        announce: called with one line, size and licence, before a download.
        device: where torch computes.

    Raises:
        ModelError: when the model is not on this machine, cannot be fetched, or is no encoder of a known kind.
    """
    folder = model_folder(name, fetch=fetch, announce=announce)
    with loading(name, wanted="an image or video encoder of transformers"):
        config = transformers.AutoConfig.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
        loaded = load_pretrained(_family(config.model_type), folder, name=name)
    is_video = config.model_type in _VIDEO
    encoder = HubEncoder(
        name,
        weights_digest(folder),
        is_video=is_video,
        n_pictures=int(config.num_frames) if is_video else 1,
        width=0,
        is_pooled=loaded.has_pooler,
        prepare=preparation(hub_settings(folder, name), model_type=config.model_type),
        model=loaded.model.to(device),
    )
    return replace(encoder, width=_width(encoder))


@lru_cache(4)
def _loaded_again(name: str, weights: str, device: str) -> HubEncoder:
    """Return the encoder of a name in another process; `weights` distinguishes it from an earlier one of that name."""
    return hub_encoder(name, device=device)


def _family(model_type: str) -> Any:
    """Return the class of the vision part, for models that also read texts."""
    own = {"clip": "CLIPVisionModelWithProjection", "siglip": "SiglipVisionModel"}
    return getattr(transformers, own.get(model_type, "AutoModel"))


def hub_settings(folder: Path, name: str) -> dict[str, Any]:
    """Read the preprocessing settings in a model's folder.

    Args:
        folder: of the model.
        name: of the model, for messages.

    Raises:
        ModelError: when there are none.
    """
    try:
        settings = read_json(folder / "preprocessor_config.json")
    except RecordError as error:
        raise ModelError(f"the model {name!r} has no preprocessing settings ({error}); name another") from error
    if not isinstance(settings, dict):
        raise ModelError(f"the preprocessing settings of {name!r} are {brief(settings)}; name another model")
    return settings


def _width(encoder: HubEncoder) -> int:
    """Return the width of a feature vector, found by encoding a blank picture; raise if that fails."""
    blank = np.zeros((encoder.n_pictures, 64, 64, 3), np.uint8)
    pictures = encoder.prepare(blank)["pixel_values"]
    try:
        vector = encoder.encode(pictures[None] if encoder.is_video else pictures)
    except LOADING_FAILURES as error:
        raise ModelError(
            f"the model {encoder.name!r} cannot encode pictures ({first_line(error)}); "
            "name an image or video encoder, such as openai/clip-vit-base-patch32"
        ) from error
    return int(vector.shape[1])
