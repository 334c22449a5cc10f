"""Simplification of a parse for the scene graph: multi-word prepositions, nouns of quantity, pronouns.

These are the steps that SPICE's scene-graph parser takes before it matches patterns (Schuster et al. 2015, section 3;
Anderson et al. 2016, section 3.1), here over Universal Dependencies 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from cinescribe.language.scene_graph.rule_words import (
    ALWAYS_PLURAL,
    NOUN_LIKE_PRONOUNS,
    PERSON_WORD,
    PERSONAL_PRONOUNS,
    PREPOSITIONS,
    PRONOUNS,
    QUANTIFIERS,
)
from cinescribe.language.tokens.parsed_sentence import Sentence, Word

NOMINAL = frozenset({"NOUN", "PROPN"})
_NO_REFERENTS = frozenset({"compound", "amod", "quantifier", ""})  # roles in which a noun cannot be referred to
_PREPOSITION_STARTS = {words[0] for words in PREPOSITIONS}


@dataclass(eq=False, slots=True)
class Node:
    """A word of the simplified tree.

    Attributes:
        at: index in the sentence.
        word: the parsed word.
        label: the node's name in tuples; a resolved pronoun has the name of its antecedent.
        dep: relation to the head, after simplification; empty for a word merged into another.
        head: governing node; None at the root.
        children: governed nodes, in the sentence's order.
        preposition: links a nominal to its head, such as `in front of`; empty if there is none.
        is_object: whether the node is an object of the graph.
        antecedent: the node that a pronoun refers to.
        preceding_noun: the nearest noun before a verb.
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
    preceding_noun: Node | None = None

    def children_with(self, dep: str) -> Iterator[Node]:
        """Return the children in a relation."""
        return (child for child in self.children if child.dep == dep)

    def first_child(self, dep: str) -> Node | None:
        """Return the first child in a relation, or None."""
        return next(self.children_with(dep), None)

    def move(self, head: Node | None, dep: str) -> None:
        """Move the node, with its descendants, to another head."""
        if self.head is not None:
            self.head.children.remove(self)
        self.head, self.dep = head, dep
        if head is not None:
            head.children.append(self)


def scene_tree(sentence: Sentence) -> list[Node]:
    """Return the words of a sentence as nodes of a simplified tree, in order."""
    nodes = _linked(sentence)
    _join_close_ups(nodes)
    _join_prepositions(nodes)
    _set_prepositions(nodes)
    _raise_counted(nodes)
    _resolve_pronouns(nodes)
    _set_preceding_nouns(nodes)
    return nodes


def is_person_word(word: Word) -> bool:
    """Whether a word is a person id (`P1`, `SOMEONE`)."""
    return PERSON_WORD.fullmatch(word.text) is not None


def is_plural(node: Node) -> bool:
    """Whether a word is a plural."""
    return "Number=Plur" in node.word.features


def coordinated(node: Node) -> list[Node]:
    """Return a node with all nodes joined to it by `and`, `or` or commas."""
    nodes, stack = [], [node]
    while stack:  # no recursion: a list can be longer than Python's stack is deep
        nodes.append(each := stack.pop())
        stack += [child for child in reversed(each.children) if child.dep == "conj"]
    return nodes


def is_complemented(adjective: Node) -> bool:
    """Whether an adjective after its noun links it to another noun, as in `a box full of toys`."""
    head = adjective.head
    return (
        head is not None
        and head.at < adjective.at
        and any(child.preposition for child in adjective.children_with("obl"))
    )


def _linked(sentence: Sentence) -> list[Node]:
    nodes = [Node(at, word, _label(word), word.dep, _is_object(word)) for at, word in enumerate(sentence)]
    for i, node in enumerate(nodes):
        if node.word.head != i:
            node.head = nodes[node.word.head]
            node.head.children.append(node)
    return nodes


def _label(word: Word) -> str:
    text = word.text.lower()
    return text if is_person_word(word) or text in ALWAYS_PLURAL else word.lemma


def _is_object(word: Word) -> bool:
    return word.pos in NOMINAL or word.text.lower() in NOUN_LIKE_PRONOUNS or is_person_word(word)


def _join_close_ups(nodes: list[Node]) -> None:
    """Make `close` the object of `a close up of a dog`, as SPICE does."""
    for close, up in pairwise(nodes):
        is_close_up = (close.word.text.lower(), up.word.text.lower()) == ("close", "up")
        if is_close_up and close.word.pos != "VERB" and close.dep != "compound":
            if close.head is up:
                _replace(up, close)
            close.is_object, up.is_object = True, False
            up.move(close, "")


def _replace(old: Node, new: Node) -> None:
    """Replace a node by one of its descendants, which takes over its children."""
    head, dep = old.head, old.dep
    for child in [child for child in old.children if child is not new]:
        child.move(new, child.dep)
    new.move(head, dep)


def _join_prepositions(nodes: list[Node]) -> None:
    """In `in front of the house`, let the house replace `front`, with the whole phrase as its preposition."""
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
    """The relation of a nominal that replaces a word of its preposition with relation `dep`."""
    if dep not in {"advmod", "case", "mark", "amod"}:
        return dep
    return "obl" if head is not None and head.word.pos == "VERB" else "nmod"


def _set_prepositions(nodes: list[Node]) -> None:
    for node in nodes:
        if not node.preposition:
            cases = list(node.children_with("case"))
            words = [word for case in cases for word in (case, *case.children_with("fixed"))]
            node.preposition = " ".join(word.word.text.lower() for word in words)


def _raise_counted(nodes: list[Node]) -> None:
    """In `a couple of dogs sit`, let the dogs replace the couple."""
    for node in nodes:
        if node.word.lemma in QUANTIFIERS and node.is_object and node.dep:
            counted = next((child for child in node.children_with("nmod") if child.preposition == "of"), None)
            if counted is not None:
                _raise(counted, node)


def _raise(counted: Node, quantifier: Node) -> None:
    dep, preposition = quantifier.dep, quantifier.preposition
    for child in [child for child in quantifier.children if child is not counted and child.dep not in {"det", "amod"}]:
        child.move(counted, child.dep)
    counted.move(quantifier.head, dep)
    counted.preposition = preposition
    quantifier.move(counted, "quantifier")


def _resolve_pronouns(nodes: list[Node]) -> None:
    """Resolve each pronoun to a person with an id if the sentence has named one, else to its first noun.

    SPICE's search gives the same result on most captions, which are one sentence about their first noun.
    """
    referents: list[Node] = []
    for node in nodes:
        word = node.word.text.lower()
        if node.is_object and node.dep not in _NO_REFERENTS:
            referents.append(node)
        elif referents and word in PRONOUNS:
            node.antecedent = _person_or_first(referents) if word in PERSONAL_PRONOUNS else referents[0]
            node.label = node.antecedent.label


def _person_or_first(referents: list[Node]) -> Node:
    """The last person who is a subject, else the first person, else the first noun."""
    people = [node for node in referents if is_person_word(node.word)]
    agents = [node for node in people if node.dep.startswith("nsubj")]
    return agents[-1] if agents else people[0] if people else referents[0]


def _set_preceding_nouns(nodes: list[Node]) -> None:
    """Set the nearest noun before each word."""
    noun: Node | None = None
    for node in nodes:
        node.preceding_noun = noun
        if node.is_object and node.dep not in _NO_REFERENTS:
            noun = node
