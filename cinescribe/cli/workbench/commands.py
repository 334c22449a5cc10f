"""`cinescribe workbench`: make, hear and finish descriptions in the browser."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.cli.options.editor import editor, who


@click.command(cls=Command)
@click.argument("paths", metavar="[PATH]...", nargs=-1, type=click.Path(path_type=Path))
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Port to listen at; by default any free one.")
@click.option("--open", "opens", is_flag=True, help="Open the first page in your browser.")
@who
def command(paths: tuple[Path, ...], *, port: int, opens: bool, who: str | None) -> None:
    """Make, hear and finish descriptions in the browser, on this machine only.

    PATH is what `describe` has written, a film that can be described, or a folder with both; by default the working
    folder. Everything works by keyboard and with a screen reader.
    """
    from cinescribe.serve.workbench.server import serve_workbench  # noqa: PLC0415  an extra

    def say(address: str) -> None:
        click.echo(f"work at {address}")
        click.echo("stop with Ctrl-C; what is saved stays")
        if opens:
            webbrowser.open(address)

    serve_workbench(paths or (Path(),), port=port, who=editor(who), announce=say)
