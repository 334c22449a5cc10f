"""Safe reader of the vocabulary that M² is published with, a pickle.

Reading a pickle may call any function. This reader maps the few names that are needed to plain containers and
placeholders, and refuses a file that names anything else.
"""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

from cinescribe.errors import ModelError, brief
from cinescribe.features.imports.pickle_check import check_pickle
from cinescribe.input_files import read_bytes, read_text
from cinescribe.models.published.torch_files import TORCH_FILE_ERRORS, Placeholder
from cinescribe.parsing import parse_json

_MAX_VOCABULARY = 64 << 20  # bytes: a million words with their counts


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
        raise ModelError(f"{str(path)!r} holds no list of words; give the vocabulary published with the weights")
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
