"""Roles of a clause from its syntax and WordNet: who fills subject, object and location."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cinescribe.language.semantics.clauses import Clause
from cinescribe.language.semantics.locations import is_location, is_named_place
from cinescribe.language.semantics.phrases import is_animate, noun_label, place_of
from cinescribe.language.semantics.places import is_place, is_time
from cinescribe.language.semantics.rule_words import NO_OBJECT_PREPOSITIONS, PARTS_OF_PLACES, REFLEXIVES
from cinescribe.language.semantics.tree import SentenceTree
from cinescribe.language.wordnet.wordnet import wordnet

_ALONG = frozenset({"up", "down", "along", "through", "across", "past", "over", "around", "by", "off"})
_NOUN_MODIFIERS = frozenset({"nmod", "obl"})


@dataclass(frozen=True, slots=True)
class Roles:
    """The words that fill the roles of a clause, as indices in the sentence; None for a role that nothing fills."""

    subject: int | None
    object: int | None
    location: int | None


def roles(tree: SentenceTree, clause: Clause) -> list[Roles]:
    """Return the roles of a clause: one for each subject, and for each further object, joined by `and`."""
    subjects = _coordinated(tree, clause.subjects)
    location = next(_locations(tree, clause), None)
    objects = _coordinated(tree, _objects(tree, clause, location))
    first = objects[0] if objects else None
    found = [Roles(subject, first, location) for subject in subjects] or [Roles(None, first, location)]
    return found + [Roles(found[0].subject, other, location) for other in objects[1:]]


def _objects(tree: SentenceTree, clause: Clause, location: int | None) -> tuple[int, ...]:
    """The object: direct; else a predicate noun; else what a preposition adds that is neither place nor time."""
    direct = tuple(n for n in clause.objects if n != location and tree.words[n].text.lower() not in REFLEXIVES)
    if direct or clause.objects:
        things = [n for n in direct if not is_animate(tree.words[n])] if len(direct) > 1 else []
        return tuple(things or direct)[:1]
    if clause.is_copula and not tree.preposition(clause.at) and tree.words[clause.at].pos in {"NOUN", "PROPN"}:
        return (clause.at,)
    after = sorted(clause.obliques, key=lambda n: (n < clause.at, n))
    found = (n for n in after if n != location and _is_object(tree, clause, n))
    return tuple(place_of(tree.words, tree.children, n) for n in found)[:1]


def _is_object(tree: SentenceTree, clause: Clause, at: int) -> bool:
    preposition = tree.preposition(at)
    if not preposition or preposition in NO_OBJECT_PREPOSITIONS or tree.dep(at) == "obl:tmod":
        return False
    word = tree.words[at]
    meant = place_of(tree.words, tree.children, at)
    if meant != at and word.lemma in PARTS_OF_PLACES:
        return is_animate(tree.words[meant])  # `kneels in front of the boy`
    noun = noun_label(tree.words, tree.children, at)
    if (
        is_time(noun)
        or word.text.lower() in REFLEXIVES
        or word.lemma in PARTS_OF_PLACES
        or _is_repeated(tree, clause, at)
    ):
        return False
    return at not in clause.subjects and not is_location(tree, at, clause)


def _is_repeated(tree: SentenceTree, clause: Clause, at: int) -> bool:
    """Whether a noun occurs twice, as in `from foot to foot`."""
    return sum(tree.words[n].lemma == tree.words[at].lemma for n in clause.obliques) > 1


def _locations(tree: SentenceTree, clause: Clause) -> Iterator[int]:
    """The places of a clause, the likeliest first: after the verb, of its objects, before the verb; then things."""
    yield from (n for n in clause.objects if _is_along(tree, clause.at, n))
    own = [n for n in clause.obliques if is_location(tree, n, clause)]
    places = [n for n in own if is_named_place(tree, n)]
    yield from (n for n in places if n >= clause.at)
    for noun in (*clause.objects, *clause.obliques):
        yield from (n for n in _places_of(tree, noun, clause) if n > clause.at)
    yield from (n for n in places if n < clause.at)
    yield from own
    for noun in (*clause.objects, *clause.obliques):  # where the parser gives `on his face` to a noun
        yield from (n for n in _modifiers(tree, noun)[:1] if n > clause.at and is_location(tree, n, clause))
    yield from clause.places
    for noun in clause.subjects:
        yield from (n for n in _places_of(tree, noun, clause) if n > noun)


def _places_of(tree: SentenceTree, noun: int, clause: Clause) -> list[int]:
    """The nouns of places that a noun has with a preposition."""
    return [n for n in _modifiers(tree, noun) if is_named_place(tree, n) and is_location(tree, n, clause)]


def _is_along(tree: SentenceTree, verb: int, noun: int) -> bool:
    """Whether an object is a place with its preposition read as a particle: `walks down the street`."""
    between = [n for n in tree.children[verb] if verb < n < noun and tree.words[n].pos == "ADP"]
    if not between or tree.words[between[-1]].text.lower() not in _ALONG or not is_place(tree.words[noun].lemma):
        return False
    return next(iter(wordnet().topics(tree.words[verb].lemma)), "") == "motion"


def _modifiers(tree: SentenceTree, noun: int) -> list[int]:
    """The nouns that a noun has with a preposition, also theirs."""
    found = [n for n in tree.children[noun] if tree.dep(n) in _NOUN_MODIFIERS]
    for n in found:  # grows while it is read
        found += [m for m in tree.children[n] if tree.dep(m) in _NOUN_MODIFIERS]
    return found


def _coordinated(tree: SentenceTree, nouns: tuple[int, ...]) -> list[int]:
    """The nouns with those joined to them by `and`."""
    found = list(nouns)
    for n in found:  # grows while it is read
        found += [m for m in tree.children[n] if tree.dep(m) == "conj" and not tree.is_predicate[m]]
    return found
