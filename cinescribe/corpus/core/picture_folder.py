"""Pictures outside a corpus, linked into it instead of copied."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cinescribe.corpus.core.linked_folder import link_folder

LINK = "pictures"  # in the corpus
PICTURE_SUFFIXES = (".jpg", ".jpeg", ".png", ".bmp", ".webp")


def link_pictures(folder: Path, pictures: Path) -> Path:
    """Return a folder of pictures as a path relative to the corpus; a folder outside is linked as `pictures`.

    Args:
        folder: the corpus; created if missing.
        pictures: where the pictures are.

    Raises:
        CorpusError: when there is no such folder, or the corpus already has other pictures.
        OutputError: when the link cannot be made.
    """
    return link_folder(folder, pictures, link=LINK, holds="pictures")


def pictures_in(folder: Path) -> Iterator[Path]:
    """Yield all pictures in a folder, at any depth, relative to it; hidden files are left out."""
    for path in folder.rglob("*"):
        if path.suffix.lower() in PICTURE_SUFFIXES and not path.name.startswith("."):
            yield path.relative_to(folder)
