"""`cinescribe corpus stats`: the tables and plots of a corpus."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.cli.options.outputs import OutputFolder
from cinescribe.cli.output import as_json, progress_bar, quiet, show
from cinescribe.corpus.statistics.tables import Table, format_cell, tables

_a_file = click.Path(path_type=Path)


@click.command(cls=Command)
@click.argument("folder", metavar="DIR", type=_a_file)
@click.option("-o", "--output", metavar="FOLDER", type=OutputFolder(), help="Write a page, CSV tables and plots here.")
@click.option("--captions", type=_a_file, multiple=True, help="Captions of its clips by a captioner; may be repeated.")
@click.option(
    "--scores", type=_a_file, multiple=True, help="METEOR of each clip, from score --per-item; may be repeated."
)
@click.option("--senses", is_flag=True, help="Take each verb's sense from its sentence, not its commonest one.")
@quiet
@as_json
def stats(
    folder: Path,
    *,
    output: Path | None,
    captions: tuple[Path, ...],
    scores: tuple[Path, ...],
    senses: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Count the films, clips and words of a corpus.

    Show lengths, vocabulary, verb topics and the diversity of captions, beside the numbers of Movie Description.

    A captioner has the name of its file.
    """
    from cinescribe.corpus.statistics.report_folder import corpus_stats  # noqa: PLC0415  spaCy is slow to import
    from cinescribe.language.semantics.word_senses import WordSenses  # noqa: PLC0415  as slow

    with progress_bar(quiet=quiet) as progress:
        counted = corpus_stats(
            folder,
            output=output,
            captions=_named(captions),
            scores=_named(scores),
            sense_of=WordSenses().verb_sense if senses else None,
            progress=progress,
        )
    show(counted.to_dict(), [line for table in tables(counted) for line in _lines(table)], as_json=as_json)


def _named(paths: tuple[Path, ...]) -> dict[str, Path]:
    named = {path.name.split(".")[0]: path for path in paths}
    if len(named) < len(paths):
        raise click.UsageError("two files have one name; captioners are called by their files' names")
    return named


def _lines(table: Table) -> list[str]:
    printed = [(f"paper: {row[0]}", *row[1:]) for row in table.printed]
    rows = [[format_cell(cell) for cell in row] for row in (table.columns, *table.rows, *printed)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(_aligned(cells, widths)).rstrip() for cells in rows]
    return [f"{table.title}:", *(f"  {line}" for line in lines), ""]


def _aligned(cells: list[str], widths: list[int]) -> list[str]:
    first, *others = [(cell, width) for cell, width in zip(cells, widths, strict=True)]
    return [f"{first[0]:<{first[1]}}", *(f"{cell:>{width}}" for cell, width in others)]
