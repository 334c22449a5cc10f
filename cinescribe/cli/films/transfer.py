"""`cinescribe transfer`: carry a description over to another cut of its film."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.cli.options.editor import editor, who
from cinescribe.cli.options.outputs import OutputFolder
from cinescribe.cli.output import announce, as_json, progress_bar, quiet, show
from cinescribe.describe.transfer.transfer import transfer_description
from cinescribe.export.folder import SCRIPT
from cinescribe.export.transferred import TRANSFER, Transferred
from cinescribe.models.speech.named_transcriber import transcriber_named
from cinescribe.timing import clock


@click.command(cls=Command)
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("film", type=click.Path(path_type=Path))
@click.option("-o", "--output", "folder", type=OutputFolder(), required=True, help="New folder to write to.")
@click.option(
    "--film",
    "old_film",
    type=click.Path(path_type=Path),
    help="The film that OLD describes, with its own sound only; a folder names its own.",
)
@click.option(
    "--transcript", type=click.Path(path_type=Path), help="What a described track says, on its clock: VTT, SRT, DAPT …"
)
@click.option("--transcriber", help="Writes it down instead: hub:<model id> or server:<URL>#<model>.")
@click.option("--fetch", is_flag=True, help="Allow --transcriber to be fetched; size and licence are shown first.")
@click.option(
    "--subtitles", type=click.Path(path_type=Path), help="A subtitle file of FILM; default: its own, else OLD's words."
)
@who
@quiet
@as_json
def command(
    old: Path,
    film: Path,
    *,
    folder: Path,
    old_film: Path | None,
    transcript: Path | None,
    transcriber: str | None,
    fetch: bool,
    subtitles: Path | None,
    who: str | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Carry the description OLD over to FILM, another cut of the film that it describes.

    OLD is the folder of a description; or a file from elsewhere (WebVTT, SubRip, DAPT, CSV or text), which needs
    --film; or a described track, sound or film, which needs --film, and --transcript or --transcriber. Cues, edits,
    cast and recordings come along, and what must be looked at is listed.
    """
    writer = None if transcriber is None else transcriber_named(transcriber, fetch=fetch, announce=announce)
    with progress_bar(quiet=quiet) as report:
        found = transfer_description(
            old,
            film,
            folder,
            old_film=old_film,
            transcript=transcript,
            transcriber=writer,
            subtitles=subtitles,
            who=editor(who),
            progress=report,
            announce=announce,
        )
    value = {"script": str(folder / SCRIPT), "report": str(folder / TRANSFER), **found.to_dict()}
    show(value, list(_lines(found, folder)), as_json=as_json)


def _lines(found: Transferred, folder: Path) -> Iterator[str]:
    """The cuts, what is to be looked at, and the outcome, for people."""
    for part in found.parts:
        speed = "" if abs(part.speed - 1) < 1e-4 else f", {1 / part.speed:.4f} times as fast"
        yield f"{_span(part.old.start, part.old.end)} is at {_span(part.new.start, part.new.end)}{speed}"
    for span in found.removed:
        yield f"{_span(span.start, span.end)} is not in the new cut"
    for span in found.inserted:
        yield f"new: {_span(span.start, span.end)}"
    for one in found.findings:
        yield one.line()
    lost = found.cues - found.carried
    yield (
        f"{folder / SCRIPT}: {found.carried} of {found.cues} cues carried, {lost} without their scene, "
        f"{len(found.findings)} to look at ({folder / TRANSFER})"
    )


def _span(start: float, end: float) -> str:
    return f"{clock(start)}–{clock(end)}"
