"""What speaks against a sentence, whatever it is about: the rules of guidelines on wording, and other languages."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cinescribe.describe.guidelines.guidelines import Guidelines, read_guidelines
from cinescribe.describe.guidelines.lint import lint_script
from cinescribe.language.names.name_search import find_people
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.language.wordnet.wordnet import wordnet
from cinescribe.schema import Cue, Film, Person, Script
from cinescribe.timing import Span

# Rules on single sentences. Rules on times, names and repetition are those of the choice over the whole film.
_RULES = (
    "tense", "person", "we-see", "camera", "sounds", "feelings", "motives", "adverbs", "leftovers", "unfinished",
)  # fmt: skip
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


def sentence_faults(sentences: Sequence[str], people: Sequence[Person]) -> list[tuple[str, ...]]:
    """Return what speaks against each sentence; () if nothing does.

    Args:
        sentences: of a description.
        people: of the film.
    """
    cues = tuple(Cue(Span(n * _APART, n * _APART + _APART / 2), text, id=f"s{n}") for n, text in enumerate(sentences))
    script = Script(Film("", (len(cues) + 1) * _APART), people=tuple(people), cues=cues)
    found: dict[str | None, list[str]] = {}
    for finding in lint_script(script, _guidelines()):
        found.setdefault(finding.cue, []).append(f"{finding.rule}: {finding.text}")
    names = {word.casefold() for person in people for word in _WORD.findall(person.called)}
    strangers = _strangers(sentences, names)
    return [
        (*found.get(cue.id, ()), *_own_faults(cue.text, names), *_foreign_names(cue.text, strangers)) for cue in cues
    ]


def _guidelines() -> Guidelines:
    whole = read_guidelines(_GUIDELINES)
    return Guidelines(whole.title, tuple(setting for setting in whole.settings if setting.rule in _RULES))


def _strangers(sentences: Sequence[str], names: set[str]) -> tuple[str, ...]:
    """The names of people in the sentences whom the film's cast does not have: models make names up."""
    found = (person.name for person in find_people(sentences, shipped_parser()))
    return tuple(name for name in found if names.isdisjoint(word.casefold() for word in _WORD.findall(name)))


def _foreign_names(text: str, strangers: Sequence[str]) -> list[str]:
    named = [name for name in strangers if re.search(rf"\b{re.escape(name)}\b", text)]
    return [f"names {name}, who is not in the cast" for name in named]


def _own_faults(text: str, names: set[str]) -> list[str]:
    faults = ["a label in place of a name"] if _LABEL.search(text) else []
    words = [word.casefold() for word in _WORD.findall(text)]
    known = sum(word in _SMALL_WORDS or word in names or _is_english(word) for word in words)
    return faults if words and known >= _ENGLISH * len(words) else [*faults, "is no English sentence"]


def _is_english(word: str) -> bool:
    return word.isascii() and any(wordnet().morphy(word, pos) is not None for pos in ("n", "v", "a", "r"))
