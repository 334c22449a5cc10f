"""Files that MICap's authors released: the JSON file, text vectors of blanks, and the tokenizer."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import numpy as np

from cinescribe.features.imports.micap_info import read_micap_info
from cinescribe.features.imports.pickled_arrays import read_pickled_arrays
from cinescribe.models.published.micap_tokens import read_released_tokens
from fuzz.reader import Reader, Seed, file_reader

_PIECES = ("[PAD]", "[CLS]", "[SEP]", "[MASK]", "[UNK]", "man", "runs", "door")
_FIRST = len(_PIECES)
_ADDED = {f"[other{n}]": _FIRST + n for n in (0, 1, 2, 14, 15)} | {f"p{n}": _FIRST + 2 + n for n in range(1, 12)}
_WORDS = [_FIRST + 14, *(word for n in range(5) for word in (5, _FIRST + 3 + n, 6, 2)), _FIRST + 15]


def _info() -> bytes:
    padding = [0] * (120 - len(_WORDS))
    group = {
        "id": 0,
        "split": "train",
        "videos": list(range(5)),
        "nba_caption": _WORDS + padding,
        "nba_caption_mask": [1] * len(_WORDS) + padding,
        "nba_segment_ids": [_WORDS[: n + 1].count(2) for n in range(len(_WORDS))] + padding,
        "nba_position_ids": list(range(120)),
    }
    videos = [{"movie": "film", "clip": f"film_{n}", "num_blanks": 1} for n in range(5)]
    return json.dumps({"unique_character_count": 11, "videos": videos, "groups": [group]}).encode()


def _released() -> list[Seed]:
    files = {
        "info.json": _info(),
        "vocab.txt": "".join(f"{piece}\n" for piece in _PIECES).encode(),
        "added_tokens.json": json.dumps(_ADDED).encode(),
    }
    return [Seed(files)]


def _tokens(folder: Path) -> None:
    read_released_tokens(folder, read_micap_info(folder / "info.json"))


def _pickles() -> list[bytes]:
    rows = np.arange(12, dtype=np.float32).reshape(3, 4)
    return [pickle.dumps([rows, rows[:1]], protocol=2), pickle.dumps({"a": rows}), pickle.dumps(rows, protocol=3)]


READERS = (
    Reader("models.read_released_tokens", _tokens, _released, (read_micap_info, read_released_tokens)),
    file_reader(read_pickled_arrays, "train_embeddings.pkl", _pickles),
)
