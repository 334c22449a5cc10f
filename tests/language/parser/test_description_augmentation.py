from random import Random

import pytest

from cinescribe.language.parser.description_augmentation import DescriptionGrammar
from cinescribe.language.parser.description_words import DescriptionWords
from cinescribe.language.parser.treebank import TreebankSentence

WORDS = DescriptionWords(
    ("sit", "run"), ("lift", "open"), ("cup", "box"), ("timid",), ("sadly",), frozenset({"box"}), {"lift": "lifted"}
)


@pytest.fixture(scope="module")
def sentences() -> list[TreebankSentence]:
    grammar = DescriptionGrammar(WORDS, Random(0))
    return [grammar.sentence() for _ in range(1500)]


def test_every_sentence_is_one_tree_without_crossing_arcs(sentences: list[TreebankSentence]) -> None:
    for sentence in sentences:
        words = sentence.words
        assert [word.dep for word in words].count("root") == 1
        arcs = [(min(at, word.head), max(at, word.head)) for at, word in enumerate(words) if word.head != at]
        assert not any(a < c < b < d for a, b in arcs for c, d in arcs)
        for at in range(len(words)):
            above = at
            for _ in words:
                above = words[above].head
            assert words[above].dep == "root"


def test_articles_verbs_and_nouns_agree(sentences: list[TreebankSentence]) -> None:
    for sentence in sentences:
        words = sentence.words
        for at, word in enumerate(words):
            if word.text.lower() in {"a", "an"}:
                assert (word.text.lower() == "an") == (words[at + 1].text[0] in "aeiou")
            if word.dep == "nsubj" and word.text.lower() == "they" and words[word.head].pos == "VERB":
                assert "Number=Plur" in words[word.head].features


def test_the_grammar_has_what_treebanks_have_too_few_of(sentences: list[TreebankSentence]) -> None:
    relations = {word.dep for sentence in sentences for word in sentence.words}
    assert relations >= {"advcl", "acl", "ccomp", "xcomp", "iobj", "conj", "nsubj:pass", "nmod:poss", "flat", "mark"}
    roots = [(sentence, next(word for word in sentence.words if word.dep == "root")) for sentence in sentences]
    without = [
        sentence.text
        for sentence, root in roots
        if root.pos == "VERB" and not any(word.dep.startswith("nsubj") for word in sentence.words)
    ]
    assert any(text.startswith("Then ") for text in without)


def test_the_same_seed_gives_the_same_sentences() -> None:
    first, second = (DescriptionGrammar(WORDS, Random(7)).sentence() for _ in range(2))
    assert first == second
