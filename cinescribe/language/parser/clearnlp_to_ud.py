"""Conversion of trees with ClearNLP's labels, as in spaCy's English pipelines, to Universal Dependencies 2.

Most labels only change their name. Five structures differ (Schuster and Manning 2016; the guidelines at
universaldependencies.org): a preposition depends on its noun instead of the reverse, a copula depends on the predicate,
all parts of a coordination depend on the first, a conjunction depends on the part after it, and `there is` has a
subject.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cinescribe.language.tokens.parsed_sentence import Sentence

_NAMES = {
    "ROOT": "root",
    "acomp": "xcomp",
    "agent": "obl:agent",
    "attr": "xcomp",
    "auxpass": "aux:pass",
    "csubjpass": "csubj:pass",
    "dative": "iobj",
    "dobj": "obj",
    "intj": "discourse",
    "meta": "discourse",
    "neg": "advmod",
    "nsubjpass": "nsubj:pass",
    "oprd": "xcomp",
    "pcomp": "advcl",
    "pobj": "obl",
    "poss": "nmod:poss",
    "preconj": "cc:preconj",
    "predet": "det:predet",
    "prep": "advmod",  # one without a noun: `walks by`
    "prt": "compound:prt",
    "quantmod": "advmod",
    "relcl": "acl:relcl",
}
_PREPOSITIONS = frozenset({"prep", "agent", "dative"})
_OBJECTS = frozenset({"pobj", "pcomp"})
_NOMINAL, _CLAUSE = "prep/nominal", "prep/clause"  # temporary labels
_NOMINALS = frozenset({"NOUN", "PROPN", "PRON", "NUM", "DET"})
_PREPOSITION_MODIFIERS = frozenset({"case", "advmod", "neg"})  # stay with the preposition: `right behind`


@dataclass
class _Node:
    """A word during the conversion."""

    pos: str
    lemma: str
    head: int
    dep: str


def to_universal(sentence: Sentence) -> Sentence:
    """Return a sentence with ClearNLP's labels in Universal Dependencies."""
    nodes = [_Node(word.pos, word.lemma, word.head, word.dep) for word in sentence]
    for at in reversed(range(len(nodes))):  # inner prepositions first: `out of the box`
        _convert_preposition(nodes, at)
    for at in range(len(nodes)):
        _convert_copula(nodes, at)
    _convert_coordination(nodes)
    for node in nodes:
        node.dep = _name(nodes, node)
    return tuple(replace(word, head=node.head, dep=node.dep) for word, node in zip(sentence, nodes, strict=True))


def _convert_preposition(nodes: list[_Node], at: int) -> None:
    """Replace a preposition by its noun or clause, and attach the preposition to that."""
    here = nodes[at]
    objects = [i for i in _children(nodes, at) if nodes[i].dep in _OBJECTS or nodes[i].dep == _NOMINAL]
    is_root = here.head == at
    if not objects or not (here.dep in _PREPOSITIONS or (is_root and here.pos == "ADP")):
        return
    at_object, thing = objects[0], nodes[objects[0]]
    clause = thing.dep == "pcomp"
    for child in _children(nodes, at):
        if nodes[child].dep not in _PREPOSITION_MODIFIERS:
            nodes[child].head = at_object
    thing.head = at_object if is_root else here.head
    # The choice between `obl` and `nmod`, `advcl` and `acl` needs the final tree.
    thing.dep = here.dep if is_root or here.dep == "agent" else _CLAUSE if clause else _NOMINAL
    here.head, here.dep = at_object, "mark" if clause else "case"


def _convert_copula(nodes: list[_Node], at: int) -> None:
    """Replace `be` by its predicate, and attach `be` to that; in `there is`, mark the subject."""
    here = nodes[at]
    children = _children(nodes, at)
    predicates = [i for i in children if nodes[i].dep in ("attr", "acomp")]
    if here.lemma != "be" or here.dep in ("aux", "auxpass"):
        return
    if any(nodes[i].dep == "expl" for i in children):
        for i in predicates:
            nodes[i].dep = "nsubj"
        return
    predicates = predicates or [i for i in children if nodes[i].dep == _NOMINAL and i > at]
    if not predicates or not any(nodes[i].dep in ("nsubj", "csubj") for i in children):
        return
    thing = predicates[0]
    nodes[thing].head, nodes[thing].dep = (thing if here.head == at else here.head), here.dep
    for child in children:
        if child != thing:
            nodes[child].head = thing
    here.head, here.dep = thing, "cop"


def _convert_coordination(nodes: list[_Node]) -> None:
    """Attach every part to the first, and each conjunction to the part after it."""
    for at, node in enumerate(nodes):
        while node.dep == "conj" and nodes[node.head].dep == "conj" and nodes[node.head].head != at:
            node.head = nodes[node.head].head
    for at, node in enumerate(nodes):
        if node.dep in ("cc", "punct"):
            parts = [
                i
                for i in range(at + 1, len(nodes))
                if nodes[i].dep == "conj" and _is_in_coordination(nodes, node.head, i)
            ]
            if parts and (node.dep == "cc" or _is_between(nodes, at, parts[0])):
                node.head = parts[0]


def _is_in_coordination(nodes: list[_Node], head: int, part: int) -> bool:
    """Whether a part belongs to the same coordination as a word."""
    first = nodes[head].head if nodes[head].dep == "conj" else head
    return nodes[part].head == first


def _is_between(nodes: list[_Node], at: int, part: int) -> bool:
    return nodes[part].head < at < part


def _children(nodes: list[_Node], at: int) -> list[int]:
    return [i for i, node in enumerate(nodes) if node.head == at and i != at]


def _name(nodes: list[_Node], node: _Node) -> str:
    nominal = nodes[node.head].pos in _NOMINALS and not _has_copula(nodes, node.head)
    if node.dep == _NOMINAL:
        return "nmod" if nominal else "obl"
    if node.dep == _CLAUSE:
        return "acl" if nominal else "advcl"
    if node.dep == "npadvmod":
        return "nmod:unmarked" if nominal else "obl:unmarked"
    return _NAMES.get(node.dep, node.dep)


def _has_copula(nodes: list[_Node], at: int) -> bool:
    return any(nodes[i].dep == "cop" for i in _children(nodes, at))
