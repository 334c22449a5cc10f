"""A model's answer as one sentence, in any script."""

from __future__ import annotations

import re

from cinescribe.generate.narration.language.spoken_language import SpokenLanguage
from cinescribe.models.hub.prompts import one_sentence

_STOPS = "\u3002\uff01\uff1f\uff61\u0964\u06d4"  # of Chinese and Japanese, Hindi and Urdu
_FIRST = re.compile(rf"[^{_STOPS}]*[{_STOPS}]?")
_LETTER = re.compile(r"[^\W\d_]")


def one_sentence_in(text: str, language: SpokenLanguage) -> str:
    """Return the first sentence of a text, with a capital and a full stop; "" if it has no word."""
    if language.is_english:
        return one_sentence(text)
    found = _FIRST.match(" ".join(text.split()))
    first = found[0].strip() if found is not None else ""
    if first[-1:] and first[-1] in _STOPS:
        return first if _LETTER.search(first) else ""
    sentence = one_sentence(first)
    return sentence if language.has_spaces or not sentence.endswith(".") else f"{sentence[:-1]}\u3002"
