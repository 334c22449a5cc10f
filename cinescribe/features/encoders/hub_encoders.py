"""Rows of films' pictures by encoders of the hub: CLIP and other image models, VideoMAE and other video models.

Image models see single pictures, video models windows around a moment. Pictures are prepared here, since the video
processors of `transformers` ask for another library; the models are asked for tensors only.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from transformers import AutoConfig, AutoModel, CLIPVisionModelWithProjection, SiglipVisionModel

from cinescribe.errors import ModelError, RecordError
from cinescribe.features.encoders.hub_frames import Patches, Whole, preparation
from cinescribe.features.rows.blockwise import RowBlocks
from cinescribe.features.rows.timed_features import TimedRows
from cinescribe.language.vectors.hub_files import first_line, model_folder, to_stderr, weights_digest
from cinescribe.language.vectors.hub_loading import LOADING_FAILURES, loaded, loading
from cinescribe.media.film.frame_scaling import Image, Picture
from cinescribe.store import read_text
from cinescribe.timing import Seconds

CLIP_HZ = 5.0  # pictures a second for image models, as in MICap, §5.1
WINDOW: Seconds = 2.0  # what a video model sees of a film around a moment
STEPS = 4  # windows that overlap at any time: a row every half second
WIDTH = 480  # pixels to which films are shrunk at decoding; the models then resize to what they want
_VIDEO = ("videomae", "timesformer", "vivit")
_BLOCK = 8  # pictures, or windows, run at once


@dataclass(frozen=True)
class HubEncoder:
    """A picture or video encoder of the hub, ready to be asked.

    Pickled, it is its name and device: whoever gets it loads the model from disk, once.

    Attributes:
        name: as it was asked for.
        weights: the beginning of the digest of its weights.
        is_video: whether it sees windows of several pictures rather than one.
        n_pictures: pictures that it sees at once.
        width: numbers of a row.
        is_pooled: whether its pooled vector was trained; the mean of all tokens is taken where it was not.
        prepare: makes its pictures.
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

    def rows(self, pictures: NDArray[np.float32]) -> NDArray[np.float32]:
        """(B, width) of prepared pictures (B, 3, H, W), or of windows (B, T, 3, H, W)."""
        with torch.inference_mode():
            told = self.model(pixel_values=torch.from_numpy(pictures).to(self.model.device))
        return np.asarray(self._row(told).float().cpu().numpy().reshape(len(pictures), -1), np.float32)

    def of_pictures(self, pictures: NDArray[np.uint8]) -> NDArray[np.float32]:
        """(B, width) of pictures as films have them, (B, H, W, 3)."""
        return self.rows(self.prepare(pictures)["pixel_values"])

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded_again, (self.name, self.weights, str(self.model.device))

    def _row(self, told: Any) -> Tensor:
        """What stands for the whole picture: the projection, the pooled vector, or the mean of all tokens."""
        names = ("image_embeds", "pooler_output") if self.is_pooled else ("image_embeds",)
        pooled: Tensor | None = next((told[name] for name in names if told.get(name) is not None), None)
        return told.last_hidden_state.mean(1) if pooled is None else pooled


class HubPictures:
    """A row a picture, five a second; a `RowsSink`."""

    def __init__(self, encoder: HubEncoder) -> None:
        self.wants = Picture("rgb24", rate_hz=CLIP_HZ, width=WIDTH)
        self._rows = RowBlocks(encoder.of_pictures, width=encoder.width, block=_BLOCK)

    def take(self, time: Seconds, image: Image) -> None:
        """Take the next picture, (H, W, 3) RGB."""
        self._rows.take(time, image)

    def rows(self) -> TimedRows:
        """The rows of everything taken so far."""
        return self._rows.rows()


class HubWindows:
    """A row a window of two seconds, each half a second after the one before; a `RowsSink`.

    At the film's ends, and in films shorter than a window, the first and the last picture stand in for what is not
    there.
    """

    def __init__(self, encoder: HubEncoder) -> None:
        self._size = encoder.n_pictures
        self.wants = Picture("rgb24", rate_hz=self._size / WINDOW, width=WIDTH)
        self._encoder = encoder
        self._rows: RowBlocks = RowBlocks(self._computed, width=encoder.width, block=_BLOCK)
        self._step = max(1, self._size // STEPS)
        self._held: deque[tuple[Seconds, Image]] = deque(maxlen=self._size)
        self._n_taken = self._n_told = 0

    def take(self, time: Seconds, image: Image) -> None:
        """Take the next picture, (H, W, 3) RGB."""
        self._held.append((time, image.copy()))
        self._n_taken += 1
        if self._moment + self._size - self._before == self._n_taken:
            self._tell()

    def rows(self) -> TimedRows:
        """The rows of everything taken; call it once the film has ended."""
        while self._moment < self._n_taken:
            self._tell()
        return self._rows.rows()

    @property
    def _before(self) -> int:
        return self._size // 2

    @property
    def _moment(self) -> int:
        """Number of the picture that the next window is around."""
        return self._n_told * self._step

    def _tell(self) -> None:
        first = self._n_taken - len(self._held)  # number of the first picture held
        numbers = self._moment - self._before + np.arange(self._size)
        window = np.stack([self._held[n][1] for n in np.clip(numbers - first, 0, len(self._held) - 1)])
        self._rows.take(self._held[self._moment - first][0], window)
        self._n_told += 1

    def _computed(self, windows: NDArray[np.uint8]) -> NDArray[np.float32]:
        flat = self._encoder.prepare(windows.reshape(-1, *windows.shape[2:]))["pixel_values"]
        return self._encoder.rows(flat.reshape(*windows.shape[:2], *flat.shape[1:]))


def hub_encoder(
    name: str, *, fetch: bool = False, announce: Callable[[str], None] = to_stderr, device: str = "cpu"
) -> HubEncoder:
    """An encoder that is here, or may be fetched.

    Args:
        name: an id of the hub, as `openai/clip-vit-base-patch32`, `microsoft/resnet-152` or `MCG-NJU/videomae-base`, or
            a folder in its layout.
        fetch: consent to fetch the model when it is not on this machine.
        announce: is told size and licence, in one line, before anything is fetched.
        device: where torch computes.

    Raises:
        ModelError: when the model is not here, cannot be fetched, or is none that sees pictures as prepared here.
    """
    folder = model_folder(name, fetch=fetch, announce=announce)
    with loading(name, wanted="an image or video encoder of transformers"):
        config = AutoConfig.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
        found = loaded(_family(config.model_type), folder, name=name)
    is_video = config.model_type in _VIDEO
    encoder = HubEncoder(
        name,
        weights_digest(folder),
        is_video=is_video,
        n_pictures=int(config.num_frames) if is_video else 1,
        width=0,
        is_pooled=found.has_pooler,
        prepare=preparation(hub_settings(folder, name), model_type=config.model_type),
        model=found.model.to(device),
    )
    return replace(encoder, width=_width(encoder))


@lru_cache(4)
def _loaded_again(name: str, weights: str, device: str) -> HubEncoder:
    """The encoder of a name in another process; `weights` tells it from one that had this name before."""
    return hub_encoder(name, device=device)


def _family(model_type: str) -> Any:
    """The class that sees pictures alone, for models that also read texts."""
    return {"clip": CLIPVisionModelWithProjection, "siglip": SiglipVisionModel}.get(model_type, AutoModel)


def hub_settings(folder: Path, name: str) -> dict[str, Any]:
    """What a model's folder says of how its pictures are prepared.

    Args:
        folder: where the model is.
        name: as it was asked for.

    Raises:
        ModelError: when it says nothing.
    """
    try:
        found = json.loads(read_text(folder / "preprocessor_config.json"))
    except (RecordError, ValueError) as error:
        raise ModelError(f"the model {name!r} does not say how its pictures are prepared ({error})") from error
    return dict(found)


def _width(encoder: HubEncoder) -> int:
    """Numbers of a row, found by asking for one; a model that cannot be asked so is refused."""
    blank = np.zeros((encoder.n_pictures, 64, 64, 3), np.uint8)
    pictures = encoder.prepare(blank)["pixel_values"]
    try:
        row = encoder.rows(pictures[None] if encoder.is_video else pictures)
    except LOADING_FAILURES as error:
        raise ModelError(
            f"the model {encoder.name!r} cannot be asked for rows of pictures ({first_line(error)}); "
            "name an image or video encoder, as openai/clip-vit-base-patch32"
        ) from error
    return int(row.shape[1])
