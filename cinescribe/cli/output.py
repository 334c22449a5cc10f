"""Output of commands: JSON for machines on standard output, text and progress for people."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from cinescribe.cli.command import Command
from cinescribe.cli.terminal.progress_display import ProgressDisplay
from cinescribe.progress import Progress, no_progress

as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON value to standard output.")
quiet = click.option("-q", "--quiet", is_flag=True, help="Show no progress; the result, warnings and errors remain.")

_running: list[ProgressDisplay] = []  # the displays of this process, the last one on top


def show(value: Any, lines: list[str], *, as_json: bool) -> None:
    """Print `value` as one JSON value, or `lines` for people."""
    if as_json:
        click.echo(json.dumps(value, ensure_ascii=False))
    else:
        for line in lines:
            click.echo(line)


def announce(line: str) -> None:
    """Print a line of a library function to standard error, with the options of the running command."""
    text = for_command(line)
    if _running:
        _running[-1].say(text)
    else:
        click.echo(text, err=True)


def for_command(line: str) -> str:
    """Return a line of a library function with the options of the running command in place of parameters."""
    context = click.get_current_context(silent=True)
    command = context.command if context else None
    return command.with_options(line) if isinstance(command, Command) else line


@contextmanager
def progress_bar(*, quiet: bool) -> Iterator[Progress]:
    """Yield a `Progress` callback that shows the stages of a command on standard error.

    On a terminal it draws a bar with the time left; elsewhere it writes plain lines, the last one again where nothing
    is reported for a while.

    Args:
        quiet: show nothing.
    """
    if quiet:
        yield no_progress
        return
    display = ProgressDisplay(sys.stderr)
    _running.append(display)
    try:
        with display.running():
            yield display.report
    finally:
        _running.remove(display)
