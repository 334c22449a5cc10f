"""The language identification model, loaded once and shared."""

from __future__ import annotations

from copy import copy
from functools import lru_cache

from py3langid.langid import MODEL_FILE, LanguageIdentifier


@lru_cache
def whole_identifier() -> LanguageIdentifier:
    """Return the identifier of all languages of py3langid, with probabilities from 0 to 1."""
    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)


@lru_cache
def identifier_among(languages: frozenset[str]) -> LanguageIdentifier:
    """Return an identifier that chooses among languages.

    Args:
        languages: by their codes, of `known_languages`.
    """
    identifier = copy(whole_identifier())
    identifier.set_languages(sorted(languages))
    return identifier


@lru_cache
def known_languages() -> frozenset[str]:
    """Return the codes of all languages that the model knows, 97 of ISO 639-1."""
    return frozenset(whole_identifier().labels)
