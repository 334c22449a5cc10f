"""Loading of Hugging Face models from folders, with clear errors for broken files and missing weights."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from huggingface_hub.errors import StrictDataclassError
from transformers.utils import logging

from cinescribe.errors import ModelError
from cinescribe.language.vectors.hub_files import first_line

# What transformers and sentence-transformers raise for files that are not one of their models.
LOADING_FAILURES: tuple[type[Exception], ...] = (
    OSError,
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    RuntimeError,
    ImportError,
    struct.error,
    StrictDataclassError,
)


@dataclass(frozen=True)
class PretrainedModel:
    """A model of `transformers` in evaluation mode.

    Args:
        model: the model, with all weights except perhaps those of its pooler.
        has_pooler: whether the pooler has its weights; if not, they are random.
    """

    model: Any
    has_pooler: bool


@contextmanager
def loading(name: str, *, wanted: str) -> Iterator[None]:
    """Context that turns a library's loading errors into a `ModelError`, and hides progress bars.

    Args:
        name: the model's name in messages.
        wanted: the expected kind of model, with its article.

    Raises:
        ModelError: when loading fails.
    """
    logging.disable_progress_bar()
    try:
        yield
    except LOADING_FAILURES as error:
        raise ModelError(f"the model {name!r} cannot be loaded ({first_line(error)}); expected {wanted}") from error


def load_pretrained(
    kind: Any,
    folder: Path,
    *,
    name: str,
    dtype: torch.dtype = torch.float32,
    gguf_file: str | None = None,
    device_map: str | None = None,
) -> PretrainedModel:
    """Load a model from a folder without running code that comes with it; use inside `loading`.

    Args:
        kind: a class of `transformers` with `from_pretrained`.
        folder: where the model is.
        name: the model's name in messages.
        dtype: of the weights; quantised ones keep theirs.
        gguf_file: the file of the folder that holds the weights, if they are in the format of llama.cpp.
        device_map: the device onto which quantised weights are loaded; they cannot be moved.

    Raises:
        ModelError: when weights are missing, which would otherwise be random.
    """
    model, info = kind.from_pretrained(
        folder,
        local_files_only=True,
        trust_remote_code=False,
        dtype=dtype,
        output_loading_info=True,
        gguf_file=gguf_file,
        device_map=device_map,
    )
    missing = sorted(info["missing_keys"])
    if needed := [key for key in missing if "pooler" not in key]:
        raise ModelError(f"the weights of {name!r} lack {needed[0]!r} ({len(needed)} such); fetch the model again")
    return PretrainedModel(model.eval(), has_pooler=not missing)
