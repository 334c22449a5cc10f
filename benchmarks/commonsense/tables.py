"""Table 2 of *Video2Commonsense* on Backlot's motivated stories, beside the paper's figures.

    python -m benchmarks.commonsense.tables --corpus CORPUS [--results DIR] [--recipes NAME ...] [--seeds 1 2 3]

trains what DIR lacks and prints all tables; with `--recipes` without names nothing is trained. Each model trains until
its score on validation films has not risen for the recipe's patience. CORPUS is built by
`cinescribe corpus build backlot-motives` and has the features `clip,actions`. Figures are of the test films, mean ±
standard deviation over seeds. A phrase is true if it is one of all wordings of what the story implies.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from statistics import mean

import numpy as np
import torch

from benchmarks.captioners.paper_tables import bootstrap_interval, mean_and_deviation
from benchmarks.commonsense.oracles import oracle_table, unseen_table
from benchmarks.commonsense.runs import Run, Runs
from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
from benchmarks.table_sources import table_sources
from cinescribe.metrics.core.score import Score
from cinescribe.metrics.core.significance import compare
from cinescribe.metrics.scoring.score_captions import score_captions
from cinescribe.schema import ASPECTS

SCORES = ("CIDEr", "BLEU-1", "BLEU-2", "BLEU-3", "BLEU-4", "METEOR", "ROUGE-L")
# Label, recipe, and the paper's table 2: attribute BLEU-1; effect and intention: CIDEr, perplexity, BLEU-1 to 4,
# METEOR, ROUGE-L.
ROWS: tuple[tuple[str, str, float | None, tuple[float, ...], tuple[float, ...]], ...] = (
    ("S2VT", "s2vt", 35.9, (28.3, 23.6, 24.9, 18.6, 16.2, 14.3, 15.4, 22.1),
     (51.8, 17.8, 48.4, 39.9, 34.3, 26.4, 23.3, 44.3)),
    ("Attention-Enc-Dec", "attention-enc-dec", 38.3, (29.5, 22.0, 26.5, 19.4, 18.8, 15.1, 17.5, 23.9),
     (52.1, 16.0, 51.1, 42.6, 35.5, 28.2, 24.3, 48.0)),
    ("Dense Captioner", "dense-captioner", 46.0, (36.9, 16.0, 33.7, 24.8, 21.0, 20.2, 20.0, 29.9),
     (60.3, 12.0, 59.3, 47.0, 37.3, 31.5, 28.0, 53.1)),
    ("V2C-Transformer", "v2c-transformer", 47.3, (37.3, 15.6, 34.8, 25.9, 22.5, 20.4, 20.8, 30.6),
     (62.0, 11.7, 60.8, 48.4, 39.1, 34.1, 28.5, 54.6)),
    ("text only: GRUs", "text-only-gru", None, (), ()),
    ("text only: Transformer", "text-only-transformer", None, (), ()),
)  # fmt: skip
RECIPES = tuple(recipe for _, recipe, *_ in ROWS)
_MAIN = "v2c-transformer"


def phrases_of(run: Run, *, own_captions: bool) -> dict[str, dict[str, str]]:
    """Return what a run wrote, by clip and aspect."""
    return run.generations if own_captions else run.completions


def is_true(runs: Runs, run: Run, aspect: str, *, own_captions: bool = False) -> dict[str, bool]:
    """Return of each clip whether the phrase is true."""
    return {
        clip: own[aspect] in runs.true_phrases(clip)[aspect]
        for clip, own in phrases_of(run, own_captions=own_captions).items()
    }


def scores(runs: Runs, run: Run, aspect: str, metrics: Sequence[str]) -> dict[str, Score]:
    """Return scores of completions of an aspect; the phrases of the first caption are the references."""
    references = {clip: list(record.phrases[aspect]) for clip, (_, record) in runs.annotated.items()}
    found = score_captions(
        {clip: run.completions[clip][aspect] for clip in references},
        references,
        metrics=metrics,
        sources=table_sources(),
        allow_empty=True,
    )
    return {score.name: score for score in found}


def aspect_table(runs: Runs, aspect: str, seeds: Sequence[int]) -> Table:
    """Print and return the metrics of one aspect of table 2."""
    names = SCORES if aspect != "attribute" else ("BLEU-1",)
    rows: list[Row] = []
    for label, recipe, attribute, effect, intention in ROWS:
        found = runs.finished(recipe, seeds)
        each = [scores(runs, run, aspect, names) for run in found]
        ours = [mean_and_deviation([100 * one[name].value for one in each]) for name in names]
        if aspect != "attribute":
            ours.insert(1, mean_and_deviation([run.perplexity[aspect] for run in found]))
        paper = {"attribute": () if attribute is None else (attribute,), "effect": effect, "intention": intention}
        beside = paper[aspect] or ("-",) * len(ours)
        true = mean_and_deviation([100 * mean(is_true(runs, run, aspect).values()) for run in found])
        rows.append((label, true, *(f"{value} [{one}]" for value, one in zip(ours, beside, strict=True))))
    columns = ("", "true, %", *(("CIDEr", "PPL", *SCORES[1:]) if aspect != "attribute" else names))
    return print_table(f"Table 2, completion: {aspect} [the paper's]", columns, rows)


def generation_table(runs: Runs, seeds: Sequence[int]) -> Table:
    """Print and return shares of true phrases in completion and in generation."""
    rows: list[Row] = []
    for label, recipe, *_ in ROWS:
        found = runs.finished(recipe, seeds)
        for own in (False, True):
            if all(phrases_of(run, own_captions=own) for run in found):
                cells = [
                    mean_and_deviation([100 * mean(is_true(runs, run, a, own_captions=own).values()) for run in found])
                    for a in ASPECTS
                ]
                epochs = f"{mean(run.epochs for run in found):.0f}" if found else "-"
                cpu = f"{mean(run.cpu_seconds for run in found):.0f}" if found else "-"
                rows.append((label, "generation" if own else "completion", *cells, epochs, cpu))
    columns = ("", "caption", *ASPECTS, "epochs", "CPU s")
    return print_table("True phrases, %, from the true caption and from the model's own", columns, rows)


def comparison_table(runs: Runs, seeds: Sequence[int]) -> Table:
    """Print and return paired tests of the V2C-Transformer against the others, seed by seed."""
    rows: list[Row] = []
    for _, recipe, *_ in ROWS:
        for seed in seeds:
            ours, theirs = runs.run(_MAIN, seed), runs.run(recipe, seed)
            if recipe == _MAIN or ours is None or theirs is None:
                continue
            for aspect in ASPECTS:
                name = "BLEU-1" if aspect == "attribute" else "CIDEr"
                one, other = (scores(runs, run, aspect, (name,))[name] for run in (ours, theirs))
                test = compare(one, other)
                span = f"{100 * test.interval.low:.1f} to {100 * test.interval.high:.1f}"
                left, right = (is_true(runs, run, aspect) for run in (ours, theirs))
                gains = np.array([left[clip] - right[clip] for clip in left], float)
                rows.append((
                    recipe, seed, aspect, name, f"{100 * test.difference:.1f}", span, f"{test.p_value:.3f}",
                    f"{100 * gains.mean():.1f}", bootstrap_interval(gains),
                ))  # fmt: skip
    columns = ("V2C-Transformer against", "seed", "aspect", "metric", "gain", "95 %", "p", "true, gain", "95 %")
    return print_table("Paired tests", columns, rows)


def _headlines(runs: Runs, seeds: Sequence[int]) -> list[Headline]:
    def share(recipe: str, *, own: bool = False) -> float:
        found = runs.finished(recipe, seeds)
        return 100 * mean(mean(is_true(runs, run, a, own_captions=own).values()) for run in found for a in ASPECTS)

    blind = max(share("text-only-gru"), share("text-only-transformer"))
    return [
        Headline(
            "V2C-Transformer on Backlot, true phrases above text alone, points", f"{share(_MAIN) - blind:.1f}", "≥ 10"
        ),
        Headline(
            "V2C-Transformer on Backlot, true phrases: completion less generation, points",
            f"{share(_MAIN) - share(_MAIN, own=True):.1f}",
            "≤ 5",
        ),
    ]


def _arguments() -> argparse.Namespace:
    root = Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, required=True, help="a corpus of motivated stories with features")
    parser.add_argument("--results", type=Path, default=root / "build" / "commonsense")
    parser.add_argument("--recipes", nargs="*", choices=RECIPES, default=list(RECIPES))
    parser.add_argument("--seeds", nargs="*", type=int, default=[1, 2, 3])
    add_write_option(parser)
    return parser.parse_args()


def main() -> None:
    args = _arguments()
    torch.set_num_threads(1)
    runs = Runs(args.corpus, args.results, Path(__file__).resolve().parents[2] / "recipes" / "v2c")
    for seed in args.seeds:
        for recipe in args.recipes:
            if runs.run(recipe, seed) is None:
                run = runs.train(recipe, seed)
                true = [100 * mean(is_true(runs, run, aspect).values()) for aspect in ASPECTS]
                print(
                    f"{recipe} seed {seed}: {run.cpu_seconds:.0f} CPU s, {run.epochs} epochs, true {true}", flush=True
                )
    tables = [
        oracle_table(args.corpus),
        unseen_table(args.corpus),
        *(aspect_table(runs, aspect, args.seeds) for aspect in ASPECTS),
        generation_table(runs, args.seeds),
        comparison_table(runs, args.seeds),
    ]
    report_results(
        "commonsense",
        title="Video2Commonsense on Backlot's motivated stories",
        headlines=_headlines(runs, args.seeds),
        tables=tables,
        notes=(
            "Corpus `backlot-motives`, size `small`: 160 films for training, 20 for validation, 80 for testing, five "
            "moments each; features from H.264 by our picture networks. The paper's figures are of MSR-VTT and can "
            "be compared in the order of rows alone.",
            "Hyperparameters were set on validation films. The text-only Transformer stands for COMET, without "
            "GPT's weights; the GRUs for 9Enc9Dec, one pair for each of our three aspects.",
        ),
        write=args.write,
    )


if __name__ == "__main__":
    main()
