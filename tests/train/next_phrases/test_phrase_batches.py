import numpy as np

from cinescribe.corpus.commonsense.atomic import AtomicEvent
from cinescribe.train.next_phrases.phrase_batches import epoch_batches, phrases_by_kind

EVENTS = [
    AtomicEvent("PersonX eats", {"intention": ["to be full", "to live"], "effect": ["rests"], "attribute": []}),
    AtomicEvent("PersonX runs", {"intention": ["to win", "To live"], "effect": [], "attribute": []}),
]


def test_kinds_are_aspects_and_other_relations():
    kinds = phrases_by_kind(EVENTS, {"PersonX sits": {"xWant": ["to rest"]}})
    assert kinds == {
        "intention": {"PersonX eats": ["to be full", "to live"], "PersonX runs": ["to win", "To live"]},
        "effect": {"PersonX eats": ["rests"]},
        "xWant": {"PersonX sits": ["to rest"]},
    }


def test_a_batch_knows_all_true_pairs():
    kinds = {"intention": phrases_by_kind(EVENTS, {})["intention"]}
    (batch,) = epoch_batches(kinds, n_phrases=4, of_event=1, seed=(0, 0))
    assert sorted(batch.events) == ["PersonX eats", "PersonX runs"]
    assert sorted(batch.phrases) == ["To live", "to be full", "to live", "to win"]
    true = {(batch.events[row], batch.phrases[column]) for row, column in np.argwhere(batch.is_true)}
    assert ("PersonX runs", "to live") in true  # whatever its case
    assert len(true) == 6
    assert batch.chosen.sum() == 4
    assert (batch.is_true | ~batch.chosen).all()


def test_each_phrase_is_in_an_epoch_once():
    phrases = {f"PersonX does {n}": [f"gets {n}.{k}" for k in range(5)] for n in range(20)}
    batches = epoch_batches({"effect": phrases}, n_phrases=16, of_event=2, seed=(1, 0))
    seen = [batch.phrases[column] for batch in batches for _, column in np.argwhere(batch.chosen)]
    assert len(seen) == len(set(seen))
    assert len(seen) > 90  # at most half a batch is left out
    again, other = (epoch_batches({"effect": phrases}, n_phrases=16, of_event=2, seed=(1, n)) for n in (0, 1))
    assert [batch.phrases for batch in again] == [batch.phrases for batch in batches]
    assert [batch.phrases for batch in other] != [batch.phrases for batch in batches]


def test_a_kind_with_few_phrases_is_a_batch():
    (batch,) = epoch_batches({"effect": {"PersonX eats": ["rests"]}}, n_phrases=64, of_event=4, seed=(0, 0))
    assert batch.phrases == ("rests",)
