"""Scene graphs of captions: objects, attributes and relations, as SPICE's tuples.

The rules are those of the Stanford scene-graph parser as SPICE runs it (Schuster et al. 2015, section 3.1; Anderson et
al. 2016, section 3.1), applied to Universal Dependencies 2. Where the papers are silent, the rules follow the records
of the original SPICE. One pass over a simplified tree yields objects, then their attributes, then relations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from cinescribe.language.parser.parse import parse_texts
from cinescribe.language.scene_graph.relations import arguments, relations, subjects
from cinescribe.language.scene_graph.tree_rewriting import (
    Node,
    coordinated,
    is_complemented,
    is_person_word,
    is_plural,
    scene_tree,
)
from cinescribe.language.tokens.parsed_sentence import Parser, Sentence

SceneTuple = tuple[str, ...]

_MODIFIERS = frozenset({"compound", "amod"})  # roles in which a noun names no object of its own


def text_tuples(texts: Sequence[str], parser: Parser | str | Path | None = None) -> list[list[SceneTuple]]:
    """Return the scene-graph tuples of each text.

    Args:
        texts: captions.
        parser: a parser, or the folder of a trained one; by default the bundled one.

    Raises:
        ModelError: when the folder holds no parser.

    Example:
        >>> text_tuples(["P1 races to his car"])
        [[('p1',), ('car',), ('p1', 'car', 'race to'), ('p1', 'car', 'have')]]
    """
    return [scene_tuples(sentences) for sentences in parse_texts(texts, parser=parser)]


def scene_tuples(sentences: Sequence[Sentence]) -> list[SceneTuple]:
    """Return the scene-graph tuples of one parsed text.

    Args:
        sentences: the parsed text.

    Returns:
        `(object,)`, one per mention; `(object, attribute)`; `(object, second object, relation)`.
    """
    tuples: list[SceneTuple] = []
    for sentence in sentences:
        nodes = scene_tree(sentence)
        tuples += _objects(nodes)
        tuples += dict.fromkeys(_attributes(nodes))
        tuples += dict.fromkeys(relations(nodes))
    return tuples


def _objects(nodes: list[Node]) -> Iterator[SceneTuple]:
    """Nouns and people, except both words of a compound (`tennis court`), as in SPICE's records."""
    for node in nodes:
        is_simple = node.dep not in _MODIFIERS and node.first_child("compound") is None
        if node.is_object and (is_simple or is_person_word(node.word)):
            yield (node.label,)


def _attributes(nodes: list[Node]) -> Iterator[SceneTuple]:
    for node in nodes:
        if node.is_object:
            yield from _modifiers(node)
            yield from _compounds(node)
            yield from _quantities(node)
        for subject in subjects(node):
            yield from _predicates(node, subject)


def _modifiers(noun: Node) -> Iterator[SceneTuple]:
    for modifier in noun.children_with("amod"):
        for each in coordinated(modifier) if not is_complemented(modifier) else ():
            yield (noun.label, _quality(each))


def _quality(modifier: Node) -> str:
    """The attribute of a modifier: `striped` and `bigger` as written, `smile` for the participle `smiling`."""
    word = modifier.word
    return word.lemma if word.pos == "VERB" and word.text.endswith("ing") else word.text.lower()


def _compounds(noun: Node) -> Iterator[SceneTuple]:
    for part in noun.children_with("compound"):
        for each in coordinated(part):
            yield (noun.label, each.label)


def _quantities(noun: Node) -> Iterator[SceneTuple]:
    """Number words are attributes of plurals only; `a couple of dogs` gives SPICE's `(dog, a)`."""
    if is_plural(noun):
        for number in noun.children_with("nummod"):
            yield (noun.label, number.word.text.lower())
        for quantifier in noun.children_with("quantifier"):
            if quantifier.first_child("det") is not None:
                yield (noun.label, "a")


def _predicates(node: Node, subject: Node) -> Iterator[SceneTuple]:
    """Attributes from predicates: `the man is tall`, `the man smiles`."""
    if node.word.pos == "ADJ":
        yield (subject.label, node.word.text.lower())
    elif node.word.pos == "VERB" and node.word.lemma != "be" and not any(arguments(node)):
        yield (subject.label, node.word.lemma)
