"""What commands show: JSON for machines on standard output, words and progress for people."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click
from tqdm import tqdm

Command = TypeVar("Command", bound=Callable[..., Any])

as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON value to standard output.")


def show(value: Any, lines: list[str], *, as_json: bool) -> None:
    """Print `value` as one JSON value, or `lines` for people."""
    if as_json:
        click.echo(json.dumps(value, ensure_ascii=False))
    else:
        for line in lines:
            click.echo(line)


@contextmanager
def progress_bar() -> Iterator[Callable[[str, float], None]]:
    """A function that is told a stage and the share of it that is done, and draws a bar for it on standard error."""
    with tqdm(total=1.0, file=sys.stderr, bar_format="{desc:<12} {percentage:3.0f}%|{bar:30}| {elapsed}") as bar:

        def tell(stage: str, share: float) -> None:
            if stage != bar.desc.strip():
                bar.reset()
                bar.set_description_str(stage)
            bar.update(max(0.0, min(share, 1.0) - bar.n))

        yield tell
