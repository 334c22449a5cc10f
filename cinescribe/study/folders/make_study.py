"""Makes a study from a corpus and the texts of systems."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

from cinescribe.errors import StudyError
from cinescribe.output_folder import claim_folder
from cinescribe.store import write_record
from cinescribe.study.design.design import StudyDesign
from cinescribe.study.design.written_text import WrittenText
from cinescribe.study.folders.open_study import CARD, StudyCard, database_url
from cinescribe.study.kinds.items import StudyItem
from cinescribe.study.kinds.questions import Question
from cinescribe.study.kinds.study_kind import Sources, StudyKind
from cinescribe.study.storage.database import Database
from cinescribe.study.storage.studies import StoredStudy, write_study

FOLDER = "study"


def protocol_questions(kind: StudyKind, protocol: str | None) -> tuple[Question, ...]:
    """Return the questions of a paper's protocol, by default the kind's first one.

    Raises:
        StudyError: when the kind has no such protocol.
    """
    chosen = next(iter(kind.protocols)) if protocol is None else protocol
    if chosen not in kind.protocols:
        raise StudyError(f"`protocol` is {chosen!r}; a {kind.name} has {', '.join(kind.protocols)}")
    return kind.protocols[chosen]


def study_items(
    kind: StudyKind, sources: Sources, *, n_items: int | None = None, n_shared: int = 0, seed: int = 0
) -> list[StudyItem]:
    """Return the items of a study.

    Args:
        kind: of the study.
        sources: the corpus and the systems' files.
        n_items: clips, pairs or captions to draw at random; None for all.
        n_shared: items that every rater gets, the first ones drawn.
        seed: of the draw.

    Raises:
        StudyError: when a number is below its least, more items are to be shared than there are, or the files have
            nothing to ask about; reading them raises other `CinescribeError`s.
    """
    if n_items is not None and n_items < 1:
        raise StudyError(f"`items` is {n_items}; expected 1 or more")
    items = kind.items(sources, n_items, Random(seed))
    if not 0 <= n_shared <= len(items):
        raise StudyError(f"`shared` is {n_shared}, and there are {len(items)} items; expected 0 to {len(items)}")
    return [item.replace(is_shared=number < n_shared) for number, item in enumerate(items)]


def make_study(
    folder: Path,
    design: StudyDesign,
    items: Sequence[StudyItem],
    *,
    url: str | None = None,
    consent: WrittenText | None = None,
) -> StoredStudy:
    """Write a new study to a folder and its database.

    Args:
        folder: new, empty, or of an earlier try that was killed.
        design: of the study.
        items: see `study_items`.
        url: of the database; None for SQLite in the folder. The folder does not get it: it may have a password.
        consent: what raters agree to first; None for nothing.

    Raises:
        StudyError: when the folder, or the database, has a study of that name already.
        OutputError: when the folder holds anything else, or cannot be written.
        DatabaseError: when the database cannot be used.
    """
    folder = Path(folder)
    claim_folder(folder, FOLDER, is_older=lambda _: False)
    if (folder / CARD).exists():
        raise StudyError(f"{str(folder)!r} has a study already, perhaps with answers; name another folder")
    database = Database(database_url(folder, url))
    try:
        stored = write_study(database, design, items, consent=consent)
    finally:
        database.close()
    write_record(folder / CARD, StudyCard(design, stored.digest, url is None))
    return stored
