"""The inputs of hub models that caption without a prompt, and the files that say how frames are prepared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import torch
from torch import Tensor

from cinescribe.errors import ModelError, RecordError, brief
from cinescribe.features.encoders.hub_frames import Patches, Whole, preparation
from cinescribe.media.film.frame_scaling import Image
from cinescribe.store import read_json

Inputs: TypeAlias = dict[str, Tensor]

PROMPTLESS = ("blip", "blip-2", "git", "vision-encoder-decoder")  # families that caption without a prompt


@dataclass(frozen=True)
class PlainViewer:
    """Inputs of models that caption without a prompt.

    Args:
        prepare: preprocesses frames.
        n_frames: frames of one input.
        is_video: whether the frames are one video, as for GIT's video models.
    """

    prepare: Whole | Patches
    n_frames: int
    is_video: bool

    def inputs(self, frames: Image) -> Inputs:
        """Return `pixel_values` of frames (T, H, W, 3): (1, 3, height, width) or (1, T, 3, height, width)."""
        pixels = torch.from_numpy(self.prepare(_spread(frames, self.n_frames))["pixel_values"])
        return {"pixel_values": pixels[None] if self.is_video else pixels}


def plain_viewer(folder: Path, config: Any) -> PlainViewer:
    """Return what prepares the inputs of the promptless model in `folder`.

    Raises:
        ModelError: for an unknown image processor.
    """
    n_frames = getattr(config, "num_image_with_embedding", None)
    prepare = preparation(processor_settings(folder), model_type=str(config.model_type))
    return PlainViewer(prepare, n_frames=n_frames or 1, is_video=n_frames is not None)


def model_type(folder: Path) -> str:
    """Return the family of the model in `folder`.

    Raises:
        ModelError: when its config.json is damaged or does not say.
    """
    return str(read_model_settings(folder / "config.json").get("model_type", ""))


def processor_settings(folder: Path) -> Mapping[str, Any]:
    """Return the settings of the model's image processor, from whichever file has them.

    Raises:
        ModelError: when no file has them, or a file is damaged.
    """
    alone, together = folder / "preprocessor_config.json", folder / "processor_config.json"
    for path in (alone, together):
        if path.is_file():
            settings = read_model_settings(path)
            settings = settings.get("image_processor", settings)
            if not isinstance(settings, dict):
                raise ModelError(f"{str(path)!r} has {brief(settings)} as image_processor; fetch the model again")
            if "image_processor_type" in settings or "feature_extractor_type" in settings or path == alone:
                return settings
    raise ModelError(
        f"{str(folder)!r} has no preprocessor_config.json, which says how frames are prepared; fetch it too"
    )


def read_model_settings(path: Path) -> dict[str, Any]:
    """Return the JSON object of a model's file.

    Raises:
        ModelError: when it is damaged.
    """
    try:
        return dict(read_json(path))
    except (RecordError, ValueError, TypeError) as error:
        raise ModelError(f"{str(path)!r} is no JSON object ({error}); fetch the model again") from error


def _spread(frames: Image, n: int) -> Image:
    """Return `n` evenly spaced frames, some twice if there are fewer."""
    return frames[[int((k + 0.5) * len(frames) / n) for k in range(n)]]
