"""Pictures outside a corpus, linked into it instead of copied."""

from __future__ import annotations

import os
from pathlib import Path

from cinescribe.errors import CorpusError, OutputError

LINK = "pictures"  # in the corpus


def link_pictures(folder: Path, pictures: Path) -> Path:
    """Return a folder of pictures as a path relative to the corpus; a folder outside is linked as `pictures`.

    Args:
        folder: the corpus; created if missing.
        pictures: where the pictures are.

    Raises:
        CorpusError: when there is no such folder, or the corpus already has other pictures.
        OutputError: when the link cannot be made.
    """
    folder, pictures = Path(folder), Path(pictures)
    if not pictures.is_dir():
        raise CorpusError(
            f"{str(pictures)!r} was named as the folder of pictures, but is no folder; name the folder that holds them"
        )
    target = pictures.resolve()
    if target.is_relative_to(folder.resolve()):
        return target.relative_to(folder.resolve())
    link = folder / LINK
    if not os.path.lexists(link):
        _link(link, target)
    elif link.resolve() != target:
        raise CorpusError(f"{str(link)!r} holds other pictures than {str(pictures)!r}; build in another folder")
    return Path(LINK)


def _link(link: Path, target: Path) -> None:
    try:
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(target, target_is_directory=True)
    except OSError as error:
        raise OutputError(
            f"{str(link)!r} cannot be made a link to {str(target)!r} ({error.strerror}); "
            "build the corpus in a folder above the pictures"
        ) from error
