"""`cinescribe ask`: a question about a moment of a described film."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.cli.output import announce, as_json, show


@click.command(cls=Command)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("question", metavar="QUESTION")
@click.option("--at", required=True, help="The moment: 00:04:12.5.")
@click.option("--until", help="The end of the moment; default: a second later.")
@click.option(
    "--model", required=True, help="Who answers: server:<URL>#<model> or hub:<model id>, which sees pictures."
)
@click.option("--fetch", is_flag=True, help="Allow downloads from the hub; size and licence are shown first.")
@as_json
def command(folder: Path, question: str, *, at: str, until: str | None, model: str, fetch: bool, as_json: bool) -> None:
    """Ask a model about the frames of a moment. What they do not show is answered with `Not seen`."""
    from cinescribe.describe.looking.ask_film import ask_film  # noqa: PLC0415  slow to import

    answer = ask_film(folder, question, at=at, until=until, model=model, fetch=fetch, announce=announce)
    show({**answer.to_dict(), "words": answer.words}, [answer.words], as_json=as_json)
