import pytest

from benchmarks.language.parser import parser_scores
from cinescribe.errors import LanguageError
from cinescribe.language.parser.evaluation import compare_parses, in_paragraphs
from cinescribe.language.parser.treebank import TreebankSentence
from cinescribe.language.tokens.parsed_sentence import Word


def sentence(*rows):
    """A sentence from rows of text, part of speech, head from 1 and label."""
    return tuple(
        Word(text, text, pos, "", int(head) - 1 if int(head) else at, dep)
        for at, (text, pos, head, dep) in enumerate(row.split() for row in rows)
    )


GOLD = sentence("Dogs NOUN 2 nsubj", "sit VERB 0 root", "on ADP 4 case", "mats NOUN 2 obl:x")


def test_a_perfect_parse_scores_100():
    scores = compare_parses([[GOLD]], [[GOLD]])
    assert set(vars(scores).values()) == {100.0}


def test_a_wrong_head_label_subtype_and_tag():
    found = sentence("Dogs PROPN 2 obj", "sit VERB 0 root", "on ADP 2 case", "mats NOUN 2 obl")
    scores = compare_parses([[GOLD]], [[found]])
    assert (scores.upos, scores.uas, scores.las, scores.subtyped_las) == (75, 75, 50, 25)


def test_words_segmented_otherwise_count_against_precision_and_recall():
    found = sentence("Dogs NOUN 2 nsubj", "sit VERB 0 root", "onmats NOUN 2 obj")
    scores = compare_parses([[GOLD]], [[found]])
    assert scores.words == pytest.approx(100 * 4 / 7)
    assert scores.las == pytest.approx(100 * 4 / 7)
    assert scores.sentences == 100


def test_a_sentence_split_in_two():
    first, second = sentence("Dogs NOUN 0 root"), sentence("sit VERB 0 root", "on ADP 3 case", "mats NOUN 1 obl:x")
    scores = compare_parses([[GOLD]], [[first, second]])
    assert (scores.words, scores.sentences, scores.uas) == (100, 0, 75)


def test_other_letters_are_refused():
    with pytest.raises(LanguageError, match="text 2 was parsed into other letters than it has; parse the same texts"):
        compare_parses([[GOLD], [GOLD]], [[GOLD], [GOLD[:2]]])


class Blind:
    """A parser that makes every word the root of its own sentence."""

    name = "blind"

    def parse(self, texts):
        return [[sentence(f"{word} X 0 root") for word in text.split()] for text in texts]


def test_a_parser_receives_paragraphs():
    trees = [
        TreebankSentence(GOLD, (True,) * 4, starts_paragraph=True),
        TreebankSentence(GOLD, (True,) * 4),
        TreebankSentence(GOLD, (True,) * 4, starts_paragraph=True),
    ]
    assert [len(each) for each in in_paragraphs(trees)] == [2, 1]
    scores = parser_scores(Blind(), trees)
    assert (scores.words, scores.upos, scores.uas, scores.las) == (100, 0, 25, 25)
