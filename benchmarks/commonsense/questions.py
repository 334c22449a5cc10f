"""Table 4 of *Video2Commonsense* (V2C-QA) on Backlot's motivated stories, beside the paper's figures.

    python -m benchmarks.commonsense.questions --corpus CORPUS --pretrained CHECKPOINT [--results DIR]
        [--models NAME ...] [--seeds 1 2 3]

trains what DIR lacks and prints all tables; with `--models` without names nothing is trained. CORPUS is built by
`cinescribe corpus build backlot-motives`, and has the features `clip,actions` and the file that
`cinescribe corpus questions CORPUS -o CORPUS/questions.jsonl` writes. CHECKPOINT is a V2C-Transformer trained on it
by `recipes/v2c/v2c-transformer.toml`, whose video encoder pretrained models start from. Figures are of the test films,
mean ± standard deviation over seeds. A question whose true answers are not in training is a miss.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

import numpy as np
import torch

from benchmarks.captioners.paper_tables import mean_and_deviation
from benchmarks.commonsense.question_runs import QuestionRuns
from benchmarks.results import Headline, Row, Table, add_write_option, print_table, report_results
from cinescribe.corpus.questions.templates import QUESTION_KINDS
from cinescribe.metrics.core.score import Score
from cinescribe.schema import ASPECTS

NAMES = ("P@1", "R@1", "P@3", "R@3", "P@5", "R@5")
PAPER_QUESTIONS, PAPER_SECONDS = 31_500, 60


@dataclass(frozen=True)
class Model:
    """A row of the table.

    Args:
        label, name, recipe: of the row, of its runs, and what is trained; the majority's answers need no recipe.
        is_pretrained: whether it starts from a V2C-Transformer.
        paper: figures of the paper by group of questions, in the order of `NAMES`.
    """

    label: str
    name: str
    recipe: str = ""
    is_pretrained: bool = False
    paper: Mapping[str, tuple[float, ...]] | None = None


def _paper(*figures: tuple[float, ...]) -> dict[str, tuple[float, ...]]:
    return dict(zip(ASPECTS, figures, strict=True))


MODELS = (
    Model("majority of the kind", "majority"),
    Model("text alone: question", "text-only", "qa-text-only",
          paper={"all": (12.36, 11.70, 13.84, 12.35, 14.77, 14.10)}),
    Model("question and caption", "captions", "qa-captions"),
    Model("V2C-T", "video", "qa-video",
          paper=_paper((10.34, 2.31, 7.69, 5.03, 6.37, 6.87), (20.95, 5.43, 8.65, 6.57, 5.65, 7.06),
                       (59.52, 48.30, 22.39, 51.40, 13.97, 52.57))),
    Model("V2C-T + captions", "video-captions", "qa-video-captions",
          paper=_paper((10.72, 2.54, 8.08, 5.47, 6.39, 7.20), (20.95, 5.32, 8.50, 6.48, 5.76, 7.26),
                       (59.74, 48.22, 23.12, 52.44, 14.64, 54.35))),
    Model("pretrained V2C-T", "pretrained-video", "qa-video", is_pretrained=True,
          paper=_paper((10.77, 2.69, 8.01, 5.58, 6.71, 7.88), (20.95, 5.32, 8.63, 6.55, 5.82, 7.49),
                       (60.72, 49.00, 23.18, 52.73, 14.98, 55.40))),
    Model("pretrained V2C-T + captions", "pretrained-video-captions", "qa-video-captions", is_pretrained=True,
          paper=_paper((11.04, 2.68, 7.96, 5.70, 6.63, 7.79), (21.12, 5.60, 8.70, 6.89, 5.83, 7.68),
                       (59.57, 48.24, 23.10, 52.54, 14.94, 54.91))),
)  # fmt: skip
TRAINED = tuple(model.name for model in MODELS if model.recipe)
_BLIND = "text-only"

Scores = Mapping[str, Sequence[Mapping[str, Score]]]  # by model, of each seed


def group_table(found: Scores, group: str, *, is_open: bool) -> Table:
    """Print and return precision and recall of all models on the questions of an aspect, or of `all`."""
    parts = [*([group] if group != "all" else []), *(["open"] if is_open else [])]
    rows: list[Row] = []
    for model in MODELS:
        paper = (model.paper or {}).get(group)
        beside = [f"{value:.2f}" for value in paper] if paper else ["-"] * len(NAMES)
        cells = []
        for name, one in zip(NAMES, beside, strict=True):
            ours = mean_and_deviation([100 * own[" ".join([*parts, name])].value for own in found[model.name]])
            cells.append(f"{ours.removesuffix(' (1)') if not model.recipe else ours} [{one}]")
        rows.append((model.label, *cells))
    which = "open questions" if is_open else "all questions, with those of yes or no"
    return print_table(f"Table 4, {group}: {which} [the paper's]", ("", *NAMES), rows)


def kind_table(runs: QuestionRuns, found: Scores) -> Table:
    """Print and return precision at 1 by kind of question."""
    rows: list[Row] = []
    for kind in QUESTION_KINDS:
        own = [name for name, one in runs.tested.items() if one.kind == kind]
        figures = [[100 * each[f"{kind} P@1"].value for each in found[model.name]] for model in MODELS]
        rows.append((kind, len(own), *(f"{mean(each):.1f}" if each else "-" for each in figures)))
    return print_table("P@1 by kind, mean over seeds", ("", "questions", *(model.label for model in MODELS)), rows)


def count_table(runs: QuestionRuns) -> Table:
    """Print and return how many questions there are, and of how many no model can know an answer."""
    rows: list[Row] = []
    for aspect in (*ASPECTS, "all"):
        own = {name: one for name, one in runs.tested.items() if aspect in ("all", one.aspect)}
        is_open = {name for name, one in own.items() if not set(one.answers) <= {"yes", "no"}}
        share = 100 * len(runs.unknown & is_open) / len(is_open)
        distinct = len({answer for one in own.values() for answer in one.answers})
        rows.append((aspect, len(own), len(is_open), distinct, len(runs.unknown & is_open), f"{share:.1f}"))
    columns = ("", "questions", "open", "distinct answers", "no answer in training", "% of open")
    return print_table("Questions about the test films", columns, rows)


def comparison_table(runs: QuestionRuns, found: Scores, seeds: Sequence[int]) -> Table:
    """Print and return gains over the question alone in P@1 of open questions, seed by seed."""
    rows: list[Row] = []
    blind = dict(zip((run.seed for run in runs.finished(_BLIND, seeds)), found[_BLIND], strict=True))
    for model in MODELS:
        if not model.recipe or model.name == _BLIND:
            continue
        for run, own in zip(runs.finished(model.name, seeds), found[model.name], strict=True):
            if run.seed in blind:
                names = ("open P@1", *(f"{aspect} open P@1" for aspect in ASPECTS), "P@1")
                cells = [gain_over_films(runs.films, own[name], blind[run.seed][name]) for name in names]
                rows.append((model.label, run.seed, *cells))
    return print_table(
        "Gain over the question alone in P@1, points (95 %)",
        ("", "seed", "open", *(f"{aspect}, open" for aspect in ASPECTS), "all"),
        rows,
        note="Paired bootstrap over films, 1,000 draws: all questions about a film are drawn together.",
    )


def gain_over_films(films: Mapping[str, str], left: Score, right: Score) -> str:
    """Return the difference of two scores with its bootstrap interval over films, in percent."""
    sums: dict[str, list[float]] = {}
    for name, value in left.per_item.items():
        film = sums.setdefault(films[name], [0, 0])
        film[0] += value - right.per_item[name]
        film[1] += 1
    each = np.array([*sums.values()])
    drawn = each[np.random.default_rng(0).integers(0, len(each), (1000, len(each)))].sum(1)
    low, high = 100 * np.quantile(drawn[:, 0] / drawn[:, 1], (0.025, 0.975))
    gain, count = each.sum(0)
    return f"{100 * gain / count:.1f} ({low:.1f} to {high:.1f})"


def training_table(runs: QuestionRuns, seeds: Sequence[int]) -> Table:
    """Print and return what training cost."""
    rows: list[Row] = []
    for model in MODELS:
        if model.recipe and (own := runs.finished(model.name, seeds)):
            rows.append((
                model.label, len(own), f"{mean(run.epochs for run in own):.0f}",
                mean_and_deviation([100 * run.validation for run in own]),
                f"{mean(run.cpu_seconds for run in own):.0f}",
            ))  # fmt: skip
    columns = ("", "seeds", "epochs", "P@1 on validation films, all questions", "CPU s")
    return print_table("Training", columns, rows)


def making_table(runs: QuestionRuns) -> Table:
    """Print and return the cost of making the questions."""
    n, seconds = runs.making()
    rows: list[Row] = [(n, f"{seconds:.1f}", f"{seconds * PAPER_QUESTIONS / n:.1f}")]
    columns = ("questions", "CPU s", f"for {PAPER_QUESTIONS:,}, scaled")
    note = "Parsing, sentence vectors and matching included, imports left out; the last column is a proportion."
    return print_table("Making the questions", columns, rows, note=note)


def _headlines(runs: QuestionRuns, found: Scores) -> list[Headline]:
    def open_precision(model: str) -> float:
        return 100 * mean(each["open P@1"].value for each in found[model])

    n, seconds = runs.making()
    return [
        Headline(
            "V2C-QA on Backlot, P@1 of open questions: video + captions, %", f"{open_precision('video-captions'):.1f}"
        ),
        Headline(
            "the same, above the question alone, points",
            f"{open_precision('video-captions') - open_precision(_BLIND):.1f}",
        ),
        Headline(
            "the same, above question and caption, points",
            f"{open_precision('video-captions') - open_precision('captions'):.1f}",
        ),
        Headline(
            f"{PAPER_QUESTIONS:,} questions, scaled from {n:,}, CPU s",
            f"{seconds * PAPER_QUESTIONS / n:.1f}",
            f"≤ {PAPER_SECONDS}",
        ),
    ]


def _notes(runs: QuestionRuns) -> tuple[str, ...]:
    clips = {split: len({one.clip for one in own}) for split, own in runs.questions.items()}
    counts = {split: len(own) for split, own in runs.questions.items()}
    sizes = ", ".join(f"{counts[split]:,} about {clips[split]:,} clips ({split})" for split in ("train", "val", "test"))
    return (
        f"Corpus `backlot-motives`, size `small`; questions: {sizes}. The paper has 37k about 1,500 videos. Its "
        "figures are of MSR-VTT: compare the order of rows alone. Whether they count questions of yes or no is "
        "not said; their P@1 of intention (10 to 11) is less than guessing yes or no alone would give on our kinds.",
        "Questions whose true answers all lack in training are misses of every model; they are counted below. "
        "Statements of yes or no are true with equal chances, so 50 % there is chance.",
        "What falls short: in questions of yes or no, no model is clearly above chance; in what is not wanted or does "
        "not follow, whose answers are phrases of other clips, none is much above the majority. All that is "
        "gained is gained in questions about what is true.",
        "Learning rate and epochs were set on validation films with V2C-T + captions, and are the same in all rows; "
        "the epoch with the best P@1 on validation films is kept. Pretrained rows of all seeds start from the video "
        "encoder of one V2C-Transformer (seed 1). Ten epochs are what two cores allow: on validation films the "
        "question alone hardly rises after the fourth; models that see still rise a little at the end.",
    )


def _arguments() -> argparse.Namespace:
    root = Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, required=True, help="motivated stories with features and questions")
    parser.add_argument("--pretrained", type=Path, help="a V2C-Transformer's checkpoint; to train pretrained rows")
    parser.add_argument("--results", type=Path, default=root / "build" / "commonsense_questions")
    parser.add_argument("--models", nargs="*", choices=TRAINED, default=list(TRAINED))
    parser.add_argument("--seeds", nargs="*", type=int, default=[1, 2, 3])
    add_write_option(parser)
    args = parser.parse_args()
    if args.pretrained is None and any(model.is_pretrained and model.name in args.models for model in MODELS):
        parser.error("pretrained rows need --pretrained CHECKPOINT; give it, or name other --models")
    return args


def main() -> None:
    args = _arguments()
    torch.set_num_threads(1)
    recipes = Path(__file__).resolve().parents[2] / "recipes" / "v2c"
    runs = QuestionRuns(args.corpus, args.results, recipes, args.pretrained)
    for seed in args.seeds:
        for model in MODELS:
            if model.name in args.models and runs.run(model.name, seed) is None:
                run = runs.train(model.name, model.recipe, seed, is_pretrained=model.is_pretrained)
                value = 100 * runs.scores(run)["open P@1"].value
                print(f"{model.name} seed {seed}: {run.cpu_seconds:.0f} CPU s, open P@1 {value:.1f}", flush=True)
    found = {model.name: [runs.scores(run) for run in runs.finished(model.name, args.seeds)] for model in MODELS}
    tables = [
        *(group_table(found, group, is_open=is_open) for is_open in (True, False) for group in ("all", *ASPECTS)),
        kind_table(runs, found),
        comparison_table(runs, found, args.seeds),
        count_table(runs),
        training_table(runs, args.seeds),
        making_table(runs),
    ]
    report_results(
        "commonsense_questions",
        title="V2C-QA on Backlot's motivated stories",
        headlines=_headlines(runs, found),
        tables=tables,
        notes=_notes(runs),
        write=args.write,
    )


if __name__ == "__main__":
    main()
