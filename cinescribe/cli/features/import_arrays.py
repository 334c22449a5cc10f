"""`cinescribe features import-arrays`: stores published arrays of clips as features of a corpus."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import click

from cinescribe.cli.command import Command
from cinescribe.cli.output import as_json, progress_bar, quiet, show
from cinescribe.corpus.extraction.import_arrays import ImportedStream, import_arrays


def _widths(_: click.Context, param: click.Parameter, value: str | None) -> tuple[int, ...]:
    """Parse numbers between commas."""
    parts = [] if value is None else [part.strip() for part in value.split(",")]
    if not all(part.isdecimal() and int(part) for part in parts):
        raise click.BadParameter(f"{value!r} is no list of widths; write such as 7604,205")
    return tuple(map(int, parts))


@click.command("import-arrays", cls=Command)
@click.argument("sources", metavar="SOURCE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--corpus", required=True, metavar="CORPUS", type=click.Path(path_type=Path), help="The corpus.")
@click.option("--as", "stream", type=click.Choice(get_args(ImportedStream)), required=True, help="The stream to write.")
@click.option("--width", "widths", callback=_widths, metavar="N,...", help="Width of the vectors of each SOURCE.")
@click.option("--partial", is_flag=True, help="Import the clips that have vectors, and list those without.")
@quiet
@as_json
def command(
    sources: tuple[Path, ...],
    *,
    corpus: Path,
    stream: ImportedStream,
    widths: tuple[int, ...],
    partial: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Store published arrays of clips as features of CORPUS; the vectors of several SOURCEs are joined.

    A SOURCE is a file of arrays by the names of clips (.h5, .npy, .txt, .csv, .tsv, gzipped or not), or a folder of
    files named after clips.
    """
    with progress_bar(quiet=quiet) as report:
        found = import_arrays(sources, corpus, stream=stream, widths=widths, partial=partial, progress=report)
    line = (
        f"{found.clips} clips with {found.width} numbers: {found.done} of {found.films} films copied, the others there "
        f"already; {found.n_others} names in the sources are no clips of the corpus"
    )
    missing = [f"{len(found.missing)} clips have no vectors:", *found.missing] if found.missing else []
    value = {
        "clips": found.clips, "films": found.films, "done": found.done, "skipped": found.films - found.done,
        "width": found.width, "missing": list(found.missing), "others": found.n_others,
    }  # fmt: skip
    show(value, [line, *missing], as_json=as_json)
