"""The word lists of a language, from `words/xx.toml`.

English has its own in `word_lists`, which its parser and WordNet can distinguish by use.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from cinescribe.input_files import read_text
from cinescribe.parsing import parse_toml

_FOLDER = Path(__file__).resolve().parents[1] / "words"
WORD_LANGUAGES = ("en", *sorted(path.stem for path in _FOLDER.glob("*.toml")))
RULES_BY_WORDS = ("person", "we-see", "camera", "sounds", "feelings", "motives", "adverbs")


@dataclass(frozen=True)
class WordList:
    """Words and phrases that a rule looks for.

    Args:
        source: where they are from.
        words: in all their inflections; `Kamera*` matches all words with this beginning.
        forms: only in this form.
        beside: words of which one must come shortly before, if there are any: `ist`, `fühlt sich` before `traurig`.
        endings: of `words` that count, if there are any: `-mos` of `vemos`.
        unless: words that excuse the sentence: what makes a feeling visible.
    """

    source: str
    words: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()


@dataclass(frozen=True)
class LanguageWords:
    """What is known of a language without a parser.

    Args:
        language: base tag.
        lists: by rule; a rule may have several.
        determiners: articles, possessives and the like: words before a noun that is no name.
        opening: words in which no sentence ends.
        verb_forms: of regular verbs, by the ending of the infinitive, where Snowball makes another stem of them: with
            `_` for the verb without that ending, `_t` of `schwenkt`.
        past_endings: that finite verbs in the past have; () if endings do not identify them.
        labels: nouns that programs number: `Person 3`.
        talk: what models say to their user.
        credits: words that announce credits.
    """

    language: str
    lists: Mapping[str, tuple[WordList, ...]]
    determiners: frozenset[str]
    opening: frozenset[str]
    verb_forms: Mapping[str, tuple[str, ...]]
    past_endings: tuple[str, ...]
    labels: tuple[str, ...]
    talk: WordList
    credits: tuple[str, ...]


@lru_cache
def language_words(language: str) -> LanguageWords | None:
    """Return the word lists of a language other than English; None if there are none.

    Args:
        language: as base tag: `de`, not `de-AT`.
    """
    path = _FOLDER / f"{language}.toml"
    if language not in WORD_LANGUAGES or not path.is_file():
        return None
    values = parse_toml(read_text(path), f"the word lists of {language!r}")
    grammar = values["grammar"]
    return LanguageWords(
        language,
        {rule: tuple(map(_word_list, values[rule])) for rule in RULES_BY_WORDS},
        frozenset(grammar["determiners"].split()),
        frozenset(grammar["opening"].split()),
        {ending: tuple(forms.split()) for ending, forms in grammar.get("verb_forms", {}).items()},
        tuple(grammar.get("past_endings", "").split()),
        _phrases(grammar["labels"]),
        WordList(grammar["source"], forms=_phrases(grammar["talk"])),
        _phrases(grammar["credits"]),
    )


def _word_list(values: Mapping[str, Any]) -> WordList:
    parts = {name: _phrases(values[name]) for name in values if name != "source"}
    return WordList(values["source"], **parts)


def _phrases(text: str) -> tuple[str, ...]:
    return tuple(phrase.strip() for phrase in text.replace("\n", " ").split(",") if phrase.strip())
