"""`cinescribe answer`: answer questions about clips with a trained model."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.cli.options.outputs import OutputFile
from cinescribe.cli.output import as_json, show
from cinescribe.store import write_records

_a_file = click.Path(path_type=Path)


@click.command(cls=Command)
@click.argument("checkpoint", metavar="CHECKPOINT", type=_a_file)
@click.argument("questions", metavar="QUESTIONS", type=_a_file)
@click.argument("corpus", metavar="[CORPUS]", type=_a_file, required=False)
@click.option("--output", "-o", type=OutputFile(), required=True, help="The JSONL file to write.")
@click.option("--n", type=click.IntRange(min=1), default=5, show_default=True, help="Answers to each question.")
@click.option("--device", default="cpu", show_default=True, help="Where torch computes.")
@as_json
def command(
    checkpoint: Path, questions: Path, corpus: Path | None, *, output: Path, n: int, device: str, as_json: bool
) -> None:
    """Rank answers to the questions of a file, as `score qa` reads them.

    CORPUS has the clips and their features. A model that reads only questions needs none.
    """
    from cinescribe.generate.questions.answer_questions import answer_questions  # noqa: PLC0415  slow to import

    found = answer_questions(checkpoint, questions, corpus, n=n, device=device)
    write_records(output, found.ranked)
    counts = {"questions": len(found.ranked), "unknown_answers": found.n_unknown}
    lines = [
        f"questions: {len(found.ranked):,}",
        f"questions whose true answers the model does not know: {found.n_unknown:,}",
    ]
    show(counts, lines, as_json=as_json)
