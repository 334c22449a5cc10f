"""What it costs to explain a caption word by word, beside one forward-backward of the same model, in one process.

M² at the paper's size, random weights, 50 regions of 2,048 numbers, a vocabulary of 10,201 and a caption of 12 words,
in CPU seconds at one thread. The unit is one pass of the whole caption forward and back. Its *lean* form takes the
gradient by the regions alone, the least that any gradient of a word can cost without sharing; the *usual* form is
that of a training step, by the weights too. Goals, for each generated word: Saliency under 1.5 units, Integrated
Gradients of 50 steps under 55. Without sharing, a word costs 1 and 50 lean units.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from benchmarks.clock import seconds
from cinescribe.explain.attribution.attribution import Attribution
from cinescribe.explain.attribution.faithfulness import faithfulness
from cinescribe.explain.attribution.gradients import guided_backpropagation, integrated_gradients, saliency
from cinescribe.explain.attribution.occlusion import occlusion
from cinescribe.explain.attribution.rollout import rollout
from cinescribe.explain.targets.region_target import RegionCaption
from cinescribe.models.transformer import TransformerSizes, meshed_memory

N_REGIONS, WIDTH, N_WORDS, LENGTH = 50, 2048, 10_201, 12
GOALS = {"saliency": 1.5, "guided backpropagation": 1.5, "integrated gradients": 55.0}


def caption() -> RegionCaption:
    """A caption of random tokens, by an untrained M²."""
    torch.manual_seed(0)
    model = meshed_memory(TransformerSizes(N_WORDS, region_width=WIDTH)).eval()
    tokens = torch.randint(100, N_WORDS, (1 + LENGTH,))
    words = tuple(f"w{n}" for n in range(LENGTH))
    return RegionCaption(model, torch.randn(N_REGIONS, WIDTH).relu(), torch.rand(N_REGIONS, 4), tokens, words)


def lean(explained: RegionCaption) -> None:
    """Forward, and back to the regions."""
    leaf = explained.visual[None].clone().requires_grad_()
    torch.autograd.grad(explained.scores(leaf).sum(), leaf)


def usual(explained: RegionCaption) -> None:
    """Forward, and back to regions and weights."""
    explained.scores(explained.visual[None].clone().requires_grad_()).sum().backward()
    explained.model.zero_grad()


def main() -> None:
    """Print the comparison."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, help="not used: pictures are made up")
    parser.add_argument("--rounds", type=int, default=5, help="runs of short ones, of which the fastest counts")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    explained = caption()
    units = {
        unit.__name__: seconds(lambda unit=unit: unit(explained), n_rounds=arguments.rounds)[0]
        for unit in (lean, usual)
    }
    print(", ".join(f"{name} forward-backward {1000 * unit:.0f} ms" for name, unit in units.items()), flush=True)
    ranked: Attribution | None = None
    for method in (saliency, guided_backpropagation, rollout, occlusion, integrated_gradients):
        n_rounds = 1 if method is integrated_gradients else arguments.rounds
        took = seconds(lambda method=method: method(explained), n_rounds=n_rounds)[0]
        ranked = method(explained) if method is saliency else ranked
        told(method.__name__.replace("_", " "), took, units)
    told(
        "deletion and insertion",
        seconds(lambda: faithfulness(explained, ranked, words=[0, 1, 2]))[0],
        units,
        n=3,
    )


def told(what: str, took: float, units: dict[str, float], *, n: int = LENGTH) -> None:
    """Print one line: a word's share of a run over `n` words."""
    shares = ", ".join(f"{took / n / unit:5.2f} {name} units" for name, unit in units.items())
    goal = f" (goal under {GOALS[what]:g})" if what in GOALS else ""
    print(f"{what:24} {1000 * took / n:8.1f} ms a word = {shares}{goal}", flush=True)


if __name__ == "__main__":
    main()
