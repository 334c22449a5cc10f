"""`cinescribe fit-notes`: how likely the notes of a chat model are true."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.cli.options.outputs import OutputFolder
from cinescribe.cli.output import announce, as_json, progress_bar, quiet, show
from cinescribe.describe.note_fit.fit_notes import FIT, N_FILMS, fit_notes
from cinescribe.generate.narration.effort import EFFORTS


@click.command(cls=Command)
@click.argument("captioner")
@click.option("-o", "--output", "folder", type=OutputFolder(), required=True, help="Folder to write to.")
@click.option("--writer", help="Who words what the captioner sees, as in `describe`.")
@click.option("--effort", type=click.Choice(list(EFFORTS)), help="How much is asked of the model; default: normal.")
@click.option("--films", type=click.IntRange(min=1), default=N_FILMS, show_default=True, help="Number of films.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of the films.")
@click.option("--fetch", is_flag=True, help="Allow downloads from the hub; size and licence are shown first.")
@quiet
@as_json
def command(
    captioner: str,
    *,
    folder: Path,
    writer: str | None,
    effort: str | None,
    films: int,
    seed: int,
    fetch: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Fit how likely the notes of CAPTIONER, a chat model, are true.

    Backlot films whose people act for known reasons are shot and described by the model, and what it reads in them is
    compared with these reasons. `describe --notes model:DIR/fit.json` uses the result.
    """
    with progress_bar(quiet=quiet) as report:
        fit = fit_notes(
            captioner,
            folder,
            writer=writer,
            effort=effort,
            films=films,
            seed=seed,
            fetch=fetch,
            progress=report,
            announce=announce,
        )
    path = folder / FIT
    lines = [
        f"{one.kind}: {one.n} readings, {one.share:.0%} true; it called {one.hit:.0%} of true statements true, and "
        f"{one.alarm:.0%} of false ones"
        for one in fit.kinds
    ]
    show({"fit": str(path), **fit.to_dict()}, [*lines, f"{path}: for describe --notes model:{path}"], as_json=as_json)
