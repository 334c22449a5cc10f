"""`cinescribe corpus annotation-sheet` and its kin: sheets on which people annotate commonsense, and their answers."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

import click

from cinescribe.cli.command import Command
from cinescribe.cli.options.outputs import OutputFile
from cinescribe.cli.output import as_json, show
from cinescribe.corpus.commonsense.annotation_sheets import (
    CollectedAnnotations,
    collect_annotations,
    write_annotation_sheet,
)
from cinescribe.corpus.commonsense.caption_candidates import CaptionCandidates
from cinescribe.corpus.commonsense.review_sheets import CollectedReviews, collect_reviews, write_review_sheet
from cinescribe.corpus.commonsense.sentence_sheets import CollectedSentences, collect_sentences, write_sentence_sheet
from cinescribe.corpus.datasets.sidecar_annotations import Commonsense
from cinescribe.store import read_records, write_records

_a_file = click.Path(path_type=Path)
_sheets_argument = click.argument("sheets", metavar="SHEET...", nargs=-1, required=True, type=_a_file)
commonsense_argument = click.argument("commonsense", metavar="COMMONSENSE", type=_a_file)
_sheet_option = click.option("--output", "-o", type=OutputFile(), required=True, help="The CSV sheet to write.")
_records_option = click.option("--output", "-o", type=OutputFile(), required=True, help="The JSONL file to write.")


@click.command("annotation-sheet", cls=Command)
@click.argument("candidates", metavar="CANDIDATES", type=_a_file)
@_sheet_option
@click.option("--annotator", required=True, help="What the person is called in the sheet, such as p1.")
@as_json
def annotation_sheet(candidates: Path, *, output: Path, annotator: str, as_json: bool) -> None:
    """Write a sheet on which a person chooses what captions imply.

    CANDIDATES come from corpus commonsense. The person watches each clip, writes x beside the phrases that fit, and
    phrases of their own under own words, with semicolons between several.
    """
    n_captions = write_annotation_sheet(output, read_records(candidates, CaptionCandidates), annotator=annotator)
    _show({"captions": n_captions}, as_json=as_json)


@click.command("collect-annotations", cls=Command)
@_sheets_argument
@_records_option
@as_json
def collect_annotations_command(sheets: tuple[Path, ...], *, output: Path, as_json: bool) -> None:
    """Collect filled annotation sheets as the commonsense of captions (V2C-Raw).

    A caption has the phrases that anybody ticked or wrote. A person annotates a caption once.
    """
    found = collect_annotations(sheets)
    write_records(output, found.commonsense)
    _show_collected(found, {"captions": len(found.commonsense)}, as_json=as_json)


@click.command("review-sheet", cls=Command)
@commonsense_argument
@_sheet_option
@as_json
def review_sheet(commonsense: Path, *, output: Path, as_json: bool) -> None:
    """Write a sheet on which a second person removes, edits and adds phrases.

    COMMONSENSE is what collect-annotations wrote. x under remove removes a phrase; new words replace it, and in the row
    without a phrase they are added.
    """
    _show({"captions": write_review_sheet(output, read_records(commonsense, Commonsense))}, as_json=as_json)


@click.command("collect-reviews", cls=Command)
@_sheets_argument
@_records_option
@as_json
def collect_reviews_command(sheets: tuple[Path, ...], *, output: Path, as_json: bool) -> None:
    """Collect filled review sheets as the commonsense of captions."""
    found = collect_reviews(sheets)
    write_records(output, found.commonsense)
    _show_collected(found, {"captions": len(found.commonsense)}, as_json=as_json)


@click.command("sentence-sheet", cls=Command)
@commonsense_argument
@_sheet_option
@as_json
def sentence_sheet(commonsense: Path, *, output: Path, as_json: bool) -> None:
    """Write a sheet on which a person writes a full sentence for each aspect of a clip.

    COMMONSENSE is what collect-annotations or collect-reviews wrote.
    """
    _show({"clips": write_sentence_sheet(output, read_records(commonsense, Commonsense))}, as_json=as_json)


@click.command("collect-sentences", cls=Command)
@_sheets_argument
@_records_option
@as_json
def collect_sentences_command(sheets: tuple[Path, ...], *, output: Path, as_json: bool) -> None:
    """Collect filled sentence sheets as V2C-Clean: a sentence for each aspect of a clip."""
    found = collect_sentences(sheets)
    write_records(output, found.sentences)
    _show_collected(found, {"clips": len(found.sentences)}, as_json=as_json)


def _show_collected(
    found: CollectedAnnotations | CollectedReviews | CollectedSentences, counts: dict[str, Any], *, as_json: bool
) -> None:
    """Show counts, and then each number that was counted while sheets were collected."""
    numbers = {one.name.removeprefix("n_"): getattr(found, one.name) for one in fields(found)}
    _show({**counts, **{name: n for name, n in numbers.items() if isinstance(n, int)}}, as_json=as_json)


def _show(counts: dict[str, Any], *, as_json: bool) -> None:
    show(counts, [f"{name.replace('_', ' ')}: {n:,}" for name, n in counts.items()], as_json=as_json)
