"""Clauses of a parsed sentence, as ClausIE (Del Corro & Gemulla 2013) splits them: one for each verb that states one.

The rules read Universal Dependencies. Coordinated verbs share subject and voice, `he shot and modified the video` also
the object; participles and infinitives take the subject of the clause above, or the noun that they describe.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from cinescribe.language.semantics.phrases import is_animate, is_person_word, noun_label
from cinescribe.language.semantics.places import is_place
from cinescribe.language.semantics.rule_words import ADJUNCT_VERBS, OBJECT_CONTROL, PARTICLES
from cinescribe.language.semantics.tree import NOMINAL_TAGS, SentenceTree, dependency_tree
from cinescribe.language.tokens.parsed_sentence import Sentence

ClauseKind = Literal["main", "coordinated", "relative", "adverbial", "complement"]

_KINDS: dict[str, ClauseKind] = {
    "root": "main",
    "conj": "coordinated",
    "acl": "relative",
    "acl:relcl": "relative",
    "advcl": "adverbial",
    "advcl:relcl": "relative",
    "parataxis": "coordinated",
}
_SUBJECTS = ("nsubj", "nsubj:outer")
_OBLIQUES = frozenset({"obl", "obl:agent", "obl:unmarked", "obl:tmod", "nmod"})
_RESULTING = frozenset({"compound", "nsubj", "obl:unmarked"})
_PLACES_OF_CLAUSES = frozenset({"where", "wherein"})


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause; words are indices in the sentence, conjuncts of a noun are not expanded.

    Attributes:
        at: its verb; of `is in the kitchen` the predicate `kitchen`.
        kind: its relation to the sentence; `coordinated` is what is joined to any other clause.
        subjects: who does it; none for an imperative, or where the sentence does not say.
        objects: direct object before indirect; of a passive, what it is done to.
        obliques: nouns with a preposition, in order.
        places: nouns that a clause describes with `where`: in `the room where she sleeps`, the room.
        is_copula: whether the verb is the copula of `at`.
    """

    at: int
    kind: ClauseKind
    subjects: tuple[int, ...] = ()
    objects: tuple[int, ...] = ()
    obliques: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    is_copula: bool = False


def clauses(sentence: Sentence) -> list[Clause]:
    """Return the clauses of a sentence, in the order of their verbs."""
    return clauses_of(dependency_tree(sentence))


def clauses_of(tree: SentenceTree) -> list[Clause]:
    """Return the clauses of a tree, in the order of their verbs."""
    found: dict[int, Clause] = {}
    for at in tree.top_down:
        if tree.is_predicate[at]:
            found[at] = _clause(tree, at, found)
    merged = {head for head in found if _adjunct_of(tree, head, found) is not None}
    ordered = [_with_merged(tree, found[at], found) for at in sorted(found) if at not in merged]
    return [_with_shared_object(tree, clause, ordered) for clause in ordered]


def _clause(tree: SentenceTree, at: int, found: dict[int, Clause]) -> Clause:
    """The clause of a predicate; `found` has those above it."""
    deps = tree.by_relation(at)
    kind = _KINDS.get(tree.dep(at), "complement")
    above = _above(tree, at, found)
    if kind == "main" and above is not None:
        kind = "coordinated"
    own, patients = _subjects(tree, deps), deps.get("nsubj:pass", [])
    if own and "aux:pass" in deps:
        own, patients = [], own
    agents = [n for n in deps.get("obl:agent", []) + deps.get("obl", []) if tree.preposition(n) == "by"]
    direct = [n for n in deps.get("obj", []) if not _is_oblique(tree, at, n)]
    objects = [*direct, *deps.get("iobj", [])] or _resulting(tree, at, deps) or _perceived(tree, at, deps)
    is_passive = bool(patients) or "aux:pass" in deps or ("obl:agent" in deps and not own)
    if not own and not patients:
        subjects, is_passive = _implied(tree, at, above, found, is_passive=is_passive)
        own, patients = ([], subjects) if is_passive else (subjects, [])
    if is_passive:
        is_agent = [n for n in agents if is_person_word(tree.words[n]) or tree.dep(n) == "obl:agent"]
        own, objects = is_agent[:1], [*patients, *objects]
    elif not own and objects and kind == "main" and _is_inverted(tree, at, objects[0]):
        own, objects = objects[:1], objects[1:]
    clause = Clause(at, kind, tuple(own), tuple(objects), _obliques(tree, at, own), (), tree.is_copular[at])
    return _relative(tree, clause)


def _above(tree: SentenceTree, at: int, found: dict[int, Clause]) -> int | None:
    """The nearest predicate above a word."""
    head = tree.head(at)
    while head is not None and head not in found:
        head = tree.head(head)
    return head


def _implied(
    tree: SentenceTree, at: int, above: int | None, found: dict[int, Clause], *, is_passive: bool
) -> tuple[list[int], bool]:
    """The subject of a clause without one, and whether it is that of a passive."""
    word, dep, head = tree.words[at], tree.dep(at), tree.head(at)
    is_past = "Tense=Past" in word.features and "VerbForm=Part" in word.features
    describes = dep == "acl" and head is not None and not tree.is_predicate[head]
    if describes and head is not None and "VerbForm=Inf" not in word.features and _is_own_noun(tree, at, head):
        return [head], is_passive or is_past
    if above is None:
        return [], is_passive
    clause = found[above]
    if dep == "conj" and head == above and _was_passive(tree, above) and is_past and "obj" not in tree.by_relation(at):
        return list(clause.objects[:1]), True
    subjects = list(clause.subjects) or list(clause.objects[:1] if _was_passive(tree, above) else ())
    if dep == "xcomp" and clause.objects and not _was_passive(tree, above):
        is_controlled = tree.words[above].lemma in OBJECT_CONTROL or is_animate(tree.words[clause.objects[0]])
        subjects = list(clause.objects[:1]) if is_controlled else subjects
    if dep in {"ccomp", "csubj"} and "VerbForm=Fin" in word.features:
        return [], is_passive
    return subjects, is_passive or (is_past and dep in {"advcl", "acl"})


def _is_own_noun(tree: SentenceTree, at: int, noun: int) -> bool:
    """Whether a participle describes the noun before it: not after a comma, where it describes the subject."""
    has_comma = at > 0 and any(tree.words[n].text == "," for n in range(noun + 1, at))
    return noun < at and (not has_comma or tree.dep(noun) == "root")


def _was_passive(tree: SentenceTree, at: int) -> bool:
    deps = tree.by_relation(at)
    return "aux:pass" in deps or "nsubj:pass" in deps


def _is_inverted(tree: SentenceTree, at: int, noun: int) -> bool:
    """Whether a statement begins with a place and its verb: `Nearby stands a man`."""
    if "Mood=Ind" not in tree.words[at].features and not is_animate(tree.words[noun]):
        return False
    before = [n for n in tree.children[at] if n < at and tree.words[n].pos != "PUNCT"]
    return bool(before) and all(tree.dep(n) in {"advmod", "obl"} for n in before)


def _obliques(tree: SentenceTree, at: int, subjects: list[int]) -> tuple[int, ...]:
    below = [*tree.children[at]]
    for n in tree.children[at]:
        if tree.dep(n) == "advmod" or (tree.dep(n) == "xcomp" and tree.words[n].pos == "ADJ"):  # `Back in the kitchen`
            below += [m for m in tree.children[n] if tree.dep(m) in _OBLIQUES and tree.preposition(m)]
    own = [n for n in below if _is_oblique(tree, at, n) and n not in subjects and tree.words[n].pos in NOMINAL_TAGS]
    if tree.is_copular[at] and tree.preposition(at):
        own.append(at)
    return tuple(sorted(own))


def _is_oblique(tree: SentenceTree, verb: int, at: int) -> bool:
    """Whether a noun stands with a preposition; also one that the parser calls an object: `swerves over the road`."""
    if tree.dep(at) in _OBLIQUES:
        return True
    preposition = tree.preposition(at)
    if tree.dep(at) != "obj" or tree.head(at) != verb or not preposition:
        return False
    return preposition not in PARTICLES or is_place(noun_label(tree.words, tree.children, at))  # not `sets down a bag`


def _relative(tree: SentenceTree, clause: Clause) -> Clause:
    """A relative clause with the noun it describes in the place of `who`, `which` or `that`."""
    is_relative = tree.dep(clause.at).endswith("relcl")
    noun = tree.head(clause.at) if is_relative else _noun_before(tree, clause)
    if noun is None:
        return clause
    pronouns = {n for n in tree.relative_pronouns if n in tree.children[clause.at]}
    if any(tree.words[n].lemma in _PLACES_OF_CLAUSES for n in tree.children[clause.at]):
        return replace(clause, places=(noun,))
    if any(tree.preposition(n) for n in pronouns.intersection(clause.obliques)):
        return replace(clause, obliques=tuple(noun if n in pronouns else n for n in clause.obliques))
    if pronouns:
        return replace(
            clause,
            subjects=tuple(noun if n in pronouns else n for n in clause.subjects),
            objects=tuple(noun if n in pronouns else n for n in clause.objects),
        )
    if _subjects(tree, tree.by_relation(clause.at)) and not clause.objects and not clause.is_copula:
        return replace(clause, objects=(noun,))
    return clause if clause.subjects else replace(clause, subjects=(noun,))


def _noun_before(tree: SentenceTree, clause: Clause) -> int | None:
    """The noun just before the relative pronoun of a clause that the parser has attached elsewhere."""
    first = next((n for n in clause.subjects if n in tree.relative_pronouns), 0)
    is_noun = first > 0 and tree.dep(clause.at) != "root" and tree.words[first - 1].pos in {"NOUN", "PROPN"}
    return first - 1 if is_noun else None


def _adjunct_of(tree: SentenceTree, at: int, found: dict[int, Clause]) -> int | None:
    """The verb that carries the meaning of a verb of beginning or the like: of `begin` in `begin to shoot`, `shoot`."""
    if tree.words[at].lemma not in ADJUNCT_VERBS or tree.is_copular[at]:
        return None
    return next((n for n in tree.children[at] if tree.dep(n) == "xcomp" and n in found), None)


def _with_merged(tree: SentenceTree, clause: Clause, found: dict[int, Clause]) -> Clause:
    """The clause with the dependents of the verbs of beginning above it."""
    head = tree.head(clause.at)
    while head is not None and head in found and _adjunct_of(tree, head, found) == clause.at:
        above = found[head]
        clause = replace(clause, kind=above.kind, obliques=tuple(sorted({*above.obliques, *clause.obliques})))
        if above.subjects and clause.subjects != above.subjects and not clause.objects:
            clause = replace(clause, subjects=above.subjects)
        clause = replace(clause, places=clause.places or above.places)
        at, head = head, tree.head(head)
        if head is None or _adjunct_of(tree, head, found) != at:
            break
    return clause


def _with_shared_object(tree: SentenceTree, clause: Clause, ordered: list[Clause]) -> Clause:
    """`he shot and modified the video`: the object belongs to both verbs if nothing but `and` is between them."""
    if clause.objects or clause.obliques or not tree.is_transitive(clause.at):
        return clause
    for other in ordered:
        joined = tree.dep(other.at) == "conj" and tree.head(other.at) == clause.at
        if joined and other.objects and other.objects[0] > other.at == clause.at + 2:
            return replace(clause, objects=other.objects)
    return clause


def _subjects(tree: SentenceTree, deps: dict[str, list[int]]) -> list[int]:
    """The subject of a clause, and what a conjunction adds to it where the parser did not join the two."""
    found = next((deps[relation] for relation in _SUBJECTS if relation in deps), [])
    return [n for n in found if n == found[0] or any(tree.dep(child) == "cc" for child in tree.children[n])]


def _perceived(tree: SentenceTree, at: int, deps: dict[str, list[int]]) -> list[int]:
    """The object of `finds him sleeping`, where the treebank has it as the subject of `sleeping`."""
    if tree.words[at].lemma not in OBJECT_CONTROL:
        return []
    seen = [n for n in deps.get("ccomp", []) if "VerbForm=Fin" not in tree.words[n].features]
    return [n for clause in seen for n in tree.by_relation(clause).get("nsubj", [])][:1]


def _resulting(tree: SentenceTree, at: int, deps: dict[str, list[int]]) -> list[int]:
    """The object of `pulls a door open` or `pulls open a door`, where the parser reads `a door` as a part of `open`."""
    results = [n for n in deps.get("xcomp", []) if tree.words[n].pos == "ADJ"]
    return [
        n
        for result in results
        for n in tree.children[result]
        if (at < n < result and tree.dep(n) in _RESULTING) or (n > result and tree.dep(n) == "obj")
    ]
