from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.score import mean_score
from cinescribe.metrics.identity.ispice import ispice
from cinescribe.metrics.identity.person_ids import normalise_ids, person_ids
from cinescribe.metrics.identity.sensitivity import EDITS, add, remove, sensitivity, swap
from tests.metrics.plain_parser import PlainParser

IDS = st.lists(st.sampled_from(["P1", "P2", "P3", "P4"]), min_size=1, max_size=8)
SEED = st.integers(0, 2**32 - 1)


def text_of(ids):
    return " ".join(f"{name} nods." for name in ids)


def changes(before, after):
    return [(old, new) for old, new in zip(person_ids(before), person_ids(after), strict=True) if old != new]


@pytest.mark.slow
@given(IDS, SEED)
def test_swap_changes_some_repeated_ids_to_others_of_the_captionset(ids, seed):
    text = text_of(ids)
    edited = swap(text, np.random.default_rng(seed))
    counts = Counter(ids)
    if len(counts) < 2 or max(counts.values()) < 2:
        assert edited is None
    else:
        changed = changes(text, edited)
        assert changed
        assert all(counts[old] > 1 and new in counts for old, new in changed)


@pytest.mark.slow
@given(IDS, SEED)
def test_add_changes_one_repeated_id_to_a_new_one(ids, seed):
    text = text_of(ids)
    edited = add(text, np.random.default_rng(seed))
    counts = Counter(ids)
    if max(counts.values()) < 2:
        assert edited is None
    else:
        ((old, new),) = changes(text, edited)
        assert counts[old] > 1
        assert new not in counts


@pytest.mark.slow
@given(IDS, SEED)
def test_remove_changes_the_only_mention_of_an_id_to_another_of_the_captionset(ids, seed):
    text = text_of(ids)
    edited = remove(text, np.random.default_rng(seed))
    counts = Counter(ids)
    if len(counts) < 2 or 1 not in counts.values():
        assert edited is None
    else:
        ((old, new),) = changes(text, edited)
        assert counts[old] == 1
        assert new in counts


def test_swap_changes_a_random_number_of_mentions():
    counts = {
        len(changes(t := text_of(["P1", "P1", "P2", "P2"]), swap(t, np.random.default_rng(n)))) for n in range(50)
    }
    assert counts == {1, 2, 3, 4}


TEXTS = ["P3 sees P1. P1 nods.", "P1 sees P2. P1 follows P2. P3 nods.", "P2 nods."]


def test_every_edit_lowers_ispice_and_uneditable_sets_are_left_out():
    results = sensitivity(TEXTS, {"iS": lambda pairs: ispice(pairs, PlainParser())}, seed=5)
    assert [result.edit for result in results] == list(EDITS) == ["swap", "add", "remove"]
    assert [result.captionsets for result in results] == [2, 2, 2]
    assert all(result.ratios["iS"] < 0.9 for result in results)


def test_an_insensitive_metric_has_ratio_one():
    blind = lambda pairs: mean_score("blind", pairs.ids, np.full(len(pairs.ids), 0.5), signature="blind")  # noqa: E731
    assert [result.ratios["blind"] for result in sensitivity(TEXTS, {"blind": blind})] == [1.0, 1.0, 1.0]


def test_originals_and_copies_are_renamed_and_the_seed_is_used():
    seen = []

    def spy(pairs):
        seen.append(pairs)
        return mean_score("spy", pairs.ids, np.ones(len(pairs.ids)), signature="spy")

    sensitivity(TEXTS, {"spy": spy}, copies=2, seed=3)
    assert all(text == normalise_ids(text) for pairs in seen for text in pairs.candidates)
    assert all(refs == (normalise_ids(refs[0]),) for pairs in seen for refs in pairs.references)
    assert [len(pairs.ids) for pairs in seen] == [4] * 6
    first, seen = [pairs.candidates for pairs in seen], []
    sensitivity(TEXTS, {"spy": spy}, copies=2, seed=3)
    assert [pairs.candidates for pairs in seen] == first


def test_no_editable_captionset_is_an_error():
    with pytest.raises(ScoreError, match=r"no captionset allows the edit 'swap'; give more captionsets with ids"):
        sensitivity(["P1 sees P2."], {})


def test_a_metric_that_scores_zero_is_an_error():
    zero = lambda pairs: mean_score("zero", pairs.ids, np.zeros(len(pairs.ids)), signature="zero")  # noqa: E731
    with pytest.raises(ScoreError, match="Z gives no captionset a score above 0 against itself; leave this metric out"):
        sensitivity(TEXTS, {"Z": zero})
