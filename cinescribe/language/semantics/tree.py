"""A parsed sentence as a tree that the rules can walk, with its predicates; repairs of verbs that read as nouns."""

from __future__ import annotations

from cinescribe.language.semantics.phrases import is_person_word, preposition_of
from cinescribe.language.tokens.parsed_sentence import Sentence
from cinescribe.language.wordnet.senses import senses
from cinescribe.language.wordnet.wordnet import wordnet

NOMINAL_TAGS = frozenset({"NOUN", "PROPN", "PRON", "NUM", "DET", "ADJ", "X", "SYM", "VERB"})
_NOUNS = frozenset({"NOUN", "PROPN"})
_NOT_CLAUSAL = frozenset({"amod", "compound", "case", "mark", "fixed", "flat", "det", "goeswith", "cc", "advmod"})
_NOMINAL = frozenset({"obj", "iobj", "nsubj", "nsubj:pass", "obl", "obl:agent", "nmod", "nmod:poss", "appos"})
_VERBAL_CHILDREN = frozenset({"obj", "compound:prt", "aux", "nsubj"})
_TRANSITIVE = frozenset({8, 9, 10, 11, 14, 15, 16, 17, 18, 19, 20, 21, 24, 25, 30, 31, 33})  # WordNet's verb frames
_ALWAYS_RELATIVE = frozenset({"who", "whom", "which"})


class Tree:
    """The words of a sentence with their children and predicates."""

    def __init__(self, sentence: Sentence) -> None:
        """Take a parsed sentence."""
        self.words = sentence
        self.children: list[list[int]] = [[] for _ in sentence]
        for at, word in enumerate(sentence):
            if word.head != at:
                self.children[word.head].append(at)
        self.is_copular = [False] * len(sentence)
        for word in sentence:
            if word.dep == "cop":
                self.is_copular[word.head] = True
        self.is_predicate = [self._states(at) for at in range(len(sentence))]
        self.top_down = self._top_down()

    def head(self, at: int) -> int | None:
        """Return the word above; None for the root."""
        head = self.words[at].head
        return None if head == at else head

    def dep(self, at: int) -> str:
        """Return the relation to the word above."""
        return self.words[at].dep

    def preposition(self, at: int) -> str:
        """Return the preposition of a noun, as `in front of`; empty if there is none."""
        return preposition_of(self.words, self.children, at)

    def by_relation(self, at: int) -> dict[str, list[int]]:
        """Return the children of a word, by relation."""
        found: dict[str, list[int]] = {}
        for child in self.children[at]:
            found.setdefault(self._relation(child, at), []).append(child)
        return found

    @property
    def relative_pronouns(self) -> list[int]:
        """Return the words `who`, `which` and `that` that stand for a noun."""
        return [
            at
            for at, word in enumerate(self.words)
            if word.lemma in _ALWAYS_RELATIVE or (word.lemma == "that" and word.pos == "PRON")
        ]

    def is_transitive(self, at: int) -> bool:
        """Whether the commonest sense of a verb takes an object."""
        found = wordnet().synsets(self.words[at].lemma, "v")
        return bool(found) and not senses().frames(found[0]).isdisjoint(_TRANSITIVE)

    def _relation(self, child: int, head: int) -> str:
        """The relation of a child; a person before a verb that was read as a noun is its subject."""
        dep = self.words[child].dep
        if dep in {"compound", "nmod", "flat", "amod", "det"} and self.words[head].pos in _NOUNS:
            return "nsubj" if is_person_word(self.words[child]) and self.is_predicate[head] and child < head else dep
        return dep

    def _states(self, at: int) -> bool:
        word = self.words[at]
        if self.is_copular[at]:
            return True
        if word.pos == "AUX":
            return not word.dep.startswith("aux") and word.dep != "cop"
        if word.pos == "VERB":
            is_finite = "VerbForm=Fin" in word.features
            return word.dep not in _NOT_CLAUSAL and (is_finite or word.dep not in _NOMINAL)
        return word.pos in _NOUNS and self._is_misread_verb(at)

    def _is_misread_verb(self, at: int) -> bool:
        """Whether a noun is a verb: it has an object, or is the root after a person (`P1 waves`)."""
        word = self.words[at]
        if word.dep not in {"root", "conj", "parataxis", "appos", "advcl", "ccomp"}:
            return False
        if wordnet().morphy(word.text, "v") in {None, word.text.lower()}:
            return False
        deps = {self.words[child].dep for child in self.children[at]}
        if "det" in deps or "case" in deps:
            return False
        before = self.children[at][0] if self.children[at] else at
        return not deps.isdisjoint(_VERBAL_CHILDREN) or (
            word.dep == "root" and before == at - 1 and is_person_word(self.words[before])
        )

    def _top_down(self) -> list[int]:
        order = [at for at, word in enumerate(self.words) if word.head == at]
        for at in order:  # grows while it is read
            order += self.children[at]
        return order


def dependency_tree(sentence: Sentence) -> Tree:
    """Return a sentence as a tree."""
    return Tree(sentence)
