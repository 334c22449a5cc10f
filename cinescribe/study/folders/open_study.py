"""Opens the study of a folder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from cinescribe.errors import StudyError
from cinescribe.record import Record
from cinescribe.store import read_record
from cinescribe.study.design.design import StudyDesign
from cinescribe.study.storage.database import Database, sqlite_url
from cinescribe.study.storage.studies import StoredStudy, read_study

CARD = "study.json"
DATABASE = "study.db"


@dataclass(frozen=True)
class StudyCard(Record):
    """What a folder says about its study.

    Args:
        design: of the study.
        digest: of the design with its items.
        is_in_folder: whether the database is in the folder.
    """

    design: StudyDesign
    digest: str
    is_in_folder: bool


def database_url(folder: Path, url: str | None) -> str:
    """Return the URL of a study's database; that of the file in its folder where none is given."""
    return sqlite_url(Path(folder) / DATABASE) if url is None else url


@contextmanager
def open_study(
    folder: Path, *, url: str | None = None, group_commit: bool = False
) -> Iterator[tuple[Database, StoredStudy]]:
    """Yield the database and the study of a folder that `make_study` wrote.

    Args:
        folder: of the study.
        url: of the database, where it is not in the folder.
        group_commit: for many threads, see `Database`.

    Raises:
        RecordError: when the folder has no study.
        StudyError: when the database is missing or has another study of that name.
        DatabaseError: when the database cannot be used.
    """
    folder = Path(folder)
    card = read_record(folder / CARD, StudyCard)
    if url is None and not card.is_in_folder:
        raise StudyError(f"the database of {str(folder)!r} is on a server; give its URL with `database`")
    if url is None and not (folder / DATABASE).is_file():
        raise StudyError(f"{str(folder / DATABASE)!r} is gone, with the answers; put it back")
    database = Database(database_url(folder, url), group_commit=group_commit)
    try:
        stored = read_study(database, card.design.name)
        if stored.digest != card.digest:
            raise StudyError(
                f"the database has another study {card.design.name!r}; give the database that was made with it"
            )
        yield database, stored
    finally:
        database.close()
