import pytest
import torch

from cinescribe.errors import ModelError
from cinescribe.features.clip_sets.set_batch import SetSizes
from cinescribe.features.clip_sets.set_reader import SetReader
from cinescribe.generate.beam import beam_search
from cinescribe.generate.greedy import greedy
from cinescribe.generate.logit_constraints import SetLimits, people_and_unknown, set_limits, still_limits
from cinescribe.generate.sample import sampled
from tests.generate.toys import TOKENS, items, random_step

pytestmark = pytest.mark.usefixtures("one_thread")
WRITERS = {
    "greedy": lambda *args, **options: greedy(*args, **options).words,
    "beam": lambda *args, **options: beam_search(*args, **options).words.flatten(0, 1),
    "sampled": lambda *args, **options: sampled(*args, **options).words,
}


@pytest.mark.slow
@pytest.mark.parametrize("n_clips", [1, 3])
@pytest.mark.parametrize("writer", WRITERS)
def test_a_set_has_as_many_captions_as_clips(writer, n_clips):
    step = random_step(seed=2, n_items=30, end=3)
    words = WRITERS[writer](step, items(30), tokens=TOKENS, longest=60, limits=SetLimits(TOKENS, n_clips))
    n_ended = 0
    for row in words.tolist():
        written = row[1 : row.index(TOKENS.end)] if TOKENS.end in row else row[1:]
        assert not {TOKENS.pad, TOKENS.start, TOKENS.blank} & set(written)
        assert written.count(TOKENS.separator) <= n_clips - 1
        if TOKENS.end in row:
            n_ended += 1
            assert written.count(TOKENS.separator) == n_clips - 1
    assert n_ended > 10


def test_limits_change_only_forbidden_logits_of_a_copy():
    logits, words = torch.randn(2, 13), torch.tensor([[1, 8, 3], [1, 8, 9]])
    before = logits.clone()
    limited = SetLimits(TOKENS, 2).limited(logits, words)
    assert logits.equal(before)
    assert (limited == -float("inf")).nonzero().tolist() == [
        [0, 0],
        [0, 1],
        [0, 3],
        [0, 4],
        [1, 0],
        [1, 1],
        [1, 2],
        [1, 4],
    ]
    assert limited[:, 5:].equal(logits[:, 5:])


def test_further_tokens_are_never_written():
    limits = SetLimits(TOKENS, 2, never=(7, 9))
    words = sampled(random_step(seed=2, n_items=30), items(30), tokens=TOKENS, longest=20, limits=limits).words
    assert set(words.flatten().tolist()) == {TOKENS.pad, 1, 2, 3, 5, 6, 8, 10, 11, 12}


def test_captions_without_ids_have_neither_people_nor_the_unknown_word():
    people = range(TOKENS.first_person, TOKENS.first_person + TOKENS.n_people)
    assert set(people_and_unknown(TOKENS)) == {TOKENS.unknown, *people}
    assert set(still_limits(TOKENS).never) == {TOKENS.unknown, *people}


def test_a_set_without_clips_is_refused():
    with pytest.raises(ModelError, match=r"a set to caption has 0 clips; expected 1 or more"):
        SetLimits(TOKENS, 0)


def test_short_set_ends_at_a_separator_the_model_prefers():
    logits, words = torch.zeros(2, 13), torch.tensor([[1, 8, 3], [1, 8, 9]])
    logits[:, TOKENS.separator] = 5.0
    limited = SetLimits(TOKENS, 2, is_short=True).limited(logits, words)
    both = torch.tensor([0.0, 5.0]).logsumexp(0)
    assert limited[0, TOKENS.end] == both  # the second caption is the last one
    assert limited[0, TOKENS.separator] == -float("inf")
    assert limited[1].equal(SetLimits(TOKENS, 2).limited(logits, words)[1])  # the first caption is not
    assert SetLimits(TOKENS, 2).limited(logits, words)[0, TOKENS.end] == 0.0


def no_features(film):
    raise AssertionError(film)


@pytest.mark.parametrize(("n_clips", "is_short"), [(2, True), (3, False)])
def test_a_set_is_short_if_a_model_learnt_from_sets_of_more_clips(n_clips, is_short):
    reader = SetReader(no_features, TOKENS, sizes=SetSizes(n_clips=3))
    assert set_limits(reader, n_clips, never=(7,)) == SetLimits(TOKENS, n_clips, never=(7,), is_short=is_short)
