"""Scene graphs of captions: objects, attributes and relations, as SPICE's tuples."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cinescribe.language.scene_tree import Node, coordinated, scene_tree
from cinescribe.language.words import Parser, Sentence

SceneTuple = tuple[str, ...]

_MODIFIERS = ("amod", "nummod")
_OBJECTS = frozenset({"obj", "iobj"})


def text_tuples(texts: Sequence[str], parser: Parser) -> list[list[SceneTuple]]:
    """The scene-graph tuples of each text."""
    return [scene_tuples(sentences) for sentences in parser.parse(texts)]


def scene_tuples(sentences: Sequence[Sentence]) -> list[SceneTuple]:
    """The scene-graph tuples of one text."""
    tuples: list[SceneTuple] = []
    for sentence in sentences:
        nodes = scene_tree(sentence)
        tuples += _objects(nodes)
        tuples += dict.fromkeys(_attributes(nodes))
        tuples += dict.fromkeys(_relations(nodes))
    return tuples


def _objects(nodes: list[Node]) -> Iterator[SceneTuple]:
    for node in nodes:
        if node.is_object and node.dep != "compound" and node.first("compound") is None:
            yield (node.label,)


def _attributes(nodes: list[Node]) -> Iterator[SceneTuple]:
    for node in nodes:
        if node.is_object:
            yield from _modifiers(node)
            yield from _compounds(node)
            yield from _quantities(node)
        for subject in _subjects(node):
            yield from _predicates(node, subject)


def _modifiers(noun: Node) -> Iterator[SceneTuple]:
    for dep in _MODIFIERS:
        for modifier in noun.having(dep):
            for each in coordinated(modifier):
                yield (noun.label, _attribute(each))


def _attribute(node: Node) -> str:
    return node.word.lemma if node.word.pos == "VERB" else node.word.text.lower()


def _compounds(noun: Node) -> Iterator[SceneTuple]:
    for part in noun.having("compound"):
        yield (noun.label, part.word.text.lower())


def _quantities(noun: Node) -> Iterator[SceneTuple]:
    for quantifier in noun.having("quantifier"):
        if quantifier.first("det") is not None and "Number=Plur" in noun.word.features:
            yield (noun.label, "a")


def _predicates(node: Node, subject: Node) -> Iterator[SceneTuple]:
    if node.word.pos == "ADJ":
        yield (subject.label, node.word.text.lower())
    elif node.word.pos == "VERB" and not any(_arguments(node)):
        yield (subject.label, node.word.lemma)


def _relations(nodes: list[Node]) -> Iterator[SceneTuple]:
    for node in nodes:
        if _nominal(node):
            yield from _possessions(node)
            yield from _nominal_relations(node)
            yield from _locations(node)
        if node.word.pos == "VERB":
            yield from _verb_relations(node)


def _possessions(noun: Node) -> Iterator[SceneTuple]:
    for owner in noun.having("nmod:poss"):
        if _nominal(owner):
            yield (owner.label, noun.label, "have")


def _nominal_relations(noun: Node) -> Iterator[SceneTuple]:
    for child in noun.children:
        if child.dep in {"nmod", "obl"} and child.preposition:
            for each in coordinated(child):
                if _nominal(each):
                    yield (noun.label, each.label, each.preposition or child.preposition)


def _locations(noun: Node) -> Iterator[SceneTuple]:
    """`The man is on the boat`, where UD makes the boat the predicate."""
    if noun.preposition:
        for subject in _subjects(noun):
            yield (subject.label, noun.label, noun.preposition)


def _verb_relations(verb: Node) -> Iterator[SceneTuple]:
    for subject in (*_subjects(verb), *_modified(verb)):
        for target, label in _arguments(verb):
            yield (subject.label, target.label, label)
    yield from _agents(verb)


def _subjects(node: Node) -> list[Node]:
    own = [each for child in node.having("nsubj") for each in coordinated(child)]
    if not own and node.dep == "conj" and node.head is not None and node.first("nsubj:pass") is None:
        own = _subjects(node.head)
    return [subject for subject in own if _nominal(subject)]


def _modified(verb: Node) -> list[Node]:
    """The noun a participle or infinitive follows: `a dog of the boy running home`."""
    noun = verb.head
    if verb.dep != "acl" or noun is None or not noun.is_object:
        return []
    if noun.head is None and "Tense=Past" not in verb.word.features and noun.first("nummod") is None:
        return []
    return [noun]


def _arguments(verb: Node) -> Iterator[tuple[Node, str]]:
    """The objects and complements of a verb, each with the relation's words."""
    words = [verb.word.lemma, *(particle.word.text.lower() for particle in verb.having("compound:prt"))]
    for child in verb.children:
        if child.dep in _OBJECTS or (child.dep in {"obl", "obl:agent", "nmod"} and child.preposition):
            label = " ".join([*words, child.preposition] if child.preposition else words)
            for each in coordinated(child):
                if _nominal(each):
                    yield each, label


def _agents(verb: Node) -> Iterator[SceneTuple]:
    """`The cart is pulled by a cow`, or being pulled, is the cow pulling."""
    if verb.first("aux:pass") is None:
        return
    patients = [each for child in verb.having("nsubj:pass") for each in coordinated(child)]
    for child in verb.having("obl:agent"):
        for patient in patients:
            yield (child.label, patient.label, verb.word.lemma)


def _nominal(node: Node) -> bool:
    return node.is_object or node.antecedent is not None
