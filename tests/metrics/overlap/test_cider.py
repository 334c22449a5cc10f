from collections.abc import Callable

import numpy as np
import pytest

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.score import Score
from cinescribe.metrics.overlap.cider import cider, cider_d, cider_plain
from cinescribe.metrics.overlap.document_frequencies import DocumentFrequencies
from tests.metrics.coco_sets import NAMES, assert_golden, coco_tokens, random_pairs, tokens_from
from tests.metrics.plain_ngrams import cider_value, document_counts

VARIANTS: tuple[tuple[Callable[..., Score], dict[str, float]], ...] = (
    (cider, {}),
    (cider_d, {}),
    (cider_plain, {"sigma": np.inf, "clip": False}),
)


def frequencies_of(references, name="elsewhere"):
    tokens = tokens_from([[] for _ in references], references)
    return DocumentFrequencies.of(tokens.references, tokens.item_bounds, vocabulary=tokens.vocabulary, name=name)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_equals_the_coco_tools(name):
    tokens = coco_tokens(name)
    assert_golden(cider(tokens), name, "CIDEr")
    assert cider_d(tokens).value == cider(tokens).value


@pytest.mark.parametrize(("variant", "settings"), VARIANTS)
@pytest.mark.parametrize("seed", range(5))
def test_equals_the_simple_implementation(variant, settings, seed):
    candidates, references = random_pairs(seed)
    score = variant(tokens_from(candidates, references))
    known = {"counts": document_counts(references), "documents": len(references)}
    expected = [cider_value(c, refs, **known, **settings) for c, refs in zip(candidates, references, strict=True)]
    np.testing.assert_allclose(list(score.per_item.values()), expected, rtol=1e-11, atol=1e-13)
    assert score.value == pytest.approx(np.mean(expected))


@pytest.mark.parametrize(("variant", "settings"), VARIANTS)
def test_equals_the_simple_implementation_with_given_document_frequencies(variant, settings):
    candidates, references = random_pairs(1)
    _, others = random_pairs(2, n_items=70, n_words=30)
    score = variant(tokens_from(candidates, references), document_frequencies=frequencies_of(others))
    known = {"counts": document_counts(others), "documents": len(others)}
    expected = [cider_value(c, refs, **known, **settings) for c, refs in zip(candidates, references, strict=True)]
    np.testing.assert_allclose(list(score.per_item.values()), expected, rtol=1e-11, atol=1e-13)


def test_frequencies_of_the_same_references_change_nothing():
    candidates, references = random_pairs(6)
    tokens = tokens_from(candidates, references)
    given = cider_d(tokens, document_frequencies=frequencies_of(references))
    np.testing.assert_allclose(list(given.per_item.values()), list(cider_d(tokens).per_item.values()), rtol=1e-12)


def test_the_variants_differ_as_in_the_paper():
    texts = [["a", "man", "rides"], ["two", "dogs", "run", "far"]]
    references = [[text] for text in texts]
    repeated = tokens_from([texts[0] + ["rides"] * 3, texts[1]], references)
    assert cider_d(repeated).per_item["1"] == pytest.approx(10)
    assert cider_d(repeated).per_item["0"] < cider_plain(repeated).per_item["0"] < 10


def test_items_equal_to_their_only_reference_score_10():
    texts = [["a", "man", "rides", "on"], ["two", "dogs", "run", "far"]]
    tokens = tokens_from(texts, [[text] for text in texts])
    for variant, _ in VARIANTS:
        assert variant(tokens).value == pytest.approx(10)


def test_single_item_is_refused_unless_frequencies_are_given():
    tokens = tokens_from([["a", "dog"]], [[["a", "dog"]]])
    for variant, _ in VARIANTS:
        with pytest.raises(ScoreError, match=r"every n-gram of the references is in all items.*give document freq"):
            variant(tokens)
    frequencies = frequencies_of([[["a", "cat"]], [["one", "dog"]]])
    # The frequencies lack "a dog", and there are no n-grams of three and four words.
    assert cider_d(tokens, document_frequencies=frequencies).value == pytest.approx(5)


def test_items_with_the_same_references_are_refused():
    with pytest.raises(ScoreError, match="in all items"):
        cider(tokens_from([["a"], ["b"]], [[["a", "b"]], [["a", "b"]]]))


def test_an_empty_candidate_scores_0():
    score = cider(tokens_from([[], ["b"]], [[["a", "c"]], [["b"]]]))
    assert score.per_item["0"] == 0


def test_cider_signatures_name_their_settings():
    tokens = tokens_from([["a"], ["b"]], [[["a"]], [["b"]]])
    given = cider_d(tokens, document_frequencies=frequencies_of([[["a"]], [["b"]]], name="train"))
    assert cider(tokens).signature.startswith("CIDEr|n:4|sigma:6.0|clip:yes|stem:no|df:refs|tok:given|v:")
    assert cider_plain(tokens).signature.startswith("CIDEr-plain|n:4|sigma:inf|clip:no|stem:no|df:refs|tok:given|v:")
    assert given.signature.startswith("CIDEr-D|n:4|sigma:6.0|clip:yes|stem:no|df:train|tok:given|v:")
