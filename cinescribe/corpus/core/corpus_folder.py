"""Claims folders for corpora, so that none overwrites another program's files."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from cinescribe.corpus.core.corpus import CARD, STILLS, CorpusCard
from cinescribe.corpus.core.stills import SPLITS
from cinescribe.errors import RecordError
from cinescribe.output_folder import claim_files, claim_folder, read_marker
from cinescribe.store import read_record

_OLDER = "corpus"  # what older versions marked every corpus as


def claim_corpus(folder: Path, *, of: str, parts: Iterable[str] = ()) -> None:
    """Mark a folder as a corpus: a new or empty one, or a corpus of the same source.

    Args:
        folder: the folder.
        of: what it is made of, such as `vmcd`; only a corpus of the same is replaced.
        parts: the folders inside it that are written to.

    Raises:
        OutputError: when the folder holds anything else, or a part of it is a link.
    """
    claim_folder(folder, _kind(of), is_older=partial(_is_older, of=of), parts=parts)


def claim_corpus_files(folder: Path, names: Iterable[str], *, of: str, parts: Iterable[str] = ()) -> None:
    """Mark a folder with the user's films or pictures, beside which a corpus is written.

    Args:
        folder: the folder.
        names: the files that are written.
        of: what it is made of; see `claim_corpus`.
        parts: the folders inside it that are written to.

    Raises:
        OutputError: when one of the files is there and of no such corpus, or a part is a link.
    """
    claim_files(folder, names, kind=_kind(of), is_older=partial(_is_older, of=of), parts=parts)


def claim_still_corpus(folder: Path, pictures: Path, *, of: str) -> None:
    """Mark a folder as a corpus of pictures, which may lie in the folder themselves.

    Raises:
        OutputError: as the functions above.
    """
    folder = Path(folder)
    if Path(pictures).resolve().is_relative_to(folder.resolve()):
        claim_corpus_files(folder, (STILLS, SPLITS, CARD), of=of)
    else:
        claim_corpus(folder, of=of)


def _kind(of: str) -> str:
    return f"corpus of {of}"


def _is_older(folder: Path, of: str) -> bool:
    """Return whether an older version, which did not mark of what a corpus is, made or began a corpus of the same."""
    if _OLDER not in read_marker(folder).kinds:
        return False
    try:
        card = read_record(folder / CARD, CorpusCard)
    except RecordError:
        return not os.path.lexists(folder / CARD)  # killed before it wrote the card
    return card.name.startswith(of) or card.source.startswith(of)
