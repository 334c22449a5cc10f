"""Which nouns with a preposition say where a clause takes place, where from or where to."""

from __future__ import annotations

from functools import lru_cache

from cinescribe.language.semantics.clauses import Clause
from cinescribe.language.semantics.phrases import is_animate, noun_label, place_of
from cinescribe.language.semantics.places import (
    is_body_part,
    is_clothing,
    is_concrete,
    is_container,
    is_place,
    is_thing,
    is_time,
)
from cinescribe.language.semantics.rule_words import (
    AIMING_VERBS,
    ATTENTION_VERBS,
    DEVICES,
    NOUN_PREPOSITIONS,
    PARTICLES,
    PARTS_OF_PLACES,
    PLACE_PREPOSITIONS,
    STANCES,
)
from cinescribe.language.semantics.tree import SentenceTree
from cinescribe.language.wordnet.wordnet import wordnet

_NOUNS = frozenset({"NOUN", "PROPN"})
_OBJECT_TOPICS = frozenset({"communication", "cognition", "consumption"})
_TAKEN = frozenset({"on", "off"})  # `takes off his hat`, where the parser reads a preposition
_AIMED = frozenset({"at", "into", "on", "through", "to"})  # what a look goes to
_ENTERED = frozenset({"into", "inside", "out of"})  # with an article also an event: `into the exhibit`
_INSIDE = frozenset({"in", "at", "inside", "outside"})


def is_named_place(tree: SentenceTree, at: int) -> bool:
    """Whether a noun is one of a place: one can be at it."""
    meant = place_of(tree.words, tree.children, at)
    return is_place(noun_label(tree.words, tree.children, meant)) or is_place(tree.words[meant].lemma)


def is_location(tree: SentenceTree, at: int, clause: Clause) -> bool:
    """Whether a noun with a preposition is a place of the clause's verb."""
    meant = place_of(tree.words, tree.children, at)
    preposition, word = tree.preposition(at), tree.words[meant]
    if meant != at and tree.words[at].lemma in PARTS_OF_PLACES:
        preposition = "in front of"  # or another one that takes any thing as a place
    noun = noun_label(tree.words, tree.children, meant)
    if not preposition or word.pos not in _NOUNS or word.lemma in PARTS_OF_PLACES or is_time(noun):
        return False
    is_named = is_place(noun) or is_place(word.lemma)
    if is_animate(word) and not (is_named and preposition in _INSIDE):
        return False
    verb = _verb(tree, clause)
    if preposition == "at" and at > clause.at and (verb in AIMING_VERBS or _is_of_perception(verb)):
        return False
    if is_named:
        return preposition in NOUN_PREPOSITIONS or preposition in PLACE_PREPOSITIONS
    if word.pos == "PROPN":  # also where WordNet has a thing of that name: `marcel` is a wave of hair
        return preposition in _INSIDE and _is_scene(tree, at, clause)
    if preposition in PLACE_PREPOSITIONS:
        if preposition in _ENTERED and verb not in ATTENTION_VERBS and _is_definite(tree, meant):
            return True
        return is_thing(noun) or (is_concrete(noun) and not (verb in ATTENTION_VERBS and preposition in _AIMED))
    if preposition not in NOUN_PREPOSITIONS:
        return False
    if preposition in PARTICLES and not clause.objects and _is_phrasal(tree, clause.at, preposition):
        return False
    return (preposition in {"in", "on"} and is_container(noun)) or _is_placed(tree, clause, preposition, noun)


def _is_placed(tree: SentenceTree, clause: Clause, preposition: str, noun: str) -> bool:
    """Whether something happens at a thing or a part of the body that no one can be at: `flickers on his face`."""
    if not is_concrete(noun) or noun in DEVICES or noun in STANCES:
        return False
    if clause.objects:
        is_drunk = any(_topic(tree.words[n].lemma) == "consumption" for n in clause.objects)  # `takes a sip from a cup`
        is_held = preposition == "to" and is_body_part(noun)  # `holds a phone to her ear`
        return preposition != "by" and not is_drunk and not is_held
    verb = _verb(tree, clause)
    if (verb in ATTENTION_VERBS and preposition in _AIMED) or _topic(verb) in _OBJECT_TOPICS:
        return False
    if is_clothing(noun):
        return preposition not in _TAKEN and preposition not in {"in", "at", "to"}
    return preposition not in {"to", "at"} or _topic(verb) in {"motion", "stative", "contact"}


def _is_definite(tree: SentenceTree, at: int) -> bool:
    return any(tree.words[child].text.lower() == "the" for child in tree.children[at])


def _verb(tree: SentenceTree, clause: Clause) -> str:
    return "be" if clause.is_copula else tree.words[clause.at].lemma


def _is_phrasal(tree: SentenceTree, at: int, preposition: str) -> bool:
    """Whether verb and preposition are one verb with an object: `throws up her arms`."""
    verb = tree.words[at].lemma
    is_next = at + 1 < len(tree.words) and tree.words[at + 1].text.lower() == preposition
    is_known = wordnet().has(f"{verb} {preposition}", "v") and tree.is_transitive(at)
    return is_next and is_known and _topic(verb) not in {"motion", "perception", "stative"}


def _is_scene(tree: SentenceTree, at: int, clause: Clause) -> bool:
    """Whether a name that WordNet lacks is a place: before the subject, as in `At Central Perk, SOMEONE sits`."""
    subject = min(clause.subjects, default=clause.at)
    return at < min(subject, clause.at)


def _is_of_perception(verb: str) -> bool:
    return _topic(verb) == "perception"


@lru_cache(maxsize=4096)
def _topic(verb: str) -> str:
    return next(iter(wordnet().topics(verb)), "")
