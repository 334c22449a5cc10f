"""Safe reader of published weights: a torch file is a pickle, and reading a pickle may call any function."""

from __future__ import annotations

from io import BufferedReader
from pathlib import Path
from pickle import UnpicklingError
from typing import Any, TypeGuard

from torch import Tensor

from cinescribe.errors import ModelError, RecordError, brief
from cinescribe.input_files import open_input
from cinescribe.models.published.torch_files import TORCH_FILE_ERRORS, StoredTensor, read_torch_file

_MAX_SHARED = 2  # times that the numbers of a file may be read: words and classifier often share theirs


def read_published_weights(path: Path, *, model: str, file: str) -> dict[str, Tensor]:
    """Return the weights in a file of `torch.save`, by name: its `state_dict` if it has one, else all of it.

    The states of an optimiser and of random generators beside them are left out.

    Args:
        path: the file.
        model: the model's name, for messages.
        file: the name that its authors gave the file, for messages.

    Raises:
        ModelError: when the file is missing, damaged or of another kind, or names something that no checkpoint needs.
    """
    path = Path(path)
    try:
        with open_input(path) as opened:
            return _read(path, opened, file)
    except RecordError as error:
        raise ModelError(f"{error}; expected the file of the weights of {model}") from error


def _read(path: Path, opened: BufferedReader, file: str) -> dict[str, Tensor]:
    try:
        found = read_torch_file(path, opened)
        weights = found.values.get("state_dict", found.values) if isinstance(found.values, dict) else None
        if not _is_by_name(weights):
            raise ModelError(f"{str(path)!r} holds no weights by name; give {file} as it was published")
        n_bytes = sum(weight.n_bytes for weight in weights.values())
        if n_bytes > _MAX_SHARED * path.stat().st_size:
            raise UnpicklingError(f"its weights need {n_bytes:,} bytes")
        return {name: found.tensor(weight) for name, weight in weights.items()}
    except TORCH_FILE_ERRORS as error:
        raise ModelError(
            f"{str(path)!r} is damaged, or no checkpoint of torch, or needs more than numbers, which is not "
            f"safe to load ({brief(str(error))}); give {file} as it was published"
        ) from error


def _is_by_name(found: Any) -> TypeGuard[dict[str, StoredTensor]]:
    """Return whether something is a dict of tensors by name."""
    named = found.items() if isinstance(found, dict) else ()
    return bool(named) and all(isinstance(name, str) and isinstance(one, StoredTensor) for name, one in named)
