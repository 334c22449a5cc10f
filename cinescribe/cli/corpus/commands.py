"""`cinescribe corpus`: build, import, check, count and export annotated corpora of films and stills."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.command import Group
from cinescribe.cli.corpus.align_script import align_script_command
from cinescribe.cli.corpus.annotation import (
    annotation_sheet,
    collect_annotations_command,
    collect_reviews_command,
    collect_sentences_command,
    review_sheet,
    sentence_sheet,
)
from cinescribe.cli.corpus.build import build
from cinescribe.cli.corpus.commonsense import commonsense_command, train_ranker_command
from cinescribe.cli.corpus.corrections import corrections_command
from cinescribe.cli.corpus.counts import show_counts
from cinescribe.cli.corpus.formats import export, submit
from cinescribe.cli.corpus.imports import import_
from cinescribe.cli.corpus.join import join_command
from cinescribe.cli.corpus.metaphorise import metaphorise_command
from cinescribe.cli.corpus.metaphors import metaphors
from cinescribe.cli.corpus.questions import questions_command
from cinescribe.cli.corpus.segment_ad import segment_ad_command
from cinescribe.cli.corpus.stats import stats
from cinescribe.cli.output import as_json
from cinescribe.corpus.checks.inspect_folder import inspect_folder


@click.group(cls=Group)
def command() -> None:
    """Build, check, count and convert annotated corpora."""


for subcommand in (
    align_script_command,
    annotation_sheet,
    build,
    collect_annotations_command,
    collect_reviews_command,
    collect_sentences_command,
    commonsense_command,
    corrections_command,
    export,
    import_,
    join_command,
    metaphorise_command,
    metaphors,
    questions_command,
    review_sheet,
    segment_ad_command,
    sentence_sheet,
    stats,
    submit,
    train_ranker_command,
):
    command.add_command(subcommand)


@command.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@as_json
def check(folder: Path, *, as_json: bool) -> None:
    """Read a corpus and list all its faults.

    It checks ids, times, texts, people, splits and files. The exit code is 1 if there are faults.
    """
    inspected = inspect_folder(folder)
    show_counts(inspected.corpus, faults=inspected.faults, as_json=as_json)
    if inspected.faults:
        raise click.exceptions.Exit(1)
