"""What speaks against a sentence, whatever it is about: the rules of guidelines on wording, and other languages.

What needs a parser, the names of strangers, is sought in English only. That a sentence is in another language is
detected by its letters; that one is English, by a list of words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from cinescribe.describe.guidelines.guidelines import Guidelines, default_guidelines, read_guidelines
from cinescribe.describe.guidelines.lint import lint_script
from cinescribe.language.identification.sentence_language import is_in_language
from cinescribe.language.messages.languages import english_name
from cinescribe.language.names.name_inflection import inflected_forms
from cinescribe.language.names.name_search import find_people
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.language.wordnet.wordnet import wordnet
from cinescribe.language_tags import base_language
from cinescribe.schema import Cue, Film, Person, Script
from cinescribe.timing import Span

# Rules on single sentences. Rules on times, names and repetition are those of the choice over the whole film.
_RULES = (
    "tense", "person", "we-see", "camera", "sounds", "feelings", "motives", "adverbs", "leftovers", "unfinished",
)  # fmt: skip
STRAY = "is no"  # how the fault of a sentence in another language begins
_ENGLISH_TAG = "en"
_GUIDELINES = "netflix"  # it has all of them
_APART = 10.0  # seconds between two sentences that are checked
_LABEL = re.compile(r"\bP\d{1,3}\b|\bSOMEONE\b|\[(?:PERSON|NAME)")
_WORD = re.compile(r"[^\W\d_]+")
_ENGLISH = 0.5  # share of words that English knows
_SMALL_WORDS = frozenset(
    [
        "a",
        "an",
        "and",
        "as",
        "at",
        "by",
        "for",
        "from",
        "he",
        "her",
        "him",
        "his",
        "in",
        "into",
        "is",
        "it",
        "its",
        "of",
        "on",
        "onto",
        "the",
        "to",
        "with",
    ]
)


def sentence_faults(
    sentences: Sequence[str], people: Sequence[Person], language: str = _ENGLISH_TAG
) -> list[tuple[str, ...]]:
    """Return what speaks against each sentence; () if nothing does.

    Args:
        sentences: of a description.
        people: of the film.
        language: in which they should be, as BCP 47 tag.

    Raises:
        LanguageError: when it is no tag of a language.
    """
    is_english = base_language(language) == _ENGLISH_TAG
    cues = tuple(Cue(Span(n * _APART, n * _APART + _APART / 2), text, id=f"s{n}") for n, text in enumerate(sentences))
    script = Script(Film("", (len(cues) + 1) * _APART), people=tuple(people), cues=cues, language=language)
    found: dict[str | None, list[str]] = {}
    for finding in lint_script(script, _guidelines(language if not is_english else None)):
        found.setdefault(finding.cue, []).append(f"{finding.rule}: {finding.text}")
    names = {word.casefold() for person in people for word in _WORD.findall(person.called)}
    if not is_english:
        names |= _inflected(people, language)
        return [(*found.get(cue.id, ()), *_label(cue.text), *_stray(cue.text, names, language)) for cue in cues]
    strangers = _strangers(sentences, names)
    return [
        (*found.get(cue.id, ()), *_own_faults(cue.text, names), *_foreign_names(cue.text, strangers)) for cue in cues
    ]


def _guidelines(language: str | None) -> Guidelines:
    """The rules on single sentences: of guidelines that have all of them, or of those of another language."""
    whole = read_guidelines(_GUIDELINES if language is None else default_guidelines(language))
    return replace(whole, settings=tuple(setting for setting in whole.settings if setting.rule in _RULES))


def _inflected(people: Sequence[Person], language: str) -> set[str]:
    """The words of all forms of people's names, in lower case."""
    forms = (form for person in people for each in inflected_forms(person.called, language).values() for form in each)
    return {word.casefold() for form in forms for word in _WORD.findall(form)}


def _stray(text: str, names: set[str], language: str) -> list[str]:
    return [] if is_in_language(text, language, names=names) else [f"{STRAY} {english_name(language)} sentence"]


def _strangers(sentences: Sequence[str], names: set[str]) -> tuple[str, ...]:
    """The names of people in the sentences whom the film's cast does not have: models make names up."""
    found = (person.name for person in find_people(sentences, shipped_parser()))
    return tuple(name for name in found if names.isdisjoint(word.casefold() for word in _WORD.findall(name)))


def _foreign_names(text: str, strangers: Sequence[str]) -> list[str]:
    named = [name for name in strangers if re.search(rf"\b{re.escape(name)}\b", text)]
    return [f"names {name}, who is not in the cast" for name in named]


def _label(text: str) -> list[str]:
    return ["a label in place of a name"] if _LABEL.search(text) else []


def _own_faults(text: str, names: set[str]) -> list[str]:
    faults = _label(text)
    words = [word.casefold() for word in _WORD.findall(text)]
    known = sum(word in _SMALL_WORDS or word in names or _is_english(word) for word in words)
    return faults if words and known >= _ENGLISH * len(words) else [*faults, f"{STRAY} English sentence"]


def _is_english(word: str) -> bool:
    return word.isascii() and any(wordnet().morphy(word, pos) is not None for pos in ("n", "v", "a", "r"))
