"""LLaVA and Video-LLaVA of the hub, in parts: image encoder, projection and language model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
import transformers  # its models by their full names, so that they are loaded where they are used: seconds each
from torch import nn

from cinescribe.errors import ModelError
from cinescribe.features.encoders.hub_frames import preparation
from cinescribe.language.causal_lm import CausalLM
from cinescribe.language.vectors.hub_files import model_folder, weights_digest
from cinescribe.language.vectors.hub_loading import load_pretrained, loading
from cinescribe.models.hub.inputs import model_type, processor_settings
from cinescribe.models.video_lm.frame_features import TowerFeatures


@dataclass(frozen=True)
class LlavaParts:
    """A whole model of the hub in parts.

    Args:
        encoder: the frozen image encoder, with the layer that the model reads.
        projection: to the language model's width.
        language: the language model.
        leaves_class_out: whether the model does not read the class token.
    """

    encoder: TowerFeatures
    projection: nn.Module
    language: CausalLM
    leaves_class_out: bool


def load_llava(name: str, *, fetch: bool, announce: Callable[[str], None], dtype: torch.dtype) -> LlavaParts:
    """Load a LLaVA such as `llava-hf/llava-1.5-7b-hf`.

    Args:
        name: an id of the hub, or a folder in its layout.
        fetch: whether it may be downloaded from the hub.
        announce: receives one line before a download.
        dtype: of the language model's weights.

    Raises:
        ModelError: when it is not on this machine, may not or cannot be downloaded, or is another model.
    """
    folder = _folder_of(name, "llava", "llava-hf/llava-1.5-7b-hf", fetch, announce)
    model = _loaded(transformers.LlavaForConditionalGeneration, folder, name, dtype)
    return _parts(model, model.model.vision_tower, folder, name)


def load_video_llava(name: str, *, fetch: bool, announce: Callable[[str], None], dtype: torch.dtype) -> LlavaParts:
    """Load a Video-LLaVA such as `LanguageBind/Video-LLaVA-7B-hf`; arguments and errors as `load_llava`."""
    folder = _folder_of(name, "video_llava", "LanguageBind/Video-LLaVA-7B-hf", fetch, announce)
    model = _loaded(transformers.VideoLlavaForConditionalGeneration, folder, name, dtype)
    return _parts(model, model.model.video_tower, folder, name)


def _folder_of(name: str, family: str, example: str, fetch: bool, announce: Callable[[str], None]) -> Path:
    folder = model_folder(name, fetch=fetch, announce=announce)
    if (found := model_type(folder)) != family:
        raise ModelError(f"the model {name!r} is of the family {found!r}; expected {family!r}, such as {example}")
    return folder


def _loaded(kind: Any, folder: Path, name: str, dtype: torch.dtype) -> Any:
    with loading(name, wanted=f"a {kind.__name__} of transformers"):
        return load_pretrained(kind, folder, name=name, dtype=dtype).model


def _parts(model: Any, tower: Any, folder: Path, name: str) -> LlavaParts:
    config = model.config
    identity = f"{config.model_type}-{weights_digest(folder)}"
    prepare = preparation(processor_settings(folder), model_type=config.model_type)
    with loading(name, wanted="a tokenizer of transformers"):
        tokenizer = transformers.AutoTokenizer.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
    language = CausalLM(name, folder, tokenizer, _language_model(model), identity)
    return LlavaParts(
        TowerFeatures(tower, prepare, config.vision_feature_layer, identity),
        model.model.multi_modal_projector,
        language,
        leaves_class_out=getattr(config, "vision_feature_select_strategy", "full") == "default",
    )


def _language_model(model: Any) -> Any:
    """Return the language model inside a vision-language model, as the class of its own family."""
    with torch.device("meta"):  # its weights are those of `model`
        network = transformers.AutoModelForCausalLM.from_config(model.config.text_config)
    setattr(network, network.base_model_prefix, model.model.language_model)
    network.set_output_embeddings(model.lm_head)
    return network.eval()
