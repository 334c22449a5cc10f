"""MICap's tables 2 to 6 on Backlot, ours beside the paper's: rows trained from their recipes, over seeds.

    python -m benchmarks.captioners.micap_tables --corpus CORPUS --results RESULTS [--rows ROW ...] [--seeds 1 2 3]

trains and scores what RESULTS does not have yet, row by row, the most telling first, then prints what is there; without
a corpus it prints only. It may be killed and started again. Checkpoints are chosen on validation films, one for each
task; figures are of the films of `--split`, each from one call over all sets: means over seeds ± their deviation, in
percent, the paper's in brackets. Both SPICEs parse with the shipped parser, references (five tellings a set) and
candidates alike; METEOR has its paraphrase table where pycocoevalcap is installed. The paper's stage 1 is an
adversarial captioner of several sentences (Park et al. 2019); ours is MICap trained on captions that call everybody
`someone`. T5 and GPT-2 are small and start from random weights.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from statistics import mean, stdev

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
from benchmarks.table_sources import table_sources
from cinescribe.metrics.core.score import Score
from cinescribe.metrics.core.significance import compare

_LABEL, _CELL = 32, 22  # columns of text


def run(bench: Bench, rows: Sequence[str], seeds: Sequence[int]) -> None:
    """Train and score what is missing, seed by seed within a row."""
    for row in rows:
        for seed in seeds:
            if bench.result(row, seed) is None:
                result = trained_result(bench, row, seed)
                bench.keep(result)
                print(f"{row} seed {seed}: {result.cpu_seconds:.0f} CPU s, {_brief(result)}", flush=True)
    for row in DERIVED:
        for seed in seeds:
            if bench.result(row, seed) is None and (made := derived_result(bench, row, seed)) is not None:
                bench.keep(made)
                print(f"{row} seed {seed}: {_brief(made)}", flush=True)


def print_tables(bench: Bench, seeds: Sequence[int]) -> None:
    """Every table, the paper's figure in brackets behind ours."""
    for table in TABLES:
        print(f"\n{table.title}\n{'':{_LABEL}}" + "".join(f"{head:>{_CELL}}" for head in table.heads))
        for label, cells in table.lines:
            print(f"{label:{_LABEL}}" + "".join(f"{_cell(bench, cell, seeds):>{_CELL}}" for cell in cells))


def print_said(bench: Bench, seeds: Sequence[int]) -> None:
    """How often captions say what is so, and what training took."""
    print(f"\nSaid of the clips, and right{'':4}{'action':>14}{'thing':>14}{'place':>14}{'CPU s a run':>14}")
    for row in (*TRAINED, *DERIVED):
        found = _results(bench, row, seeds)
        parts = [[one.said[name] for one in found if one.said.get(name) is not None] for name in _SAID]
        if found:
            cells = "".join(f"{_mean(values):>14}" for values in parts)
            print(f"{row:{_LABEL}}{cells}{mean(one.cpu_seconds for one in found):14.0f}")


_SAID = ("action", "thing", "place")


def print_comparisons(bench: Bench, seeds: Sequence[int]) -> None:
    """Whether rows differ by more than the sets they were scored on explain, seed by seed."""
    print(f"\n{'better by the paper':20}{'than':20}{'score':20}{'seed':>5}{'difference':>12}{'95 %':>20}{'p':>8}")
    for left, right, names in COMPARED:
        for seed in seeds:
            pair = [bench.result(row, seed) for row in (left, right)]
            if pair[0] is None or pair[1] is None:
                continue
            for name in names:
                one, other = (_score(bench, result, name) for result in pair if result is not None)
                told = compare(one, other)
                span = f"{100 * told.interval.low:.1f} to {100 * told.interval.high:.1f}"
                found = f"{100 * told.difference:12.2f}{span:>20}{told.p_value:8.3f}"
                print(f"{left:20}{right:20}{name:20}{seed:5}{found}")


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
    found = _results(bench, cell.row, seeds) if cell.row is not None else []
    values = [one.scores[cell.score] for one in found if cell.score in one.scores]
    paper = "-" if cell.paper is None else f"{cell.paper:g}"
    return f"{_mean(values)} [{paper}]"


def _mean(values: Sequence[float | int | None]) -> str:
    """Mean ± standard deviation in percent, and of how many where it is of less than three."""
    shown = [100 * value for value in values if value is not None]
    if not shown:
        return "-"
    spread = f" ± {stdev(shown):.1f}" if len(shown) > 1 else ""
    return f"{mean(shown):.1f}{spread}" + (f" ({len(shown)})" if len(shown) < 3 else "")


def _brief(result: Result) -> str:
    return ", ".join(f"{name} {100 * value:.1f}" for name, value in result.scores.items()) or "no score of its own"


def _arguments() -> argparse.Namespace:
    root = Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, help="a Backlot corpus with features; without one, nothing is trained")
    parser.add_argument("--results", type=Path, default=root / "build" / "micap-tables")
    parser.add_argument("--recipes", type=Path, default=root / "recipes" / "backlot")
    parser.add_argument("--rows", nargs="*", choices=TRAINED, default=list(TRAINED))
    parser.add_argument("--seeds", nargs="*", type=int, default=[1, 2, 3])
    parser.add_argument("--split", default="test")
    parser.add_argument("--set", dest="changes", nargs="*", default=[], help="of all recipes, as course.n_epochs=1")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--compare", action="store_true", help="also test differences between rows")
    return parser.parse_args()


def main() -> None:
    asked = _arguments()
    torch.set_num_threads(asked.threads)
    where = (asked.corpus or Path(), asked.results, asked.recipes)
    bench = Bench(*where, split=asked.split, changes=tuple(asked.changes), sources=table_sources())
    if asked.corpus is not None:
        run(bench, asked.rows, asked.seeds)
    print_tables(bench, asked.seeds)
    print_said(bench, asked.seeds)
    if asked.compare and asked.corpus is not None:
        print_comparisons(bench, asked.seeds)


if __name__ == "__main__":
    main()
