"""Safe readers of the files that M² is published in: a torch file of weights and a pickled vocabulary.

Both are pickles, and reading a pickle may call any function. These readers map the few names that are needed to plain
containers and placeholders, and refuse a file that names anything else.
"""

from __future__ import annotations

import json
import pickle
import struct
import warnings
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from cinescribe.errors import ModelError, RecordError
from cinescribe.input_files import read_text

# What readers of pickles raise for damaged files and files of another kind.
_BROKEN = (
    pickle.UnpicklingError,
    struct.error,
    RuntimeError,
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    EOFError,
    OverflowError,
    MemoryError,  # a damaged length
)


def read_m2_weights(path: Path) -> dict[str, Tensor]:
    """Return the weights in a file of `torch.save`, by name: its `state_dict` if it has one, else all of it.

    The states of an optimiser and of random generators beside them are left out.

    Raises:
        ModelError: when the file is missing, damaged or of another kind, or names something that no checkpoint needs.
    """
    try:
        with (
            warnings.catch_warnings(),
            torch.serialization.safe_globals([(_Placeholder, name) for name in _NOT_NEEDED]),
        ):
            warnings.simplefilter("ignore", UserWarning)  # of torch about old pickles
            found = torch.load(path, map_location="cpu", weights_only=True)
    except OSError as error:
        raise ModelError(
            f"{str(path)!r} cannot be read ({error.strerror}); name the file of an M²'s weights"
        ) from error
    except _BROKEN as error:
        raise ModelError(
            f"{str(path)!r} is damaged, or no checkpoint of torch, or needs more than numbers, which is not "
            "safe to load; give meshed_memory_transformer.pth as it was published"
        ) from error
    weights = found.get("state_dict", found) if isinstance(found, dict) else found
    if not _is_by_name(weights):
        raise ModelError(
            f"{str(path)!r} holds no weights by name; give meshed_memory_transformer.pth as it was published"
        )
    return dict(weights)


def _is_by_name(found: Any) -> bool:
    """Return whether something is a dict of tensors by name."""
    named = found.items() if isinstance(found, dict) else ()
    return bool(named) and all(isinstance(name, str) and isinstance(one, Tensor) for name, one in named)


def read_m2_words(path: Path) -> tuple[str, ...]:
    """Return the words of a vocabulary, by number.

    Args:
        path: `.pkl`, a pickled `Vocab` as published or of torchtext, whose `itos` are the words; `.json`, a list of
            them; or `.txt`, one a line.

    Raises:
        ModelError: when it has another extension, is damaged, names something that no vocabulary needs, or lacks or
            repeats words.
        RecordError: when there is no such file, or it is no text.
    """
    path = Path(path)
    if path.suffix not in _READERS:
        raise ModelError(
            f"the vocabulary came as {str(path)!r}; a name that ends in .pkl (as published), .json (a list of words) "
            "or .txt (a word a line) is wanted"
        )
    words = _READERS[path.suffix](path)
    if not isinstance(words, list) or not words:
        raise ModelError(f"{str(path)!r} holds no list of words; give the vocabulary that the weights came with")
    for number, word in enumerate(words):
        if not isinstance(word, str) or not word:
            raise ModelError(f"word {number} of {str(path)!r} came as {word!r}; a text that is not empty is wanted")
    double, n_uses = Counter(words).most_common(1)[0]
    if n_uses > 1:
        raise ModelError(f"{str(path)!r} has {double!r} {n_uses} times; the words of a vocabulary are all different")
    return tuple(words)


class _Placeholder:
    """Placeholder for anything that is not needed."""

    def __init__(self, *_: Any) -> None:
        pass

    def __setstate__(self, _: Any) -> None:
        pass


# NumPy numbers and arrays: scores and states of random generators beside the weights.
_NOT_NEEDED = (
    "numpy.core.multiarray._reconstruct",
    "numpy.core.multiarray.scalar",
    "numpy._core.multiarray._reconstruct",
    "numpy._core.multiarray.scalar",
    "numpy.ndarray",
    "numpy.dtype",
)


class _Numbers(dict[Any, Any]):
    """Placeholder for counters and default dicts."""

    def __init__(self, *_: Any) -> None:
        super().__init__()


class _Vocabulary:
    """Placeholder for the published `Vocab`."""

    itos: Any = None


_PLACEHOLDERS = {"Vocab": _Vocabulary, "Counter": _Numbers, "defaultdict": _Numbers, "_default_unk_index": _Placeholder}


class _Reader(pickle.Unpickler):
    """Reads a pickled vocabulary without importing anything."""

    def find_class(self, module_name: str, global_name: str, /) -> Any:
        if global_name not in _PLACEHOLDERS:
            raise pickle.UnpicklingError(f"it names {module_name}.{global_name}, which no vocabulary needs")
        return _PLACEHOLDERS[global_name]


def _pickled(path: Path) -> Any:
    try:
        with open(path, "rb") as opened:
            return getattr(_Reader(opened).load(), "itos", None)
    except OSError as error:
        raise RecordError(f"{str(path)!r} cannot be read ({error.strerror}); name an existing file") from error
    except _BROKEN as error:
        raise ModelError(
            f"{str(path)!r} is no pickled vocabulary that can be read safely ({error or type(error).__name__}); give "
            "its words as a list in .json"
        ) from error


def _listed(path: Path) -> Any:
    try:
        return json.loads(read_text(path))
    except ValueError as error:
        raise ModelError(f"{str(path)!r} is not JSON ({error}); give a list of words, by number") from error


def _lines(path: Path) -> list[str]:
    return read_text(path).removesuffix("\n").split("\n")


_READERS: dict[str, Callable[[Path], Any]] = {".pkl": _pickled, ".json": _listed, ".txt": _lines}
