"""Capitals at the start of sentences."""

from __future__ import annotations

from cinescribe.language_tags import base_language

_TWO_LETTERS = {"nl": "ij"}  # that get a capital together
_DOTTED = ("az", "tr")  # languages in which the capital of `i` keeps its dot


def sentence_case(text: str, language: str) -> str:
    """Return a text with a capital at its start; the rest stays.

    Args:
        text: a sentence.
        language: BCP 47 tag.

    Raises:
        LanguageError: when it is no tag of a language.

    Example:
        >>> sentence_case("een persoon komt op.", "nl"), sentence_case("ijs smelt.", "nl")
        ('Een persoon komt op.', 'IJs smelt.')
    """
    base = base_language(language)
    both = _TWO_LETTERS.get(base)
    if both and text.startswith(both):
        return both.upper() + text[len(both) :]
    if base in _DOTTED and text.startswith("i"):
        return "İ" + text[1:]
    return text[:1].title() + text[1:]
