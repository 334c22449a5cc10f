"""Sentences of our own in each language: examples for the writer, statements that are false nearly everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from cinescribe.generate.narration.film_grammar import ShotScale
from cinescribe.input_files import read_text
from cinescribe.language_tags import base_language
from cinescribe.parsing import parse_json

_FOLDER = Path(__file__).resolve().parent / "texts"
SAMPLE_LANGUAGES = tuple(sorted(path.stem for path in _FOLDER.glob("*.json")))


@dataclass(frozen=True)
class SampleTexts:
    """Sentences of one language; kinds without sentences are missing.

    Args:
        pace: a description of usual words, which measures a voice's speed.
        squares: the statement that a square of each colour is in the corner of the frames.
        examples: descriptions, by the scale of the shot, from short to long.
        stock: what is false of nearly every moment of nearly every film, for films that show too little else.
    """

    pace: str = ""
    squares: Mapping[str, str] = field(default_factory=dict)
    examples: Mapping[ShotScale, tuple[str, ...]] = field(default_factory=dict)
    stock: tuple[str, ...] = ()


@cache
def sample_texts(tag: str) -> SampleTexts:
    """Return our sentences of a language; of one that has none, all kinds are missing.

    Raises:
        LanguageError: when it is no tag of a language.
    """
    base = base_language(tag)
    if base not in SAMPLE_LANGUAGES:
        return SampleTexts()
    path = _FOLDER / f"{base}.json"
    whole = parse_json(read_text(path), path.name)
    examples = {scale: tuple(texts) for scale, texts in whole.get("examples", {}).items()}
    return SampleTexts(whole["pace"], whole.get("squares", {}), examples, tuple(whole.get("stock", ())))
