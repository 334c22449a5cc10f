"""The log of a training run: a line of JSON per step and validation, and the same values for TensorBoard."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from torch.utils.tensorboard import SummaryWriter

from cinescribe.input_files import read_text
from cinescribe.parsing import parse_json
from cinescribe.store import not_through_link, write_text
from cinescribe.train.training_state import TrainingState

LOG = "log.jsonl"
BOARD = "tensorboard"


class TrainingLog:
    """The log of one run; lines after the step at which the run resumes are removed.

    Args:
        folder: the folder of the run.
        step: the steps that the run has done.
        enabled: whether to write anything; of several processes one does.
    """

    def __init__(self, folder: Path, *, step: int, enabled: bool = True) -> None:
        self.enabled = enabled
        self._log = Path(folder) / LOG
        if enabled:
            done = [line for line in _lines(self._log) if parse_json(line, str(self._log))["step"] <= step]
            write_text(self._log, "".join(f"{line}\n" for line in done))
            self._board = SummaryWriter(str(Path(folder) / BOARD), purge_step=step + 1)

    def write(self, state: TrainingState, values: Mapping[str, float]) -> None:
        """Append numbers by name; one that is not finite, which JSON cannot hold, becomes null."""
        if not self.enabled:
            return
        rounded = {name: round(value, 6) if math.isfinite(value) else None for name, value in values.items()}
        line: dict[str, Any] = {"step": state.step, "epoch": state.epoch + 1, **rounded}
        with open(self._log, "a", encoding="utf-8", opener=not_through_link) as opened:
            opened.write(json.dumps(line) + "\n")
        for name, value in values.items():
            self._board.add_scalar(name, value, state.step)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self.enabled:
            self._board.close()


def _lines(log: Path) -> list[str]:
    """The complete lines of a log; a killed run may have left half a line."""
    return read_text(log).split("\n")[:-1] if log.exists() else []
