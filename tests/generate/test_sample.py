import pytest
import torch
from scipy.stats import chisquare

from cinescribe.errors import ModelError
from cinescribe.generate.greedy import greedy
from cinescribe.generate.sample import Sampling, sampled
from tests.generate.toys import TOKENS, ToyStep, items, random_step

pytestmark = pytest.mark.usefixtures("one_thread")
N = 20_000


def first_tokens(logits, **how):
    """How often each token was drawn first, (V,)."""
    step = ToyStep(logits.expand(1, 1, 13, 13))
    written = sampled(step, items(1), tokens=TOKENS, longest=2, sampling=Sampling(N, **how))
    return torch.bincount(written.words[:, 1], minlength=13)


def nucleus(probabilities, p):
    """Holtzman et al. 2020, word by word."""
    kept, mass = torch.zeros_like(probabilities), 0.0
    for token in sorted(range(len(probabilities)), key=lambda token: (-float(probabilities[token]), token)):
        if mass >= p:
            break
        kept[token] = probabilities[token]
        mass += float(probabilities[token])
    return kept / kept.sum()


LOGITS = torch.tensor([0.1, 2.0, -1.0, 0.5, 1.0, 1.2, 0.0, -0.3, 1.5, 2.5, 0.7, -2.0, 0.2])


@pytest.mark.parametrize(
    ("how", "probabilities"),
    [
        ({}, LOGITS.softmax(0)),
        ({"temperature": 0.5}, (LOGITS / 0.5).softmax(0)),
        ({"top_k": 4}, LOGITS.where(LOGITS >= 1.2, -torch.inf).softmax(0)),
        ({"top_p": 0.7}, nucleus(LOGITS.softmax(0), 0.7)),
        ({"top_k": 6, "top_p": 0.6, "temperature": 2.0}, None),
    ],
)
def test_tokens_are_sampled_by_their_probabilities(how, probabilities):
    if probabilities is None:
        scaled = LOGITS / 2
        probabilities = nucleus(scaled.where(scaled >= scaled.sort().values[-6], -torch.inf).softmax(0), 0.6)
    counts = first_tokens(LOGITS, seed=3, **how)
    possible = probabilities > 0
    assert counts[~possible].sum() == 0
    assert (
        chisquare(
            counts[possible].numpy(), (N * probabilities[possible].double() / probabilities.double().sum()).numpy()
        ).pvalue
        > 0.01
    )


def test_a_wrong_probability_would_be_noticed():
    counts = first_tokens(LOGITS, seed=3)
    wrong = LOGITS.clone()
    wrong[9] += 0.1
    assert chisquare(counts.numpy(), (N * wrong.double().softmax(0)).numpy()).pvalue < 1e-4


def test_sampling_only_the_likeliest_is_greedy():
    step = random_step(seed=4)
    single = greedy(step, items(6), tokens=TOKENS, longest=9)
    for sampling in (Sampling(top_k=1), Sampling(top_p=1e-9), Sampling(temperature=1e-4)):
        drawn = sampled(step, items(6), tokens=TOKENS, longest=9, sampling=sampling)
        assert drawn.words.equal(single.words)
        assert drawn.log_probs.equal(single.log_probs)  # the model's own, whatever the cuts


def test_first_of_equally_likely_tokens_are_kept():
    assert first_tokens(torch.zeros(13), top_k=2)[2:].sum() == 0
    assert first_tokens(torch.zeros(13), top_p=2.5 / 13)[3:].sum() == 0


def test_the_same_seed_gives_the_same_rows():
    step = random_step(seed=4)
    rows = [
        sampled(step, items(6), tokens=TOKENS, longest=9, sampling=Sampling(3, seed=seed)).words for seed in (1, 1, 2)
    ]
    assert rows[0].equal(rows[1])
    assert rows[0].shape != rows[2].shape or not rows[0].equal(rows[2])


def test_row_does_not_depend_on_earlier_endings_of_others():
    step = random_step(seed=4)
    early = ToyStep(step.logits.clone())
    early.logits[:2, ..., TOKENS.end] = 50
    free = sampled(step, items(6), tokens=TOKENS, longest=9).words
    left = sampled(early, items(6), tokens=TOKENS, longest=9).words
    assert left[2:].equal(free[2:, : left.shape[1]])


def test_samples_of_an_item_are_adjacent():
    step = random_step(seed=4)
    step.logits[0, :, :, 7] = step.logits[1, :, :, 8] = 99
    words = sampled(step, items(2), tokens=TOKENS, longest=3, sampling=Sampling(2)).words
    assert words[:, 1].tolist() == [7, 7, 8, 8]


def test_logits_that_are_not_finite_are_refused():
    step = random_step(seed=4)
    step.logits[1, 0, :, 9] = float("nan")
    with pytest.raises(ModelError, match=r"no token is possible in column 1 of row 1"):
        sampled(step, items(6), tokens=TOKENS, longest=9)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"n_samples": 0}, "n_samples of sampling is 0; expected 1 or more"),
        ({"temperature": 0.0}, "temperature of sampling is 0.0; expected a number above 0"),
        ({"temperature": float("inf")}, "temperature of sampling is inf; expected a number above 0"),
        ({"top_k": 0}, "top_k of sampling is 0; expected 1 or more, or none at all"),
        ({"top_p": 0.0}, "top_p of sampling is 0.0; expected above 0 and up to 1"),
        ({"top_p": 1.5}, "top_p of sampling is 1.5; expected above 0 and up to 1"),
    ],
)
def test_settings_out_of_range_are_refused(wrong, words):
    with pytest.raises(ModelError, match=words):
        Sampling(**wrong)
