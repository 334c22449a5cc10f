"""`cinescribe corpus questions`: questions about what clips imply."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.cli.options.outputs import OutputFile
from cinescribe.cli.output import as_json, progress_bar, quiet, show
from cinescribe.store import write_records


@click.command("questions", cls=Command)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--output", "-o", type=OutputFile(), required=True, help="The JSONL file to write.")
@click.option("--split", help="Only clips of this split.")
@click.option("--seed", default=0, show_default=True, help="Of the choice of phrases that are not true.")
@click.option("--random-negatives", is_flag=True, help="Draw phrases that are not true at random, not to fit the clip.")
@quiet
@as_json
def questions_command(
    folder: Path, *, output: Path, split: str | None, seed: int, random_negatives: bool, quiet: bool, as_json: bool
) -> None:
    """Write questions about the intentions, effects and attributes of a corpus's clips, with all true answers.

    Each clip of `commonsense.jsonl` is asked 21 kinds of questions. Kinds that need a subject or a verb that the
    captions do not have are skipped and counted.
    """
    from cinescribe.corpus.questions.corpus_questions import corpus_questions  # noqa: PLC0415  spaCy is slow to import

    with progress_bar(quiet=quiet) as progress:
        made = corpus_questions(folder, split=split, seed=seed, adversarial=not random_negatives, progress=progress)
    write_records(output, made.questions)
    counts = {
        "questions": len(made.questions),
        "clips": made.n_clips,
        "captions_without_subject": made.n_without_subject,
        "captions_without_action": made.n_without_action,
    }
    lines = [f"{name.replace('_', ' ')}: {n:,}" for name, n in counts.items()]
    lines += [f"skipped, {kind}: {n:,}" for kind, n in made.skipped.items()]
    show(counts | {"skipped": dict(made.skipped)}, lines, as_json=as_json)
