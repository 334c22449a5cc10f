import math

import pytest
import torch

from cinescribe.errors import ModelError
from cinescribe.generate.greedy import greedy
from cinescribe.generate.hypotheses import start_rows
from cinescribe.generate.logit_constraints import SetLimits
from tests.generate.toys import TOKENS, Items, items, random_step

pytestmark = pytest.mark.usefixtures("one_thread")


def by_hand(step, item, *, longest):
    """Decode one row at a time."""
    words, log_probs = [TOKENS.start], [0.0]
    while len(words) < longest and words[-1] != TOKENS.end:
        logits = step.logits[item, (len(words) - 1) % step.logits.shape[1], words[-1]].tolist()
        best = max(range(len(logits)), key=lambda token: (logits[token], -token))
        words.append(best)
        log_probs.append(logits[best] - math.log(sum(math.exp(logit) for logit in logits)))
    return words, log_probs


@pytest.mark.parametrize("n_levels", [None, 4])
def test_greedy_is_the_likeliest_token_of_each_row_and_the_first_of_equals(n_levels):
    step = random_step(seed=1, n_items=20, n_levels=n_levels)
    written = greedy(step, items(20), tokens=TOKENS, longest=9)
    lengths = set()
    for item, (row, log_probs) in enumerate(zip(written.words.tolist(), written.log_probs.tolist(), strict=True)):
        words, wanted = by_hand(step, item, longest=9)
        padding = written.words.shape[1] - len(words)
        assert row == words + [TOKENS.pad] * padding
        assert log_probs == pytest.approx(wanted + [0.0] * padding, abs=1e-5)
        lengths.add(len(words))
    assert len(lengths) > 2
    assert written.scores.tolist() == pytest.approx(written.log_probs.sum(1).tolist())


def test_rows_that_ended_leave_the_batch():
    step = random_step(seed=1, n_items=20, n_levels=4)
    written = greedy(step, items(20), tokens=TOKENS, longest=9)
    n_read = [int((written.words[:, :column] != TOKENS.end).all(1).sum()) for column in range(1, len(step.n_rows) + 1)]
    assert step.n_rows == n_read
    assert n_read[-1] < 20


def test_row_in_a_batch_equals_the_row_by_itself():
    step = random_step(seed=3)
    together = greedy(step, items(6), tokens=TOKENS, longest=9).words
    for item in range(6):
        alone = greedy(step, Items(torch.tensor([item])), tokens=TOKENS, longest=9).words[0]
        assert together[item, : len(alone)].equal(alone)
        assert (together[item, len(alone) :] == TOKENS.pad).all()


def test_rows_end_with_the_last_that_ends():
    step = random_step(seed=1, end=50)
    assert greedy(step, items(6), tokens=TOKENS, longest=9).words.tolist() == [[TOKENS.start, TOKENS.end]] * 6


def test_no_items_give_no_rows():
    assert greedy(random_step(seed=1), items(0), tokens=TOKENS, longest=9).words.shape == (0, 1)


def test_log_probabilities_ignore_the_limits():
    step = random_step(seed=5)
    written = greedy(step, items(6), tokens=TOKENS, longest=9, limits=SetLimits(TOKENS, 2))
    for item in range(6):
        for column in range(1, written.words.shape[1]):
            before, token = written.words[item, column - 1 : column + 1].tolist()
            if before in (TOKENS.end, TOKENS.pad):
                break
            wanted = step.logits[item, (column - 1) % 4, before].log_softmax(0)[token]
            assert float(written.log_probs[item, column]) == pytest.approx(float(wanted), abs=1e-5)


def test_rows_are_on_the_device_of_the_batch():
    batch = Items(torch.zeros(2, dtype=torch.long, device="meta"))
    assert start_rows(batch, tokens=TOKENS, longest=3).device.type == "meta"
    assert start_rows(range(2), tokens=TOKENS, longest=3).tolist() == [[TOKENS.start, 0, 0]] * 2


def test_rows_of_one_token_are_refused():
    with pytest.raises(ModelError, match=r"rows have at most 1 tokens; expected 2 or more, for the start"):
        greedy(random_step(seed=1), items(1), tokens=TOKENS, longest=1)


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_logits_that_are_not_finite_are_refused(value):
    step = random_step(seed=1)
    step.logits[4, 2] = value
    with pytest.raises(ModelError, match=r"no token is possible in column 3 of row 4: .* check the weights, or loosen"):
        greedy(step, items(6), tokens=TOKENS, longest=9, limits=SetLimits(TOKENS, 9))
