"""Loads chat models of `transformers` from a folder, a GGUF file or the hub's cache, as the hardware can run them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import torch
import transformers  # its models by their full names, so that they are loaded where they are used: seconds each

from cinescribe.input_files import digest
from cinescribe.language.vectors.hub_files import model_folder, to_stderr, weights_digest
from cinescribe.language.vectors.hub_loading import load_pretrained, loading
from cinescribe.layers.precision import computes_in_bfloat16
from cinescribe.models.hub.chat_inputs import TextViewer, picture_viewer, with_template
from cinescribe.models.vlm.answer_store import AnswerStore, default_answers
from cinescribe.models.vlm.hub_chat import HubChat

GGUF = ".gguf"
_ON_ACCELERATOR = 8  # requests that a GPU answers together; a processor gains nothing from more than one


@dataclass(frozen=True)
class _Files:
    """Where a model is: a folder, the GGUF file in it that holds the weights if there is one, and their digest."""

    folder: Path
    gguf: str | None
    digest: str


@cache
def seeing_families() -> frozenset[str]:
    """Return the families of models of transformers that take pictures."""
    return frozenset(transformers.models.auto.modeling_auto.MODEL_FOR_IMAGE_TEXT_TO_TEXT_MAPPING_NAMES)


def hub_chat(
    name: str, *, fetch: bool = False, announce: Callable[[str], None] = to_stderr, answers: Path | None = None
) -> HubChat:
    """Return a model of `transformers` that takes instructions, with pictures or without.

    It runs on a CUDA device where there is one. Weights in half precision run in bfloat16 where the hardware computes
    in it, otherwise in float32. Quantised weights stay so, with the package that made them.

    Args:
        name: an id of the hub, `owner/model`, a folder in the hub's layout, or a GGUF file of a text model.
        fetch: whether the model may be downloaded if it is not on this machine.
        announce: called with one line, size and licence, before a download.
        answers: the folder that keeps answers; by default one in the user's cache.

    Raises:
        ModelError: when the model is not here, cannot be downloaded or loaded, or takes no instructions.
    """
    files = _files(name, fetch=fetch, announce=announce)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    with loading(name, wanted="a chat model of transformers"):
        config = transformers.AutoConfig.from_pretrained(
            files.folder, gguf_file=files.gguf, local_files_only=True, trust_remote_code=False
        )
        tokenizer = transformers.AutoTokenizer.from_pretrained(
            files.folder, gguf_file=files.gguf, local_files_only=True, trust_remote_code=False
        )
        sees = config.model_type in seeing_families()
        dtype = compute_dtype(config, device)
        is_quantised = files.gguf is None and getattr(config, "quantization_config", None) is not None
        model = load_pretrained(
            transformers.AutoModelForImageTextToText if sees else transformers.AutoModelForCausalLM,
            files.folder,
            name=name,
            dtype=dtype,
            gguf_file=files.gguf,
            device_map=str(device) if is_quantised else None,
        ).model
    if not is_quantised:
        model = model.to(device)
    folder = default_answers() if answers is None else Path(answers)
    return HubChat(
        f"hub:{name}",
        f"hub:{files.digest} {str(dtype).removeprefix('torch.')}",
        model,
        tokenizer,
        picture_viewer(files.folder, config, tokenizer) if sees else TextViewer(with_template(tokenizer, files.folder)),
        AnswerStore(folder),
        n_batch=1 if device.type == "cpu" else _ON_ACCELERATOR,
    )


def _files(name: str, *, fetch: bool, announce: Callable[[str], None]) -> _Files:
    path = Path(name)
    if path.suffix == GGUF and path.is_file():
        return _Files(path.parent, path.name, digest(path))
    folder = model_folder(name, fetch=fetch, announce=announce)
    return _Files(folder, None, weights_digest(folder))


def compute_dtype(config: Any, device: torch.device) -> torch.dtype:
    """Return the precision to compute in: bfloat16 for weights in half precision where the hardware has it."""
    text = getattr(config, "text_config", config)
    own = getattr(config, "dtype", None) or getattr(text, "dtype", None)
    has_16_bits = own in (torch.bfloat16, torch.float16)
    return torch.bfloat16 if has_16_bits and computes_in_bfloat16(device) else torch.float32
