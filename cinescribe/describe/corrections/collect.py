"""Collects the corrections of described films as pairs to train and to show examples with."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cinescribe.describe.corrections.corrections import Correction, corrections
from cinescribe.describe.editing.workspace import Workspace
from cinescribe.errors import CorpusError
from cinescribe.output_folder import claim_folder, holds_records
from cinescribe.store import write_records

CORRECTIONS = "corrections.jsonl"


def collect_corrections(folders: Sequence[str | Path], output: str | Path) -> tuple[Correction, ...]:
    """Write the corrections of described films to `corrections.jsonl`, one a line, film after film.

    Args:
        folders: of descriptions; one that is named twice counts once.
        output: the folder to write, new, empty, or an earlier one of this kind.

    Raises:
        CorpusError: when a folder holds no description, or none of them a correction.
        RecordError: when a description is damaged.
        OutputError: when the output is another program's or cannot be written, or another command is editing a
            description.
    """
    output = Path(output)
    found = tuple(
        one for folder in dict.fromkeys(Path(each).resolve() for each in folders) for one in _of_folder(folder)
    )
    if not found:
        raise CorpusError(
            f"{len(folders)} description{' has' if len(folders) == 1 else 's have'} no cue that a person accepted, "
            "changed, moved, added or rejected; edit one, or name others"
        )
    claim_folder(output, "set of corrections", is_older=lambda folder: holds_records(folder / CORRECTIONS, Correction))
    write_records(output / CORRECTIONS, found)
    return found


def _of_folder(folder: Path) -> tuple[Correction, ...]:
    workspace = Workspace(folder)
    if not workspace.has_script():
        raise CorpusError(f"{str(folder)!r} holds no description; name the folder that describing a film has written")
    with workspace.opened(who="") as state:
        return corrections(state.draft, state.revisions)
