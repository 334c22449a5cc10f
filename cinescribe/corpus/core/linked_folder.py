"""Folders outside a corpus, linked into it instead of copied."""

from __future__ import annotations

import os
from pathlib import Path

from cinescribe.errors import CorpusError, OutputError


def link_folder(folder: Path, outside: Path, *, link: str, holds: str) -> Path:
    """Return a folder as a path relative to the corpus; one outside the corpus is linked into it.

    Args:
        folder: the corpus; created if missing.
        outside: the folder to link.
        link: the name of the link in the corpus.
        holds: what the folder holds, as `pictures`; for messages.

    Raises:
        CorpusError: when there is no such folder, or the corpus already has another one under that name.
        OutputError: when the link cannot be made.
    """
    folder, outside = Path(folder), Path(outside)
    if not outside.is_dir():
        raise CorpusError(
            f"{str(outside)!r} was named as the folder of {holds}, but is no folder; name the folder that holds them"
        )
    target = outside.resolve()
    if target.is_relative_to(folder.resolve()):
        return target.relative_to(folder.resolve())
    place = folder / link
    if not os.path.lexists(place):
        _link(place, target, holds)
    elif place.resolve() != target:
        raise CorpusError(f"{str(place)!r} holds other {holds} than {str(outside)!r}; build in another folder")
    return Path(link)


def _link(link: Path, target: Path, holds: str) -> None:
    try:
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(target, target_is_directory=True)
    except OSError as error:
        raise OutputError(
            f"{str(link)!r} cannot be made a link to {str(target)!r} ({error.strerror}); "
            f"build the corpus in a folder above the {holds}"
        ) from error
