"""The inputs of hub models: prepared frames and, for models that take instructions, a prompt with image tokens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeAlias

import PIL.Image
import torch
from torch import Tensor
from transformers import AutoProcessor

from cinescribe.errors import ModelError, RecordError
from cinescribe.features.encoders.hub_frames import Patches, Whole, preparation
from cinescribe.media.film.frame_scaling import Image
from cinescribe.text_files import read_json

Inputs: TypeAlias = dict[str, Tensor]

_CHAT_FRAMES = 4  # frames for a model that takes several pictures: one every two seconds of the longest clip
_CAPTIONERS = ("blip", "blip-2", "git", "vision-encoder-decoder")  # they caption without a prompt
# Text around a picture's tokens, where the chat template leaves it to the processor.
_AROUND = {
    "internvl": ("<img>", "</img>"),
    "idefics3": ("<fake_token_around_image><global-img>", "<fake_token_around_image>"),
    "smolvlm": ("<fake_token_around_image><global-img>", "<fake_token_around_image>"),
}


class Viewer(Protocol):
    """Prepares frames (T, H, W, 3) and a prompt for one family of models."""

    @property
    def n_frames(self) -> int:
        """Frames of a clip that the model gets."""

    def inputs(self, frames: Image, prompt: str) -> Inputs:
        """Return the model's inputs by name."""


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

    def inputs(self, frames: Image, prompt: str) -> Inputs:
        """Return `pixel_values`, (1, 3, height, width) or (1, T, 3, height, width); the prompt is not used."""
        pixels = torch.from_numpy(self.prepare(_spread(frames, self.n_frames))["pixel_values"])
        return {"pixel_values": pixels[None] if self.is_video else pixels}


@dataclass(frozen=True)
class ChatViewer:
    """Inputs of models that answer a prompt with images in it.

    Args:
        prepare: preprocesses frames.
        tokenizer: the model's tokenizer.
        model_type: the model's family.
        image_token: the token for a patch of an image.
        n_tokens: returns the number of these tokens for an image.
        n_frames: maximum number of frames.
    """

    prepare: Whole | Patches
    tokenizer: Any
    model_type: str
    image_token: str
    n_tokens: Callable[[Mapping[str, Any], int], int]
    n_frames: int = _CHAT_FRAMES

    def inputs(self, frames: Image, prompt: str) -> Inputs:
        """Return the prompt's tokens, (1, S), and the frames in the form of the family."""
        arrays = self.prepare(frames)
        before, after = _AROUND.get(self.model_type, ("", ""))
        text = self._text(prompt, len(frames))
        parts = text.split(self.image_token)
        whole = parts[0]
        for n, part in enumerate(parts[1:]):
            whole += before + self.image_token * self.n_tokens(arrays, n) + after + part
        bos = self.tokenizer.bos_token
        tokens = self.tokenizer(
            whole, return_tensors="pt", add_special_tokens=not (bos is not None and whole.startswith(bos))
        )
        ids = tokens["input_ids"]
        pictures = {name: torch.from_numpy(array) for name, array in arrays.items()}
        return {"input_ids": ids, "attention_mask": tokens["attention_mask"], **self._shaped(pictures, ids)}

    def _text(self, prompt: str, n_pictures: int) -> str:
        content = [{"type": "image"}] * n_pictures + [{"type": "text", "text": prompt}]
        messages = [{"role": "user", "content": content}]
        return str(self.tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True))

    def _shaped(self, pictures: Inputs, ids: Tensor) -> Inputs:
        if self.model_type in ("idefics3", "smolvlm"):
            pixels = pictures["pixel_values"][None]
            mask = torch.ones(pixels.shape[0], pixels.shape[1], *pixels.shape[-2:], dtype=torch.long)
            return {"pixel_values": pixels, "pixel_attention_mask": mask}
        if "image_grid_thw" in pictures:  # the model needs to know which tokens are images
            image = self.tokenizer.convert_tokens_to_ids(self.image_token)
            return {**pictures, "mm_token_type_ids": (ids == image).int()}
        return pictures


@dataclass(frozen=True)
class OwnViewer:
    """Inputs of other models that answer a prompt: one frame, by the model's own processor with its Pillow backend.

    Args:
        processor: the model's processor.
        n_frames: number of frames.
    """

    processor: Any
    n_frames: int = 1

    def inputs(self, frames: Image, prompt: str) -> Inputs:
        """Return the processor's output for a message with the first frame and the prompt."""
        content = [{"type": "image", "image": PIL.Image.fromarray(frames[0])}, {"type": "text", "text": prompt}]
        return dict(
            self.processor.apply_chat_template(
                [{"role": "user", "content": content}],
                add_generation_prompt=True,
                tokenize=True,
                return_dict=True,
                return_tensors="pt",
            )
        )


def viewer(folder: Path, config: Any, tokenizer: Any) -> Viewer:
    """Return what prepares the inputs of the model in `folder`.

    Raises:
        ModelError: for a family that cannot caption, or an unknown image processor.
    """
    model_type = str(config.model_type)
    if model_type not in (*_CAPTIONERS, *_TOKENS):
        return _own_viewer(folder, model_type)
    prepare = preparation(_settings(folder), model_type=model_type)
    if model_type in _CAPTIONERS:
        n_frames = getattr(config, "num_image_with_embedding", None)
        return PlainViewer(prepare, n_frames=n_frames or 1, is_video=n_frames is not None)
    return ChatViewer(
        prepare,
        _with_template(tokenizer, folder),
        model_type,
        image_token=str(tokenizer.convert_ids_to_tokens(config.image_token_id)),
        n_tokens=_TOKENS[model_type](config),
    )


def _own_viewer(folder: Path, model_type: str) -> OwnViewer:
    """Return a viewer for families not prepared here, if their own processors work without torchvision."""
    known = ", ".join(sorted([*_CAPTIONERS, *_TOKENS]))
    try:
        read: Callable[..., Any] = AutoProcessor.from_pretrained
        processor = read(folder, local_files_only=True, trust_remote_code=False, backend="pil")
    except (OSError, ValueError, KeyError, TypeError, ImportError) as error:
        reason = next(iter(str(error).split("\n")), "")
        raise ModelError(
            f"a model of type {model_type!r} came, whose own processor cannot be used ({reason}); "
            f"prepared here are {known}; choose one of these"
        ) from error
    if getattr(processor, "chat_template", None) is None:
        raise ModelError(f"a model of type {model_type!r} came, which takes no instructions; choose one of {known}")
    return OwnViewer(processor)


def _llava_tokens(config: Any) -> Callable[[Mapping[str, Any], int], int]:
    vision = config.vision_config
    # CLIP has one more token for the whole image; the `default` strategy drops it.
    more = int(config.vision_feature_select_strategy == "full" and vision.model_type == "clip_vision_model")

    def n_tokens(arrays: Mapping[str, Any], n: int) -> int:
        height, width = arrays["pixel_values"].shape[-2:]
        return int(height // vision.patch_size) * int(width // vision.patch_size) + more

    return n_tokens


def _qwen_tokens(config: Any) -> Callable[[Mapping[str, Any], int], int]:
    merge = config.vision_config.spatial_merge_size
    return lambda arrays, n: int(arrays["image_grid_thw"][n].prod()) // merge**2


def _internvl_tokens(config: Any) -> Callable[[Mapping[str, Any], int], int]:
    patch, ratio = config.vision_config.patch_size, config.downsample_ratio
    patch = patch if isinstance(patch, int) else patch[0]
    return lambda arrays, n: int((arrays["pixel_values"].shape[-1] // patch) ** 2 * ratio**2)


def _idefics_tokens(config: Any) -> Callable[[Mapping[str, Any], int], int]:
    patch, scale = config.vision_config.patch_size, config.scale_factor
    return lambda arrays, n: int((arrays["pixel_values"].shape[-1] // patch) ** 2 // scale**2)


_TOKENS = {
    "idefics3": _idefics_tokens,
    "internvl": _internvl_tokens,
    "llava": _llava_tokens,
    "qwen2_5_vl": _qwen_tokens,
    "qwen2_vl": _qwen_tokens,
    "qwen3_vl": _qwen_tokens,
    "smolvlm": _idefics_tokens,
}


def _settings(folder: Path) -> Mapping[str, Any]:
    """Return the settings of the model's image processor, from whichever file has them."""
    alone, together = folder / "preprocessor_config.json", folder / "processor_config.json"
    for path in (alone, together):
        if path.is_file():
            settings = _read(path)
            settings = dict(settings.get("image_processor", settings))
            if "image_processor_type" in settings or "feature_extractor_type" in settings or path == alone:
                return settings
    raise ModelError(
        f"{str(folder)!r} has no preprocessor_config.json, which says how frames are prepared; fetch it too"
    )


def _with_template(tokenizer: Any, folder: Path) -> Any:
    """Return the tokenizer with its chat template, which some models keep in a separate file."""
    if tokenizer.chat_template is None and (folder / "chat_template.json").is_file():
        tokenizer.chat_template = _read(folder / "chat_template.json").get("chat_template")
    if tokenizer.chat_template is None:
        raise ModelError(f"{str(folder)!r} has no chat template, so it takes no prompt; choose an instruction model")
    return tokenizer


def _read(path: Path) -> dict[str, Any]:
    try:
        return dict(read_json(path))
    except (RecordError, ValueError, TypeError) as error:
        raise ModelError(f"{str(path)!r} is no JSON object ({error}); fetch the model again") from error


def _spread(frames: Image, n: int) -> Image:
    """Return `n` evenly spaced frames, some twice if there are fewer."""
    return frames[[int((k + 0.5) * len(frames) / n) for k in range(n)]]
