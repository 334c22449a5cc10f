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


def constant(value):
    return lambda pairs: mean_score("c", pairs.ids, np.full(len(pairs.ids), value), signature="c|v:0")


def test_every_edit_lowers_ispice_and_uneditable_sets_are_left_out():
    scores = sensitivity(TEXTS, {"iS": lambda pairs: ispice(pairs, PlainParser())}, seed=5)
    assert (
        [score.name for score in scores] == [f"iS, {edit}" for edit in EDITS] == ["iS, swap", "iS, add", "iS, remove"]
    )
    assert [list(score.per_item) for score in scores] == [["0", "1"]] * 3
    assert all(score.value < 0.9 for score in scores)
    assert scores[0].signature.startswith("iSPICE|edit:swap|copies:3|seed:5|parser:plain|")


def test_an_insensitive_metric_keeps_everything():
    assert [score.value for score in sensitivity(TEXTS, {"blind": constant(0.5)})] == [1.0, 1.0, 1.0]


def test_the_value_is_the_mean_over_captionsets_of_the_share_that_is_left():
    def of_own(pairs):  # against itself a text has as many points as words; an edited one has a third
        words = np.array([len(text.split()) for text in pairs.candidates], dtype=float)
        same = [text == references[0] for text, references in zip(pairs.candidates, pairs.references, strict=True)]
        return mean_score("of own", pairs.ids, np.where(same, words, words / 3), signature="s")

    scores = sensitivity({"a": TEXTS[0], "b": TEXTS[1]}, {"m": of_own}, copies=2)
    assert all(score.per_item == pytest.approx({"a": 1 / 3, "b": 1 / 3}) for score in scores)


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


def test_an_edit_without_captionsets_fails_alone():
    swap_, add_, remove_ = sensitivity(["P1 sees P2. P2 nods to P1."], {"one": constant(1.0)})
    assert (swap_.value, add_.value) == (1.0, 1.0)
    assert "no captionset allows the edit 'remove'" in str(remove_.error)


def test_no_editable_captionset_is_an_error():
    with pytest.raises(ScoreError, match=r"no captionset allows the edit 'swap'; give more captionsets with ids"):
        sensitivity(["P1 nods."], {"one": constant(1.0)})


def test_a_metric_that_scores_zero_is_an_error():
    with pytest.raises(ScoreError, match="Z gives no captionset a score above 0 against itself; leave this metric out"):
        sensitivity(TEXTS, {"Z": constant(0.0)})


def test_no_copies_are_an_error():
    with pytest.raises(ScoreError, match="the number of copies is 0; edit each captionset once or more"):
        sensitivity(TEXTS, {"one": constant(1.0)}, copies=0)
