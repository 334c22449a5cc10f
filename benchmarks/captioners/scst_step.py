"""Compares our step of self-critical training of M² with the usual code, in CPU seconds on one thread.

M² at the paper's size with 10 pictures of 50 regions x 2048, a vocabulary of 10,201, and 5 captions of 20 tokens per
picture. The usual code keeps the graph of every step of the beam search, with the keys and values that each step
computes again for every beam, and goes back through it. Ours searches without gradients, and computes them in one more
pass over all captions. Both have the same random weights, large enough for varied captions that do not end, and the
same references; loss and gradients must agree. The optimizer's step, which is the same, is left out.
"""

from __future__ import annotations

import argparse
import inspect
import time
from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from benchmarks.captioners.plain_captioner import PlainM2, PlainSizes
from benchmarks.results import Headline, add_write_option, report_results
from cinescribe.features.regions.region_batch import RegionBatch
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.models.m2.weight_names import m2_from_published
from cinescribe.train.objectives.image_batch import ImageBatch
from cinescribe.train.objectives.self_critical import CaptionReward, SelfCriticalObjective

N_WORDS, N_REGIONS, N_TOKENS, N_BEAMS = 10_201, 50, 20, 5
TOKENS = Vocabulary(tuple(f"w{n}" for n in range(N_WORDS - 7)), 1)
GOAL = 5.0


@dataclass(frozen=True)
class Step:
    """One step: its CPU seconds, its loss, and the gradient of the word embedding, (V, D)."""

    seconds: float
    loss: float
    gradient: Tensor


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=int, default=10, help="2 or more: CIDEr compares them")
    parser.add_argument("--rounds", type=int, default=3)
    add_write_option(parser)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    plain = varied()
    ours = m2_from_published(plain.state_dict())
    batch = stills(arguments.pictures)
    reward = CaptionReward.from_references(references(plain, batch), TOKENS)
    critic = SelfCriticalObjective(TOKENS, reward, longest=N_TOKENS + 1, n_beams=N_BEAMS)
    pairs = [
        (
            step(lambda: critic.loss(ours, batch), ours.words),
            step(lambda: usual_loss(plain, batch, reward), plain.decoder.word_emb),
        )
        for _ in range(arguments.rounds)
    ]
    for one, other in pairs:
        assert other.gradient.abs().max() > 0.01
        torch.testing.assert_close(one.loss, other.loss, atol=1e-4, rtol=1e-5)
        torch.testing.assert_close(one.gradient, other.gradient, atol=1e-3, rtol=1e-3)
    mine, usual = (min(pair[side].seconds for pair in pairs) for side in (0, 1))
    step_time = Headline(
        f"step on {arguments.pictures} pictures, {N_BEAMS} captions each of {N_TOKENS} tokens, vocabulary {N_WORDS:,}",
        f"{usual / mine:.1f} times the usual ({mine:.2f} and {usual:.2f} CPU s)",
        f"≥ {GOAL:.0f}",
    )
    report_results("scst_step", "Self-critical training step", headlines=[step_time], write=arguments.write)


def varied() -> PlainM2:
    """Return the paper's model, untrained, with peaked probabilities and without special tokens."""
    torch.manual_seed(0)
    plain = PlainM2(PlainSizes(n_words=N_WORDS, region_width=2048)).eval()
    with torch.no_grad():
        plain.decoder.fc.weight.mul_(8)
        plain.decoder.fc.weight[: TOKENS.first_person + 1] = 0  # others are far above
    return plain


def stills(n: int) -> ImageBatch:
    """Return pictures of noise."""
    pictures = RegionBatch(
        torch.randn(n, N_REGIONS, 2048, generator=torch.Generator().manual_seed(1)),
        torch.ones(n, N_REGIONS, dtype=torch.bool),
        torch.zeros(n, N_REGIONS, 4),
        torch.zeros(n, 0, dtype=torch.long),
    )
    return ImageBatch(pictures, torch.arange(n))


@torch.no_grad()
def references(plain: PlainM2, batch: ImageBatch) -> list[list[str]]:
    """Return the model's captions with every third word replaced at random, so that rewards differ."""
    words, _ = searched(plain, batch)
    others = torch.randint(TOKENS.first_person + 1, N_WORDS, words.shape, generator=torch.Generator().manual_seed(2))
    words = words.where(torch.arange(words.shape[2]) % 3 > 0, others)
    return [[TOKENS.decode(caption) for caption in captions] for captions in words.tolist()]


def searched(plain: PlainM2, batch: ImageBatch) -> tuple[Tensor, Tensor]:
    """Return the captions of the beam search and their log-probabilities, with gradients where they are enabled."""
    beams = inspect.unwrap(PlainM2.beams)  # without its `no_grad`
    pictures = batch.pictures
    ends = {"start": TOKENS.start, "end": TOKENS.end}
    out: tuple[Tensor, Tensor] = beams(
        plain, pictures.regions, pictures.mask, n_beams=N_BEAMS, n_tokens=N_TOKENS, **ends
    )
    return out


def usual_loss(plain: PlainM2, batch: ImageBatch, reward: CaptionReward) -> Tensor:
    """Return the usual loss, with gradients through the search; its value is set to that of ours."""
    words, log_probs = searched(plain, batch)
    rewards = reward(words, batch.stills)
    gained = ((rewards - rewards.mean(1, keepdim=True)) * log_probs).mean(1).sum()
    return -gained + (gained - rewards.mean(1).sum()).detach()


def step(loss: Callable[[], Tensor], words: nn.Embedding) -> Step:
    """Run the loss forward and backward."""
    words.weight.grad = None
    start = time.process_time()
    value = loss()
    value.backward()
    seconds = time.process_time() - start
    assert words.weight.grad is not None
    return Step(seconds, value.item(), words.weight.grad.clone())


if __name__ == "__main__":
    main()
