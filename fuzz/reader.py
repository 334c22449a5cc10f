"""What is fuzzed: a reader, and valid files that it reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

TEXTS = Path(__file__).resolve().parent / "seeds"
OUT = "out"  # folder beside that of the files, which a reader may write to


@dataclass(frozen=True)
class Seed:
    """Valid files in one folder.

    Args:
        files: content by path, relative to the folder.
        damaged: the files that are damaged, one at a time; all if empty.
    """

    files: Mapping[str, bytes]
    damaged: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The files that are damaged."""
        return self.damaged or tuple(self.files)


@dataclass(frozen=True)
class Reader:
    """A function that reads files from outside.

    Args:
        name: shown in reports, and given to `--reader`.
        call: reads the files of a folder; its result is thrown away.
        make_seeds: makes valid files for it.
        covers: the functions of Cinescribe that it calls with outside data.
        share: of the inputs that other readers get; below 1 for a slow one.
    """

    name: str
    call: Callable[[Path], object]
    make_seeds: Callable[[], Sequence[Seed]]
    covers: tuple[Callable[..., Any], ...]
    share: float = 1.0

    @cached_property
    def seeds(self) -> tuple[Seed, ...]:
        """Valid files for it, made at the first use."""
        return tuple(self.make_seeds())


def file_reader(
    read: Callable[..., object],
    name: str,
    contents: Sequence[bytes] | Callable[[], Sequence[bytes]],
    *,
    label: str = "",
    covers: Sequence[Callable[..., Any]] = (),
    share: float = 1.0,
) -> Reader:
    """Return a reader of one file.

    Args:
        read: called with the path of the file.
        name: of the file; its suffix chooses how it is damaged.
        contents: valid contents, or what makes them.
        label: of the reader, if not the function's own name.
        covers: the functions that `read` calls with the file, if it is not itself one of Cinescribe.
        share: see `Reader`.
    """

    def seeds() -> list[Seed]:
        return [Seed({name: content}) for content in (contents() if callable(contents) else contents)]

    return Reader(
        label or f"{read.__module__.split('.')[1]}.{read.__name__}",
        lambda folder: read(folder / name),
        seeds,
        tuple(covers) or (read,),
        share,
    )


def qualified_name(function: Callable[..., Any]) -> str:
    """Return the module and name of a function or method."""
    return f"{function.__module__}.{function.__qualname__}"


def seed_file(name: str) -> bytes:
    """Return a valid file of `fuzz/seeds`."""
    return (TEXTS / name).read_bytes()


def files_below(folder: Path) -> dict[str, bytes]:
    """Return the content of each file below a folder, by its relative path."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
