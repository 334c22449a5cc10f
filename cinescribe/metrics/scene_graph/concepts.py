"""What SPICE compares: the tuples of several captions in one graph, where synonyms are one concept."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from cinescribe.language.wordnet.wordnet import wordnet

Senses = Callable[[str], frozenset[int]]


@dataclass(eq=False)
class Concept:
    """Words that stand for one thing, in the order of their arrival, and the senses of all of them."""

    words: list[str]
    senses: set[int]

    def is_like(self, other: Concept) -> bool:
        """Whether the two share a word or a sense."""
        return not self.senses.isdisjoint(other.senses) or not set(self.words).isdisjoint(other.words)

    def __str__(self) -> str:
        return "/".join(self.words)


Fact = tuple[Concept, ...]  # object; object, attribute; object, relation, second object: as SPICE prints them


@lru_cache(maxsize=65536)
def senses_of(word: str) -> frozenset[int]:
    """The senses of a word and of its base form, as METEOR's dictionary has them, which SPICE asks."""
    words = wordnet()
    return words.offsets(word) | words.base_offsets(word)


def no_senses(word: str) -> frozenset[int]:
    """No senses, for a SPICE in which only equal words are alike."""
    return frozenset()


class Concepts:
    """Concepts in the order of their first words.

    A new word joins the concept whose senses are most like its own (shared senses among all of both); concepts that
    both lie near a later word stay two. Of concepts that are equally near SPICE takes one by where it lies in memory,
    and so need not give the same score twice; here the oldest is taken.
    """

    def __init__(self, senses: Senses) -> None:
        self._senses = senses
        self._of_word: dict[str, Concept] = {}
        self._of_sense: dict[int, list[Concept]] = {}

    def add(self, word: str) -> Concept:
        """The concept that the word belongs to, from now on."""
        known = self._of_word.get(word)
        return self._join(word) if known is None else known

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


def facts(tuples: Iterable[Sequence[str]], *, senses: Senses = senses_of) -> list[Fact]:
    """What one or several captions say, every fact once: objects first, then attributes, then relations.

    The subject and the object of every tuple are objects, told on their own or not. Attributes are joined to concepts
    object by object, relations between the same two objects. A relation loses a leading `be`, as in SPICE.
    """
    graph = _Graph(senses)
    for words in tuples:
        graph.add(words)
    return sorted(graph.facts, key=len)


class _Graph:
    def __init__(self, senses: Senses) -> None:
        self.facts: dict[Fact, None] = {}
        self._objects = Concepts(senses)
        self._attributes: dict[Concept, Concepts] = defaultdict(lambda: Concepts(senses))
        self._relations: dict[tuple[Concept, Concept], Concepts] = defaultdict(lambda: Concepts(senses))

    def add(self, words: Sequence[str]) -> None:
        thing = self._object(words[0])
        if len(words) == 2:
            self.facts[thing, self._attributes[thing].add(words[1])] = None
        elif len(words) == 3:
            second = self._object(words[1])
            relation = self._relations[thing, second].add(words[2].removeprefix("be "))
            self.facts[thing, relation, second] = None

    def _object(self, word: str) -> Concept:
        concept = self._objects.add(word)
        self.facts[(concept,)] = None
        return concept
