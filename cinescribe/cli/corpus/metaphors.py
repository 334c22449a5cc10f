"""`cinescribe corpus metaphors`: annotators' judgements about metaphor, step by step, and the corpus they become."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from cinescribe.cli.command import Group
from cinescribe.cli.options.outputs import OutputFile, OutputFolder
from cinescribe.cli.output import announce, as_json, show
from cinescribe.cli.study.earlier import EarlierCommand
from cinescribe.corpus.metaphors.caption_lint import CaptionLint, lint_judgements, read_brands
from cinescribe.corpus.metaphors.judgements import N_ANNOTATORS, MetaphorJudgement, read_judgements, write_judgements
from cinescribe.corpus.metaphors.screening import BRIEFING
from cinescribe.corpus.metaphors.unite_judgements import UnitedReport, unite_judgements
from cinescribe.corpus.metaphors.videos import read_videos
from cinescribe.study.sheets.collected import Collected
from cinescribe.study.sheets.judgement_sheets import (
    collect_decisions,
    collect_judgements,
    write_judgement_sheet,
    write_rewrite_sheet,
    write_validation_sheet,
)
from cinescribe.study.sheets.yes_no_sheets import caption_quality, screening_results, write_screening_sheet

_a_file = click.Path(path_type=Path)
_sheets_argument = click.argument("sheets", metavar="SHEET...", nargs=-1, required=True, type=_a_file)
judgements_argument = click.argument("judgements", metavar="JUDGEMENTS", type=_a_file)
judgements_option = click.option("--judgements", type=_a_file, required=True, help="All judgements so far.")
videos_option = click.option("--videos", type=_a_file, required=True, help="The corpus, or the folder of video files.")
annotator_option = click.option(
    "--annotator", required=True, help="What the person is called in the sheet, such as p1."
)
_sheet_option = click.option("--output", "-o", type=OutputFile(), required=True, help="The CSV sheet to write.")
_records_option = click.option("--output", "-o", type=OutputFile(), required=True, help="The JSONL file to write.")
key_option = click.option("--key", type=_a_file, required=True, help="Right answers: CSV with test, clip and metaphor.")
annotators_option = click.option(
    "--annotators", type=click.IntRange(min=1), default=N_ANNOTATORS, show_default=True, help="Annotators of a video."
)
brands_option = click.option(
    "--brands",
    type=_a_file,
    help="Further brands and names: CSV with brand and instead; words without instead are right.",
)


@click.group(cls=Group)
def metaphors() -> None:
    """Collect what annotators see in videos as metaphors, and make a corpus of them."""


@metaphors.command()
@as_json
def briefing(*, as_json: bool) -> None:
    """Print what annotators read first: what a metaphor is, with examples, and how to answer."""
    show({"briefing": BRIEFING}, [BRIEFING], as_json=as_json)


@metaphors.command("screening-sheet", cls=EarlierCommand, instead="study make metaphor` and `study sheets")
@click.argument("key", metavar="KEY", type=_a_file)
@annotator_option
@_sheet_option
@as_json
def screening_sheet(key: Path, *, annotator: str, output: Path, as_json: bool) -> None:
    """Write a sheet of the two tests of an annotator, without the answers of KEY."""
    _show({"videos": write_screening_sheet(output, key, annotator=annotator)}, as_json=as_json)


@metaphors.command(cls=EarlierCommand, instead="study collect` and `study results")
@_sheets_argument
@key_option
@click.option("--pass-mark", type=float, default=80, show_default=True, help="Right answers a test needs, in percent.")
@as_json
def screen(sheets: tuple[Path, ...], *, key: Path, pass_mark: float, as_json: bool) -> None:
    """Grade filled screening sheets: who passed both tests."""
    if not 0 < pass_mark <= 100:
        raise click.UsageError(f"--pass-mark is {pass_mark:g} percent; expected more than 0 and up to 100")
    results = screening_results(sheets, key, pass_mark=pass_mark / 100)
    lines = [
        f"{one.annotator}: test 1 {100 * one.first:.0f}%, test 2 {100 * one.second:.0f}%, "
        f"{'passed' if one.passed else 'not passed'}"
        for one in results
    ]
    show([one.to_dict() for one in results], lines, as_json=as_json)


@metaphors.command(cls=EarlierCommand, instead="study make metaphor` and `study sheets")
@click.argument("videos", metavar="VIDEOS", type=_a_file)
@annotator_option
@_sheet_option
@as_json
def sheet(videos: Path, *, annotator: str, output: Path, as_json: bool) -> None:
    """Write a sheet on which one annotator independently answers questions a to h about each video.

    VIDEOS is a corpus, or a folder of video files.
    """
    written = write_judgement_sheet(output, read_videos(videos).corpus, annotator=annotator)
    _show({"clips": written}, as_json=as_json)


@metaphors.command(cls=EarlierCommand, instead="study collect` and `study results")
@_sheets_argument
@videos_option
@click.option("--judgements", type=_a_file, help="Judgements of other sheets, to which these are added.")
@annotators_option
@_records_option
@as_json
def collect(
    sheets: tuple[Path, ...], *, videos: Path, judgements: Path | None, annotators: int, output: Path, as_json: bool
) -> None:
    """Collect filled sheets as judgements."""
    found = collect_judgements(
        sheets,
        read_videos(videos).corpus,
        at=_now(),
        judgements=read_judgements(judgements, n_annotators=annotators) if judgements else (),
        n_annotators=annotators,
    )
    _write(found, output, as_json=as_json, versions=len(found.records))


@metaphors.command()
@judgements_argument
@brands_option
@annotators_option
@as_json
def lint(judgements: Path, *, brands: Path | None, annotators: int, as_json: bool) -> None:
    """List wrong spelling and grammar, names and brands in the latest sentences."""
    faults = lint_judgements(read_judgements(judgements, n_annotators=annotators), _lint(brands))
    lines = [f"{one.clip}, {one.by}: {one.caption}\n  " + "\n  ".join(one.faults) for one in faults]
    show([one.to_dict() for one in faults], lines or ["no fault found"], as_json=as_json)


@metaphors.command("validation-sheet", cls=EarlierCommand, instead="study sheets --person EXPERT")
@judgements_argument
@brands_option
@annotators_option
@_sheet_option
@as_json
def validation_sheet(judgements: Path, *, brands: Path | None, annotators: int, output: Path, as_json: bool) -> None:
    """Write a sheet on which an expert accepts sentences, or returns them with a remark.

    It has the sentences of videos in which all annotators see a metaphor.
    """
    found = read_judgements(judgements, n_annotators=annotators)
    n_written = write_validation_sheet(output, found, lint=_lint(brands), n_annotators=annotators)
    _show({"sentences": n_written}, as_json=as_json)


@metaphors.command(cls=EarlierCommand, instead="study collect` and `study results")
@_sheets_argument
@judgements_option
@annotators_option
@_records_option
@as_json
def validate(sheets: tuple[Path, ...], *, judgements: Path, annotators: int, output: Path, as_json: bool) -> None:
    """Add the decisions of filled validation sheets to the judgements."""
    found = collect_decisions(sheets, at=_now(), judgements=read_judgements(judgements, n_annotators=annotators))
    _write(found, output, as_json=as_json)


@metaphors.command("rewrite-sheet", cls=EarlierCommand, instead="study sheets")
@judgements_argument
@annotator_option
@annotators_option
@_sheet_option
@as_json
def rewrite_sheet(judgements: Path, *, annotator: str, annotators: int, output: Path, as_json: bool) -> None:
    """Write a sheet of the answers that one annotator has to write again, with the expert's remarks."""
    found = read_judgements(judgements, n_annotators=annotators)
    _show({"returned": write_rewrite_sheet(output, found, annotator=annotator)}, as_json=as_json)


@metaphors.command(cls=EarlierCommand, instead="study collect` and `study results")
@_sheets_argument
@videos_option
@judgements_option
@annotators_option
@_records_option
@as_json
def rewrite(
    sheets: tuple[Path, ...], *, videos: Path, judgements: Path, annotators: int, output: Path, as_json: bool
) -> None:
    """Add the answers of changed rewrite sheets to the judgements."""
    found = collect_judgements(
        sheets,
        read_videos(videos).corpus,
        at=_now(),
        judgements=read_judgements(judgements, n_annotators=annotators),
        n_annotators=annotators,
    )
    write_judgements(output, found.records)
    _show({"new": found.counts["new"], "unchanged": found.counts["blank"]}, as_json=as_json)


@metaphors.command()
@judgements_argument
@videos_option
@click.option(
    "-o", "--output", "folder", metavar="DIR", type=OutputFolder(), required=True, help="The corpus to write."
)
@click.option(
    "--split", default="400,55,250", show_default=True, help="Videos of train, val and test, or their shares."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the random splits.")
@annotators_option
@click.option("--concepts-apart", is_flag=True, help="Keep equal pairs of primary and secondary concept in one split.")
@as_json
def unite(
    judgements: Path,
    *,
    videos: Path,
    folder: Path,
    split: str,
    seed: int,
    annotators: int,
    concepts_apart: bool,
    as_json: bool,
) -> None:
    """Make a corpus of the videos in which all annotators see a metaphor and the expert accepted every sentence.

    The other videos are listed in excluded.jsonl with the reason, agreement and attrition in agreement.json.
    """
    united = unite_judgements(
        folder,
        judgements,
        videos,
        split=_shares(split),
        seed=seed,
        n_annotators=annotators,
        concepts_apart=concepts_apart,
    )
    empty = united.report.empty_splits()
    if empty is not None:
        announce(empty)
    excluded = {"excluded": [one.to_dict() for one in united.excluded]}
    show(united.report.to_dict() | excluded, _report_lines(united.report), as_json=as_json)


@metaphors.command(cls=EarlierCommand, instead="study make yes-no --protocol synthetic-metaphors` and `study sheets")
@_sheets_argument
@as_json
def quality(sheets: tuple[Path, ...], *, as_json: bool) -> None:
    """Count how many of a model's metaphors are fluent, creative and consistent, by filled sheets of metaphorise."""
    shares = caption_quality(sheets)
    lines = [
        f"{one.criterion}: {100 * one.share:.1f}% of {one.answers} answers, "
        f"kappa {_number(one.kappa)} (paper {100 * one.paper:.1f}%)"
        for one in shares
    ]
    show([one.to_dict() for one in shares], lines, as_json=as_json)


def _shares(split: str) -> dict[str, float]:
    names = ("train", "val", "test")
    try:
        numbers = [float(part) for part in split.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) != len(names):
        raise click.UsageError(f"--split is {split!r}; expected three numbers, as in 400,55,250")
    return dict(zip(names, numbers, strict=True))


def _report_lines(report: UnitedReport) -> list[str]:
    lines = [f"{row.step}: {row.clips:,} clips, {row.judgements:,} judgements" for row in report.attrition]
    for one in report.agreement:
        same = "-" if one.same is None else f"{100 * one.same:.1f}%"
        lines.append(
            f"agreement on {one.question}: {same} the same in {one.clips:,} clips, Fleiss {_number(one.fleiss)}, "
            f"Krippendorff {_number(one.alpha)}"
        )
        lines += [f"  {pair.left}, {pair.right}: Cohen {_number(pair.kappa)}" for pair in one.pairs]
    return lines + [f"{one.split}: {one.clips:,} clips" for one in report.splits]


def _number(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.3f}"


def _lint(brands: Path | None) -> CaptionLint:
    return read_brands(brands) if brands else CaptionLint()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _write(found: Collected[MetaphorJudgement], output: Path, *, as_json: bool, **more: int) -> None:
    write_judgements(output, found.records)
    _show({**found.counts, **more}, as_json=as_json)


def _show(counts: dict[str, Any], *, as_json: bool) -> None:
    show(counts, [f"{name}: {n:,}" for name, n in counts.items()], as_json=as_json)
