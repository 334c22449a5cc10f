import math

import numpy as np
import pytest

from cinescribe.errors import ModelError
from cinescribe.explain.attribution.occlusion import occlusion
from cinescribe.explain.attribution.rollout import rollout
from cinescribe.explain.targets.film_pictures import InputPicture
from cinescribe.explain.words.word_grounding import NounEvaluator, explain_picture
from cinescribe.export.pages.caption_attribution import GridCell
from cinescribe.still_schema import Region
from tests.explain.scripted_captioner import CELLS, DOG, SKY, WHOLE, OneWord, captioned, no_words

pytestmark = pytest.mark.usefixtures("one_thread")

PHOTO = InputPicture("photo.jpg", np.zeros((30, 60, 3), np.uint8))


def explained(captioned_picture, *nouns, regions=()):
    words = OneWord(*nouns)
    return explain_picture(
        PHOTO, captioned_picture, regions=regions, method=occlusion, evaluator=NounEvaluator(words, words)
    )


def test_noun_is_grounded_in_the_region_it_names():
    found = explained(captioned([[1, 3], [3, 1], [3, 1]], (DOG, SKY), ("a", "dog", "cat")), "dog", "cat")
    assert [word.region for word in found.words] == [SKY, DOG, DOG]
    assert [word.score for word in found.words] == [None, 1.0, 0.0]
    assert [word.grounded for word in found.words] == [None, True, False]
    assert found.caption == "a dog cat"


@pytest.mark.parametrize(("similarity", "grounded"), [(0.71, True), (0.69, False)])
def test_the_threshold_of_similarity_is_seven_tenths(similarity, grounded):
    class Near(OneWord):
        def between(self, left, right):
            return similarity * super().between(left, right)

    evaluator = NounEvaluator(Near("dog"), Near("dog"))
    found = explain_picture(
        PHOTO, captioned([[3, 1]], (DOG, SKY), ("dog",)), regions=(), method=occlusion, evaluator=evaluator
    )
    assert (found.words[0].score, found.words[0].grounded) == (similarity, grounded)


def test_scores_by_margin_are_the_metric_s():
    found = explained(captioned([[3, 1], [1, 3]], (DOG, SKY), ("a", "dog")), "dog")
    assert found.grounding == ((0.0, 0.0), (1.0, 1.0), (3.0, 1.0), (5.0, 1.0), (math.inf, 1.0))


def test_heat_is_rescaled_and_lies_where_the_parts_are():
    found = explained(captioned([[5, 1]], (DOG, SKY), ("dog",)), "dog")
    heat = found.words[0].heat
    assert heat.shape == (24, 48)
    assert (heat[12:, :24] == 1).all()
    assert heat.sum() == 12 * 24


def test_a_part_that_fills_the_picture_is_ignored():
    found = explained(captioned([[9, 3, 1]], (WHOLE, DOG, SKY), ("dog",)), "dog")
    assert found.words[0].region == DOG
    assert found.words[0].heat[-1, -1] == 0
    only = explained(captioned([[9]], (WHOLE,), ("dog",)), "dog")
    assert only.words[0].region == WHOLE


def test_padding_around_the_picture_is_ignored():
    outside = Region((0.0, 1.0, 1.0, 1.0))
    assert explained(captioned([[9, 3, 1]], (outside, *CELLS[:2]), ("dog",))).words[0].region == CELLS[0]


def test_cells_are_summed_over_the_given_regions():
    found = explained(captioned([[2, 2, 3, 0]], CELLS, ("dog",)), "dog", regions=(SKY, DOG))
    assert found.words[0].region == SKY  # 2 + 2 of its cells, against 3 of the dog's one
    assert found.words[0].grounded is False
    assert found.words[0].heat[-1, 0] == 1  # the map stays that of the cells


def test_without_labels_no_noun_is_evaluated():
    found = explained(captioned([[2, 1, 0, 0]], CELLS, ("dog",)), "dog")
    assert (found.words[0].region, found.words[0].score, found.words[0].grounded) == (CELLS[0], None, None)
    assert found.grounding == ()


def test_nouns_are_found_also_where_regions_have_no_labels():
    bare = (Region(DOG.box), Region(SKY.box))
    found = explained(captioned([[1, 3], [3, 1]], bare, ("a", "dog"), origin=None), "dog", regions=bare)
    assert [word.is_noun for word in found.words] == [False, True]
    assert [word.grounded for word in found.words] == [None, None]
    assert [word.region for word in found.words] == [bare[1], bare[0]]


def test_regions_that_were_read_are_not_summed():
    small, large = Region((0.0, 0.0, 0.5, 0.5)), Region((0.0, 0.0, 0.8, 0.8))  # one lies in the other
    found = explained(captioned([[3, 1]], (small, large), ("dog",), origin=None), regions=(small, large))
    assert found.words[0].region == small


def test_only_cells_of_a_grid_have_a_row_and_column():
    found = explained(captioned([[1, 0, 0, 0], [0, 0, 1, 0], [0, 1, 0, 0]], CELLS, ("a", "dog", "runs")))
    assert [word.cell for word in found.words] == [GridCell(1, 1, 2, 2), GridCell(2, 1, 2, 2), GridCell(1, 2, 2, 2)]
    for boxes in (CELLS[:3], (DOG, SKY), (DOG,), (Region((0, 0, 0.2, 1)), Region((0.5, 0, 0.7, 1)))):
        assert explained(captioned([[1] + [0] * (len(boxes) - 1)], boxes, ("dog",))).words[0].cell is None


def test_a_caption_without_nouns():
    found = explained(captioned([[1, 0]], (DOG, SKY), ("runs",)))
    assert [word.grounded for word in found.words] == [None]
    assert found.grounding == ()


def test_a_caption_without_words_is_refused():
    with pytest.raises(ModelError, match=r"a caption without words cannot be explained"):
        explained(no_words())


def test_rollout_needs_attention_weights():
    words = OneWord()
    with pytest.raises(ModelError, match=r"attention rollout needs a captioner whose attention weights are known"):
        explain_picture(
            PHOTO,
            captioned([[1, 0]], (DOG, SKY), ("a",)),
            regions=(),
            method=rollout,
            evaluator=NounEvaluator(words, words),
        )
