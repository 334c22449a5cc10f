"""SPICE's scene graphs: the tuples of one or several captions, with synonyms merged into concepts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from cinescribe.language.wordnet.wordnet import wordnet

SensesOf = Callable[[str], frozenset[int]]


@dataclass(eq=False)
class Concept:
    """Words with the same meaning, in the order in which they were added, and their senses."""

    words: list[str]
    senses: set[int]

    def matches(self, other: Concept) -> bool:
        """Return whether two concepts share a word or a sense."""
        return not self.senses.isdisjoint(other.senses) or not set(self.words).isdisjoint(other.words)

    def __str__(self) -> str:
        return "/".join(self.words)


# Object; object, attribute; or object, relation, second object, as SPICE prints them.
ConceptTuple = tuple[Concept, ...]


@lru_cache(maxsize=65536)
def senses_of(word: str) -> frozenset[int]:
    """Return the senses of a word and of its base form, as in METEOR's dictionary, which SPICE uses."""
    words = wordnet()
    return words.offsets(word) | words.base_offsets(word)


def no_senses(word: str) -> frozenset[int]:
    """Return no senses, for SPICE without synonyms."""
    return frozenset()


class Concepts:
    """Concepts in the order of their first words.

    A new word joins the concept with the most similar senses (Jaccard similarity); two concepts near a later word are
    not merged. Among equally similar concepts SPICE chooses by memory address, so its scores may vary from run to run;
    here the oldest one is chosen.
    """

    def __init__(self, senses: SensesOf) -> None:
        self._senses = senses
        self._of_word: dict[str, Concept] = {}
        self._of_sense: dict[int, list[Concept]] = {}

    def add(self, word: str) -> Concept:
        """Add a word, if it is new, and return its concept."""
        concept = self._of_word.get(word)
        return self._join(word) if concept is None else concept

    def _join(self, word: str) -> Concept:
        senses = self._senses(word)
        concept = self._nearest(senses) or Concept([], set())
        concept.words.append(word)
        for sense in senses - concept.senses:
            self._of_sense.setdefault(sense, []).append(concept)
        concept.senses |= senses
        self._of_word[word] = concept
        return concept

    def _nearest(self, senses: frozenset[int]) -> Concept | None:
        near = {concept for sense in senses for concept in self._of_sense.get(sense, ())}
        if len(near) < 2:
            return next(iter(near), None)
        oldest_first = (concept for concept in self._of_word.values() if concept in near)
        return max(oldest_first, key=lambda concept: len(senses & concept.senses) / len(senses | concept.senses))


def concept_tuples(tuples: Iterable[Sequence[str]], *, senses: SensesOf = senses_of) -> list[ConceptTuple]:
    """Return the distinct concept tuples of one or several captions: objects, then attributes, then relations.

    The subject and the object of every tuple count as objects too. Attributes become concepts for each object, and
    relations for each pair of objects. A relation loses a leading `be`, as in SPICE.
    """
    graph = _Graph(senses)
    for words in tuples:
        graph.add(words)
    return sorted(graph.tuples, key=len)


class _Graph:
    def __init__(self, senses: SensesOf) -> None:
        self.tuples: dict[ConceptTuple, None] = {}
        self._objects = Concepts(senses)
        self._attributes: dict[Concept, Concepts] = defaultdict(lambda: Concepts(senses))
        self._relations: dict[tuple[Concept, Concept], Concepts] = defaultdict(lambda: Concepts(senses))

    def add(self, words: Sequence[str]) -> None:
        subject = self._object(words[0])
        if len(words) == 2:
            self.tuples[subject, self._attributes[subject].add(words[1])] = None
        elif len(words) == 3:
            second = self._object(words[1])
            relation = self._relations[subject, second].add(words[2].removeprefix("be "))
            self.tuples[subject, relation, second] = None

    def _object(self, word: str) -> Concept:
        concept = self._objects.add(word)
        self.tuples[(concept,)] = None
        return concept
