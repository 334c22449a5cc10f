"""The table of fitted models that recipes and checkpoints name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from cinescribe.models.fitted.nearest import NearestNeighbour
from cinescribe.models.translation.settings import TranslationSettings
from cinescribe.models.translation.translation_model import TranslationModel


class FittedModel(Protocol):
    """A model that captions clips from one vector each."""

    def captions(self, vectors: NDArray[np.float32], /) -> list[str]:
        """Return a caption for each vector, (n, D)."""

    def write(self, folder: Path, /) -> tuple[str, ...]:
        """Write the model's files to a folder and return their names."""


@dataclass(frozen=True)
class FittedKind:
    """A family of fitted models.

    Args:
        settings: the dataclass of its settings.
        read: reads the model that its `write` wrote to a folder; raises ModelError or RecordError.
    """

    settings: type[Any]
    read: Callable[[Path], FittedModel]


@dataclass(frozen=True)
class NoSettings:
    """The settings of a model that has none."""


FITTED: dict[str, FittedKind] = {
    "nearest": FittedKind(NoSettings, NearestNeighbour.read),
    "translation": FittedKind(TranslationSettings, TranslationModel.read),
}
