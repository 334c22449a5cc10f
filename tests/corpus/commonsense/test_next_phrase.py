import pytest

from cinescribe.corpus.commonsense.atomic import AtomicEvent
from cinescribe.corpus.commonsense.next_phrase import NextPhrase, pairs_with_random, split_events, true_pairs
from cinescribe.errors import CorpusError


def event(text, *effects):
    return AtomicEvent(text, {"intention": [], "effect": list(effects), "attribute": []})


EVENTS = [event(f"PersonX does {n}", f"gets {n}", "rests") for n in range(20)]


def test_events_are_divided_the_same_way_in_any_order():
    one, other = split_events(EVENTS), split_events(EVENTS[::-1])
    assert (one.train, one.validation, one.test) == (other.train, other.validation, other.test)
    assert [len(part) for part in (one.train, one.validation, one.test)] == [13, 1, 6]
    assert {each.text for part in (one.train, one.validation, one.test) for each in part} == {e.text for e in EVENTS}
    with pytest.raises(CorpusError, match="ATOMIC has only 4 events, too few to divide; give 10 or more"):
        split_events(EVENTS[:4])


def test_phrases_that_differ_by_case_are_one_pair():
    assert true_pairs([event("PersonX runs", "Rests", "rests", "wins")], "effect") == [
        NextPhrase("PersonX runs", "Rests", True),
        NextPhrase("PersonX runs", "wins", True),
    ]


def test_half_of_the_pairs_are_random_and_never_true():
    pool = [pair.phrase for pair in true_pairs(EVENTS, "effect")]
    pairs = pairs_with_random(EVENTS, "effect", pool=pool, seed=0)
    assert [pair.is_true for pair in pairs] == [True, False] * 40
    assert all(pair.phrase != "rests" and pair.event[-2:] != pair.phrase[-2:] for pair in pairs if not pair.is_true)
    assert pairs == pairs_with_random(EVENTS, "effect", pool=pool, seed=0)
    assert pairs != pairs_with_random(EVENTS, "effect", pool=pool, seed=1)


def test_negatives_need_a_phrase_that_is_not_true():
    with pytest.raises(CorpusError, match="every phrase is an effect of 'PersonX runs', so none can be drawn"):
        pairs_with_random([event("PersonX runs", "wins")], "effect", pool=["Wins"], seed=0)
