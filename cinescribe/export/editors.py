"""Who edited a description by hand: the names in its journal."""

from __future__ import annotations

from pathlib import Path

from cinescribe.errors import RecordError
from cinescribe.export.folder import JOURNAL
from cinescribe.input_files import decoded, numbered_lines, read_bytes
from cinescribe.parsing import parse_json


def editors(folder: Path) -> tuple[str, ...]:
    """Return the names of those whose edits hold, in the order of their first one.

    An undone edit names no editor. `describe.editing` reads whole edits; exports only need the names.

    Raises:
        RecordError: when a line of the journal is malformed.
    """
    path = Path(folder) / JOURNAL
    if not path.is_file():
        return ()
    whole = read_bytes(path).rpartition(b"\n")[0]  # what follows the last end of a line may be cut
    edits = [_named(line, f"{path}, line {number}") for number, line in numbered_lines(decoded(whole, path))]
    undone: set[int] = set()
    for number in range(len(edits), 0, -1):  # an undo may itself be undone by a later one
        target = edits[number - 1][1]
        if target is not None and number not in undone:
            undone.add(target)
    held = (who for number, (who, target) in enumerate(edits, 1) if number not in undone and target is None)
    return tuple(dict.fromkeys(" ".join(who.split()) for who in held if who.strip()))


def _named(line: str, where: str) -> tuple[str, int | None]:
    """The name in an edit, and the number of the edit that it takes back."""
    value = parse_json(line, where)
    who, undoes = (value.get("who"), value.get("undoes")) if isinstance(value, dict) else (None, None)
    if not isinstance(who, str) or not (undoes is None or type(undoes) is int):
        raise RecordError(f"{where}: no edit with the name of its editor; restore the line from a copy")
    return who, undoes
