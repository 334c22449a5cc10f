"""MICap's tables 2 to 6 on Backlot, beside the paper's scores.

    python -m benchmarks.captioners.micap_tables --corpus CORPUS [--tested CORPUS] --results RESULTS [--rows ROW ...]

trains and scores rows that RESULTS lacks, the most important first, and prints all results; without a corpus it only
prints. A killed run can be started again. Checkpoints are selected on validation films, one per task. Scores are on the
films of `--split`, each from one call over all sets: mean ± standard deviation over seeds in percent, the paper's score
in brackets. Both SPICEs parse references (five captions a set) and candidates with the shipped parser; METEOR uses its
paraphrase table where pycocoevalcap is installed. The paper's stage 1 is an adversarial captioner of several sentences
(Park et al. 2019); ours is MICap trained on captions in which every person is `someone`. T5 and GPT-2 are small and
start from random weights.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from statistics import mean

import torch

from benchmarks.captioners.micap_results import (
    Bench,
    Result,
    caption_scores,
    derived_result,
    filling_scores,
    trained_result,
)
from benchmarks.captioners.micap_rows import CLASS, COMPARED, DERIVED, TABLES, TRAINED, Cell
from benchmarks.captioners.paper_tables import mean_and_deviation
from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
from benchmarks.table_sources import table_sources
from cinescribe.metrics.core.score import Score
from cinescribe.metrics.core.significance import compare


def run(bench: Bench, rows: Sequence[str], seeds: Sequence[int]) -> None:
    """Train and score missing results, seed by seed within a row."""
    for row in rows:
        for seed in seeds:
            if bench.result(row, seed) is None:
                result = trained_result(bench, row, seed)
                bench.save(result)
                print(f"{row} seed {seed}: {result.cpu_seconds:.0f} CPU s, {_brief(result)}", flush=True)
    for row in DERIVED:
        for seed in seeds:
            if bench.result(row, seed) is None and (derived := derived_result(bench, row, seed)) is not None:
                bench.save(derived)
                print(f"{row} seed {seed}: {_brief(derived)}", flush=True)


def paper_tables(bench: Bench, seeds: Sequence[int]) -> list[Table]:
    """Print and return every table, with the paper's scores in brackets."""
    found = []
    for table in TABLES:
        rows = [(label, *(_cell(bench, cell, seeds) for cell in cells)) for label, cells in table.lines]
        found.append(print_table(table.title, ("row", *table.heads), rows))
    return found


def truthfulness_table(bench: Bench, seeds: Sequence[int]) -> Table:
    """Print and return how often actions, things and places in captions are correct, and the training time."""
    rows: list[Row] = []
    for row in (*TRAINED, *DERIVED):
        found = _results(bench, row, seeds)
        parts = [[one.said[name] for one in found if one.said.get(name) is not None] for name in _SAID]
        if found:
            rows.append((row, *map(_mean, parts), f"{mean(one.cpu_seconds for one in found):.0f}"))
    return print_table("Correct statements in captions", ("row", *_SAID, "CPU s a run"), rows)


_SAID = ("action", "thing", "place")
_HEADLINES = (
    ("filling in, class accuracy", "fitb", CLASS),
    ("filling in by text alone", "text-only", CLASS),
    ("filling in by faces alone", "faces", CLASS),
    ("Fill-In, class accuracy", "fillin", CLASS),
    ("captions alone, CIDEr", "captions", "captions/CIDEr"),
    ("captions alone, iSPICE", "captions", "captions/iSPICE"),
    ("joint training, CIDEr", "joint", "captions/CIDEr"),
    ("joint training, iSPICE", "joint", "captions/iSPICE"),
)


def comparison_table(bench: Bench, seeds: Sequence[int]) -> Table:
    """Print and return paired significance tests between rows, seed by seed."""
    rows: list[Row] = []
    for left, right, names in COMPARED:
        for seed in seeds:
            pair = [bench.result(row, seed) for row in (left, right)]
            if pair[0] is None or pair[1] is None:
                continue
            for name in names:
                one, other = (_score(bench, result, name) for result in pair if result is not None)
                test = compare(one, other)
                span = f"{100 * test.interval.low:.1f} to {100 * test.interval.high:.1f}"
                rows.append((left, right, name, seed, f"{100 * test.difference:.2f}", span, f"{test.p_value:.3f}"))
    columns = ("better in the paper", "than", "score", "seed", "difference", "95 %", "p")
    return print_table("Differences", columns, rows)


def _score(bench: Bench, result: Result, name: str) -> Score:
    sets = bench.sets(_CLIPS)
    if name == CLASS:
        return filling_scores(result, sets).class_
    metric = name.partition("/")[2]
    return caption_scores(result, sets, bench.sources, [metric])[metric]


_CLIPS = 5  # of a set


def _results(bench: Bench, row: str, seeds: Sequence[int]) -> list[Result]:
    found = (bench.result(row, seed) for seed in seeds)
    return [one for one in found if one is not None]


def _cell(bench: Bench, cell: Cell, seeds: Sequence[int]) -> str:
    ours = _ours(bench, cell.row, cell.score, seeds) if cell.row is not None else "-"
    paper = "-" if cell.paper is None else f"{cell.paper:g}"
    return f"{ours} [{paper}]"


def _ours(bench: Bench, row: str, score: str, seeds: Sequence[int]) -> str:
    return _mean([one.scores[score] for one in _results(bench, row, seeds) if score in one.scores])


def _mean(values: Sequence[float | int | None]) -> str:
    """Mean ± standard deviation in percent."""
    return mean_and_deviation([100 * value for value in values if value is not None])


def _brief(result: Result) -> str:
    return ", ".join(f"{name} {100 * value:.1f}" for name, value in result.scores.items()) or "no score of its own"


def _arguments() -> argparse.Namespace:
    root = Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, help="a Backlot corpus with features; without one, nothing is trained")
    parser.add_argument("--tested", type=Path, help="another corpus, whose films the rows are scored on")
    parser.add_argument("--name", default="micap", help="of the written file, to keep tables of several corpora apart")
    parser.add_argument("--results", type=Path, default=root / "build" / "micap-tables")
    parser.add_argument("--recipes", type=Path, default=root / "recipes" / "backlot")
    parser.add_argument("--rows", nargs="*", choices=TRAINED, default=list(TRAINED))
    parser.add_argument("--seeds", nargs="*", type=int, default=[1, 2, 3])
    parser.add_argument("--split", default="test")
    parser.add_argument(
        "--set", dest="changes", nargs="*", default=[], help="changes of all recipes, such as training.epochs=1"
    )
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--compare", action="store_true", help="also test differences between rows")
    add_write_option(parser)
    return parser.parse_args()


def main() -> None:
    args = _arguments()
    torch.set_num_threads(args.threads)
    corpus = args.corpus or Path()
    where = (corpus, args.tested or corpus, args.results, args.recipes)
    bench = Bench(*where, split=args.split, changes=tuple(args.changes), sources=table_sources())
    if args.corpus is not None:
        run(bench, args.rows, args.seeds)
    tables = [*paper_tables(bench, args.seeds), truthfulness_table(bench, args.seeds)]
    if args.compare and args.corpus is not None:
        tables.append(comparison_table(bench, args.seeds))
    headlines = [Headline(what, _ours(bench, row, score, args.seeds)) for what, row, score in _HEADLINES]
    title = "MICap on Backlot" if args.tested is None else f"MICap trained on {args.corpus.name}"
    report_results(args.name, title, headlines=headlines, tables=tables, write=args.write)


if __name__ == "__main__":
    main()
