"""Image captioners on Backlot stills: tables 1 to 4 of the explaining paper, beside its scores.

    python -m benchmarks.captioners.still_tables --corpus STILLS --results RESULTS [--rows ROW ...] [--seeds 1 2 3]

trains, scores and explains rows that RESULTS lacks, and prints all results; without a corpus it only prints. A killed
run can be started again. Scores are on unseen stills, each from one call over all of them: mean ± standard deviation
over seeds, the paper's score in brackets. Ours: R is known boxes, V a grid of our frame network, classes and nouns are
compared by MiniLM; the paper's: Faster R-CNN's regions, CLIP's grid, GloVe.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import torch

from benchmarks.captioners.paper_tables import mean_and_deviation
from benchmarks.captioners.still_results import RUNS, Bench, Result
from benchmarks.captioners.still_rows import (
    CONTROLS,
    FEATURES,
    MARGINS,
    METHODS,
    METRICS,
    MODELS,
    PAPER_GROUNDING,
    PAPER_SCORES,
    PHASES,
    ROWS,
)
from benchmarks.results import Headline, Table, add_write_option, print_table, report_results
from benchmarks.table_sources import table_sources
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.language.vectors.sentence_vectors import sentence_vectors

EXPLAINED = ("test", RUNS, "val")  # splits, the most important first
TABLES = {
    "val": "Table 2: GroundingScore, validation stills",
    "test": "Table 3: GroundingScore, test stills",
    RUNS: "Table 4: GroundingScore, runs",
}
Value = Callable[[Result], float | None]


def run(bench: Bench, rows: Sequence[str], seeds: Sequence[int]) -> None:
    """Compute missing results: all of the first seed, then training with the others, then their explanations."""
    for seed in seeds:
        _train(bench, rows, seed)
        if seed == seeds[0]:
            _explain(bench, rows, seed, EXPLAINED[:-1])
    for splits in (EXPLAINED[:-1], EXPLAINED[-1:]):
        for seed in seeds:
            _explain(bench, rows, seed, splits)
    for found in (bench.result(row, seed) for row in rows for seed in seeds):
        if found is not None and not (CONTROLS.keys() <= found.pointing.get("test", {}).keys() and found.controls):
            bench.control(found)


def _train(bench: Bench, rows: Sequence[str], seed: int) -> None:
    for row in rows:
        if bench.result(row, seed) is None:
            found = bench.train(row, seed)
            xe, scst = (100 * found.scores[phase]["CIDEr-D"] for phase in PHASES)
            print(f"{row} seed {seed}: CIDEr-D {xe:.1f} then {scst:.1f}; CPU s: {_seconds(found)}", flush=True)


def _explain(bench: Bench, rows: Sequence[str], seed: int, splits: Sequence[str]) -> None:
    for row in rows:
        for split in splits:
            found = bench.result(row, seed)
            if found is not None and split not in found.grounding:
                found = bench.explain(found, split)
                print(f"{row} seed {seed}, {split} explained; CPU s: {_seconds(found)}", flush=True)


def _seconds(result: Result) -> str:
    return ", ".join(f"{what} {value:.0f}" for what, value in result.cpu_seconds.items())


@dataclass(frozen=True)
class Column:
    """A column of a table: its head, our score of a row, the paper's scores by row, and a factor for printing."""

    head: str
    value: Value
    papers: Mapping[str, float] = field(default_factory=dict)
    scale: float = 100


def caption_tables(bench: Bench, seeds: Sequence[int]) -> list[Table]:
    """Print and return table 1, and the same after cross-entropy only."""
    tables = []
    for phase, title in (
        ("scst", "Table 1: captions, cross-entropy and self-critical training"),
        ("xe", "After cross-entropy only"),
    ):
        columns = [
            Column(
                metric,
                _score(phase, metric),
                {row: scores[n] for row, scores in PAPER_SCORES.items()} if phase == "scst" else {},
                scale=1 if metric == "NW" else 100,
            )
            for n, metric in enumerate(METRICS)
        ]
        tables.append(_table(bench, seeds, title, columns))
    return tables


def grounding_tables(bench: Bench, seeds: Sequence[int]) -> list[Table]:
    """Print and return tables 2 to 4."""
    tables = []
    for split, title in TABLES.items():
        for method, name in METHODS.items():
            columns = [
                Column(
                    f"δ = {margin}",
                    _grounding(split, method, margin),
                    {row: found[method][n] for row, found in PAPER_GROUNDING[split].items() if method in found},
                )
                for n, margin in enumerate(MARGINS)
            ]
            tables.append(_table(bench, seeds, f"{title}, {name}", columns))
    return tables


def truth_tables(bench: Bench, seeds: Sequence[int]) -> list[Table]:
    """Print and return what the paper could not measure: pointing, GroundingScore as its predictor, faithfulness."""
    heads = ("pointing", "hallucinated", "AUC of GS(1)", "deletion", "insertion")
    fields = ("pointing", "hallucinated", "auc", "deletion", "insertion")
    tables = []
    for method, name in METHODS.items():
        columns = [Column(head, _truth(each, method)) for head, each in zip(heads, fields, strict=True)]
        tables.append(_table(bench, seeds, f"Against truth, test stills, {name}", columns))
    controls = [Column(name, _truth("pointing", control)) for control, name in CONTROLS.items()]
    read = sorted({name for row in ROWS for found in _results(bench, row, seeds) for name in found.controls})
    without = [Column(name, _without(name)) for name in read]
    return [
        *tables,
        _table(bench, seeds, "Pointing of the controls, test stills", controls),
        _table(bench, seeds, "CIDEr-D of test stills, by what the model reads", without),
    ]


def headlines_of(bench: Bench, seeds: Sequence[int]) -> list[Headline]:
    """Return CIDEr-D, GroundingScore and pointing of the three models, by kind of features."""
    columns = (
        Column("CIDEr-D after rewards", _score("scst", "CIDEr-D")),
        Column("GroundingScore(0), Integrated Gradients", _grounding("test", "ig", "0")),
        Column("pointing game against true boxes, Integrated Gradients", _truth("pointing", "ig")),
    )
    return [
        Headline(
            f"{column.head}, {features}: {', '.join(MODELS.values())}",
            "; ".join(_cell(_results(bench, f"{model}-{features}", seeds), column, model) for model in MODELS),
        )
        for column in columns
        for features in FEATURES
    ]


def _table(bench: Bench, seeds: Sequence[int], title: str, columns: Sequence[Column]) -> Table:
    rows = [(_label(row), *(_cell(_results(bench, row, seeds), column, row) for column in columns)) for row in ROWS]
    return print_table(title, ("row", *(column.head for column in columns)), rows)


def _results(bench: Bench, row: str, seeds: Sequence[int]) -> list[Result]:
    return [result for seed in seeds if (result := bench.result(row, seed)) is not None]


def _score(phase: str, metric: str) -> Value:
    return lambda result: result.scores.get(phase, {}).get(metric)


def _grounding(split: str, method: str, margin: str) -> Value:
    return lambda result: result.grounding.get(split, {}).get(method, {}).get(margin)


def _truth(field: str, method: str) -> Value:
    return lambda result: getattr(result, field).get("test", {}).get(method)


def _without(control: str) -> Value:
    return lambda result: result.controls.get(control, {}).get("CIDEr-D")


def _label(row: str) -> str:
    model, features = row.split("-")
    return f"{FEATURES[features]} {MODELS[model]}"


def _cell(results: Sequence[Result], column: Column, row: str) -> str:
    """Mean ± standard deviation over seeds, and the paper's score."""
    values = [column.scale * value for result in results if (value := column.value(result)) is not None]
    ours = mean_and_deviation(values, digits=1 if column.scale == 100 else 3)
    paper = column.papers.get(row)
    return ours if paper is None else f"{ours} [{paper:g}]"


def _arguments() -> argparse.Namespace:
    root = Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, help="Backlot stills with features; without them nothing is trained")
    parser.add_argument("--results", type=Path, default=root / "build" / "still-tables")
    parser.add_argument("--recipes", type=Path, default=root / "recipes" / "stills")
    parser.add_argument("--rows", nargs="*", choices=ROWS, default=list(ROWS))
    parser.add_argument("--seeds", nargs="*", type=int, default=[1, 2, 3])
    parser.add_argument("--threads", type=int, default=1)
    add_write_option(parser)
    return parser.parse_args()


def main() -> None:
    args = _arguments()
    torch.set_num_threads(args.threads)
    bench = Bench(
        args.corpus or Path(), args.results, args.recipes, shipped_parser(), sentence_vectors(), table_sources()
    )
    if args.corpus is not None:
        run(bench, args.rows, args.seeds)
    tables = [table for each in (caption_tables, grounding_tables, truth_tables) for table in each(bench, args.seeds)]
    headlines = headlines_of(bench, args.seeds)
    report_results("stills", "Captioners of stills", headlines=headlines, tables=tables, write=args.write)


if __name__ == "__main__":
    main()
