"""Nouns of parsed texts."""

from cinescribe.language.tokens.parsed_sentence import Word
from cinescribe.language.wordnet.nouns import nouns, text_nouns


def sentence(*words):
    return tuple(Word(text, lemma, pos, "", 0, "dep") for text, lemma, pos in words)


SENTENCE = sentence(
    ("Two", "two", "NUM"),
    ("men", "man", "NOUN"),
    ("swing", "swing", "VERB"),
    ("tennis", "tennis", "NOUN"),
    ("rackets", "racket", "NOUN"),
    ("in", "in", "ADP"),
    ("Paris", "paris", "PROPN"),
)


class Fixed:
    """A parser that knows one text."""

    name = "fixed"

    def parse(self, texts):
        return [[SENTENCE] if text else [] for text in texts]


def test_each_noun_of_a_compound_is_given():
    assert nouns([SENTENCE, sentence(("Men", "", "NOUN"), ("it", "it", "PRON"))]) == [
        *("man", "tennis", "racket", "paris"),
        "men",  # a parser without a lemma
    ]


def test_texts_by_a_parser():
    assert text_nouns(["Two men …", ""], Fixed()) == [["man", "tennis", "racket", "paris"], []]
