from collections import Counter

import pytest

from cinescribe.backlot.adverts.concepts import PLURALS, PRODUCTS, SECONDARIES, SYNONYMS
from cinescribe.backlot.adverts.ideas import covering, ideas, ideas_by_split, with_known_concepts
from cinescribe.backlot.plan.plan import PLACES, SHARED_ACTIONS, SOLO_ACTIONS, THINGS, UNBUILT
from cinescribe.backlot.plot.stories import USED_IN


def test_every_product_and_scene_can_be_filmed():
    assert [product.thing for product in PRODUCTS] == sorted(THINGS, key=[one.thing for one in PRODUCTS].index)
    for product in PRODUCTS:
        assert set(product.places) <= set(PLACES)
        assert set(product.actions) <= {*SOLO_ACTIONS, *SHARED_ACTIONS}
        assert all(product.thing in USED_IN[action] for action in product.actions if action in USED_IN)
        assert product.thing != "lamp" or not set(product.places) & UNBUILT
    for one in SECONDARIES:
        action, place, _ = one.scene
        assert place in PLACES
        assert action in {*SOLO_ACTIONS, *SHARED_ACTIONS} - {"pick up", "put down", "hand over", *USED_IN}
        assert action != "open door" or place not in UNBUILT


def test_each_concept_is_recognised_by_its_scene():
    assert len({one.scene for one in SECONDARIES}) == len(SECONDARIES)
    heard = Counter(one.scene[1] for one in SECONDARIES if one.is_heard)
    assert len(heard) > 5
    assert set(heard.values()) == {1}


def test_product_and_concept_determine_the_property():
    pairs = Counter(idea.pair() for idea in ideas())
    assert len(pairs) > 500
    assert set(pairs.values()) == {1}
    for idea in ideas():
        common = [one for one in idea.secondary.properties if one in idea.product.properties]
        assert idea.property == common[0]


def test_one_concept_does_not_determine_the_property():
    for key in (lambda idea: idea.secondary.concept, lambda idea: idea.product.thing):
        properties: dict[str, Counter[str]] = {}
        for idea in ideas():
            properties.setdefault(key(idea), Counter())[idea.property] += 1
        assert all(len(counts) > 1 for counts in properties.values())
        usual = sum(max(counts.values()) for counts in properties.values())
        assert usual < 0.6 * len(ideas())


def test_every_word_is_used():
    assert set(SYNONYMS) == {idea.property for idea in ideas()}
    assert set(SYNONYMS) == {one for product in PRODUCTS for one in product.properties}
    assert set(SYNONYMS) == {one for secondary in SECONDARIES for one in secondary.properties}
    assert set(PLURALS[1:]) <= {wording for product in PRODUCTS for wording in product.wordings}
    wordings = [wording for product in PRODUCTS for wording in product.wordings]
    wordings += [wording for secondary in SECONDARIES for wording in secondary.wordings]
    assert len(wordings) == len(set(wordings))


def test_no_pair_is_in_two_splits_and_only_the_pairs_are_new():
    splits = ideas_by_split()
    pairs = [idea.pair() for split in splits.values() for idea in split]
    assert len(pairs) == len(set(pairs)) == len(ideas())
    assert {name: round(705 * len(split) / len(ideas())) for name, split in splits.items()} == {
        "train": 400,
        "val": pytest.approx(55, abs=1),
        "test": pytest.approx(250, abs=1),
    }
    for name in ("val", "test"):
        assert with_known_concepts(splits[name], splits["train"]) == splits[name]
    secondaries = {idea.secondary.concept for idea in splits["train"]}
    assert secondaries == {one.concept for one in SECONDARIES}


def test_the_first_ideas_of_train_have_all_concepts():
    first = covering(ideas())[: len(SECONDARIES)]
    assert {idea.secondary.concept for idea in first} == {one.concept for one in SECONDARIES}
    assert sorted(covering(ideas()), key=ideas().index) == list(ideas())


def test_ideas_with_an_unknown_concept_are_left_out():
    bottle_at_sea, *_ = ideas()
    known = with_known_concepts(ideas(), [bottle_at_sea])
    assert known == (bottle_at_sea,)
