"""Who acts in a caption, and what they do, in the forms that questions need: `P1`, `pick up the book`, `picking up`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cinescribe.corpus.commonsense.human_activity import activity_of, complement_words, event_of
from cinescribe.language.parser.word_classes import gerund
from cinescribe.language.semantics.clauses import Clause, clauses
from cinescribe.language.semantics.phrases import is_person_word
from cinescribe.language.semantics.tree import SentenceTree, dependency_tree
from cinescribe.language.tokens.parsed_sentence import Sentence

_NOT_OF_SUBJECT = frozenset({"acl", "acl:relcl", "advcl", "appos", "parataxis", "punct"})
_PLURAL_PRONOUNS = frozenset(
    {"i", "we", "you", "they"}
)  # those with `do` and `are`; `I` comes with neither, and rarely
_NOUNS = frozenset({"NOUN", "PROPN", "PRON"})
_INDEFINITE = frozenset({"a", "an", "some"})
_DETERMINED = frozenset({"det", "nmod:poss"})


@dataclass(frozen=True)
class Subject:
    """Who acts.

    Args:
        text: as questions call them: `P1`, `the baker`.
        person: the person's id; None for anybody else.
        nouns: the words that the caption has for them, without articles: `baker`.
        is_plural: whether verbs are plural after it.
        is_name: whether a comma precedes `who`.
    """

    text: str
    person: str | None
    nouns: tuple[str, ...]
    is_plural: bool
    is_name: bool


@dataclass(frozen=True)
class ActedVerb:
    """A person's action.

    Args:
        verb: the lemma of the verb.
        base: `pick up the book`.
        gerund: `picking up the book`.
    """

    verb: str
    base: str
    gerund: str


@dataclass(frozen=True)
class CaptionAct:
    """A caption's subject and action; None where it has none.

    Args:
        caption: the caption.
        subject: who acts.
        action: what they do.
        event: the caption as an event of ATOMIC; the caption itself where it has none.
    """

    caption: str
    subject: Subject | None
    action: ActedVerb | None
    event: str


def caption_act(caption: str, sentences: Sequence[Sentence]) -> CaptionAct:
    """Return the subject and the action of a caption.

    The first clause about what people do counts; without one the first clause with a subject, else the first with a
    verb.

    Args:
        caption: the caption.
        sentences: the same, parsed.
    """
    sentence, clause = _clause(sentences)
    event = next((event for one in sentences if (event := event_of(one))), caption)
    if clause is None:
        return CaptionAct(caption, None, None, event)
    tree = dependency_tree(sentence)
    subject = _subject(tree, clause) if clause.subjects else None
    return CaptionAct(caption, subject, _action(tree, clause), event)


def _clause(sentences: Sequence[Sentence]) -> tuple[Sentence, Clause | None]:
    for sentence in sentences:
        if found := activity_of(sentence):
            return sentence, found
    every = [(sentence, clause) for sentence in sentences for clause in clauses(sentence)]
    with_subject = [(sentence, clause) for sentence, clause in every if clause.subjects]
    return next(iter([*with_subject, *every]), ((), None))


def _subject(tree: SentenceTree, clause: Clause) -> Subject:
    heads = [at for first in clause.subjects for at in (first, *_conjuncts(tree, first))]
    words = tree.words
    people = [at for at in heads if is_person_word(words[at])]
    if people:  # several act: what the caption implies is about the first
        name = words[people[0]].text
        return Subject(name, name, (name,), is_plural=False, is_name=True)
    parts = [_phrase(tree, first, heads) for first in clause.subjects]
    text = " and ".join(parts)
    first = words[heads[0]]
    is_plural = len(heads) > 1 or "Number=Plur" in first.features or first.text.lower() in _PLURAL_PRONOUNS
    nouns = tuple(dict.fromkeys(words[at].text.lower() for at in heads))
    return Subject(text, None, nouns, is_plural, is_name=first.pos == "PROPN")


def _conjuncts(tree: SentenceTree, at: int) -> list[int]:
    return [n for n in tree.children[at] if tree.dep(n) == "conj" and tree.words[n].pos in _NOUNS]


def _phrase(tree: SentenceTree, first: int, heads: Sequence[int]) -> str:
    """A noun with what describes it, as something that is known: `a tall man` gives `the tall man`."""
    own, frontier = {first}, [first]
    left_out = {n for n in tree.children[first] if tree.dep(n) == "case"}  # `by` of a passive
    while frontier:
        found = [n for at in frontier for n in tree.children[at] if tree.dep(n) not in _NOT_OF_SUBJECT]
        frontier = [n for n in found if n not in {*own, *left_out} and not tree.is_predicate[n]]
        own.update(frontier)
    written = {n: word.text if word.pos == "PROPN" else word.text.lower() for n, word in enumerate(tree.words)}
    for head in heads:
        determiners = [n for n in tree.children[head] if tree.dep(n) in _DETERMINED]
        if not determiners and tree.words[head].pos == "NOUN":
            start = min(n for n in (head, *tree.children[head]) if n in own and tree.dep(n) not in {"cc", "conj"})
            written[start] = f"the {written[start]}"
        for n in determiners:
            written[n] = "the" if written[n] in _INDEFINITE else written[n]
    return " ".join(written[n] for n in sorted(own)).replace(" 's", "'s")


def _action(tree: SentenceTree, clause: Clause) -> ActedVerb | None:
    verb = tree.words[clause.at]
    if clause.is_copula or verb.pos != "VERB":
        return None
    rest = complement_words(tree.words, clause)
    words = [word.text if word.pos == "PROPN" else word.text.lower() for word in (tree.words[at] for at in rest)]
    after = " ".join(["", *words]).replace(" 's", "'s")
    return ActedVerb(verb.lemma, f"{verb.lemma}{after}", f"{gerund(verb.lemma)}{after}")
