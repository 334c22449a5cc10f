"""`cinescribe score story-qa`: how many questions about a story can be answered from its description only."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.cli.options.outputs import OutputFile
from cinescribe.cli.output import announce, as_json
from cinescribe.cli.score.show import show_scores
from cinescribe.metrics.description.story_questions import (
    answer_story_questions,
    predictions_csv,
    read_story_questions,
    score_story_questions,
)
from cinescribe.metrics.files.caption_files import read_candidates
from cinescribe.store import write_text

_a_file = click.Path(path_type=Path)


@click.command("story-qa", cls=Command)
@click.argument("questions", metavar="QUESTIONS", type=_a_file)
@click.argument("descriptions", metavar="DESCRIPTIONS", type=_a_file)
@click.option("--reader", required=True, metavar="NAME", help="A language model, server:<URL>#<model> or hub:<id>.")
@click.option("--blind", is_flag=True, help="Ask without the descriptions, to see how many can be guessed.")
@click.option("--predictions", type=OutputFile(), help="Write the answers for the authors' evaluator, .csv.")
@click.option("--confidence", "with_intervals", is_flag=True, help="Add 95 % bootstrap intervals over films.")
@click.option("--fetch", is_flag=True, help="Allow models to be fetched; size and licence are announced first.")
@as_json
def story_qa(
    *,
    questions: Path,
    descriptions: Path,
    reader: str,
    blind: bool,
    predictions: Path | None,
    with_intervals: bool,
    fetch: bool,
    as_json: bool,
) -> None:
    """Ask a language model the questions of StoryAD-QA about descriptions.

    QUESTIONS is a file of its release. DESCRIPTIONS has the text of each part by its `file`, as {file: text} in .json.
    Answers of a server are kept: a second call asks only what is new.
    """
    from cinescribe.models.vlm.text_answers import text_answers  # noqa: PLC0415  not in the base installation

    asked = read_story_questions(questions)
    texts = read_candidates(descriptions)
    model = text_answers(reader, fetch=fetch, announce=announce, sent="the descriptions and questions")
    letters = answer_story_questions(asked, texts, model, blind=blind)
    if predictions is not None:
        write_text(predictions, predictions_csv(asked, letters))
    scores = score_story_questions(asked, letters, model=model.name, blind=blind)
    show_scores(scores, as_json=as_json, with_intervals=with_intervals)
