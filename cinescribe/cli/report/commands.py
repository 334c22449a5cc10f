"""`cinescribe report`: a description at a glance."""

from __future__ import annotations

from pathlib import Path

import click

import cinescribe.language.parser.thinc_without_torch  # noqa: F401  # before what loads spaCy
from cinescribe.cli.command import Command
from cinescribe.cli.output import announce, as_json, progress_bar, quiet, show
from cinescribe.describe.guidelines.guidelines import SHIPPED_GUIDELINES
from cinescribe.describe.quality.card_facts import card_facts
from cinescribe.describe.quality.report import report


@click.command(cls=Command)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--guidelines",
    metavar=f"{'|'.join(SHIPPED_GUIDELINES)}|FILE",
    help="Guidelines whose remarks are counted, or a TOML file that changes one of them.  [default: by language]",
)
@quiet
@as_json
def command(folder: Path, *, guidelines: str | None, quiet: bool, as_json: bool) -> None:
    """Print the card of quality of the description in DIR, one fact a line.

    It says how much is heard over speech, what is dropped, repeated and unread, who has a name, what the guidelines
    remark, how much is by hand, and how long people worked on it.
    """
    with progress_bar(quiet=quiet) as progress:
        card = report(folder, guidelines=guidelines, progress=progress, announce=announce)
    show(card.to_dict(), [f"{name}: {value}" for name, value in card_facts(card)], as_json=as_json)
