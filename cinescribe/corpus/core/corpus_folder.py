"""Claims folders for corpora, so that none is written over files of somebody else."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from cinescribe.corpus.core.corpus import CARD, STILLS, CorpusCard
from cinescribe.corpus.core.stills import SPLITS
from cinescribe.output_folder import claim_files, claim_folder, holds_record

_KIND = "corpus"


def claim_corpus(folder: Path, *, parts: Iterable[str] = ()) -> None:
    """Mark a folder as a corpus: a new or empty one, or a corpus.

    Args:
        folder: the folder.
        parts: the folders inside it that are written to.

    Raises:
        OutputError: when the folder holds anything else, or a part of it is a link.
    """
    claim_folder(folder, _KIND, is_older=_has_card, parts=parts)


def claim_corpus_files(folder: Path, names: Iterable[str], *, parts: Iterable[str] = ()) -> None:
    """Mark a folder with films or pictures of somebody else, beside which a corpus is written.

    Args:
        folder: the folder.
        names: the files that are written.
        parts: the folders inside it that are written to.

    Raises:
        OutputError: when one of the files is there and of no corpus, or a part is a link.
    """
    claim_files(folder, names, kind=_KIND, is_older=_has_card, parts=parts)


def claim_still_corpus(folder: Path, pictures: Path) -> None:
    """Mark a folder as a corpus of pictures, which may lie in the folder themselves.

    Raises:
        OutputError: as the functions above.
    """
    folder = Path(folder)
    if Path(pictures).resolve().is_relative_to(folder.resolve()):
        claim_corpus_files(folder, (STILLS, SPLITS, CARD))
    else:
        claim_corpus(folder)


def _has_card(folder: Path) -> bool:
    return holds_record(folder / CARD, CorpusCard)
