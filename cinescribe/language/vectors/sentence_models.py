"""Loads models of sentence-transformers, which takes long: import this module through its package, at first use.

A lazy stand-in for `sentence_transformers` itself does not work: code that inspects all loaded modules, as torch does
while transformers is imported, would load it in the middle of that import.
"""

from __future__ import annotations

from pathlib import Path

from sentence_transformers import SentenceTransformer


def load_sentence_model(folder: Path, *, device: str) -> SentenceTransformer:
    """Load a model from a folder, without the hub and without code of its own."""
    return SentenceTransformer(str(folder), device=device, local_files_only=True, trust_remote_code=False)
