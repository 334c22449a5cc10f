"""Relations of a scene graph: actions, locations and possession."""

from __future__ import annotations

from collections.abc import Iterator

from cinescribe.language.scene_graph.tree_rewriting import Node, coordinated, is_complemented

Relation = tuple[str, str, str]  # object, second object, relation

_OBJECTS = frozenset({"obj", "iobj"})
_OBLIQUES = frozenset({"obl", "obl:agent", "nmod"})


def relations(nodes: list[Node]) -> Iterator[Relation]:
    """Return the relations of a simplified tree."""
    for node in nodes:
        if is_entity(node):
            yield from _possessions(node)
            yield from _attachments(node)
            yield from _locations(node)
        elif node.word.pos == "VERB":
            yield from _actions(node)
            yield from _passives(node)


def is_entity(node: Node) -> bool:
    """Whether a node can be part of a tuple: an object, or a resolved pronoun."""
    return node.is_object or node.antecedent is not None


def subjects(node: Node) -> list[Node]:
    """Return the subjects of a verb or predicate, inherited by conjuncts; a passive has none.

    Scene graphs leave `who` and `that` unresolved, so a relative clause has no subject either.
    """
    while node.dep == "conj" and node.head is not None and not any(map(node.first_child, ("nsubj", "nsubj:pass"))):
        node = node.head
    if node.first_child("nsubj:pass") is not None:
        return []
    own = [each for child in node.children_with("nsubj") for each in coordinated(child)]
    return [] if _is_bare_be(node) else [subject for subject in own if is_entity(subject)]


def arguments(verb: Node) -> Iterator[tuple[Node, str]]:
    """Return a verb's objects and complements, each with its relation: verb, particle and preposition."""
    words = [verb.word.lemma, *(particle.word.text.lower() for particle in verb.children_with("compound:prt"))]
    for child in verb.children:
        if child.dep in _OBJECTS or (child.dep in _OBLIQUES and child.preposition):
            for each in coordinated(child):
                if is_entity(each):
                    yield each, " ".join([*words, child.preposition] if child.preposition else words)


def _actions(verb: Node) -> Iterator[Relation]:
    if verb.word.lemma != "be":
        for subject in (*subjects(verb), *_controller(verb)):
            for target, label in arguments(verb):
                yield (subject.label, target.label, label)


def _controller(verb: Node) -> list[Node]:
    """The implicit subject of a participle or infinitive: for SPICE's parser, the nearest noun before it.

    `A group of boys running home` and `sits on a bed reading a book` are about boys and bed. A lone present participle
    after the noun that a fragment is about (`a man riding a horse`) has no relation in SPICE's records, one after a
    counted noun (`two men riding horses`) has, and so has a past participle (`a box filled with fruit`).
    """
    noun, head = verb.preceding_noun, verb.head
    if noun is None or head is None or "VerbForm=Fin" in verb.word.features:
        return []
    if verb.dep == "acl" and head.is_object:
        is_lone = noun is head and head.head is None and noun.first_child("nummod") is None
        return [] if is_lone and "Tense=Past" not in verb.word.features else [noun]
    if verb.dep == "advcl" and head.at < noun.at and verb.first_child("nsubj") is None:
        return [noun] if all(mark.word.text.lower() == "to" for mark in verb.children_with("mark")) else []
    return []


def _passives(verb: Node) -> Iterator[Relation]:
    """Relations of a passive: in `the cart is pulled by a cow`, the cow pulls. SPICE ignores passives without agent."""
    if verb.first_child("aux:pass") is None:
        return
    patients = [each for child in verb.children_with("nsubj:pass") for each in coordinated(child) if is_entity(each)]
    for agent in verb.children_with("obl:agent"):
        for patient in patients:
            yield (agent.label, patient.label, verb.word.lemma)


def _possessions(noun: Node) -> Iterator[Relation]:
    for owner in noun.children_with("nmod:poss"):
        if is_entity(owner):
            yield (owner.label, noun.label, "have")


def _attachments(noun: Node) -> Iterator[Relation]:
    """Relations within noun phrases: `a man with a hat and a cane`, `a box full of toys`."""
    linking = (modifier for modifier in noun.children_with("amod") if is_complemented(modifier))
    for child in (*noun.children, *(child for modifier in linking for child in modifier.children)):
        if child.dep in _OBLIQUES and child.preposition:
            for each in coordinated(child):
                if is_entity(each):
                    yield (noun.label, each.label, each.preposition or child.preposition)


def _locations(noun: Node) -> Iterator[Relation]:
    """Relations of `the man is on the boat`, where Universal Dependencies make the boat the predicate."""
    if noun.preposition:
        for subject in subjects(noun):
            yield (subject.label, noun.label, noun.preposition)


def _is_bare_be(node: Node) -> bool:
    """Whether a verb follows an uninflected `be` (`a man be sit`): lemmatised captions, which SPICE cannot parse."""
    helpers = [child.word.text.lower() for child in node.children if child.dep in {"aux", "aux:pass", "cop"}]
    return helpers == ["be"] and node.first_child("mark") is None
