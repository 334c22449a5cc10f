"""Draws the paper's figure 2: the time of a prediction by batch size, for the three captioners.

Models are at the paper's size with random weights that never end a text: 50 regions of 2048 numbers, 10,201 words, five
beams, 20 tokens; encoder and beam search are timed, feature extraction is not. The result is a table and a figure of
mean and deviation of CPU seconds on one thread. The paper measured on a graphics card and found SMArT the fastest and
M² the slowest; compare the order, not the seconds.
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
from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
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
    """Return a model of the paper's size that never ends a text."""
    torch.manual_seed(0)
    model = BUILDERS[name](TransformerSizes.for_tokens(TOKENS)).eval()
    assert model.sizes.n_words == N_WORDS
    with torch.no_grad():
        model.classifier.bias[TOKENS.end] = -1e4
    return packed(model)


def run_times(model: CaptionTransformer, n_pictures: int, *, n_rounds: int) -> list[float]:
    """Return the CPU seconds of each run."""
    batch, times = pictures(n_pictures, seed=1), []
    searched(model, batch)
    for _ in range(n_rounds):
        start = time.process_time()
        searched(model, batch)
        times.append(time.process_time() - start)
    return times


def times_table(times: Times) -> Table:
    """Print and return mean ± deviation in seconds, one row per batch size."""
    rows: list[Row] = [
        (
            str(size),
            *(f"{statistics.mean(found[size]):.3f} ± {statistics.pstdev(found[size]):.3f}" for found in times.values()),
        )
        for size in next(iter(times.values()))
    ]
    return print_table("CPU seconds of a prediction", ("pictures in a batch", *times), rows)


def draw(times: Times, path: Path) -> None:
    """Draw the figure: a line with error bars for each model."""
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
    """Measure, report, and draw the figure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, help="not used: pictures are random")
    parser.add_argument("--rounds", type=int, default=5, help="repetitions")
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES), help="pictures of a batch")
    parser.add_argument("--figure", type=Path, default=Path(tempfile.gettempdir()) / "prediction_time.png")
    add_write_option(parser)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    times = dict[str, dict[int, list[float]]]()
    for name in BUILDERS:
        model = untrained(name)
        times[name] = {size: run_times(model, size, n_rounds=arguments.rounds) for size in arguments.sizes}
    table = times_table(times)
    first = table.rows[0]
    headlines = [
        Headline(f"prediction time, {name}, batch {first[0]}", f"{cell} CPU s")
        for name, cell in zip(times, first[1:], strict=True)
    ]
    report_results("prediction_time", "Prediction time", headlines=headlines, tables=[table], write=arguments.write)
    draw(times, arguments.figure)
    print(f"drawn in {arguments.figure}")


if __name__ == "__main__":
    main()
