"""The texts of consent of a study: versions, of which the newest one holds."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, insert, select

from cinescribe.study.design.written_text import WrittenText
from cinescribe.study.storage import tables

_consent = tables.consent


@dataclass(frozen=True)
class ConsentText:
    """A version of the text that raters agree to before they take part.

    Attributes:
        version: from 1.
        written: the text.
        digest: of the text, which answers name.
        created: when it began to hold, in seconds since 1970.
    """

    version: int
    written: WrittenText
    digest: str
    created: float


def newest_consent(connection: Connection, study_id: int) -> ConsentText | None:
    """Return the text that holds; None where a study asks for no consent."""
    newest = select(_consent).where(_consent.c.study_id == study_id).order_by(_consent.c.version.desc()).limit(1)
    row = connection.execute(newest).one_or_none()
    if row is None:
        return None
    return ConsentText(row.version, WrittenText(row.text, row.language), row.digest, row.created)


def add_consent(connection: Connection, study_id: int, written: WrittenText, *, now: float) -> ConsentText:
    """Let a text hold from now on; one that holds already stays the version that it is."""
    newest = newest_consent(connection, study_id)
    if newest is not None and newest.digest == written.digest:
        return newest
    version = 1 if newest is None else newest.version + 1
    row = {"study_id": study_id, "version": version, "text": written.text, "language": written.language}
    connection.execute(insert(_consent).values(**row, digest=written.digest, created=now))
    return ConsentText(version, written, written.digest, now)
