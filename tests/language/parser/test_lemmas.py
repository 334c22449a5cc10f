from cinescribe.language.parser.lemmas import lemma, lemma_table
from cinescribe.language.parser.treebank import TreebankSentence
from cinescribe.language.tokens.parsed_sentence import Word


def said(*rows):
    words = tuple(Word(text, base, pos, "", 0, "dep") for text, base, pos in rows)
    return TreebankSentence(words, (True,) * len(words))


TABLE = lemma_table(
    [
        said(
            ("n't", "not", "PART"),
            ("N'T", "not", "PART"),
            ("is", "be", "AUX"),
            ("Is", "be", "AUX"),
            ("is", "is", "AUX"),
        ),
        said(
            ("of", "of", "ADP"),
            ("of", "of", "ADP"),
            ("fo", "of", "ADP"),
            ("dogs", "dog", "NOUN"),
            ("dogs", "dog", "NOUN"),
        ),
    ]
)


def test_the_table_holds_common_lemmas_that_differ_from_the_form():
    assert TABLE == {"PART n't": "not", "AUX is": "be"}


def test_closed_classes_come_from_the_table():
    assert lemma("N't", "PART", features="", table=TABLE) == "not"
    assert lemma("Onto", "ADP", features="", table=TABLE) == "onto"


def test_other_words_come_from_wordnet():
    assert lemma("Men", "NOUN", features="Number=Plur", table=TABLE) == "man"
    assert lemma("found", "VERB", features="Tense=Past|VerbForm=Fin", table=TABLE) == "find"


def test_names_are_unchanged():
    assert lemma("Paris", "PROPN", features="Number=Sing", table=TABLE) == "paris"
