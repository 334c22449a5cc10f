"""Safe readers of the files that M² is published in: a torch file of weights and a pickled vocabulary.

Both are pickles, and reading a pickle may call any function. These readers map the few names that are needed to plain
containers and placeholders, and refuse a file that names anything else.
"""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable
from io import BufferedReader, BytesIO
from pathlib import Path
from pickle import UnpicklingError
from typing import Any, TypeGuard

from torch import Tensor

from cinescribe.errors import ModelError, RecordError, brief
from cinescribe.input_files import open_input, read_bytes, read_text
from cinescribe.models.m2.pickle_check import check_pickle
from cinescribe.models.m2.torch_files import TORCH_FILE_ERRORS, Placeholder, StoredTensor, read_torch_file
from cinescribe.parsing import parse_json

_MAX_SHARED = (
    2  # times that the numbers of a file may be read: weights may share them, as words and classifier often do
)
_MAX_VOCABULARY = 64 << 20  # bytes: a million words with their counts


def read_m2_weights(path: Path) -> dict[str, Tensor]:
    """Return the weights in a file of `torch.save`, by name: its `state_dict` if it has one, else all of it.

    The states of an optimiser and of random generators beside them are left out.

    Raises:
        ModelError: when the file is missing, damaged or of another kind, or names something that no checkpoint needs.
    """
    path = Path(path)
    try:
        with open_input(path) as opened:
            return _read_weights(path, opened)
    except RecordError as error:
        raise ModelError(f"{error}; expected the file of an M²'s weights") from error


def _read_weights(path: Path, opened: BufferedReader) -> dict[str, Tensor]:
    try:
        found = read_torch_file(path, opened)
        weights = found.values.get("state_dict", found.values) if isinstance(found.values, dict) else None
        if not _is_by_name(weights):
            raise ModelError(
                f"{str(path)!r} holds no weights by name; give meshed_memory_transformer.pth as it was published"
            )
        n_bytes = sum(weight.n_bytes for weight in weights.values())
        if n_bytes > _MAX_SHARED * path.stat().st_size:
            raise UnpicklingError(f"its weights need {n_bytes:,} bytes")
        return {name: found.tensor(weight) for name, weight in weights.items()}
    except TORCH_FILE_ERRORS as error:
        raise ModelError(
            f"{str(path)!r} is damaged, or no checkpoint of torch, or needs more than numbers, which is not "
            f"safe to load ({brief(str(error))}); give meshed_memory_transformer.pth as it was published"
        ) from error


def _is_by_name(found: Any) -> TypeGuard[dict[str, StoredTensor]]:
    """Return whether something is a dict of tensors by name."""
    named = found.items() if isinstance(found, dict) else ()
    return bool(named) and all(isinstance(name, str) and isinstance(one, StoredTensor) for name, one in named)


def read_m2_words(path: Path) -> tuple[str, ...]:
    """Return the words of a vocabulary, by number.

    Args:
        path: `.pkl`, a pickled `Vocab` as published or of torchtext, whose `itos` are the words; `.json`, a list of
            them; or `.txt`, one a line.

    Raises:
        ModelError: when it has another extension, is damaged, names something that no vocabulary needs, or lacks or
            repeats words.
        RecordError: when there is no such file, or it is no text, or no JSON.
    """
    path = Path(path)
    if path.suffix not in _READERS:
        raise ModelError(
            f"the vocabulary is {str(path)!r}; expected a name that ends in .pkl (as published), .json (a list of "
            "words) or .txt (a word a line)"
        )
    words = _READERS[path.suffix](path)
    if not isinstance(words, list) or not words:
        raise ModelError(f"{str(path)!r} holds no list of words; give the vocabulary that the weights came with")
    for number, word in enumerate(words):
        if not isinstance(word, str) or not word:
            raise ModelError(f"word {number} of {str(path)!r} is {brief(word)}; expected a text that is not empty")
    double, n_uses = Counter(words).most_common(1)[0]
    if n_uses > 1:
        raise ModelError(
            f"{str(path)!r} has {brief(double)} {n_uses} times; the words of a vocabulary are all different"
        )
    return tuple(words)


class _Numbers(dict[Any, Any]):
    """Placeholder for counters and default dicts."""

    def __init__(self, *_: Any) -> None:
        super().__init__()


class _Vocabulary:
    """Placeholder for the published `Vocab`."""

    itos: Any = None


_PLACEHOLDERS = {"Vocab": _Vocabulary, "Counter": _Numbers, "defaultdict": _Numbers, "_default_unk_index": Placeholder}


class _Reader(pickle.Unpickler):
    """Reads a pickled vocabulary without importing anything."""

    def find_class(self, module_name: str, global_name: str, /) -> Any:
        if global_name not in _PLACEHOLDERS:
            raise UnpicklingError(f"it names {module_name}.{global_name}, which no vocabulary needs")
        return type(global_name, (_PLACEHOLDERS[global_name],), {})  # a new class, since a pickle may change it


def _pickled(path: Path) -> Any:
    try:
        data = read_bytes(path, max_bytes=_MAX_VOCABULARY)
        check_pickle(data)
        return getattr(_Reader(BytesIO(data)).load(), "itos", None)
    except TORCH_FILE_ERRORS as error:
        raise ModelError(
            f"{str(path)!r} is no pickled vocabulary that can be read safely ({brief(str(error))}); give its words "
            "as a list in .json"
        ) from error


def _listed(path: Path) -> Any:
    return parse_json(read_text(path, max_bytes=_MAX_VOCABULARY), repr(str(path)))


def _lines(path: Path) -> list[str]:
    return read_text(path, max_bytes=_MAX_VOCABULARY).removesuffix("\n").split("\n")


_READERS: dict[str, Callable[[Path], Any]] = {".pkl": _pickled, ".json": _listed, ".txt": _lines}
