"""Digests of what a model was trained on, for its card."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from cinescribe.input_files import digest
from cinescribe.models.checkpoint import CHECKPOINT


def data_digests(corpus: Path, files: Iterable[str | Path], *, init_checkpoint: str = "") -> dict[str, str]:
    """Return the digests of the data of a training, for the card of the trained model.

    Args:
        corpus: the folder of the corpus.
        files: read from the corpus; relative to its folder, or inside it.
        init_checkpoint: the folder of the checkpoint whose weights the training began with; empty for none.
    """
    paths = [corpus / name for name in files]
    digests = {path.relative_to(corpus).as_posix(): digest(path) for path in paths}
    return digests | ({"start": digest(Path(init_checkpoint) / CHECKPOINT.weights)} if init_checkpoint else {})
