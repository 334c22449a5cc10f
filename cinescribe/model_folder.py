"""Folders of trained models: weights as safetensors, and a card in JSON with all facts about them.

The card is written last and holds the digest of the weights, so that an incomplete folder is recognised.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cinescribe.arrays import open_arrays, read_arrays, write_arrays
from cinescribe.errors import ModelError, RecordError, brief
from cinescribe.input_files import digest, read_text
from cinescribe.parsing import parse_json
from cinescribe.store import write_text

_MAX_CARD = 64 << 20  # bytes: a vocabulary of a million long words, and room for the recipe
_PACKAGES = ("cinescribe", "torch", "transformers", "numpy")


@dataclass(frozen=True)
class ModelFolder:
    """The files of one kind of trained model.

    Args:
        kind: what the folder holds, for messages.
        weights: name of the file of weights.
        card: name of the card.
        remedy: what to do about a damaged folder, for messages.
        version: of the format; None for a kind that has had one format only.
    """

    kind: str
    weights: str
    card: str
    remedy: str
    version: int | None = None

    def write(self, folder: Path, arrays: Mapping[str, NDArray[Any]], card: Mapping[str, Any]) -> None:
        """Write a model to a folder; replaces one that is there.

        Args:
            folder: created if it does not exist.
            arrays: the weights by name.
            card: the facts as JSON values; the digest of the weights becomes its field `weights`.

        Raises:
            OutputError: when the folder cannot be written.
        """
        folder = Path(folder)
        write_arrays(folder / self.weights, arrays)
        self.write_card(folder, {**card, "weights": digest(folder / self.weights)})

    def write_card(self, folder: Path, card: Mapping[str, Any]) -> None:
        """Write the card of a folder whose other files are complete.

        Raises:
            OutputError: when it cannot be written.
        """
        fields = card if self.version is None or "version" in card else {"version": self.version, **card}
        write_text(Path(folder) / self.card, json.dumps(fields, ensure_ascii=False, indent=1) + "\n")

    def read_card(self, folder: Path) -> dict[str, Any]:
        """Return the fields of the card.

        Raises:
            ModelError: when there is none, or it is damaged or of another version.
        """
        path = Path(folder) / self.card
        if not path.is_file():
            raise ModelError(
                f"{str(folder)!r} holds no {self.kind} ({self.card} is missing); name the folder of a trained one"
            )
        try:
            fields = parse_json(read_text(path, max_bytes=_MAX_CARD), repr(str(path)))
        except RecordError as error:
            raise self.damaged(path, error) from error
        if not isinstance(fields, dict):
            raise self.damaged(path, f"it holds {brief(fields)}")
        if self.version is not None and fields.get("version") != self.version:
            raise ModelError(f"{str(path)!r} is of another version than {self.version}; use the release that wrote it")
        return fields

    def read_weights(
        self, folder: Path, card: Mapping[str, Any], shapes: Mapping[str, tuple[int, ...]] | None = None
    ) -> dict[str, NDArray[Any]]:
        """Return the weights by name.

        Args:
            folder: of the model.
            card: its card.
            shapes: of the weights that the model has; checked before memory is allocated for them.

        Raises:
            ModelError: when the weights are missing, are not those of the card, or have other shapes.
        """
        path = Path(folder) / self.weights
        self.check_digest(path, card.get("weights"))
        try:
            if shapes is None:
                return read_arrays(path)
            self._check_shapes(path, shapes)
            return {name: array.reshape(shapes[name]) for name, array in read_arrays(path).items()}
        except RecordError as error:
            raise self.damaged(path, error) from error

    def check_digest(self, path: Path, expected: object) -> None:
        """Raise if a file of a folder is not the one whose digest the card has.

        Raises:
            ModelError: when the file is missing or different.
        """
        if not path.is_file():
            raise ModelError(f"{str(path)!r} is missing; {self.remedy}")
        if digest(path) != expected:
            raise ModelError(
                f"{str(path)!r} is damaged, or of another training than its {self.card}; take both from one place"
            )

    def damaged(self, path: Path, why: object) -> ModelError:
        """Return the error for a damaged file or folder."""
        return ModelError(f"{str(path)!r} is damaged ({why}); {self.remedy}")

    def _check_shapes(self, path: Path, shapes: Mapping[str, tuple[int, ...]]) -> None:
        found = {name: _shape(array.shape) for name, array in open_arrays(path)[0].items()}
        expected = {name: _shape(shape) for name, shape in shapes.items()}
        if found != expected:
            name = next(name for name in {**expected, **found} if expected.get(name) != found.get(name))
            raise ModelError(
                f"{str(path)!r} has {_described(found, name)}, but the sizes of {self.card} make "
                f"{_described(expected, name)}; do not edit either"
            )


def as_fp16(arrays: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """Return arrays with 32-bit floats rounded to 16 bits, of which 11 are significant."""
    return {name: array.astype(np.float16) if array.dtype == np.float32 else array for name, array in arrays.items()}


def as_fp32(arrays: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """Return arrays with 16-bit floats as 32-bit ones."""
    return {name: array.astype(np.float32) if array.dtype == np.float16 else array for name, array in arrays.items()}


def package_versions(names: tuple[str, ...] = _PACKAGES) -> dict[str, str]:
    """Return the versions of packages that a model depends on, by name."""
    return {name: version(name) for name in names}


def _shape(shape: tuple[int, ...]) -> tuple[int, ...]:
    return shape or (1,)  # older files hold a single number as an array of one


def _described(shapes: Mapping[str, tuple[int, ...]], name: str) -> str:
    return f"{name} {shapes[name]}" if name in shapes else f"no {name}"
