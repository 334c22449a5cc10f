"""The consent of raters: each agrees to the newest text before anything is asked, and again when it changes."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, and_, bindparam, func, insert, select

from cinescribe.errors import StudyError
from cinescribe.study.design.written_text import WrittenText
from cinescribe.study.storage import tables
from cinescribe.study.storage.consent_texts import ConsentText, add_consent, newest_consent
from cinescribe.study.storage.database import Database
from cinescribe.study.storage.studies import StoredStudy

NEEDS_CONSENT = "read what the study asks you to agree to, which is new to you, and decide; then send this again"
_consent, _decision = tables.consent, tables.consent_decision
# Every answer asks this: the newest text, and the newest decision of the person about it.
_STATE = (
    select(_consent.c.digest, _decision.c.is_given)
    .select_from(
        _consent.outerjoin(
            _decision,
            and_(
                _decision.c.study_id == _consent.c.study_id,
                _decision.c.digest == _consent.c.digest,
                _decision.c.person_id == bindparam("person"),
            ),
        )
    )
    .where(_consent.c.study_id == bindparam("study"))
    .order_by(_consent.c.version.desc(), _decision.c.id.desc())
    .limit(1)
)


@dataclass(frozen=True)
class ConsentState:
    """Where a rater is.

    Attributes:
        text: that holds; None where the study asks for no consent.
        is_given: whether the rater agreed to it; None where the rater has not decided.
        has_changed: whether the rater agreed to an earlier text.
    """

    text: ConsentText | None
    is_given: bool | None
    has_changed: bool = False

    @property
    def is_settled(self) -> bool:
        """Whether the rater may go on."""
        return self.text is None or self.is_given is True


def set_consent(database: Database, study: StoredStudy, written: WrittenText) -> ConsentText:
    """Let a text hold from now on: raters who agreed to another one are asked again.

    Raises:
        DatabaseError: when nothing could be stored.
    """
    with database.writing() as connection:
        return add_consent(connection, study.id, written, now=database.clock())


def rater_consent(database: Database, study: StoredStudy, person: int) -> ConsentState:
    """Return where a rater is, with the text to read.

    Raises:
        DatabaseError: when the database cannot be read.
    """
    with database.reading() as connection:
        text = newest_consent(connection, study.id)
        if text is None:
            return ConsentState(None, None)
        row = connection.execute(_STATE, {"study": study.id, "person": person}).one()
        earlier = select(func.count()).where(
            _decision.c.study_id == study.id, _decision.c.person_id == person, _decision.c.is_given
        )
        has_changed = not row.is_given and connection.execute(earlier).scalar_one() > 0
    return ConsentState(text, row.is_given, has_changed)


def decide_consent(database: Database, study: StoredStudy, person: int, *, digest: str, is_given: bool) -> None:
    """Store whether a rater agrees to a text.

    Args:
        database: of the study.
        study: the study.
        person: the rater.
        digest: of the text that the rater read.
        is_given: whether the rater agrees.

    Raises:
        StudyError: when another text holds by now.
        DatabaseError: when nothing could be stored.
    """
    with database.writing() as connection:
        newest = newest_consent(connection, study.id)
        if newest is None or newest.digest != digest:
            raise StudyError("the text has changed since you opened this page; read it again, and then decide")
        row = {"study_id": study.id, "person_id": person, "digest": digest, "is_given": is_given}
        connection.execute(insert(_decision).values(**row, created=database.clock()))


def check_consent(connection: Connection, study_id: int, person: int) -> str | None:
    """Return the digest of the text that a rater agreed to; None where the study asks for no consent.

    Raises:
        StudyError: when the rater has not agreed to the newest text. The message is for the rater.
    """
    row = connection.execute(_STATE, {"study": study_id, "person": person}).one_or_none()
    if row is None:
        return None
    if not row.is_given:
        raise StudyError(NEEDS_CONSENT)
    return str(row.digest)
