import random

import pytest

from cinescribe.backlot.adverts.concepts import SYNONYMS
from cinescribe.backlot.adverts.ideas import ideas
from cinescribe.backlot.adverts.plans import AdvertSize, plan_plain_advert
from cinescribe.backlot.adverts.sentences import metaphor_sentences
from cinescribe.metrics.embedding.metaphor import metaphor

SIZE = AdvertSize("test", 8.0, 20.0)


def test_each_idea_has_three_different_sentences_that_follow_the_template():
    for idea in ideas():
        texts = metaphor_sentences(idea, random.Random(0))
        assert len(set(texts)) == 3
        for text in texts:
            found = metaphor(text)
            assert found is not None
            assert found.property in (idea.property, SYNONYMS[idea.property])
            assert any(wording.endswith(found.secondary) for wording in idea.secondary.wordings)
            assert any(found.primary.lower() in wording for wording in idea.product.wordings)


def test_product_words_agree_in_number():
    idea = next(idea for idea in ideas() if idea.pair() == ("flowers", "sea"))
    texts = {text for seed in range(40) for text in metaphor_sentences(idea, random.Random(seed))}
    assert {"These flowers are as natural as the sea.", "The bouquet is as pure as the ocean."} <= texts
    assert all(("flowers are" in text) != ("bouquet is" in text) for text in texts)


@pytest.mark.parametrize("seed", range(60))
def test_plain_captions_have_no_comparison_and_no_names(seed):
    advert = plan_plain_advert(seed, size=SIZE)
    assert len(set(advert.captions)) == 3
    for text in advert.captions:
        assert metaphor(text) is None
        assert text[0].isupper()
        assert text.endswith(".")
        assert not any(f"P{n}" in text for n in range(5))
        assert "another" not in text or any(f"a {gender}" in text.lower() for gender in ("woman", "man"))
