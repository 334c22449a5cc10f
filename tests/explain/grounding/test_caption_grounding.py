import numpy as np
import pytest

from cinescribe.errors import ModelError, ScoreError
from cinescribe.explain.attribution.attribution import Attribution
from cinescribe.explain.grounding.caption_grounding import (
    grounded_caption,
    noun_lemmas,
    select_parts,
    shares_inside,
    sum_over_regions,
)
from cinescribe.features.regions.regions import cell_boxes
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.language.tokens.parsed_sentence import Word

CELLS = np.array(cell_boxes(2, 2), np.float32)
LEFT, TOP, SPOT = (0.0, 0.0, 0.5, 1.0), (0.0, 0.0, 1.0, 0.5), (0.25, 0.25, 0.5, 0.5)


def attribution_of(rows, words=("a", "dog")):
    return Attribution(words, np.array(rows, np.float32), "saliency")


def test_the_share_of_each_cell_in_each_box():
    regions = np.array([LEFT, TOP, SPOT], np.float32)
    np.testing.assert_allclose(shares_inside(CELLS, regions), [[1.0, 0, 1, 0], [1.0, 1, 0, 0], [0.25, 0, 0, 0]])
    flat = np.array([(0.1, 0.1, 0.1, 0.4)], np.float32)
    np.testing.assert_array_equal(shares_inside(flat, regions), [[0], [0], [0]])


def test_cells_are_summed_over_regions():
    summed = sum_over_regions(
        attribution_of([[1, 2, 3, 4], [8, 0, 0, -1]]), CELLS, np.array([LEFT, TOP, SPOT], np.float32)
    )
    np.testing.assert_allclose(summed.scores, [[4, 3, 0.25], [8.0, 8, 2]])
    assert summed.words == ("a", "dog")
    assert summed.method == "saliency"


def test_selected_parts_keep_their_scores():
    kept = np.array([True, False, True])
    np.testing.assert_array_equal(select_parts(attribution_of([[1, 2, 3], [4, 5, 6]]), kept).scores, [[1, 3], [4, 6]])
    with pytest.raises(ModelError, match=r"of shape \(2, 0\); expected one row per word and at least one column"):
        select_parts(attribution_of([[1], [2]]), np.array([False]))


class Cutting:
    """A parser that splits words at hyphens; nouns are in capitals, and lose a final S."""

    name = "cutting"

    def parse(self, texts):
        pieces = [text.replace("-", " - ").split() for text in texts]
        return [[tuple(self._word(piece) for piece in words)] for words in pieces]

    def _word(self, piece):
        noun = piece.isupper()
        return Word(piece, piece.removesuffix("S").lower(), "NOUN" if noun else "X", "", 0, "dep")


def test_nouns_stand_as_their_lemmas():
    lemmas = noun_lemmas([["two", "DOGS", "run"], [], ["a", "TENNIS-RACKETS", "up-there"], ["it"]], Cutting())
    assert lemmas == [(None, "dog", None), (), (None, "racket", None), (None,)]


def test_nouns_by_the_shipped_parser():
    text = "a man and two dogs stand on the beach beside a bright-eyed horse ."
    words = text.split()
    (lemmas,) = noun_lemmas([words], shipped_parser())
    found = {word: lemma for word, lemma in zip(words, lemmas, strict=True) if lemma}
    assert found == {"man": "man", "dogs": "dog", "beach": "beach", "horse": "horse"}


def test_each_word_has_the_class_of_its_top_region():
    attribution = attribution_of([[1, 2, 0], [5, -1, 0]], words=("two", "dogs"))
    caption = grounded_caption("7", attribution, labels=("dog", "horse", "sky"), nouns=(None, "dog"))
    assert [(word.word, word.noun, word.region) for word in caption.words] == [
        ("two", False, "horse"),
        ("dog", True, "dog"),
    ]


def test_labels_and_nouns_that_do_not_fit_are_refused():
    attribution = attribution_of([[1, 2], [5, -1]])
    with pytest.raises(ModelError, match="picture '7' has 2 regions and 1 labels; give one per region"):
        grounded_caption("7", attribution, labels=("dog",), nouns=(None, "dog"))
    with pytest.raises(ModelError, match="the top region of a word of picture '7' has no class; give labelled"):
        grounded_caption("7", attribution, labels=("dog", ""), nouns=(None, "dog"))
    with pytest.raises(ScoreError, match="item '7' has 1 words, 1 noun marks and 2 regions"):
        grounded_caption("7", attribution, labels=("dog", "horse"), nouns=("dog",))
