"""WordNet 3.0: senses of words and base forms of inflected words, from the shipped index."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from cinescribe.arrays import read_arrays
from cinescribe.errors import LanguageError, ModelError, RecordError, brief

INDEX = Path(__file__).resolve().parents[2] / "weights" / "wordnet" / "wordnet.safetensors"

Pos = Literal["n", "v", "a", "r"]  # noun, verb, adjective, adverb, as WordNet writes them
PARTS_OF_SPEECH: tuple[Pos, ...] = ("n", "v", "a", "r")
OFFSETS = 100_000_000  # a sense is (1 + index of its part in PARTS) * OFFSETS + its offset in WordNet's data file

# Topics of verbs: WordNet's lexicographer files 29 to 43 (lexnames(5WN)), in order.
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

# WordNet's rules of detachment (morphy(7WN)): an ending and its replacement.
DETACHMENT_RULES: Mapping[Pos, tuple[tuple[str, str], ...]] = {
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
# Features of a base form: an inflected word of the same spelling is not meant ("found", "saw").
_IS_BASE = {"v": ("VerbForm=Inf", "Mood=Imp"), "n": ("Number=Sing",), "a": ("Degree=Pos",), "r": ("Degree=Pos",)}
# Features of an inflected form: a base form of the same spelling is not meant ("glasses", "older").
_IS_INFLECTED = ("Number=Plur", "Degree=Cmp", "Degree=Sup")


class WordNet:
    """WordNet 3.0: words, their senses, and morphology.

    Words may be in any case, with spaces or underscores. A sense (synset) is a number shared by all its words; senses
    of different parts of speech have different numbers.
    """

    def __init__(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Take the arrays that `benchmarks.language.wordnet_index` wrote."""
        self._letters = arrays["letters"].tobytes()
        self._bounds = _bounds(arrays["lengths"])
        self._senses = arrays["senses"]
        self._first = _bounds(arrays["counts"])
        self._exceptions = _exceptions(arrays["exceptions"].tobytes().decode("ascii"))
        self._verb_topics = arrays["verb_topics"]
        self._senses_of = lru_cache(maxsize=65536)(self._find)

    def synsets(self, word: str, pos: Pos | None = None) -> tuple[int, ...]:
        """Return the senses of a word, unchanged, in WordNet's order; none for a word that is not in WordNet.

        Args:
            word: a base form; use `morphy` or `bases` for inflected forms.
            pos: only senses of this part of speech; by default all, nouns first.
        """
        senses = self._senses_of(word)
        return senses if pos is None else tuple(sense for sense in senses if part_of(sense) == pos)

    def has(self, word: str, pos: Pos) -> bool:
        """Whether the word, unchanged, has a sense as this part of speech."""
        return any(part_of(sense) == pos for sense in self._senses_of(word))

    def topics(self, verb: str) -> tuple[str, ...]:
        """Return the topic of each sense of a verb, from `TOPICS`, the commonest sense first.

        Args:
            verb: a base form, phrasal or not; `look at` is cognition where `look` is perception.
        """
        return tuple(self._topic_of[sense] for sense in self.synsets(verb, "v"))

    def topic(self, sense: int) -> str:
        """Return the topic of a verb's sense, from `TOPICS`.

        Raises:
            LanguageError: when it is no sense of a verb.
        """
        found = self._topic_of.get(sense)
        if found is None:
            raise LanguageError(f"{brief(sense)} is no sense of a verb; give one of `WordNet.synsets`")
        return found

    def bases(self, word: str, pos: Pos) -> tuple[str, ...]:
        """Return every base form of a word: its irregular ones, or else by detachment of endings; itself comes last.

        Only words that WordNet has as this part of speech count: `axes` has `ax` and `axis` (but no `axe`, which
        WordNet's list of exceptions lacks).
        """
        key = _key(word)
        known = self._exceptions.get((key, pos)) or tuple(_detached(key, pos))
        return tuple(dict.fromkeys(base for base in (*known, key) if self.has(base, pos)))

    def morphy(self, word: str, pos: Pos) -> str | None:
        """Return the base form of a word, or None: `leaves` gives `leaf` as a noun and `leave` as a verb.

        Irregular forms come before the word itself (`men` gives `man`, though WordNet has `men`), and the word itself
        before detachment of endings (`gas` is not the plural of `ga`).
        """
        key = _key(word)
        exceptional = self._exceptions.get((key, pos), ())
        candidates = (*exceptional, key, *_detached(key, pos))
        return next((base for base in candidates if self.has(base, pos)), None)

    def lemma(self, word: str, upos: str, features: str = "") -> str:
        """Return the lemma of a word, in lower case, given its Universal part of speech.

        Args:
            word: a word of a text.
            upos: such as `NOUN`; for parts of speech outside WordNet the word is unchanged.
            features: Universal features, if known: `Number=Plur` makes `glasses` the plural of `glass`,
                `VerbForm=Inf` prevents `found` from becoming `find`.
        """
        key = word.lower()
        pos = _PART_OF_TAG.get(upos)
        if pos is None or any(feature in features for feature in _IS_BASE[pos]):
            return key
        if any(feature in features for feature in _IS_INFLECTED):
            return next(iter(self.bases(key, pos)), key)
        return self.morphy(key, pos) or key

    def offsets(self, word: str) -> frozenset[int]:
        """Return the senses of a word, unchanged, as offsets without their part of speech.

        METEOR and SPICE number senses this way, so that 285 numbers mean several unrelated senses (that of `entity` is
        also one of `able` and one of `breathe`).
        """
        return frozenset(sense % OFFSETS for sense in self._senses_of(word))

    def base_offsets(self, word: str) -> frozenset[int]:
        """Return the `offsets` of a word's base forms as METEOR finds them; none if nothing can be detached.

        The base forms are the word's irregular ones in all parts of speech; failing that, the first word in WordNet
        that detachment of endings gives, nouns first. A word that ends in `ss` or has two letters is its own base form.
        """
        key = _key(word)
        irregular = [base for pos in PARTS_OF_SPEECH for base in self._exceptions.get((key, pos), ())]
        if irregular:
            return frozenset[int]().union(*map(self.offsets, irregular))
        if key.endswith("ss") or len(key) < 3:
            return self.offsets(key)
        bases = (base for pos in PARTS_OF_SPEECH for base in _shortened(key, pos))
        return next((offsets for offsets in map(self.offsets, bases) if offsets), frozenset())

    def words(self) -> Iterator[str]:
        """Return all words, in byte order, with underscores."""
        return map(self.word, range(len(self._bounds) - 1))

    def word(self, n: int) -> str:
        """Return the word of this number in `words`."""
        return self._word(n).decode("ascii")

    def entries(self) -> Iterator[tuple[str, int]]:
        """Return each word with each of its senses, in the order of the index."""
        return ((word, sense) for n, word in enumerate(self.words()) for sense in self._senses_at(n))

    def all_senses(self) -> NDArray[np.int32]:
        """Return each sense once, in rising order."""
        return np.unique(self._senses)

    def entry(self, word: str, sense: int) -> int:
        """Return the place of a word with a sense in `entries`.

        Raises:
            LanguageError: when the word has no such sense.
        """
        n = self._number(_key(word).encode("ascii", "replace"))
        found = self._senses_at(n) if n is not None else ()
        if n is None or sense not in found:
            raise LanguageError(f"{brief(word)} has no sense {sense} in WordNet; give one of `WordNet.synsets`")
        return int(self._first[n]) + found.index(sense)

    @cached_property
    def _topic_of(self) -> dict[int, str]:
        verbs = self._senses[self._senses // OFFSETS == 1 + PARTS_OF_SPEECH.index("v")]
        return {sense: TOPICS[n] for sense, n in zip(verbs.tolist(), self._verb_topics.tolist(), strict=True)}

    def _find(self, word: str) -> tuple[int, ...]:
        n = self._number(_key(word).encode("ascii", "replace"))
        return () if n is None else self._senses_at(n)

    def _number(self, key: bytes) -> int | None:
        n = bisect_left(range(len(self._bounds) - 1), key, key=self._word)
        return None if n == len(self._bounds) - 1 or self._word(n) != key else n

    def _senses_at(self, n: int) -> tuple[int, ...]:
        return tuple(self._senses[self._first[n] : self._first[n + 1]].tolist())

    def _word(self, n: int) -> bytes:
        return self._letters[self._bounds[n] : self._bounds[n + 1]]


@lru_cache(maxsize=1)
def wordnet() -> WordNet:
    """Return the shipped WordNet 3.0, loaded once.

    Raises:
        ModelError: when the index is missing or broken.
    """
    try:
        return WordNet(read_arrays(INDEX))
    except RecordError as error:
        raise ModelError(f"WordNet's index cannot be read ({error}); install cinescribe again") from error


def part_of(sense: int) -> Pos:
    """Return the part of speech of a sense."""
    return PARTS_OF_SPEECH[sense // OFFSETS - 1]


def _key(word: str) -> str:
    return word.lower().replace(" ", "_")


def _detached(word: str, pos: Pos) -> Iterator[str]:
    """The word without its ending; an ending before `ful` is removed there (`boxesful`, `boxful`)."""
    if pos == "n" and word.endswith("ful"):
        return (base + "ful" for base in _detached(word[:-3], pos))
    if pos == "n" and (word.endswith("ss") or len(word) < 3):
        return iter(())
    return _shortened(word, pos)


def _shortened(word: str, pos: Pos) -> Iterator[str]:
    rules = DETACHMENT_RULES[pos]
    return (word.removesuffix(ending) + replacement for ending, replacement in rules if word.endswith(ending))


def _bounds(counts: NDArray[np.uint8]) -> memoryview:
    # A memoryview yields Python's own integers, and indexing it is twice as fast.
    return np.concatenate([[0], np.cumsum(counts)]).astype(np.int32).data


def _exceptions(text: str) -> dict[tuple[str, Pos], tuple[str, ...]]:
    """Base forms by irregular form and part of speech, from lines of part, form, bases; a form may have two lines."""
    exceptions: dict[tuple[str, Pos], tuple[str, ...]] = {}
    for line in text.splitlines():
        part, form, *bases = line.split(" ")
        key = form, PARTS_OF_SPEECH["nvar".index(part)]
        exceptions[key] = (*exceptions.get(key, ()), *bases)
    return exceptions
