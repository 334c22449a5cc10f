import numpy as np
import pytest

from cinescribe.metrics.overlap.rouge import rouge
from tests.metrics.coco_sets import NAMES, assert_golden, coco_tokens, random_pairs, tokens_from
from tests.metrics.plain_ngrams import rouge_value


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_equals_the_coco_tools(name):
    assert_golden(rouge(coco_tokens(name)), name, "ROUGE_L")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_equals_the_simple_implementation(seed):
    candidates, references = random_pairs(seed, longest=80 if seed == 0 else 14)
    score = rouge(tokens_from(candidates, references))
    expected = [rouge_value(c, refs) for c, refs in zip(candidates, references, strict=True)]
    np.testing.assert_allclose(list(score.per_item.values()), expected, rtol=1e-12)
    assert score.value == pytest.approx(np.mean(expected))


def test_precision_and_recall_may_come_from_two_references():
    # The long reference has the whole candidate, and the candidate the whole short reference.
    score = rouge(tokens_from([["a", "b", "c"]], [[["a", "b", "c", "d", "e", "f"], ["b"]]]))
    assert score.value == pytest.approx(1)


def test_an_empty_candidate_and_one_without_common_words_score_0():
    score = rouge(tokens_from([[], ["x"]], [[["a"]], [["a"]]]))
    assert score.per_item == {"0": 0, "1": 0}


def test_rouge_signature_names_its_settings():
    score = rouge(tokens_from([["a"]], [[["a"]]]))
    assert score.signature.startswith("ROUGE-L|beta:1.2|refs:max|tok:given|v:")
