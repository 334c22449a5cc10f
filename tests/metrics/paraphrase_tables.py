"""Paraphrase tables for the tests of METEOR."""

import gzip
from importlib.util import find_spec
from pathlib import Path

import pytest


def full_table() -> Path:
    """METEOR's own table, from the pycocoevalcap package; the test is skipped without it."""
    package = find_spec("pycocoevalcap")
    if package is None or not package.submodule_search_locations:
        pytest.skip("pycocoevalcap, which has METEOR's paraphrase table, is not installed")
    return Path(package.submodule_search_locations[0]) / "meteor" / "data" / "paraphrase-en.gz"


def written(path: Path, *entries: tuple[str, str]) -> Path:
    """Write a table of phrases and paraphrases."""
    with gzip.open(path, "wt", encoding="utf-8") as opened:
        opened.writelines(f"0.5\n{phrase}\n{paraphrase}\n" for phrase, paraphrase in entries)
    return path
