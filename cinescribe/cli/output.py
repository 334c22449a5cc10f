"""What commands show: JSON for machines on standard output, words and progress for people."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click
from tqdm import tqdm

as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON value to standard output.")


def show(value: Any, lines: list[str], *, as_json: bool) -> None:
    """Print `value` as one JSON value, or `lines` for people."""
    if as_json:
        click.echo(json.dumps(value, ensure_ascii=False))
    else:
        for line in lines:
            click.echo(line)


def announce(line: str) -> None:
    """Say something that must be said before it is done, on standard error."""
    click.echo(line, err=True)


@contextmanager
def progress_bar() -> Iterator[Callable[[str, float], None]]:
    """A function that is told a stage and the share of it that is done, and draws a bar for it on a terminal."""
    shown, bar = "", _bar("")

    def tell(stage: str, share: float) -> None:
        nonlocal shown, bar
        if stage != shown:
            bar.close()
            shown, bar = stage, _bar(stage)
        bar.update(min(share, 1.0) - bar.n)

    try:
        yield tell
    finally:
        bar.close()


def _bar(stage: str) -> tqdm[Any]:
    form = "{desc:<12} {percentage:3.0f}% {bar:30} {elapsed}"
    return tqdm(total=1.0, desc=stage, file=sys.stderr, bar_format=form, disable=None if stage else True)
