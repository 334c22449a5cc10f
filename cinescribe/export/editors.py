"""Who edited a description by hand: the names in its journal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cinescribe.errors import RecordError
from cinescribe.export.folder import JOURNAL
from cinescribe.journal.inspection import journal_values


def editors(folder: Path) -> tuple[str, ...]:
    """Return the names of those whose edits hold, in the order of their first one.

    An undone edit names no editor. `describe.editing` reads whole edits; exports only need the names.

    Raises:
        RecordError: when the journal is damaged, or a line of it malformed.
    """
    path = Path(folder) / JOURNAL
    edits = [_named(values, f"{path}, line {at}") for at, values in journal_values(path)]
    undone: set[int] = set()
    for number in range(len(edits), 0, -1):  # an undo may itself be undone by a later one
        target = edits[number - 1][1]
        if target is not None and number not in undone:
            undone.add(target)
    held = (who for number, (who, target) in enumerate(edits, 1) if number not in undone and target is None)
    return tuple(dict.fromkeys(" ".join(who.split()) for who in held if who.strip()))


def _named(values: dict[str, Any], where: str) -> tuple[str, int | None]:
    """The name in an edit, and the number of the edit that it takes back."""
    who, undoes = values.get("who"), values.get("undoes")
    if not isinstance(who, str) or not (undoes is None or type(undoes) is int):
        raise RecordError(f"{where}: no edit with the name of its editor; restore the line from a copy")
    return who, undoes
