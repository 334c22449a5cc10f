"""Pictures outside a corpus, linked into it instead of copied."""

from __future__ import annotations

from pathlib import Path

from cinescribe.corpus.core.linked_folder import link_folder

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
    return link_folder(folder, pictures, link=LINK, holds="pictures")
