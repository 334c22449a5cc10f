"""Words that the grammar of film description takes for verbs, things, places and people: by WordNet, with vectors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from cinescribe.language.parser.clause_augmentation import is_held_out
from cinescribe.language.parser.word_classes import is_verb, third_person
from cinescribe.language.wordnet.senses import senses
from cinescribe.language.wordnet.wordnet import Pos, wordnet

_SHORTEST = 3  # letters of a word; words that WordNet's tagged texts lack are left out: most are rare
_N_SENSES = 3  # of a verb that may give its frames
_INTRANSITIVE = frozenset({1, 2, 22})  # WordNet's verb frames (wninput(5WN))
_TRANSITIVE = frozenset({8, 9, 10, 11})
_THINGS = ("noun.artifact", "noun.object", "noun.food", "noun.plant", "noun.body", "noun.substance", "noun.animal")
_SEEN = ("verb.motion", "verb.contact", "verb.body", "verb.perception", "verb.consumption", "verb.emotion")
_PART = 0.4  # of the choices of a verb or noun fall on words that could be either
# fmt: off
_NAMES = (
    "Adam", "Alice", "Amy", "Anna", "Ben", "Beth", "Carl", "Carol", "Clara", "Daniel", "David", "Dora", "Emma", "Eric",
    "Eva", "Frank", "George", "Grace", "Hannah", "Harriet", "Helen", "Henry", "Ivan", "Jack", "Jane", "Jenny", "Julia",
    "Karen", "Kate", "Laura", "Leo", "Lucy", "Mark", "Marta", "Mary", "Max", "Nick", "Nora", "Oliver", "Oscar", "Paul",
    "Peter", "Robert", "Rosa", "Ruth", "Sarah", "Simon", "Sophie", "Steve", "Tim", "Tom", "Vera", "Victor", "William",
)
_STARTS = ("B", "Br", "C", "Cl", "D", "Dr", "F", "G", "Gr", "H", "J", "K", "L", "M", "N", "P", "R", "S", "St", "T", "V")
_MIDDLES = ("a", "ar", "e", "el", "en", "i", "il", "in", "o", "on", "or", "u")
_ENDS = ("", "a", "by", "dan", "ett", "gan", "ic", "ie", "kins", "la", "ley", "man", "nard", "ne", "o", "son", "ton")
# fmt: on


@dataclass(frozen=True)
class DescriptionWords:
    """Base forms of words.

    Attributes:
        intransitive: verbs that stand without an object.
        transitive: verbs that take an object.
        things: nouns of things one can see.
        adjectives: adjectives.
        adverbs: adverbs of manner.
        ambiguous: verbs that are nouns too.
        past: the past participle of each verb that has a regular one.
    """

    intransitive: tuple[str, ...]
    transitive: tuple[str, ...]
    things: tuple[str, ...]
    adjectives: tuple[str, ...]
    adverbs: tuple[str, ...]
    ambiguous: frozenset[str]
    past: dict[str, str]

    def __bool__(self) -> bool:
        """Whether there is a word of each kind, so that the grammar can make sentences."""
        return all((self.intransitive, self.transitive, self.things, self.adjectives, self.adverbs, self.past))

    def verb(self, random: Random, *, has_object: bool) -> str:
        """Return a verb, often one that is a noun too."""
        return _choice(self.transitive if has_object else self.intransitive, self.ambiguous, random)

    def thing(self, random: Random) -> str:
        """Return a noun, often one that is a verb too."""
        return _choice(self.things, self.ambiguous, random)


def description_words(known: Iterable[str], ambiguous: Iterable[str]) -> DescriptionWords:
    """Return the words of the grammar among those with vectors.

    Args:
        known: words with vectors.
        ambiguous: base forms of verbs that are nouns too, without those that are kept for tests.
    """
    words = sorted(word for word in set(known) if word.isalpha() and len(word) >= _SHORTEST and not is_held_out(word))
    every = frozenset(words)
    verbs = [word for word in words if is_verb(word) and _is_attested(word, "v")]
    things = tuple(
        word
        for word in words
        if wordnet().bases(word, "n") == (word,) and _first(word, "n") in _THINGS and _is_attested(word, "n")
    )
    return DescriptionWords(
        tuple(verb for verb in verbs if _is_seen(verb) and not _frames(verb).isdisjoint(_INTRANSITIVE)),
        tuple(verb for verb in verbs if _is_seen(verb) and not _frames(verb).isdisjoint(_TRANSITIVE)),
        things,
        tuple(word for word in words if _is_only(word, "a") and _is_attested(word, "a")),
        tuple(word for word in words if word.endswith("ly") and _is_only(word, "r") and _is_attested(word, "r")),
        frozenset(ambiguous),
        {verb: form for verb in verbs if (form := _past(verb)) in every},
    )


def name(random: Random) -> str:
    """Return a person's name; two in five are made up, since films have names that no treebank has."""
    if random.random() < 0.6:
        return random.choice(_NAMES)
    return random.choice(_STARTS) + random.choice(_MIDDLES) + random.choice(("", "l", "n", "r")) + random.choice(_ENDS)


def plural(noun: str) -> str:
    """Return the regular plural of a noun."""
    return third_person(noun)


def _choice(words: Sequence[str], ambiguous: frozenset[str], random: Random) -> str:
    found = random.choice(words)
    for _ in range(20 if random.random() < _PART else 0):
        if found in ambiguous:
            break
        found = random.choice(words)
    return found


def _first(word: str, pos: Pos) -> str:
    found = wordnet().synsets(word, pos)
    return senses().lexname(found[0]) if found else ""


def _is_attested(word: str, pos: Pos) -> bool:
    return any(senses().count(word, sense) for sense in wordnet().synsets(word, pos))


def _is_seen(verb: str) -> bool:
    return any(senses().lexname(sense) in _SEEN for sense in wordnet().synsets(verb, "v")[:_N_SENSES])


def _frames(verb: str) -> frozenset[int]:
    return frozenset(frame for sense in wordnet().synsets(verb, "v")[:_N_SENSES] for frame in senses().frames(sense))


def _is_only(word: str, pos: Pos) -> bool:
    """Whether a word has its base form in one part of speech only."""
    others: tuple[Pos, ...] = ("n", "v", "a", "r")
    return wordnet().has(word, pos) and not any(wordnet().bases(word, other) for other in others if other != pos)


def _past(verb: str) -> str:
    if verb.endswith("e"):
        return f"{verb}d"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return f"{verb[:-1]}ied"
    doubled = f"{verb}{verb[-1]}ed"
    return doubled if verb in wordnet().bases(doubled, "v") else f"{verb}ed"
