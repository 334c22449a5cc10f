"""The frames that cues rest on, kept beside the script when evidence was asked for."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from cinescribe.errors import OutputError
from cinescribe.export.folder import EVIDENCE
from cinescribe.export.pages.embedded_pictures import KeptFrames
from cinescribe.schema import Cue
from cinescribe.store import writing


def keep_evidence(cues: Sequence[Cue], frames: Path, *, folder: Path) -> None:
    """Copy the frames nearest to the moments that cues rest on, and nothing else, to `folder/evidence`.

    Args:
        cues: with their evidence.
        frames: the folder of all frames that were kept of the film.
        folder: the description's.

    Raises:
        OutputError: when the folder cannot be written.
    """
    kept = KeptFrames(frames)
    nearest = {kept.nearest(item.time) for cue in cues for item in cue.evidence}
    drop_evidence(folder)
    try:
        (folder / EVIDENCE).mkdir(parents=True)  # there, if empty, so that the page knows that it was asked for
    except OSError as error:
        raise OutputError(
            f"{str(folder / EVIDENCE)!r} cannot be made ({error.strerror}); name a writable place with room, by -o"
        ) from error
    for frame in sorted(frame for frame in nearest if frame is not None):
        path = kept.path(frame)
        with writing(folder / EVIDENCE / path.name) as beside:
            shutil.copyfile(path, beside)


def drop_evidence(folder: Path) -> None:
    """Remove what `keep_evidence` kept, if it is there.

    Raises:
        OutputError: when the folder cannot be written.
    """
    if not (folder / EVIDENCE).is_dir():
        return
    try:
        shutil.rmtree(folder / EVIDENCE)
    except OSError as error:
        raise OutputError(
            f"{str(folder / EVIDENCE)!r} cannot be removed ({error.strerror}); name a writable place, by -o"
        ) from error
