"""Whether `score story-qa` counts as the authors of StoryAD-QA do: their evaluator and ours on random answers.

    python -m benchmarks.story.evaluator_agreement --release DIR [--write]

DIR is a copy of SEE-AI-Lab/ECCV2026_StoryTeller_StoryAD_QA, of which nothing comes with Cinescribe; its evaluator needs
pandas.
"""

from __future__ import annotations

import argparse
import random
import runpy
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from cinescribe.metrics.core.score import Score
from cinescribe.metrics.description.story_questions import (
    StoryQuestion,
    predictions_csv,
    read_story_questions,
    score_story_questions,
)
from cinescribe.store import write_text

N_SETS = 20  # of answers to each file
SEED = 0
NOTES = (
    "Each set of answers is drawn for one file of the release: a fifth to four fifths are right, the others are a "
    "wrong choice, no readable choice, or none because there is no description. Our answers are written as `score "
    "story-qa --predictions` writes them and read by the authors' `evaluate_storyad_qa.py`, as released in 2026.",
    "The authors count an unreadable answer as missing when it is empty; we report it apart. Both leave it out of the "
    "accuracy.",
    "This compares counting only. The paper's figures depend on its reader, a large model, whose answers were not "
    "released.",
)

Evaluate = Callable[[Path, Path], Mapping[str, Any]]


def drawn(questions: Sequence[StoryQuestion], rng: random.Random) -> list[str | None]:
    """Return random answers, some of them missing or unreadable."""
    share = rng.uniform(0.2, 0.8)
    others: tuple[str | None, ...] = ("A", "B", "C", "D", "E", "", None)
    return [one.answer if rng.random() < share else rng.choice(others) for one in questions]


def difference(ours: Sequence[Score], theirs: Mapping[str, Any], n: int) -> float:
    """Return how far the accuracies and the shares of unanswered questions are apart, whichever is larger."""
    accuracy, missing, unreadable = (one.value for one in ours)
    unanswered = float(theirs["missing"] + theirs["invalid"]) / n
    return max(abs(accuracy - float(theirs["accuracy"])), abs(missing + unreadable - unanswered))


def file_row(path: Path, evaluate: Evaluate, folder: Path) -> Row:
    """Compare both on random answers to a file of the release."""
    questions, rng = read_story_questions(path), random.Random(f"{SEED}/{path.name}")
    largest, accuracies = 0.0, []
    for _ in range(N_SETS):
        answers = drawn(questions, rng)
        write_text(folder / "predictions.csv", predictions_csv(questions, answers))
        theirs = evaluate(path, folder / "predictions.csv")
        ours = score_story_questions(questions, answers, model="random")
        largest = max(largest, difference(ours, theirs, len(questions)))
        accuracies.append(theirs["accuracy"])
    span = f"{min(accuracies):.3f} to {max(accuracies):.3f}"
    return path.name.split("_gemini")[0], len(questions), N_SETS, span, f"{largest:.1e}"


def main() -> None:
    """Compare, and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--release", type=Path, required=True)
    add_write_option(parser)
    arguments = parser.parse_args()
    evaluate: Evaluate = runpy.run_path(str(arguments.release / "evaluation" / "evaluate_storyad_qa.py"))["evaluate"]
    files = sorted((arguments.release / "data" / "StoryAD-QA").glob("*.csv"))
    with tempfile.TemporaryDirectory() as folder:
        rows = [file_row(path, evaluate, Path(folder)) for path in files]
    columns = ("file", "questions", "sets of answers", "accuracy", "largest difference")
    table = print_table("Their evaluator and ours", columns, rows)
    n = sum(int(row[1] or 0) for row in rows)
    largest = max(float(row[-1] or 0) for row in rows)
    what = f"accuracy of StoryAD-QA's evaluator and ours, {n:,} questions, {N_SETS} sets of answers each"
    report_results(
        "story_qa_evaluator",
        "StoryAD-QA's evaluator and ours",
        headlines=[Headline(what, f"largest difference {largest:.1e}", "≤ 1e-12")],
        tables=[table],
        notes=NOTES,
        write=arguments.write,
    )


if __name__ == "__main__":
    main()
