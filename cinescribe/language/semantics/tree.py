"""A parsed sentence as a tree that the rules can walk, with its predicates; repairs of verbs that read as nouns."""

from __future__ import annotations

from cinescribe.language.semantics.phrases import is_mostly_verb, is_person_word, preposition_of
from cinescribe.language.tokens.parsed_sentence import Sentence
from cinescribe.language.wordnet.senses import senses
from cinescribe.language.wordnet.wordnet import wordnet

NOMINAL_TAGS = frozenset({"NOUN", "PROPN", "PRON", "NUM", "DET", "ADJ", "X", "SYM", "VERB"})
_STATING = frozenset({"VERB", "AUX", "NOUN", "PROPN"})
_NOUNS = frozenset({"NOUN", "PROPN"})
_NOT_CLAUSAL = frozenset({"amod", "compound", "case", "mark", "fixed", "flat", "det", "goeswith", "cc", "advmod"})
_NOMINAL = frozenset({"obj", "iobj", "nsubj", "nsubj:pass", "obl", "obl:agent", "nmod", "nmod:poss", "appos"})
_MISREAD = frozenset({"root", "conj", "parataxis", "appos", "advcl", "ccomp"})  # relations of verbs read as nouns
_NOMINAL_CHILDREN = frozenset({"det", "case", "amod", "nmod:poss", "nummod"})
_VERBAL_CHILDREN = frozenset({"obj", "compound:prt", "aux", "nsubj"})
_TRANSITIVE = frozenset({8, 9, 10, 11, 14, 15, 16, 17, 18, 19, 20, 21, 24, 25, 30, 31, 33})  # WordNet's verb frames
_ALWAYS_RELATIVE = frozenset({"who", "whom", "which"})


class SentenceTree:
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
        self.top_down = self._top_down()
        self._relative_pronouns: list[int] | None = None
        self.is_predicate = [False] * len(sentence)
        for at in self.top_down:
            self.is_predicate[at] = self._states(at)

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
        if self._relative_pronouns is None:
            self._relative_pronouns = [
                at
                for at, word in enumerate(self.words)
                if word.lemma in _ALWAYS_RELATIVE or (word.lemma == "that" and word.pos == "PRON")
            ]
        return self._relative_pronouns

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
        if word.pos not in _STATING:
            return False
        if word.pos == "AUX":
            return not word.dep.startswith("aux") and word.dep != "cop"
        if word.pos == "VERB":
            is_clausal = "VerbForm=Fin" in word.features or "VerbForm=Inf" in word.features
            return word.dep not in _NOT_CLAUSAL and (is_clausal or word.dep not in _NOMINAL)
        return word.dep in _MISREAD and self._is_misread_verb(at)

    def _is_misread_verb(self, at: int) -> bool:
        """Whether a noun is a verb: with an object, after a person (`P1 waves`), joined to one (`sits and waves`)."""
        word, children = self.words[at], self.children[at]
        base = wordnet().morphy(word.text, "v")
        if base is None or (base == word.text.lower() and not self._has_several_subjects(at)):
            return False
        deps = {self.words[child].dep for child in children}
        if not deps.isdisjoint(_NOMINAL_CHILDREN):
            return False
        if not deps.isdisjoint(_VERBAL_CHILDREN):
            return True
        if word.dep == "root":
            return bool(children) and children[0] == at - 1 and is_person_word(self.words[at - 1])
        if word.dep != "conj" or at == 0:
            return False
        if word.text.endswith("ing"):
            return self.words[at - 1].text == "," and "cc" not in deps
        return self._is_joined_to_verb(at)

    def _has_several_subjects(self, at: int) -> bool:
        """Whether several people are the subject of a noun: `Anna and Ben approach`, whose verb has its base form."""
        subjects = [child for child in self.children[at] if child < at and self.words[child].dep == "nsubj"]
        return any(self.words[n].dep == "conj" for subject in subjects for n in self.children[subject])

    def _is_joined_to_verb(self, at: int) -> bool:
        """Whether a bare plural after `and` is a verb: `sits and waves`, `lifts a cup and drinks`."""
        word, head = self.words[at], self.words[at].head
        if self.words[at - 1].dep != "cc" or not word.text.endswith("s"):
            return False
        if self.is_predicate[head]:
            return True
        above = self.words[self.words[head].head]
        return (
            "Number=Plur" not in self.words[head].features
            and above.pos == "VERB"
            and "Person=3" in above.features
            and is_mostly_verb(word.text.lower())
        )

    def _top_down(self) -> list[int]:
        order = [at for at, word in enumerate(self.words) if word.head == at]
        for at in order:  # grows while it is read
            order += self.children[at]
        return order


def dependency_tree(sentence: Sentence) -> SentenceTree:
    """Return a sentence as a tree."""
    return SentenceTree(sentence)
