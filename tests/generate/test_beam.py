import math
from typing import Any

import pytest
import torch

from cinescribe.errors import ModelError
from cinescribe.generate.beam import Search, beam_search
from cinescribe.generate.greedy import greedy
from cinescribe.generate.logit_constraints import SetLimits
from tests.generate.toys import TOKENS, Items, items, random_step

pytestmark = pytest.mark.usefixtures("one_thread")


def score(log_probs, power):
    return sum(log_probs) / len(log_probs) ** power


def by_hand(step, item, *, longest, n_beams, power, limits=None):
    """Beam search of one item in lists: sort every continuation of every hypothesis."""
    beam: list[tuple[list[int], list[float]]] = [([TOKENS.start], [])]
    for column in range(1, longest):
        if all(words[-1] == TOKENS.end for words, _ in beam):
            break
        found = []
        for rank, (words, log_probs) in enumerate(beam):
            if words[-1] == TOKENS.end:
                found.append((-score(log_probs, power), rank, (0, 0), words, log_probs))
                continue
            logits = step.logits[item, (column - 1) % step.logits.shape[1], words[-1]]
            own = (logits - logits.logsumexp(0)).tolist()
            if limits is not None:
                logits = limits.limited(logits[None], torch.tensor([words]))[0]
            for token, logit in enumerate(logits.tolist()):
                if logit > -math.inf:
                    longer = [*log_probs, own[token]]
                    found.append((-score(longer, power), rank, (-logit, token), [*words, token], longer))
        found.sort(key=lambda one: one[:3])
        beam = [(words, log_probs) for *_, words, log_probs in found[:n_beams]]
    return beam


CASES: dict[str, dict[str, Any]] = {
    "plain": {"step": {"seed": 1}, "n_beams": 5},
    "early ends": {"step": {"seed": 2, "end": 2.5}, "n_beams": 4},
    "mean": {"step": {"seed": 3, "end": 1.5}, "n_beams": 4, "power": 1.0},
    "half": {"step": {"seed": 4, "end": 1.0}, "n_beams": 3, "power": 0.5},
    "one": {"step": {"seed": 5, "end": 1.0}, "n_beams": 1},
    "more beams than tokens": {"step": {"seed": 6, "end": 1.0}, "n_beams": 17},
    "set limits": {"step": {"seed": 7}, "n_beams": 5, "limits": SetLimits(TOKENS, 2)},
}


@pytest.mark.parametrize("name", CASES)
def test_beams_are_those_of_a_search_by_hand(name):
    case = {"power": 0.0, "limits": None} | CASES[name]
    step = random_step(n_items=12, **case.pop("step"))
    search = Search(case["n_beams"], case["power"])
    beams = beam_search(step, items(12), tokens=TOKENS, longest=8, search=search, limits=case["limits"])
    lengths = set()
    for item in range(12):
        wanted = by_hand(step, item, longest=8, **case)
        for rank, (words, log_probs) in enumerate(wanted):
            row = beams.words[item, rank].tolist()
            assert row == words + [TOKENS.pad] * (len(row) - len(words))
            assert beams.log_probs[item, rank].tolist()[1 : len(words)] == pytest.approx(log_probs, abs=1e-5)
            assert float(beams.scores[item, rank]) == pytest.approx(score(log_probs, case["power"]), abs=1e-4)
            lengths.add(len(words))
    assert len(lengths) > 1


@pytest.mark.parametrize("n_levels", [1, 2])
def test_ties_are_broken_by_hypothesis_then_token(n_levels):
    step = random_step(seed=8, n_items=8, n_levels=n_levels)
    beams = beam_search(step, items(8), tokens=TOKENS, longest=6, search=Search(4))
    for item in range(8):
        wanted = by_hand(step, item, longest=6, n_beams=4, power=0.0)
        assert [row[: len(words)] for row, (words, _) in zip(beams.words[item].tolist(), wanted, strict=True)] == [
            words for words, _ in wanted
        ]


def test_a_beam_of_one_is_greedy():
    for seed, n_levels in ((1, None), (2, 3), (3, None)):
        step = random_step(seed=seed, n_items=40, n_levels=n_levels)
        best = beam_search(step, items(40), tokens=TOKENS, longest=9, search=Search(1)).best
        single = greedy(step, items(40), tokens=TOKENS, longest=9)
        assert best.words.equal(single.words)
        assert best.log_probs.equal(single.log_probs)


def test_items_that_are_done_leave_the_batch():
    step = random_step(seed=2, n_items=12, end=2.5)
    beams = beam_search(step, items(12), tokens=TOKENS, longest=12, search=Search(3))
    assert step.n_rows[:2] == [12, 36]  # the first token is decoded once per item
    assert step.n_rows[1:] == sorted(step.n_rows[1:], reverse=True)
    assert step.n_rows[-1] < 36
    assert beams.words.shape[2] <= len(step.n_rows) + 1


def test_item_in_a_batch_equals_the_item_by_itself():
    step = random_step(seed=9, end=1.0)
    together = beam_search(step, items(6), tokens=TOKENS, longest=9, search=Search(3))
    for item in range(6):
        alone = beam_search(step, Items(torch.tensor([item])), tokens=TOKENS, longest=9, search=Search(3))
        assert together.words[item, :, : alone.words.shape[2]].equal(alone.words[0])
        assert together.scores[item].equal(alone.scores[0])


def test_missing_hypotheses_are_padding():
    step = random_step(seed=1, n_items=2)
    step.logits[..., 3:] = -float("inf")
    step.logits[..., TOKENS.pad] = step.logits[..., TOKENS.start] = -float("inf")
    beams = beam_search(step, items(2), tokens=TOKENS, longest=5, search=Search(3))
    assert beams.words.tolist() == [[[1, 2], [0, 0], [0, 0]]] * 2
    assert beams.scores.tolist() == [[0.0, -float("inf"), -float("inf")]] * 2
    assert not beams.log_probs.any()


def test_an_item_without_a_next_token_is_refused():
    step = random_step(seed=1)
    step.logits[2, 1] = float("nan")
    with pytest.raises(
        ModelError, match=r"no token is possible in column 2 of row 2: the model's logits are not finite"
    ):
        beam_search(step, items(6), tokens=TOKENS, longest=5, limits=SetLimits(TOKENS, 3))


def test_widths_and_powers_out_of_range_are_refused():
    with pytest.raises(ModelError, match=r"a beam has 0 hypotheses; expected 1 or more"):
        Search(0)
    with pytest.raises(ModelError, match=r"length_power is -1; expected 0 or more, 1 for the mean"):
        Search(3, -1)
