"""Example sentences for the model that writes, if the user gives none: the bundled ones, by the scale of the shot."""

from __future__ import annotations

from collections.abc import Mapping

from cinescribe.generate.narration.film_grammar import ShotScale
from cinescribe.generate.narration.language.sample_texts import sample_texts
from cinescribe.generate.narration.language.spoken_language import ENGLISH, SpokenLanguage


def example_sentences(
    scale: ShotScale | None, *, length: int, n: int, language: SpokenLanguage = ENGLISH
) -> tuple[str, ...]:
    """Return the examples whose length is nearest to the requested one, nearest first; none in a language without any.

    Args:
        scale: of the shots to describe; None gives examples of every scale.
        length: requested length, in words, or in letters of a language without spaces.
        n: number of examples.
        language: of the examples.
    """
    by_scale = sample_texts(language.tag).examples
    fitting = _in_turn(by_scale) if scale is None else by_scale.get(scale, ())
    return tuple(sorted(fitting, key=lambda text: abs(language.length(text) - length))[:n])


def _in_turn(by_scale: Mapping[ShotScale, tuple[str, ...]]) -> list[str]:
    """Sentences of one scale after the other, so that those of one length are of all scales."""
    return [text for each in zip(*by_scale.values(), strict=True) for text in each]
