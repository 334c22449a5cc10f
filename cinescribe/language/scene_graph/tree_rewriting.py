"""A parse made simpler for the scene graph: prepositions of several words, nouns of quantity, pronouns.

The steps are those that the scene-graph parser behind SPICE runs before it matches patterns (Schuster et al. 2015,
section 3; Anderson et al. 2016, section 3.1), here over Universal Dependencies 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from cinescribe.language.scene_graph.rule_words import (
    ALWAYS_PLURAL,
    NOUN_LIKE_PRONOUNS,
    PERSON,
    PERSONAL_PRONOUNS,
    PREPOSITIONS,
    PRONOUNS,
    QUANTIFIERS,
)
from cinescribe.language.tokens.words import Sentence, Word

NOMINAL = frozenset({"NOUN", "PROPN"})
_NO_REFERENTS = frozenset({"compound", "amod", "quantifier", ""})  # roles in which a noun cannot be referred to
_PREPOSITION_STARTS = {words[0] for words in PREPOSITIONS}


@dataclass(eq=False, slots=True)
class Node:
    """A word of the simplified tree.

    Attributes:
        at: place in the sentence.
        word: as parsed.
        label: what names it in tuples; of a resolved pronoun, its antecedent's.
        dep: relation to the head, after simplification; empty where the word was folded into another.
        head: governing node; None at the root.
        children: governed nodes, in the sentence's order.
        preposition: what links a nominal to its head, as `in front of`; empty where nothing does.
        is_object: whether it stands for something seen.
        antecedent: what a pronoun stands for.
        follows: of a verb, the noun before it.
    """

    at: int
    word: Word
    label: str
    dep: str
    is_object: bool
    head: Node | None = None
    children: list[Node] = field(default_factory=list)
    preposition: str = ""
    antecedent: Node | None = None
    follows: Node | None = None

    def having(self, dep: str) -> Iterator[Node]:
        """Children in a relation."""
        return (child for child in self.children if child.dep == dep)

    def first(self, dep: str) -> Node | None:
        """The first child in a relation."""
        return next(self.having(dep), None)

    def move(self, head: Node | None, dep: str) -> None:
        """Hangs the node, with all it governs, under another."""
        if self.head is not None:
            self.head.children.remove(self)
        self.head, self.dep = head, dep
        if head is not None:
            head.children.append(self)


def scene_tree(sentence: Sentence) -> list[Node]:
    """The sentence's words as simplified nodes, in its order."""
    nodes = _linked(sentence)
    _join_close_ups(nodes)
    _join_prepositions(nodes)
    _name_prepositions(nodes)
    _lift_quantified(nodes)
    _resolve_pronouns(nodes)
    _note_followed(nodes)
    return nodes


def is_person(word: Word) -> bool:
    """Whether a word is a person id (`P1`, `SOMEONE`)."""
    return PERSON.fullmatch(word.text) is not None


def is_plural(node: Node) -> bool:
    """Whether a word is a plural."""
    return "Number=Plur" in node.word.features


def coordinated(node: Node) -> list[Node]:
    """A node with all that is joined to it by `and`, `or` or commas."""
    found, waiting = [], [node]
    while waiting:  # and no recursion: a list can be longer than Python's stack is deep
        found.append(each := waiting.pop())
        waiting += [child for child in reversed(each.children) if child.dep == "conj"]
    return found


def is_complemented(adjective: Node) -> bool:
    """Whether an adjective behind its noun links it to another, as in `a box full of toys`."""
    head = adjective.head
    return head is not None and head.at < adjective.at and any(child.preposition for child in adjective.having("obl"))


def _linked(sentence: Sentence) -> list[Node]:
    nodes = [Node(at, word, _label(word), word.dep, _names_object(word)) for at, word in enumerate(sentence)]
    for i, node in enumerate(nodes):
        if node.word.head != i:
            node.head = nodes[node.word.head]
            node.head.children.append(node)
    return nodes


def _label(word: Word) -> str:
    text = word.text.lower()
    return text if is_person(word) or text in ALWAYS_PLURAL else word.lemma


def _names_object(word: Word) -> bool:
    return word.pos in NOMINAL or word.text.lower() in NOUN_LIKE_PRONOUNS or is_person(word)


def _join_close_ups(nodes: list[Node]) -> None:
    """`A close up of a dog` shows SPICE's object `close`."""
    for close, up in pairwise(nodes):
        is_close_up = (close.word.text.lower(), up.word.text.lower()) == ("close", "up")
        if is_close_up and close.word.pos != "VERB" and close.dep != "compound":
            if close.head is up:
                _replace(up, close)
            close.is_object, up.is_object = True, False
            up.move(close, "")


def _replace(old: Node, new: Node) -> None:
    """Puts a node in the place of one above it, with all that this governed."""
    head, dep = old.head, old.dep
    for child in [child for child in old.children if child is not new]:
        child.move(new, child.dep)
    new.move(head, dep)


def _join_prepositions(nodes: list[Node]) -> None:
    """`in front of the house`: the house takes the place of `front`, with the whole phrase as its preposition."""
    words = [node.word.text.lower() for node in nodes]
    for start, word in enumerate(words):
        if word in _PREPOSITION_STARTS:
            for phrase in PREPOSITIONS:
                if tuple(words[start : start + len(phrase)]) == phrase:
                    _join(nodes[start : start + len(phrase)], " ".join(phrase))


def _join(parts: list[Node], phrase: str) -> None:
    target = parts[-1].head
    if parts[-1].dep != "case" or target is None or target in parts:
        return
    top = target
    while top.head in parts:
        top = top.head
    if top is not target:
        _replace(top, target)
        target.dep = _link(target.head, target.dep)
    target.preposition = phrase
    for part in parts:
        part.move(target, "")


def _link(head: Node | None, dep: str) -> str:
    """The relation a nominal has where a word of its preposition had `dep`."""
    if dep not in {"advmod", "case", "mark", "amod"}:
        return dep
    return "obl" if head is not None and head.word.pos == "VERB" else "nmod"


def _name_prepositions(nodes: list[Node]) -> None:
    for node in nodes:
        if not node.preposition:
            cases = list(node.having("case"))
            words = [word for case in cases for word in (case, *case.having("fixed"))]
            node.preposition = " ".join(word.word.text.lower() for word in words)


def _lift_quantified(nodes: list[Node]) -> None:
    """`a couple of dogs sit`: the dogs take the couple's place."""
    for node in nodes:
        if node.word.lemma in QUANTIFIERS and node.is_object and node.dep:
            counted = next((child for child in node.having("nmod") if child.preposition == "of"), None)
            if counted is not None:
                _lift(counted, node)


def _lift(counted: Node, quantifier: Node) -> None:
    dep, preposition = quantifier.dep, quantifier.preposition
    for child in [child for child in quantifier.children if child is not counted and child.dep not in {"det", "amod"}]:
        child.move(counted, child.dep)
    counted.move(quantifier.head, dep)
    counted.preposition = preposition
    quantifier.move(counted, "quantifier")


def _resolve_pronouns(nodes: list[Node]) -> None:
    """A pronoun stands for somebody with an id where the sentence named one, else for the sentence's first noun.

    So SPICE's search ends on captions, most of which are one sentence about their first noun.
    """
    named: list[Node] = []
    for node in nodes:
        word = node.word.text.lower()
        if node.is_object and node.dep not in _NO_REFERENTS:
            named.append(node)
        elif named and word in PRONOUNS:
            node.antecedent = _somebody(named) if word in PERSONAL_PRONOUNS else named[0]
            node.label = node.antecedent.label


def _somebody(named: list[Node]) -> Node:
    """The last person to do something, else the first person; the first noun where no person was named."""
    people = [node for node in named if is_person(node.word)]
    doers = [node for node in people if node.dep.startswith("nsubj")]
    return doers[-1] if doers else people[0] if people else named[0]


def _note_followed(nodes: list[Node]) -> None:
    """Notes for each verb the noun that stands before it."""
    noun: Node | None = None
    for node in nodes:
        node.follows = noun
        if node.is_object and node.dep not in _NO_REFERENTS:
            noun = node
