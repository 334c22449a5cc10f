"""Models of the hub out of their folders: what cannot be loaded, or would compute with random weights, is refused."""

from __future__ import annotations

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

# What transformers and sentence-transformers raise over files that are no model of theirs.
LOADING_FAILURES: tuple[type[Exception], ...] = (
    OSError,
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    RuntimeError,
    ImportError,
    StrictDataclassError,
)


@dataclass(frozen=True)
class Loaded:
    """A model of `transformers` in evaluation mode.

    Args:
        model: with all its weights, but perhaps its pooler's.
        has_pooler: whether those came too; where not, what pools its states would be random.
    """

    model: Any
    has_pooler: bool


@contextmanager
def loading(name: str, *, wanted: str) -> Iterator[None]:
    """Inside it what a library raises over files that are no model becomes one sentence, and no bar is drawn.

    Args:
        name: of the model, as it was asked for.
        wanted: what would have done, with its article.

    Raises:
        ModelError: when loading fails.
    """
    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    try:
        yield
    except LOADING_FAILURES as error:
        raise ModelError(f"the model {name!r} cannot be loaded ({first_line(error)}); {wanted} is wanted") from error


def loaded(kind: Any, folder: Path, *, name: str) -> Loaded:
    """A model of a kind from a folder, without running code that comes with it; called inside `loading`.

    Args:
        kind: a class of `transformers` with `from_pretrained`.
        folder: where the model is.
        name: as it was asked for.

    Raises:
        ModelError: when weights are missing, which would be random.
    """
    model, told = kind.from_pretrained(
        folder, local_files_only=True, trust_remote_code=False, dtype=torch.float32, output_loading_info=True
    )
    missing = sorted(told["missing_keys"])
    if lacking := [key for key in missing if "pooler" not in key]:
        raise ModelError(f"the weights of {name!r} lack {lacking[0]!r} ({len(lacking)} such); fetch the model again")
    return Loaded(model.eval(), has_pooler=not missing)
