"""Example sentences for the model that writes, where nobody gave examples: our own, by the scale of the shot."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from cinescribe.generate.narration.film_grammar import Scale
from cinescribe.input_files import read_text
from cinescribe.parsing import parse_json

_FILE = Path(__file__).with_suffix(".json")


def example_sentences(scale: Scale | None, *, n_words: int, n: int) -> tuple[str, ...]:
    """Return the examples whose length is nearest to what is wanted, nearest first.

    Args:
        scale: of the shots to describe; None gives examples of every scale.
        n_words: length that is wanted.
        n: number of examples.
    """
    by_scale = _sentences()
    fitting = by_scale[scale] if scale is not None else _in_turn(by_scale)
    return tuple(sorted(fitting, key=lambda text: abs(len(text.split()) - n_words))[:n])


def _in_turn(by_scale: dict[str, tuple[str, ...]]) -> list[str]:
    """Sentences of one scale after the other, so that those of one length are of all scales."""
    return [text for each in zip(*by_scale.values(), strict=True) for text in each]


@cache
def _sentences() -> dict[str, tuple[str, ...]]:
    return {scale: tuple(texts) for scale, texts in parse_json(read_text(_FILE), _FILE.name).items()}
