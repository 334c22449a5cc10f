"""What a run tells: a line of JSON for each step and judgement, and the same as TensorBoard reads it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from torch.utils.tensorboard import SummaryWriter

from cinescribe.store import read_text, write_text

LOG = "log.jsonl"
BOARD = "tensorboard"


class Report:
    """The log of one run; what was told after the step it goes on from is taken back.

    Args:
        folder: of the run.
        gone: steps that the run has behind it.
    """

    def __init__(self, folder: Path, *, gone: int) -> None:
        self._log = Path(folder) / LOG
        kept = [line for line in _lines(self._log) if json.loads(line)["step"] <= gone]
        write_text(self._log, "".join(f"{line}\n" for line in kept))
        self._board = SummaryWriter(str(Path(folder) / BOARD), purge_step=gone + 1)

    def tell(self, step: int, values: Mapping[str, float], *, epoch: int) -> None:
        """Note numbers by name at a step."""
        line: dict[str, Any] = {"step": step, "epoch": epoch, **{name: round(v, 6) for name, v in values.items()}}
        with open(self._log, "a", encoding="utf-8") as opened:
            opened.write(json.dumps(line) + "\n")
        for name, value in values.items():
            self._board.add_scalar(name, value, step)

    def close(self) -> None:
        """Write what is still held back."""
        self._board.close()


def _lines(log: Path) -> list[str]:
    """The whole lines of a log; one that a killed run had half written is left out."""
    return read_text(log).split("\n")[:-1] if log.exists() else []
