"""Generates the table of commands and their functions in `docs/python.md`."""

from __future__ import annotations

from pathlib import Path

from cinescribe.cli.functions import FUNCTIONS

PAGE = Path(__file__).resolve().parents[1] / "docs" / "python.md"
_TITLE = "## Commands and functions\n"


def updated(page: str) -> str:
    """Return the page with the table of today's commands at its end."""
    lines = [
        f"| `{name}` | {', '.join(f'`{each}`' for each in names)} |\n" for name, names in sorted(FUNCTIONS.items())
    ]
    head = "\n| command | functions of `cinescribe` |\n| -- | -- |\n"
    return page.partition(_TITLE)[0] + _TITLE + head + "".join(lines)


if __name__ == "__main__":
    PAGE.write_text(updated(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
