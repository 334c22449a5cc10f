"""Times the explanation of a caption per word, relative to one forward-backward pass of the same model.

M² at the paper's size, random weights, 50 regions of 2,048 numbers, a vocabulary of 10,201 and a caption of 12 words,
in CPU seconds at one thread. The unit is one pass of the whole caption forward and back. Its *lean* form takes only the
gradient of the regions, the least that the gradient of a word can cost without sharing; the *usual* form is that of a
training step, with gradients of the weights as well. Goals, for each generated word: Saliency under 1.5 units,
Integrated Gradients of 50 steps under 55. Without sharing, a word costs 1 and 50 lean units.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import torch

from benchmarks.clock import seconds
from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from cinescribe.explain.attribution.faithfulness import faithfulness
from cinescribe.explain.attribution.gradients import guided_backpropagation, integrated_gradients, saliency
from cinescribe.explain.attribution.occlusion import occlusion
from cinescribe.explain.attribution.rollout import rollout
from cinescribe.explain.targets.region_target import RegionCaption
from cinescribe.models.transformer import TransformerSizes, meshed_memory

N_REGIONS, WIDTH, N_WORDS, LENGTH = 50, 2048, 10_201, 12
GOALS = {"saliency": 1.5, "guided backpropagation": 1.5, "integrated gradients": 55.0}


def caption() -> RegionCaption:
    """Return a caption of random tokens by an untrained M²."""
    torch.manual_seed(0)
    model = meshed_memory(TransformerSizes(N_WORDS, region_width=WIDTH)).eval()
    tokens = torch.randint(100, N_WORDS, (1 + LENGTH,))
    words = tuple(f"w{n}" for n in range(LENGTH))
    return RegionCaption(model, torch.randn(N_REGIONS, WIDTH).relu(), torch.rand(N_REGIONS, 4), tokens, words)


def lean(target: RegionCaption) -> None:
    """Run forward, and backward to the regions."""
    leaf = target.visual[None].clone().requires_grad_()
    torch.autograd.grad(target.scores(leaf).sum(), leaf)


def usual(target: RegionCaption) -> None:
    """Run forward, and backward to regions and weights."""
    target.scores(target.visual[None].clone().requires_grad_()).sum().backward()
    target.model.zero_grad()


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, help="not used: pictures are random")
    parser.add_argument("--rounds", type=int, default=5, help="runs of the fast methods; the fastest counts")
    add_write_option(parser)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    target = caption()
    units = {unit.__name__: seconds(partial(unit, target), n_rounds=arguments.rounds)[0] for unit in (lean, usual)}
    note = ", ".join(f"a {name} pass takes {1000 * unit:.0f} ms" for name, unit in units.items()).capitalize() + "."
    columns = ("method", "ms a word", *(f"{name} units" for name in units))
    table = print_table("Explaining one word", columns, rows(target, units, n_rounds=arguments.rounds), note)
    headlines = [
        Headline(f"{row[0]}, a word", f"{row[2]} forward-backward passes", f"≤ {GOALS[str(row[0])]:g}")
        for row in table.rows
        if row[0] in GOALS
    ]
    report_results("attribution", "Time of explanations", headlines=headlines, tables=[table], write=arguments.write)


def rows(target: RegionCaption, units: dict[str, float], *, n_rounds: int) -> Iterator[Row]:
    """Yield a row for each method."""
    for method in (saliency, guided_backpropagation, rollout, occlusion, integrated_gradients):
        took = seconds(partial(method, target), n_rounds=1 if method is integrated_gradients else n_rounds)[0]
        yield _row(method.__name__.replace("_", " "), took / LENGTH, units)
    ranked = saliency(target)
    took = seconds(lambda: faithfulness(target, ranked, words=[0, 1, 2]))[0]
    yield _row("deletion and insertion", took / 3, units)


def _row(what: str, word_seconds: float, units: dict[str, float]) -> Row:
    return what, f"{1000 * word_seconds:.1f}", *(f"{word_seconds / unit:.2f}" for unit in units.values())


if __name__ == "__main__":
    main()
