"""The paper's figure 2: how long a prediction takes by the number of pictures in a batch, for the three captioners.

Models are at the paper's size with random weights that never end a text: 50 regions of 2048 numbers, 10,201 words, five
beams, 20 tokens; features are not on the clock, encoder and beam search are. Told are mean and deviation of CPU
seconds at one thread over repetitions, as a table, and drawn as a picture. The paper measured on a graphics card and
found SMArT the fastest and M² the slowest; here the order is what is compared, not the seconds.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import torch
from matplotlib.figure import Figure

from benchmarks.captioners.caption_beams import N_WORDS, TOKENS, pictures, searched
from cinescribe.layers.packed import packed
from cinescribe.models.transformer import (
    CaptionTransformer,
    TransformerSizes,
    meshed_memory,
    smart,
    transformer,
)

BUILDERS = {"Transformer": transformer, "SMArT": smart, "M²": meshed_memory}
SIZES = (1, 2, 5, 10, 20)
Times = Mapping[str, Mapping[int, Sequence[float]]]  # by model and batch size


def untrained(name: str) -> CaptionTransformer:
    """A model of the paper's size that never ends a text."""
    torch.manual_seed(0)
    model = BUILDERS[name](TransformerSizes.for_tokens(TOKENS)).eval()
    assert model.sizes.n_words == N_WORDS
    with torch.no_grad():
        model.classifier.bias[TOKENS.end] = -1e4
    return packed(model)


def repeated(model: CaptionTransformer, n_pictures: int, *, n_rounds: int) -> list[float]:
    """CPU seconds of each run."""
    batch, times = pictures(n_pictures, seed=1), []
    searched(model, batch)
    for _ in range(n_rounds):
        start = time.process_time()
        searched(model, batch)
        times.append(time.process_time() - start)
    return times


def table(times: Times) -> str:
    """Mean ± deviation in seconds, a line for each batch size."""
    lines = ["batch" + "".join(f"{name:>18}" for name in times)]
    for size in next(iter(times.values())):
        cells = [
            f"{statistics.mean(found[size]):.3f} ± {statistics.pstdev(found[size]):.3f}" for found in times.values()
        ]
        lines.append(f"{size:5}" + "".join(f"{cell:>18}" for cell in cells))
    return "\n".join(lines)


def draw(times: Times, path: Path) -> None:
    """The figure: a line with error bars for each model."""
    figure = Figure(figsize=(6, 4), layout="constrained")
    axes = figure.subplots()
    for (name, found), marker in zip(times.items(), "osD", strict=True):
        means = [statistics.mean(values) for values in found.values()]
        spreads = [statistics.pstdev(values) for values in found.values()]
        axes.errorbar(list(found), means, yerr=spreads, marker=marker, capsize=3, label=name)
    axes.set(xlabel="pictures in a batch", ylabel="CPU seconds, one thread, mean ± sd", ylim=(0, None))
    axes.legend()
    figure.savefig(path, dpi=150)


def main() -> None:
    """Print the table and draw the figure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, help="not used: pictures are made up")
    parser.add_argument("--rounds", type=int, default=5, help="repetitions")
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES), help="pictures of a batch")
    parser.add_argument("--figure", type=Path, default=Path(tempfile.gettempdir()) / "prediction_time.png")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    times = dict[str, dict[int, list[float]]]()
    for name in BUILDERS:
        model = untrained(name)
        times[name] = {size: repeated(model, size, n_rounds=arguments.rounds) for size in arguments.sizes}
    print(table(times))
    draw(times, arguments.figure)
    print(f"drawn in {arguments.figure}")


if __name__ == "__main__":
    main()
