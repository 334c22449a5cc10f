"""Results of benchmarks as files in `results/`, and the pages in `docs` that show them.

A benchmark prints its tables by `print_table` and ends with `report_results`, which also writes them if it runs with
`--write`; `python -m benchmarks.results` renders every file. The test of this module holds the pages to
the files.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias

Row: TypeAlias = tuple[str | float | int | None, ...]
ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "results"
SUMMARY = ROOT / "docs" / "measured.md"
PAGES = ROOT / "docs" / "results"

_HEAD = """\
# Measured

One line per result: what was measured, the figure, and the goal if there is one. Each table has the
command, the date of the run, and a link to all tables of that benchmark. Times are CPU
seconds of one core; only their ratios hold on another machine. Benchmarks read the reference data
beside the project (`--shared DIR` names another place).

This page is generated from `results/*.json` by `make docs`. Do not edit it.
"""
_PAGE_HEAD = "This page is generated from `results/{name}.json` by `make docs`. Do not edit it."


@dataclass(frozen=True)
class Headline:
    """A line of the summary page.

    Args:
        what: what was measured, in a few words.
        figure: the result, with its unit.
        goal: the goal, if there is one; a missed goal says so.
    """

    what: str
    figure: str
    goal: str = ""


@dataclass(frozen=True)
class Table:
    """A table of results.

    Args:
        title: of the table.
        columns: names of the columns; the first names the row.
        rows: a value per column; numbers keep their precision, texts are shown as they are.
        note: what a reader must know to understand the table.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    note: str = ""


@dataclass(frozen=True)
class Results:
    """Everything that one benchmark measured.

    Args:
        title: heading of its page.
        command: what was run.
        date: of the run, ISO 8601.
        headlines: its lines on the summary page.
        tables: its tables.
        notes: paragraphs on method, data that set constants, and what falls short.
    """

    title: str
    command: str
    date: str
    headlines: tuple[Headline, ...] = ()
    tables: tuple[Table, ...] = ()
    notes: tuple[str, ...] = ()
    versions: dict[str, str] = field(default_factory=dict)


def add_write_option(parser: argparse.ArgumentParser) -> None:
    """Add the option `--write` to a benchmark."""
    parser.add_argument("--write", action="store_true", help="also write the figures to results/")


def print_table(title: str, columns: Sequence[str], rows: Iterable[Row], note: str = "") -> Table:
    """Print a table and return it; the rows of an iterator are printed as they are computed."""
    known = [*map(_cells, rows)] if isinstance(rows, Sequence) else [(" " * 40, *(" " * 8 for _ in columns[1:]))]
    widths = [max(map(len, cells)) for cells in zip(columns, *known, strict=True)]
    print(f"\n{title}")
    _print_row(columns, widths)
    printed = []
    for row in rows:
        _print_row(_cells(row), widths)
        printed.append(row)
    if note:
        print(fill(note), flush=True)
    return Table(title, tuple(columns), tuple(printed), note)


def _print_row(cells: Sequence[str], widths: Sequence[int]) -> None:
    first, *others = (
        f"{cell:{'>' if n else '<'}{width}}" for n, (cell, width) in enumerate(zip(cells, widths, strict=True))
    )
    print("  ".join([first, *others]).rstrip(), flush=True)


def report_results(
    name: str,
    title: str,
    *,
    headlines: Sequence[Headline],
    tables: Sequence[Table] = (),
    notes: Sequence[str] | None = None,
    write: bool,
) -> None:
    """Print the headlines of a benchmark; if `write`, write all its results."""
    print(f"\n{title}")
    for one in headlines:
        print(f"{one.what}: {one.figure}" + (f" (goal {one.goal})" if one.goal else ""))
    if write:
        print(f"written to {write_results(name, title, headlines=headlines, tables=tables, notes=notes)}", flush=True)


def write_results(
    name: str,
    title: str,
    *,
    headlines: Sequence[Headline],
    tables: Sequence[Table] = (),
    notes: Sequence[str] | None = None,
) -> Path:
    """Write the results of a benchmark to `results/<name>.json`, with the running command.

    Args:
        name: of the file.
        title: heading of its page.
        headlines: its lines on the summary page.
        tables: its tables.
        notes: paragraphs on the method; None keeps those of the existing file.
    """
    path = RESULTS / f"{name}.json"
    if notes is None:
        notes = read_results(path).notes if path.exists() else ()
    module = getattr(sys.modules["__main__"], "__spec__", None)
    # A folder of this machine would mean nothing to a reader, and names whose machine it was.
    options = ["DIR" if Path(each).is_absolute() else each for each in sys.argv[1:] if each != "--write"]
    command = shlex.join(["python", "-m", module.name.removesuffix(".__main__") if module else name, *options])
    found = Results(
        title,
        command,
        datetime.now(UTC).date().isoformat(),
        tuple(headlines),
        tuple(tables),
        tuple(notes),
        {"python": sys.version.split()[0]},
    )
    RESULTS.mkdir(exist_ok=True)
    path.write_text(json.dumps(asdict(found), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return path


def read_results(path: Path) -> Results:
    """Read a file that `write_results` wrote."""
    values: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    headlines = tuple(Headline(**each) for each in values.pop("headlines"))
    tables = tuple(
        Table(each["title"], tuple(each["columns"]), tuple(tuple(row) for row in each["rows"]), each["note"])
        for each in values.pop("tables")
    )
    return Results(headlines=headlines, tables=tables, notes=tuple(values.pop("notes")), **values)


def rendered() -> dict[Path, str]:
    """The text of every generated page, by its path."""
    found = {path.stem: read_results(path) for path in sorted(RESULTS.glob("*.json"))}
    pages = {PAGES / f"{name}.md": _page(name, each) for name, each in found.items()}
    return {SUMMARY: _summary(found), **pages}


def _summary(found: dict[str, Results]) -> str:
    parts = [_HEAD]
    for name, each in sorted(found.items(), key=lambda item: item[1].title):
        lines = [[line.what, line.figure, line.goal or "-"] for line in each.headlines]
        where = f"`{each.command}`, {each.date}, [tables](results/{name}.md)"
        parts.append(f"## {each.title}\n\n{where}\n\n{_table(['what', 'figure', 'goal'], lines)}\n")
    return "\n".join(parts)


def fill(text: str) -> str:
    """A paragraph in lines of at most 100 characters."""
    return textwrap.fill(text, 100, break_long_words=False, break_on_hyphens=False)


def _page(name: str, found: Results) -> str:
    parts = [f"# {found.title}", f"`{found.command}`, {found.date}", _PAGE_HEAD.format(name=name)]
    parts += [fill(note) for note in found.notes]
    for table in found.tables:
        rows = [_cells(row) for row in table.rows]
        parts += [f"## {table.title}", _table(list(table.columns), rows), *([fill(table.note)] if table.note else [])]
    return "\n\n".join(parts) + "\n"


def _cells(row: Row) -> tuple[str, ...]:
    return tuple(map(_cell, row))


def _cell(value: str | float | int | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.6g}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else value


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", r"\|") for cell in line) + " |" for line in lines)


def main() -> None:
    """Render all pages."""
    pages = rendered()
    PAGES.mkdir(exist_ok=True)
    for old in PAGES.glob("*.md"):
        if old not in pages:
            old.unlink()
    for path, text in pages.items():
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
