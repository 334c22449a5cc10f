"""Keeps the frames that cues rest on beside the script, when evidence was asked for."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from cinescribe.errors import OutputError
from cinescribe.export.folder import EVIDENCE
from cinescribe.export.pages.embedded_pictures import FrameFolder
from cinescribe.schema import Cue
from cinescribe.store import writing


def keep_evidence(cues: Sequence[Cue], frames: Path, *, folder: Path) -> None:
    """Copy the frames nearest to the evidence of the cues, and no others, to `folder/evidence`.

    Args:
        cues: the cues, with their evidence.
        frames: the folder of all frames kept of the film.
        folder: of the description.

    Raises:
        OutputError: when the folder cannot be written.
    """
    kept = FrameFolder(frames)
    nearest = {kept.nearest(item.time) for cue in cues for item in cue.evidence}
    drop_evidence(folder)
    try:
        (folder / EVIDENCE).mkdir(parents=True)  # even if empty: it tells the page that evidence was asked for
    except OSError as error:
        raise OutputError(
            f"{str(folder / EVIDENCE)!r} cannot be made ({error.strerror}); name a writable folder with free space"
        ) from error
    for frame in sorted(frame for frame in nearest if frame is not None):
        path = kept.path(frame)
        with writing(folder / EVIDENCE / path.name) as beside:
            shutil.copyfile(path, beside)


def drop_evidence(folder: Path) -> None:
    """Remove `folder/evidence`, if it exists.

    Raises:
        OutputError: when the folder cannot be written.
    """
    if not (folder / EVIDENCE).is_dir():
        return
    try:
        shutil.rmtree(folder / EVIDENCE)
    except OSError as error:
        raise OutputError(
            f"{str(folder / EVIDENCE)!r} cannot be removed ({error.strerror}); name a writable folder"
        ) from error
