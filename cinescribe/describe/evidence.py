"""Keeps the frames that cues rest on beside the script, when evidence was asked for."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from cinescribe.errors import OutputError
from cinescribe.export.folder import EVIDENCE, FRAME_NAME
from cinescribe.export.pages.embedded_pictures import FrameFolder
from cinescribe.output_folder import MARKER, list_files, remove_files, split_files
from cinescribe.schema import Cue
from cinescribe.store import writing


def keep_evidence(cues: Sequence[Cue], frames: Path, *, folder: Path) -> None:
    """Copy the frames nearest to the evidence of the cues, and no other evidence, to `folder/evidence`.

    Args:
        cues: the cues, with their evidence.
        frames: the folder of all frames kept of the film.
        folder: of the description.

    Raises:
        OutputError: when the folder cannot be written, or another program's file has the name of a frame.
    """
    kept = FrameFolder(frames)
    nearest = {kept.nearest(item.time) for cue in cues for item in cue.evidence}
    paths = [kept.path(frame) for frame in sorted(frame for frame in nearest if frame is not None)]
    drop_evidence(folder)
    evidence = folder / EVIDENCE
    taken = next((evidence / path.name for path in paths if os.path.lexists(evidence / path.name)), None)
    if taken is not None:
        raise OutputError(f"{str(taken)!r} is there already, and Cinescribe did not write it; move it away")
    list_files(evidence, EVIDENCE, [path.name for path in paths])  # first, so that after a kill all frames are listed
    for path in paths:
        with writing(evidence / path.name) as beside:
            shutil.copyfile(path, beside)


def drop_evidence(folder: Path) -> None:
    """Remove our frames from `folder/evidence`, and the folder too if nothing else is in it.

    Raises:
        OutputError: when the folder cannot be written.
    """
    if (folder / EVIDENCE / MARKER).is_file():
        ours, _ = split_files(folder / EVIDENCE)
        remove_files(folder / EVIDENCE, ours)


def list_evidence(folder: Path) -> None:
    """List the frames of an evidence folder that an older version wrote, so that they may be removed again.

    Raises:
        OutputError: when the folder cannot be written.
    """
    names = [path.name for path in (folder / EVIDENCE).glob("*.jpg") if FRAME_NAME.fullmatch(path.name)]
    if names:
        list_files(folder / EVIDENCE, EVIDENCE, names)
