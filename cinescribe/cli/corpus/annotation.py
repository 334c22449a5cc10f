"""`cinescribe corpus annotation-sheet` and its kin: sheets of commonsense without a study, as earlier versions had."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cinescribe.cli.options.outputs import OutputFile
from cinescribe.cli.output import as_json, show
from cinescribe.cli.study.earlier import EarlierCommand
from cinescribe.corpus.commonsense.caption_candidates import CaptionCandidates
from cinescribe.corpus.datasets.sidecar_annotations import Commonsense
from cinescribe.store import read_records, write_records
from cinescribe.study.sheets.collected import Collected
from cinescribe.study.sheets.commonsense_sheets import (
    collect_annotations,
    collect_reviews,
    collect_sentences,
    write_annotation_sheet,
    write_review_sheet,
    write_sentence_sheet,
)

_a_file = click.Path(path_type=Path)
_sheets_argument = click.argument("sheets", metavar="SHEET...", nargs=-1, required=True, type=_a_file)
_commonsense_argument = click.argument("commonsense", metavar="COMMONSENSE", type=_a_file)
_sheet_option = click.option("--output", "-o", type=OutputFile(), required=True, help="The CSV sheet to write.")
_records_option = click.option("--output", "-o", type=OutputFile(), required=True, help="The JSONL file to write.")


@click.command("annotation-sheet", cls=EarlierCommand, instead="study make choose` and `study sheets")
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


@click.command("collect-annotations", cls=EarlierCommand, instead="study collect` and `study results")
@_sheets_argument
@_records_option
@as_json
def collect_annotations_command(sheets: tuple[Path, ...], *, output: Path, as_json: bool) -> None:
    """Collect filled annotation sheets as the commonsense of captions (V2C-Raw).

    A caption has the phrases that anybody ticked or wrote. A person annotates a caption once.
    """
    _write("captions", collect_annotations(sheets), output, as_json=as_json)


@click.command("review-sheet", cls=EarlierCommand, instead="study make choose` and `study sheets")
@_commonsense_argument
@_sheet_option
@as_json
def review_sheet(commonsense: Path, *, output: Path, as_json: bool) -> None:
    """Write a sheet on which a second person removes, edits and adds phrases.

    COMMONSENSE is what collect-annotations wrote. x under remove removes a phrase; new words replace it, and in the row
    without a phrase they are added.
    """
    _show({"captions": write_review_sheet(output, read_records(commonsense, Commonsense))}, as_json=as_json)


@click.command("collect-reviews", cls=EarlierCommand, instead="study collect` and `study results")
@_sheets_argument
@_records_option
@as_json
def collect_reviews_command(sheets: tuple[Path, ...], *, output: Path, as_json: bool) -> None:
    """Collect filled review sheets as the commonsense of captions."""
    _write("captions", collect_reviews(sheets), output, as_json=as_json)


@click.command("sentence-sheet", cls=EarlierCommand, instead="study make choose` and `study sheets")
@_commonsense_argument
@_sheet_option
@as_json
def sentence_sheet(commonsense: Path, *, output: Path, as_json: bool) -> None:
    """Write a sheet on which a person writes a full sentence for each aspect of a clip.

    COMMONSENSE is what collect-annotations or collect-reviews wrote.
    """
    _show({"clips": write_sentence_sheet(output, read_records(commonsense, Commonsense))}, as_json=as_json)


@click.command("collect-sentences", cls=EarlierCommand, instead="study collect` and `study results")
@_sheets_argument
@_records_option
@as_json
def collect_sentences_command(sheets: tuple[Path, ...], *, output: Path, as_json: bool) -> None:
    """Collect filled sentence sheets as V2C-Clean: a sentence for each aspect of a clip."""
    _write("clips", collect_sentences(sheets), output, as_json=as_json)


def _write(of: str, found: Collected[Any], output: Path, *, as_json: bool) -> None:
    write_records(output, found.records)
    _show({of: len(found.records), **found.counts}, as_json=as_json)


def _show(counts: dict[str, int], *, as_json: bool) -> None:
    show(counts, [f"{name.replace('_', ' ')}: {n:,}" for name, n in counts.items()], as_json=as_json)
