"""The inputs of hub models that take instructions: prepared pictures and a prompt with image tokens."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import PIL.Image
import torch
import transformers  # its models by their full names, so that they are loaded where they are used: seconds each
from torch import Tensor

from cinescribe.errors import ModelError
from cinescribe.features.encoders.hub_frames import Patches, Whole, preparation
from cinescribe.media.film.frame_scaling import Image
from cinescribe.models.hub.inputs import PROMPTLESS, Inputs, processor_settings, read_model_settings

# Text around a picture's tokens, where the chat template leaves it to the processor.
_AROUND = {
    "internvl": ("<img>", "</img>"),
    "idefics3": ("<fake_token_around_image><global-img>", "<fake_token_around_image>"),
    "smolvlm": ("<fake_token_around_image><global-img>", "<fake_token_around_image>"),
}


class ChatViewer(Protocol):
    """Prepares pictures, each (H, W, 3), and a prompt for one family of models."""

    @property
    def n_pictures(self) -> int | None:
        """Pictures that a question may have; None for any number."""

    def inputs(self, pictures: Sequence[Image], prompt: str, *, system: str | None = None) -> Inputs:
        """Return the model's inputs by name, for a batch of one."""


@dataclass(frozen=True)
class TextViewer:
    """Inputs of models that read text only.

    Args:
        tokenizer: the model's tokenizer, with a chat template.
    """

    tokenizer: Any

    n_pictures = 0

    def inputs(self, pictures: Sequence[Image], prompt: str, *, system: str | None = None) -> Inputs:
        """Return the prompt's tokens, (1, S)."""
        messages = [{"role": "user", "content": prompt}]
        if system:
            messages = [{"role": "system", "content": system}, *messages]
        return _tokens(self.tokenizer, _rendered(self.tokenizer, messages))


@dataclass(frozen=True)
class PictureViewer:
    """Inputs of models whose pictures are prepared here.

    Args:
        prepare: preprocesses pictures.
        tokenizer: the model's tokenizer, with a chat template.
        model_type: the model's family.
        image_token: the token for a patch of an image.
        n_tokens: returns the number of these tokens for an image.
    """

    prepare: Whole | Patches
    tokenizer: Any
    model_type: str
    image_token: str
    n_tokens: Callable[[Mapping[str, Any], int], int]

    n_pictures = None

    def inputs(self, pictures: Sequence[Image], prompt: str, *, system: str | None = None) -> Inputs:
        """Return the prompt's tokens, (1, S), and the pictures in the form of the family."""
        arrays = self._prepared(pictures)
        before, after = _AROUND.get(self.model_type, ("", ""))
        content = [{"type": "image"}] * len(pictures) + [{"type": "text", "text": prompt}]
        parts = _rendered(self.tokenizer, _messages(content, system)).split(self.image_token)
        whole = parts[0]
        for n, part in enumerate(parts[1:]):
            whole += before + self.image_token * self.n_tokens(arrays, n) + after + part
        tokens = _tokens(self.tokenizer, whole)
        shaped = self._shaped({name: torch.from_numpy(array) for name, array in arrays.items()}, tokens["input_ids"])
        return {**tokens, **shaped}

    def _prepared(self, pictures: Sequence[Image]) -> dict[str, Any]:
        each = [self.prepare(picture[None]) for picture in pictures]  # one by one: they may differ in size
        return {name: np.concatenate([arrays[name] for arrays in each]) for name in (each[0] if each else ())}

    def _shaped(self, pictures: Inputs, ids: Tensor) -> Inputs:
        if pictures and self.model_type in ("idefics3", "smolvlm"):
            pixels = pictures["pixel_values"][None]
            mask = torch.ones(pixels.shape[0], pixels.shape[1], *pixels.shape[-2:], dtype=torch.long)
            return {"pixel_values": pixels, "pixel_attention_mask": mask}
        if "image_grid_thw" in pictures:  # the model needs to know which tokens are images
            image = self.tokenizer.convert_tokens_to_ids(self.image_token)
            return {**pictures, "mm_token_type_ids": (ids == image).int()}
        return pictures


@dataclass(frozen=True)
class OwnViewer:
    """Inputs of other models that answer a prompt: by the model's own processor with its Pillow backend.

    Args:
        processor: the model's processor.
    """

    processor: Any

    n_pictures = 1

    def inputs(self, pictures: Sequence[Image], prompt: str, *, system: str | None = None) -> Inputs:
        """Return the processor's output for a message with the pictures and the prompt."""
        shown = [{"type": "image", "image": PIL.Image.fromarray(picture)} for picture in pictures]
        return dict(
            self.processor.apply_chat_template(
                _messages([*shown, {"type": "text", "text": prompt}], system),
                add_generation_prompt=True,
                tokenize=True,
                return_dict=True,
                return_tensors="pt",
            )
        )


def picture_viewer(folder: Path, config: Any, tokenizer: Any) -> ChatViewer:
    """Return what prepares the inputs of the vision-language model in `folder`.

    Raises:
        ModelError: for a family that takes no prompt, or an unknown image processor.
    """
    model_type = str(config.model_type)
    if model_type not in _TOKENS:
        return _own_viewer(folder, model_type)
    return PictureViewer(
        preparation(processor_settings(folder), model_type=model_type),
        with_template(tokenizer, folder),
        model_type,
        image_token=str(tokenizer.convert_ids_to_tokens(config.image_token_id)),
        n_tokens=_TOKENS[model_type](config),
    )


def with_template(tokenizer: Any, folder: Path) -> Any:
    """Return the tokenizer with its chat template, which some models keep in a separate file.

    Raises:
        ModelError: when there is none.
    """
    if tokenizer.chat_template is None and (folder / "chat_template.json").is_file():
        tokenizer.chat_template = read_model_settings(folder / "chat_template.json").get("chat_template")
    if tokenizer.chat_template is None:
        raise ModelError(f"{str(folder)!r} has no chat template, so it takes no prompt; choose an instruction model")
    return tokenizer


def _own_viewer(folder: Path, model_type: str) -> OwnViewer:
    """Return a viewer for families not prepared here, if their own processors work without torchvision."""
    known = ", ".join(sorted([*PROMPTLESS, *_TOKENS]))
    try:
        read: Callable[..., Any] = transformers.AutoProcessor.from_pretrained
        processor = read(folder, local_files_only=True, trust_remote_code=False, backend="pil")
    except (OSError, ValueError, KeyError, TypeError, ImportError) as error:
        reason = next(iter(str(error).split("\n")), "")
        raise ModelError(
            f"the processor of a model of type {model_type!r} cannot be used ({reason}); "
            f"prepared here are {known}; choose one of these"
        ) from error
    if getattr(processor, "chat_template", None) is None:
        raise ModelError(f"a model of type {model_type!r} takes no instructions; choose one of {known}")
    return OwnViewer(processor)


def _messages(content: list[dict[str, Any]], system: str | None) -> list[dict[str, Any]]:
    user = {"role": "user", "content": content}
    return [{"role": "system", "content": [{"type": "text", "text": system}]}, user] if system else [user]


def _rendered(tokenizer: Any, messages: Sequence[Mapping[str, Any]]) -> str:
    # Models that think aloud would spend the answer's tokens on it; other templates ignore the word.
    return str(
        tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True, enable_thinking=False)
    )


def _tokens(tokenizer: Any, text: str) -> Inputs:
    """Return the tokens of a text, (1, S), with a start token only if the text has none."""
    bos = tokenizer.bos_token
    begins = bos is not None and text.startswith(bos)
    tokens = tokenizer(text, return_tensors="pt", add_special_tokens=not begins)
    return {"input_ids": tokens["input_ids"], "attention_mask": tokens["attention_mask"]}


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
    "qwen3_5": _qwen_tokens,
    "qwen3_vl": _qwen_tokens,
    "smolvlm": _idefics_tokens,
}
