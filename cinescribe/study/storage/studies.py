"""Studies in the database: written once, then only closed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from cinescribe.errors import StudyError, brief
from cinescribe.study.design.design import StudyDesign, design_digest
from cinescribe.study.design.written_text import WrittenText
from cinescribe.study.kinds.items import StudyItem
from cinescribe.study.storage import tables
from cinescribe.study.storage.consent_texts import add_consent
from cinescribe.study.storage.database import Database, inserted_id

_AT_ONCE = 500  # rows in a statement


@dataclass(frozen=True)
class StoredStudy:
    """A study of a database.

    Attributes:
        id: its number.
        design: its design.
        digest: of the design with its items.
        is_closed: whether answers are refused.
    """

    id: int
    design: StudyDesign
    digest: str
    is_closed: bool


def write_study(
    database: Database, design: StudyDesign, items: Sequence[StudyItem], *, consent: WrittenText | None = None
) -> StoredStudy:
    """Add a study to a database.

    Args:
        database: where it goes.
        design: of the study.
        items: that are asked about.
        consent: what raters agree to first; None for nothing.

    Raises:
        StudyError: when it has a study of that name.
        DatabaseError: when nothing could be stored.
    """
    if not items:
        raise StudyError(f"the study {design.name!r} has no item; give clips to ask about")
    now, digest = database.clock(), design_digest(design, items)
    with database.writing() as connection:
        row = {"name": design.name, "design": design.to_dict(), "digest": digest, "created": now}
        try:
            with connection.begin_nested():
                id = inserted_id(connection, insert(tables.study).values(row))
        except IntegrityError as error:
            raise StudyError(f"the database has a study {design.name!r}; give this one another name") from error
        _write_items(connection, id, items)
        if consent is not None:
            add_consent(connection, id, consent, now=now)
    return StoredStudy(id, design, digest, is_closed=False)


def _write_items(connection: Connection, study_id: int, items: Sequence[StudyItem]) -> None:
    rows = [
        {
            "study_id": study_id,
            "number": number,
            "clip": item.clip,
            "film": item.film,
            "start": None if item.span is None else item.span.start,
            "end": None if item.span is None else item.span.end,
            "caption": item.caption,
            "is_shared": item.is_shared,
            "gold": [one.to_dict() for one in item.gold] or None,
            "repeats": item.repeats,
        }
        for number, item in enumerate(items)
    ]
    for start in range(0, len(rows), _AT_ONCE):
        connection.execute(insert(tables.item), rows[start : start + _AT_ONCE])
    found = select(tables.item.c.number, tables.item.c.id).where(tables.item.c.study_id == study_id)
    ids = dict(connection.execute(found).all())
    texts = [
        {"item_id": ids[number], "number": n, **text.replace(criterion=None).to_dict(), "criterion": text.criterion}
        for number, item in enumerate(items)
        for n, text in enumerate(item.texts)
    ]
    for start in range(0, len(texts), _AT_ONCE):
        connection.execute(insert(tables.text), texts[start : start + _AT_ONCE])


def read_study(database: Database, name: str) -> StoredStudy:
    """Return a study by its name.

    Raises:
        StudyError: when there is none.
        DatabaseError: when the database cannot be read.
    """
    with database.reading() as connection:
        rows = connection.execute(select(tables.study)).all()
    for row in rows:
        if row.name == name:
            return StoredStudy(row.id, StudyDesign.from_dict(row.design), row.digest, row.closed is not None)
    names = ", ".join(row.name for row in rows) or "none"
    raise StudyError(f"the database has no study {brief(name)}; it has {names}")


def close_study(database: Database, study: StoredStudy) -> None:
    """Refuse further answers to a study.

    Raises:
        DatabaseError: when nothing could be stored.
    """
    with database.writing() as connection:
        connection.execute(update(tables.study).where(tables.study.c.id == study.id).values(closed=database.clock()))
