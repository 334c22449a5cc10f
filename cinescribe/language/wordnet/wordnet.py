"""WordNet 3.0: the senses of a word and the base form of an inflected one, from the index that is shipped."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ModelError, RecordError
from cinescribe.store import read_arrays

INDEX = Path(__file__).resolve().parents[2] / "weights" / "wordnet" / "wordnet.safetensors"

Pos = Literal["n", "v", "a", "r"]  # noun, verb, adjective, adverb, as WordNet writes them
PARTS: tuple[Pos, ...] = ("n", "v", "a", "r")
OFFSETS = 100_000_000  # a sense is (1 + its part's place in PARTS) * OFFSETS + its offset in WordNet's data file

# What verbs are about: WordNet's lexicographer files 29 to 43 (lexnames(5WN)), in order.
TOPICS = (
    "body",
    "change",
    "cognition",
    "communication",
    "competition",
    "consumption",
    "contact",
    "creation",
    "emotion",
    "motion",
    "perception",
    "possession",
    "social",
    "stative",
    "weather",
)

# WordNet's rules of detachment (morphy(7WN)): an ending, and what stands in its place.
DETACHED: Mapping[Pos, tuple[tuple[str, str], ...]] = {
    "n": (
        ("s", ""),
        ("ses", "s"),
        ("xes", "x"),
        ("zes", "z"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("men", "man"),
        ("ies", "y"),
    ),
    "v": (("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")),
    "a": (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
    "r": (),
}
_PART_OF_TAG: Mapping[str, Pos] = {"NOUN": "n", "PROPN": "n", "VERB": "v", "AUX": "v", "ADJ": "a", "ADV": "r"}
# Where the tag says that a form is a base form, an inflected word that is spelt alike is not meant: "found", "saw".
_IS_BASE = {"v": ("VerbForm=Inf", "Mood=Imp"), "n": ("Number=Sing",), "a": ("Degree=Pos",), "r": ("Degree=Pos",)}
# Where it says that a form is inflected, a base form that is spelt alike is not meant: "glasses", "older".
_IS_INFLECTED = ("Number=Plur", "Degree=Cmp", "Degree=Sup")


class WordNet:
    """WordNet 3.0's words, their senses, and its morphology.

    Words may be written in any case, and with spaces or underscores. A sense (a synset) is a number that is the same
    for all its words; senses of different parts of speech have different numbers.
    """

    def __init__(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Take the arrays that `wordnet_index` wrote."""
        self._letters = arrays["letters"].tobytes()
        self._bounds = _bounds(arrays["lengths"])
        self._senses = arrays["senses"]
        self._first = _bounds(arrays["counts"])
        self._exceptions = _exceptions(arrays["exceptions"].tobytes().decode("ascii"))
        self._verb_topics = arrays["verb_topics"]
        self._found = lru_cache(maxsize=65536)(self._find)

    def synsets(self, word: str, pos: Pos | None = None) -> tuple[int, ...]:
        """The senses of a word as it is written, in WordNet's order; none where WordNet does not have it.

        Args:
            word: a base form; inflected forms go through `morphy` or `bases`.
            pos: only senses of this part of speech; without it all, nouns first.
        """
        senses = self._found(word)
        return senses if pos is None else tuple(sense for sense in senses if part_of(sense) == pos)

    def has(self, word: str, pos: Pos) -> bool:
        """Whether the word, as it is written, has a sense as this part of speech."""
        return any(part_of(sense) == pos for sense in self._found(word))

    def topics(self, verb: str) -> tuple[str, ...]:
        """What each sense of a verb is about, one of `TOPICS`, in WordNet's order: that of its commonest sense first.

        Args:
            verb: a base form, phrasal or not; `look at` is cognition where `look` is perception.
        """
        return tuple(self._topic_of[sense] for sense in self.synsets(verb, "v"))

    def bases(self, word: str, pos: Pos) -> tuple[str, ...]:
        """Every base form that a word can have: its exceptions, else by detachment of endings; itself comes last.

        Only words that WordNet has as that part of speech are given: `axes` has `ax`, `axis` (and no `axe`, which
        WordNet's list of exceptions leaves out).
        """
        key = _key(word)
        known = self._exceptions.get((key, pos)) or tuple(_detached(key, pos))
        return tuple(dict.fromkeys(base for base in (*known, key) if self.has(base, pos)))

    def morphy(self, word: str, pos: Pos) -> str | None:
        """The base form of a word, or None where WordNet knows none: `leaves` gives `leaf` as noun, `leave` as verb.

        Irregular forms come before the word itself (`men` gives `man`, though WordNet has `men`), the word itself
        before the rules of detachment (`gas` is not the plural of `ga`).
        """
        key = _key(word)
        exceptional = self._exceptions.get((key, pos), ())
        candidates = (*exceptional, key, *_detached(key, pos))
        return next((base for base in candidates if self.has(base, pos)), None)

    def lemma(self, word: str, upos: str, features: str = "") -> str:
        """The lemma of a word, lower-case, from its Universal part of speech.

        Args:
            word: a word of a text.
            upos: as `NOUN`; parts of speech that WordNet does not have keep the word as it is.
            features: Universal features, where they are known: `Number=Plur` makes `glasses` the plural of `glass`,
                `VerbForm=Inf` keeps `found` from being `find`.
        """
        key = word.lower()
        pos = _PART_OF_TAG.get(upos)
        if pos is None or any(feature in features for feature in _IS_BASE[pos]):
            return key
        if any(feature in features for feature in _IS_INFLECTED):
            return next(iter(self.bases(key, pos)), key)
        return self.morphy(key, pos) or key

    def offsets(self, word: str) -> frozenset[int]:
        """The senses of a word as it is written, numbered without their part of speech.

        METEOR and SPICE number senses so, where 285 numbers stand for senses that have nothing in common (that of
        `entity` is one of `able` and one of `breathe`).
        """
        return frozenset(sense % OFFSETS for sense in self._found(word))

    def base_offsets(self, word: str) -> frozenset[int]:
        """As `offsets`, of the word's base forms in METEOR's way; none where it has no other form and is long.

        The base forms are the word's exceptions in all parts of speech; without any, the first word that the rules of
        detachment leave, nouns first. A word that ends with `ss` or has two letters is its own base form.
        """
        key = _key(word)
        irregular = [base for pos in PARTS for base in self._exceptions.get((key, pos), ())]
        if irregular:
            return frozenset[int]().union(*map(self.offsets, irregular))
        if key.endswith("ss") or len(key) < 3:
            return self.offsets(key)
        left = (base for pos in PARTS for base in _shortened(key, pos))
        return next((found for found in map(self.offsets, left) if found), frozenset())

    @cached_property
    def _topic_of(self) -> dict[int, str]:
        verbs = self._senses[self._senses // OFFSETS == 1 + PARTS.index("v")]
        return {sense: TOPICS[n] for sense, n in zip(verbs.tolist(), self._verb_topics.tolist(), strict=True)}

    def _find(self, word: str) -> tuple[int, ...]:
        key = _key(word).encode("ascii", "replace")
        n = bisect_left(range(len(self._bounds) - 1), key, key=self._word)
        if n == len(self._bounds) - 1 or self._word(n) != key:
            return ()
        return tuple(self._senses[self._first[n] : self._first[n + 1]].tolist())

    def _word(self, n: int) -> bytes:
        return self._letters[self._bounds[n] : self._bounds[n + 1]]


@lru_cache(maxsize=1)
def wordnet() -> WordNet:
    """WordNet 3.0 as it is shipped, read once.

    Raises:
        ModelError: when the index is missing or broken.
    """
    try:
        return WordNet(read_arrays(INDEX))
    except RecordError as error:
        raise ModelError(f"WordNet's index cannot be read ({error}); install cinescribe again") from error


def part_of(sense: int) -> Pos:
    """The part of speech of a sense."""
    return PARTS[sense // OFFSETS - 1]


def _key(word: str) -> str:
    return word.lower().replace(" ", "_")


def _detached(word: str, pos: Pos) -> Iterator[str]:
    """What is left of a word without an ending, before its `ful` where it has one (`boxesful`, `boxful`)."""
    if pos == "n" and word.endswith("ful"):
        return (base + "ful" for base in _detached(word[:-3], pos))
    if pos == "n" and (word.endswith("ss") or len(word) < 3):
        return iter(())
    return _shortened(word, pos)


def _shortened(word: str, pos: Pos) -> Iterator[str]:
    return (word.removesuffix(ending) + put for ending, put in DETACHED[pos] if word.endswith(ending))


def _bounds(counts: NDArray[np.uint8]) -> memoryview:
    # A memoryview's numbers are Python's own, and twice as fast to take out one by one.
    return np.concatenate([[0], np.cumsum(counts)]).astype(np.int32).data


def _exceptions(text: str) -> dict[tuple[str, Pos], tuple[str, ...]]:
    """Base forms by irregular form and part of speech, from lines of part, form, bases; a form may have two lines."""
    found: dict[tuple[str, Pos], tuple[str, ...]] = {}
    for line in text.splitlines():
        part, form, *bases = line.split(" ")
        key = form, PARTS["nvar".index(part)]
        found[key] = (*found.get(key, ()), *bases)
    return found
