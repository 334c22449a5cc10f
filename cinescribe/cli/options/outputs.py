"""Parameters that name what a command writes, and the rule that keeps other files from being overwritten.

A command that has an `OutputFile` gets the option `--overwrite`. Folders are claimed by the function that writes them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import click

from cinescribe.errors import OutputError


class Output(click.Path):
    """What a command writes."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)


class OutputFile(Output):
    """A file to write: refused if it exists, unless `--overwrite` is given, and always if the command reads it."""


class ListedOutputFile(Output):
    """A file to write, of which the command's function knows whether it may be replaced."""


class OutputFolder(Output):
    """A folder to write to, which the command's function claims."""


def overwrites(command: click.Command) -> bool:
    """Return whether a command has a file that `--overwrite` lets it replace."""
    return any(isinstance(param.type, OutputFile) for param in command.params)


def overwrite_option() -> click.Option:
    """Return the option of such a command."""
    return click.Option(["--overwrite"], is_flag=True, help="Replace files that exist already; inputs never.")


def check_outputs(ctx: click.Context, *, overwrite: bool) -> None:
    """Raise if a command would write to a file that exists, or to one that it reads.

    Args:
        ctx: the command with its parameters.
        overwrite: whether files that exist may be replaced.

    Raises:
        OutputError: naming the file.
    """
    outputs = [(param, path) for param, path in _paths(ctx) if isinstance(param.type, OutputFile)]
    inputs = [(param, path) for param, path in _paths(ctx) if not isinstance(param.type, Output)]
    for _, path in outputs:
        if path.is_dir() or not os.path.lexists(path):
            continue
        for other, read in inputs:
            refuse_input(path, read, name=_name(other))
        if path.exists() and not path.is_file():
            raise OutputError(f"{str(path)!r} is no regular file; name another file to write")
        if not overwrite:
            raise OutputError(f"{str(path)!r} exists; give `overwrite` to replace it, or name another file")
    for (one, path), (other, same) in combinations(outputs, 2):
        if os.path.realpath(path) == os.path.realpath(same):
            raise OutputError(f"{_name(one)} and {_name(other)} both name {str(path)!r}; name another file for one")


def refuse_input(path: Path, read: Path, *, name: str) -> None:
    """Raise if a file to write is a file that is read, or in a folder that is read, under any of its names.

    Args:
        path: the file to write.
        read: a file or folder.
        name: what the command calls it.

    Raises:
        OutputError: naming both.
    """
    if not path.exists():
        return
    if read.is_file() and read.samefile(path):
        raise OutputError(f"{str(path)!r} is read as {name}; name another file to write")
    if read.is_dir() and _holds(read, path):
        raise OutputError(f"{str(path)!r} is a file of {name}, which is read; name another file to write")


def _paths(ctx: click.Context) -> Iterator[tuple[click.Parameter, Path]]:
    """Yield each path that was given, with its parameter."""
    for param in ctx.command.params:
        if isinstance(param.type, click.Path):
            value: Any = ctx.params.get(param.name or "")
            for path in value if isinstance(value, tuple) else (value,):
                if path is not None:
                    yield param, Path(path)


def _holds(folder: Path, path: Path) -> bool:
    """Whether an existing file is in a folder at any depth, under any name."""
    may_have_other_names = path.stat().st_nlink > 1 or path.is_symlink()
    for root, _, files in os.walk(folder):
        for name in files if may_have_other_names else {path.name} & {*files}:
            other = Path(root, name)
            if other.exists() and other.samefile(path):
                return True
    return False


def _name(param: click.Parameter) -> str:
    return max(param.opts, key=len) if isinstance(param, click.Option) else param.human_readable_name
