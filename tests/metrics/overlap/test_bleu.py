import numpy as np
import pytest

from cinescribe.metrics.overlap.bleu import bleu
from tests.metrics.coco_sets import NAMES, assert_golden, coco_tokens, random_pairs, tokens_from
from tests.metrics.plain_ngrams import bleu_corpus, bleu_counts, bleu_value


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_equals_the_coco_tools(name):
    for order, score in enumerate(bleu(coco_tokens(name)), 1):
        assert score.name == f"BLEU-{order}"
        assert_golden(score, name, f"Bleu_{order}")


@pytest.mark.parametrize("seed", range(8))
def test_equals_the_simple_implementation(seed):
    candidates, references = random_pairs(seed)
    for order, score in enumerate(bleu(tokens_from(candidates, references)), 1):
        assert score.value == pytest.approx(bleu_corpus(candidates, references, order), rel=1e-12, abs=1e-300)
        own = [bleu_value(*bleu_counts(c, refs, order)) for c, refs in zip(candidates, references, strict=True)]
        np.testing.assert_allclose(list(score.per_item.values()), own, rtol=1e-9, atol=1e-300)


def test_a_resample_has_the_value_of_the_resampled_corpus():
    candidates, references = random_pairs(3)
    chosen = np.random.default_rng(0).integers(0, len(candidates), 60)
    resampled = tokens_from([candidates[n] for n in chosen], [references[n] for n in chosen])
    for score, expected in zip(bleu(tokens_from(candidates, references)), bleu(resampled), strict=True):
        assert score.rule(score.sums[chosen].sum(axis=0)) == pytest.approx(expected.value, rel=1e-12)


def test_the_rule_takes_several_resamples_at_once():
    score = bleu(tokens_from(*random_pairs(4)))[3]
    many = np.stack([score.sums.sum(axis=0)] * 6).reshape(2, 3, -1)
    np.testing.assert_array_equal(score.rule(many), np.full((2, 3), score.value))


def test_the_shorter_of_two_equally_close_references_counts():
    shorter, longer = ["a", "b"], ["a", "b", "c", "d"]
    for references in ([shorter, longer], [longer, shorter]):
        score = bleu(tokens_from([["a", "b", "x"]], [references]))[0]
        assert score.value == pytest.approx(2 / 3)  # no brevity penalty: 3 words against 2


def test_matches_are_clipped_by_the_best_reference():
    score = bleu(tokens_from([["the"] * 7], [[["the", "cat"], ["the", "the", *"abcde"]]]))[0]
    assert score.value == pytest.approx(2 / 7)


def test_an_empty_candidate_scores_0():
    for score in bleu(tokens_from([[], ["a", "b"]], [[["a"]], [["a", "b"]]])):
        assert score.per_item["0"] == 0
        assert np.isfinite(score.value)


def test_bleu_signature_names_its_settings():
    assert bleu(tokens_from([["a"]], [[["a"]]]))[1].signature.startswith("BLEU-2|ref:closest|smooth:coco|tok:given|v:")
