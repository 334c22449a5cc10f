"""Output of commands: JSON for machines on standard output, text and progress for people."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click
from tqdm import tqdm

from cinescribe.cli.command import Command
from cinescribe.progress import Progress

as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON value to standard output.")


def show(value: Any, lines: list[str], *, as_json: bool) -> None:
    """Print `value` as one JSON value, or `lines` for people."""
    if as_json:
        click.echo(json.dumps(value, ensure_ascii=False))
    else:
        for line in lines:
            click.echo(line)


def announce(line: str) -> None:
    """Print a line of a library function to standard error, with the options of the running command."""
    context = click.get_current_context(silent=True)
    command = context.command if context else None
    click.echo(command.with_options(line) if isinstance(command, Command) else line, err=True)


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """Yield a `Progress` callback that draws a bar on a terminal."""
    shown, bar = "", _bar("")

    def report(stage: str, share: float) -> None:
        nonlocal shown, bar
        if stage != shown:
            bar.close()
            shown, bar = stage, _bar(stage)
        bar.update(min(share, 1.0) - bar.n)

    try:
        yield report
    finally:
        bar.close()


def _bar(stage: str) -> tqdm[Any]:
    form = "{desc:<12} {percentage:3.0f}% {bar:30} {elapsed}"
    return tqdm(total=1.0, desc=stage, file=sys.stderr, bar_format=form, disable=None if stage else True)
