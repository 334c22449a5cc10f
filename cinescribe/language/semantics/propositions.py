"""Propositions of a sentence: each clause with the words that fill its roles, one for each subject and object."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cinescribe.language.semantics.clauses import Clause, ClauseKind, clauses_of
from cinescribe.language.semantics.phrases import counted, is_animate, noun_label, place_of, verb_label
from cinescribe.language.semantics.roles import Roles, roles
from cinescribe.language.semantics.tree import SentenceTree

_MAIN: tuple[ClauseKind, ...] = ("main", "coordinated", "complement", "adverbial", "relative")  # the likeliest first
_IT = frozenset({"it", "them"})


@dataclass(frozen=True, slots=True)
class Proposition:
    """A clause with its roles filled; words are indices in the sentence.

    Attributes:
        clause: the clause; `clause.at` is its verb.
        number: number of the clause in its sentence, from 0.
        verb: label of the verb: base form, with its particle if WordNet has both.
        roles: the heads of the phrases that fill subject, object and location; pronouns such as `it` are resolved.
        is_main: whether the clause is the sentence's main one.
    """

    clause: Clause
    number: int
    verb: str
    roles: Roles
    is_main: bool


def propositions(tree: SentenceTree) -> list[Proposition]:
    """Return the propositions of a sentence, in the order of their verbs."""
    split = clauses_of(tree)
    main = min(split, key=lambda clause: _MAIN.index(clause.kind), default=None)
    found = []
    for number, clause in enumerate(split):
        verb = "be" if clause.is_copula else verb_label(tree.words, tree.children, clause.at)
        for filled in roles(tree, clause):
            meant = _resolved(tree, split[:number], filled)
            found.append(Proposition(clause, number, verb, meant, clause is main))
    return found


def label(tree: SentenceTree, at: int | None) -> str:
    """Return the label of a noun phrase; empty for none."""
    return "" if at is None else noun_label(tree.words, tree.children, at)


def _resolved(tree: SentenceTree, before: Sequence[Clause], filled: Roles) -> Roles:
    """The roles with the nouns that are meant: those of pronouns, of quantities, of parts of places."""
    location = filled.location
    return Roles(
        _meant(tree, before, filled.subject),
        _meant(tree, before, filled.object),
        None if location is None else place_of(tree.words, tree.children, location),
    )


def _meant(tree: SentenceTree, before: Sequence[Clause], at: int | None) -> int | None:
    """The noun that is meant; `it` and `them` are the last thing before them that was acted on."""
    if at is None:
        return None
    pronoun = tree.words[at].text.lower()
    if pronoun in _IT:
        if any(tree.words[n].text.lower() == pronoun for clause in before for n in clause.subjects):
            return at  # `As it turns into a lot, it passes a sign`
        known = (n for clause in reversed(before) for n in (*clause.objects, *reversed(clause.obliques)))
        at = next((n for n in known if n < at and _may_be(tree, n, pronoun)), at)
    return counted(tree.words, tree.children, at)


def _may_be(tree: SentenceTree, at: int, pronoun: str) -> bool:
    """Whether `it` or `them` can stand for a noun: not for people, and only for one of its number."""
    word = tree.words[at]
    is_plural = "Number=Plur" in word.features or any(tree.dep(n) == "conj" for n in tree.children[at])
    return word.pos in {"NOUN", "PROPN"} and not is_animate(word) and is_plural == (pronoun == "them")
