"""Tables 1 and 2 of *Unveiling the Invisible* on Backlot's adverts, beside the paper's figures.

    python -m benchmarks.metaphors.tables --corpus ADVERTS --stills STILLS --plain-stills PLAIN [--syn-stills SYN]

trains what the folder of finished runs lacks and prints all tables; with `--recipes` without names nothing is trained.
ADVERTS is built by `cinescribe corpus build backlot-adverts`, STILLS by `corpus build backlot-stills --metaphors N`,
SYN by `corpus metaphorise PLAIN --stills` and `corpus join`; docs/training.md has the commands. Without SYN there are
no Syn rows.
Figures are of the test adverts, whose pairs of concepts no training advert has: mean ± standard deviation over seeds.
A part of a metaphor is right if it is one of all wordings of the truth.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import mean

import numpy as np
import torch

from benchmarks.captioners.paper_tables import bootstrap_interval, mean_and_deviation
from benchmarks.metaphors.runs import MAP, ONE_LAYER, PARTS, STAGE_1, SYN_MAP, TWO_LAYERS, Run, Runs
from benchmarks.results import RESULTS, Headline, Row, Table, add_write_option, print_table, report_results
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.score import Score
from cinescribe.metrics.core.significance import compare
from cinescribe.metrics.metaphors.detection import metaphor_detection
from cinescribe.metrics.metaphors.nonsense import nonsense_pairs
from cinescribe.metrics.scoring.score_captions import score_captions

METRICS = ("BLEU-4", "ROUGE-L", "CIDEr", "BERTScore", "ACS", "ACD")
# The paper's figures, in the order of `METRICS`; those of the second table are marked.
PAPER: Mapping[str, tuple[float, ...]] = {
    "video-chatgpt": (0.38, 3.23, 0.03, 0.12, 1.00, 0.00),
    "valley": (1.00, 14.40, 1.25, 0.50, 0.77, 0.15),
    "git": (5.85, 42.40, 7.49, 0.68, 0.40, 0.41),
    "video-llava": (16.88, 49.56, 37.61, 0.71, 0.37, 0.45),
    "git-llava": (14.08, 50.62, 24.26, 0.73, 0.29, 0.52),
    "git-llava-x": (14.51, 50.59, 22.67, 0.74, 0.29, 0.53),
    "llava": (10.27, 46.21, 18.93, 0.69, 0.39, 0.43),
    "git-llava-np": (0.72, 20.21, 1.87, 0.42, 0.99, 0.00),
    "git-llava-x2": (11.22, 49.21, 16.60, 0.72, 0.32, 0.48),
    "git-llava-syn": (12.39, 49.92, 21.65, 0.73, 0.32, 0.49),
    "git-llava-x-syn": (9.32, 48.31, 11.45, 0.71, 0.35, 0.46),
    "git-llava-x6": (7.29, 47.74, 8.25, 0.70, 0.33, 0.47),
}
_MAIN = "git-llava"
_CONTROLS = ("git-llava-no-video", "git-llava-np", "git-llava-one-frame")
_PERCENT = ("BLEU-4", "ROUGE-L", "CIDEr")


def scores(runs: Runs, captions: Mapping[str, str], metrics: Sequence[str]) -> dict[str, Score]:
    """Return scores of captions of the test adverts that have a metaphor."""
    own = {clip: captions[clip] for clip in runs.references}
    return {one.name: one for one in score_captions(own, runs.references, metrics=metrics, allow_empty=True)}


def _nonsense(captions: Mapping[str, str]) -> dict[str, str]:
    """Return captions with a random noun, not one of their own, as the secondary concept of each metaphor."""
    found = nonsense_pairs(Pairs.of(captions, {key: [text] for key, text in captions.items()}))
    return dict(zip(found.ids, found.candidates, strict=True))


def score_table(runs: Runs, recipes: Sequence[str], seeds: Sequence[int]) -> Table:
    """Print and return the paper's metrics, and the same captions with random nouns as secondary concepts."""
    rows: list[Row] = []
    for recipe in recipes:
        found = runs.runs(recipe, seeds)
        for label, changed in ((recipe, False), ("  with a random noun", True)):
            each = [scores(runs, _nonsense(run.captions) if changed else run.captions, METRICS) for run in found]
            ours = [
                mean_and_deviation(
                    [(100 if name in _PERCENT else 1) * one[name].value for one in each],
                    digits=1 if name in _PERCENT else 2,
                )
                for name in METRICS
            ]
            beside = [f" [{value}]" for value in PAPER.get(recipe, ())] if not changed else []
            rows.append((label, *(one + two for one, two in zip(ours, beside or [""] * len(ours), strict=True))))
    return print_table("Tables 1 and 2 [the paper's]", ("", *METRICS), rows)


def accuracy_table(runs: Runs, recipes: Sequence[str], seeds: Sequence[int]) -> Table:
    """Print and return shares of right parts, and of false metaphors on plain adverts."""
    rows: list[Row] = []
    for recipe in recipes:
        found = runs.runs(recipe, seeds)
        parts = [mean_and_deviation([_share(runs.right(run, part)) for run in found]) for part in PARTS]
        off = mean_and_deviation([100 * _off_template(runs, run) for run in found])
        false = mean_and_deviation([_share(runs.false_metaphors(run)) for run in found])
        seen = mean_and_deviation([100 * _detection(runs, run) for run in found])
        cpu = f"{mean(run.cpu_seconds for run in found) / 60:.0f}" if found else "-"
        epochs = f"{mean(run.epochs for run in found):.1f}" if found else "-"
        rows.append((recipe, *parts, off, false, seen, epochs, cpu))
    columns = (
        "right, %", *PARTS, "no metaphor, %", "false, % of plain adverts", "F1 of seeing one", "epochs", "CPU minutes",
    )  # fmt: skip
    return print_table("Parts of metaphors", columns, rows)


def comparison_table(runs: Runs, seeds: Sequence[int]) -> Table:
    """Print and return paired tests of GIT-LLaVA against its controls, seed by seed."""
    rows: list[Row] = []
    for recipe in _CONTROLS:
        for seed in seeds:
            ours, theirs = runs.run(_MAIN, seed), runs.run(recipe, seed)
            if ours is None or theirs is None:
                continue
            one, other = (scores(runs, run.captions, ("CIDEr",))["CIDEr"] for run in (ours, theirs))
            test = compare(one, other)
            span = f"{100 * test.interval.low:.1f} to {100 * test.interval.high:.1f}"
            left, right = (runs.right(run, "primary") for run in (ours, theirs))
            gains = np.array([left[clip] - right[clip] for clip in left], float)
            rows.append((
                recipe, seed, f"{100 * test.difference:.1f}", span, f"{test.p_value:.3f}",
                f"{100 * gains.mean():.1f}", bootstrap_interval(gains),
            ))  # fmt: skip
    columns = ("GIT-LLaVA against", "seed", "CIDEr, gain", "95 %", "p", "primary, gain in points", "95 %")
    return print_table("Paired tests", columns, rows)


def _share(right: Mapping[str, bool]) -> float:
    return 100 * mean(right.values())


def _off_template(runs: Runs, run: Run) -> float:
    return mean(part is None for part in runs.said(run, "primary").values())


def _detection(runs: Runs, run: Run) -> float:
    """Return F1 of seeing that an advert has a metaphor."""
    pairs = Pairs.of(run.captions, {clip: [clip] for clip in run.captions}, allow_empty=True)
    return metaphor_detection(pairs, dict.fromkeys(runs.truths, ()))[0].value


def _precision(runs: Runs, recipes: Sequence[str], seeds: Sequence[int]) -> str:
    """Return a sentence about the runs that trained in 32 bits."""
    found = [run for recipe in recipes for run in runs.runs(recipe, seeds) if run.precision == "float32"]
    names = ", ".join(f"{one.recipe} {one.seed}" for one in found) or "none"
    return f"Trained in 32 bits: {names}; others in bfloat16."


def _arguments() -> argparse.Namespace:
    root = Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, required=True, help="a corpus of adverts")
    parser.add_argument("--stills", type=Path, required=True, help="a corpus of stills, some with metaphors")
    parser.add_argument("--syn-stills", type=Path, help="one with metaphors by a language model")
    parser.add_argument("--plain-stills", type=Path, required=True, help="a corpus of stills without metaphors")
    parser.add_argument("--training", type=Path, default=root / "build" / "metaphors", help="where recipes are trained")
    parser.add_argument("--finished", type=Path, default=RESULTS / "metaphors", help="what finished runs wrote")
    parser.add_argument("--recipes", nargs="*", choices=STAGE_1, default=list(STAGE_1))
    parser.add_argument("--seeds", nargs="*", type=int, default=[1, 2, 3])
    add_write_option(parser)
    return parser.parse_args()


def main() -> None:
    """Train what is missing, print the tables, and with `--write` write them."""
    folder = Path(__file__).resolve().parents[2] / "recipes" / "adverts"
    args = _arguments()
    torch.set_num_threads(1)
    stills = {MAP: args.stills, TWO_LAYERS: args.plain_stills, ONE_LAYER: args.plain_stills}
    if args.syn_stills is not None:
        stills[SYN_MAP] = args.syn_stills
    runs = Runs(args.corpus, stills, args.training, args.finished, folder)
    for seed in args.seeds:
        for recipe in runs.rows:
            if recipe in args.recipes and runs.run(recipe, seed) is None:
                run = runs.train(recipe, seed)
                right = {part: round(_share(runs.right(run, part)), 1) for part in PARTS}
                took = f"{run.cpu_seconds:.0f} CPU s, {run.epochs} epochs"
                print(f"{recipe} seed {seed}: {took}, right {right}", flush=True)
    done = [recipe for recipe in runs.rows if runs.runs(recipe, args.seeds)]
    tables = [
        score_table(runs, done, args.seeds),
        accuracy_table(runs, done, args.seeds),
        comparison_table(runs, args.seeds),
    ]
    found = runs.runs(_MAIN, args.seeds)
    headlines = [
        Headline(
            f"GIT-LLaVA on Backlot's adverts, {part} right, %",
            mean_and_deviation([_share(runs.right(run, part)) for run in found]),
        )
        for part in PARTS
    ]
    report_results(
        "metaphors",
        title="Metaphors of Backlot's adverts",
        headlines=headlines,
        tables=tables,
        notes=(
            "Test adverts with a metaphor and plain ones; no pair of concepts is in two splits. The paper's figures "
            "are of VMCD and can be compared in the order of rows alone. Our models are small: a GIT trained on drawn "
            "films and SmolLM2-135M. BERTScore is MiniLM's, without baseline. Seeds of a row that trained in the same "
            "precision begin with the same projection of stage 1, so that deviations are those of stage 2.",
            _precision(runs, done, args.seeds),
            "Most runs in bfloat16 were made with the language model's layers compiled and captions written 64 at a "
            "time; the command gives the same up to rounding, in more CPU minutes.",
            "Without Syn rows: they need metaphors by a language model. SmolLM2-135M, the one that a package carries, "
            "followed the template in 0 of 32 captions by the paper's instruction; behind four examples in 20 of 24, "
            "nearly all of them free as a lion or as a bird. LLaVA with 13 billion weights was not run either.",
        ),
        write=args.write,
    )


if __name__ == "__main__":
    main()
