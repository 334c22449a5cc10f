"""Tables 7 to 10, 12 and 14 of *Movie Description* on Backlot's test films, beside the paper's figures.

    python -m benchmarks.movie_description.tables --corpus CORPUS [--results DIR] [--recipes NAME ...] [--seeds 1 2 3]

trains and captions what DIR lacks, then prints all tables; with `--recipes` without names nothing is trained. A killed
run can be started again. Checkpoints are selected on validation films, figures are of the test films, from real pixels:
mean ± standard deviation over seeds in percent, the paper's figure in brackets. All people are `someone`. METEOR uses
its paraphrase table where pycocoevalcap is installed; the search for the upper bound does not.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from statistics import mean

import torch

from benchmarks.captioners.paper_tables import mean_and_deviation
from benchmarks.movie_description.rows import (
    BOUND,
    COMPARED,
    TABLE_7,
    TABLE_8,
    TABLE_9,
    TABLE_10,
    TABLE_12,
    TABLE_14,
    RowOfTable,
)
from benchmarks.movie_description.runs import METRICS, Run, Runs
from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
from benchmarks.table_sources import table_sources
from cinescribe.corpus.statistics.caption_diversity import description_row
from cinescribe.corpus.statistics.retrieval_bound import retrieval_bound
from cinescribe.language.tokens.tokenize import tokenize
from cinescribe.metrics.core.significance import compare

RECIPES = tuple(dict.fromkeys(row.recipe for table in (TABLE_10, TABLE_12, TABLE_7, TABLE_8, TABLE_9) for row in table))
_NOTES = (
    "Corpus `small`: 100 films of 10 clips for training, 40 for validation, 80 for testing; frames are decoded from "
    "H.264 at 320x180, features come from our picture networks. The paper's figures are METEOR in percent with one "
    "reference on MPII-MD (tables 7 to 10) and LSMDC's blind test (12, 14): its films are harder in every way, so only "
    "the order of rows can be compared.",
    "Where a number of runs stands in brackets, they are fewer than three: nearest neighbours and translation are "
    "fitted without chance. S2VT sees pictures alone, as the paper's RGB network does; temporal attention, fusion and "
    "visual labels also see the features of actions, which Backlot's captions are mostly about.",
    "Where Backlot lacks a kind of features, the row's label names ours and, in brackets, the paper's.",
)


def meteor_table(runs: Runs, title: str, rows: Sequence[RowOfTable], seeds: Sequence[int]) -> Table:
    """Print and return METEOR of some rows with five references, with one, and with one on unseen sentences."""
    table: list[Row] = []
    for row in rows:
        found = runs.finished(row.recipe, seeds)
        paper = "-" if row.paper[0] is None else f"{row.paper[0]:g}"
        cells = [
            _meteor(runs, found),
            _meteor(runs, found, references=1),
            _meteor(runs, found, references=1, unseen=True),
        ]
        table.append((row.label, *cells, paper, f"{mean(run.cpu_seconds for run in found):.0f}" if found else "-"))
    columns = ("row", "5 references", "1 reference", "1, unseen", "paper", "CPU s")
    return print_table(title, columns, table)


def bound_table(runs: Runs) -> Table:
    """Print and return the upper bound of retrieval."""
    bound = retrieval_bound(runs.corpus, split=runs.split)
    rows: list[Row] = [
        ("METEOR of the corpus", f"{100 * bound.score.value:.1f}"),
        ("mean over clips", f"{100 * bound.mean:.1f}"),
    ]
    note = f"The paper's bound is {BOUND}; it does not say which of the two it is. All five references count."
    return print_table("Table 10: upper bound of retrieval", ("", "%"), rows, note)


def metrics_table(runs: Runs, seeds: Sequence[int], *, references: int) -> Table:
    """Print and return all metrics of table 12's systems."""
    table: list[Row] = []
    for row in TABLE_12:
        scores = [runs.scores(run.captions, references=references) for run in runs.finished(row.recipe, seeds)]
        ours = [mean_and_deviation([100 * one[name].value for one in scores]) for name in METRICS]
        table.append((row.label, *(f"{value} [{paper}]" for value, paper in zip(ours, row.paper, strict=True))))
    return print_table(f"Table 12, references: {references}", ("", *METRICS), table)


def diversity_table(runs: Runs, seeds: Sequence[int]) -> Table:
    """Print and return how varied the captions of table 14's systems are."""
    training = tokenize(sorted(runs.training))
    table: list[Row] = []
    for recipe, paper in TABLE_14.items():
        found = []
        for run in runs.finished(recipe, seeds):
            row = description_row(
                recipe, dict(zip(run.captions, tokenize(list(run.captions.values())), strict=True)), training
            )
            found.append((row.mean_length, row.vocabulary, row.unique, 100 * (row.novel or 0)))
        columns = zip(*found, strict=True) if found else ((),) * len(paper)
        ours = [mean_and_deviation(list(values)) for values in columns]
        table.append((recipe, *(f"{value} [{figure:g}]" for value, figure in zip(ours, paper, strict=True))))
    return print_table("Table 14", ("", "mean words", "vocabulary", "unique", "novel, %"), table)


def comparison_table(runs: Runs, seeds: Sequence[int]) -> Table:
    """Print and return paired tests of METEOR with one reference, seed by seed."""
    table: list[Row] = []
    for left, right in COMPARED:
        for seed in seeds:
            pair = [runs.finished(recipe, [seed]) or runs.finished(recipe, seeds)[:1] for recipe in (left, right)]
            if all(pair):
                one, other = (runs.scores(run[0].captions, references=1, metrics=["METEOR"])["METEOR"] for run in pair)
                test = compare(one, other)
                span = f"{100 * test.interval.low:.1f} to {100 * test.interval.high:.1f}"
                table.append((left, right, seed, f"{100 * test.difference:.2f}", span, f"{test.p_value:.3f}"))
    return print_table(
        "Differences in METEOR", ("better in the paper", "than", "seed", "difference", "95 %", "p"), table
    )


def _meteor(runs: Runs, found: Sequence[Run], *, references: int = 5, unseen: bool = False) -> str:
    scores = [runs.scores(run.captions, references=references, unseen=unseen, metrics=["METEOR"]) for run in found]
    return mean_and_deviation([100 * one["METEOR"].value for one in scores])


def _arguments() -> argparse.Namespace:
    root = Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, required=True, help="a Backlot corpus with features")
    parser.add_argument("--results", type=Path, default=root / "build" / "movie-description")
    parser.add_argument("--recipes", nargs="*", choices=RECIPES, default=list(RECIPES))
    parser.add_argument("--seeds", nargs="*", type=int, default=[1, 2, 3])
    parser.add_argument("--split", default="test")
    add_write_option(parser)
    return parser.parse_args()


def main() -> None:
    args = _arguments()
    torch.set_num_threads(1)
    root = Path(__file__).resolve().parents[2]
    runs = Runs(args.corpus, args.results, root / "recipes" / "backlot", table_sources(), split=args.split)
    for number, seed in enumerate(args.seeds):
        for recipe in args.recipes:
            if runs.run(recipe, seed) is None and number < len(runs.seeds(recipe, args.seeds)):
                run = runs.train(recipe, seed)
                score = runs.scores(run.captions, references=1, metrics=["METEOR"])["METEOR"]
                print(f"{recipe} seed {seed}: {run.cpu_seconds:.0f} CPU s, METEOR {100 * score.value:.1f}", flush=True)
    tables = [
        meteor_table(runs, "Table 7: translation", TABLE_7, args.seeds),
        meteor_table(runs, "Table 8: classifiers", TABLE_8, args.seeds),
        meteor_table(runs, "Table 9: LSTM", TABLE_9, args.seeds),
        meteor_table(runs, "Table 10: approaches", TABLE_10, args.seeds),
        bound_table(runs),
        *(metrics_table(runs, args.seeds, references=n) for n in (5, 1)),
        diversity_table(runs, args.seeds),
        comparison_table(runs, args.seeds),
    ]
    headlines = [
        Headline(f"{row.label}, METEOR with five references and one", f"{_five_and_one(runs, row, args.seeds)}")
        for row in TABLE_10
    ]
    report_results(
        "movie_description",
        "Movie Description on Backlot",
        headlines=headlines,
        tables=tables,
        notes=_NOTES,
        write=args.write,
    )


def _five_and_one(runs: Runs, row: RowOfTable, seeds: Sequence[int]) -> str:
    found = runs.finished(row.recipe, seeds)
    return f"{_meteor(runs, found)}, {_meteor(runs, found, references=1)}"


if __name__ == "__main__":
    main()
