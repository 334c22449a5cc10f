"""What organisers see of jobs and of the audit; neither has a word of a reference."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import func, select

from cinescribe.study.challenge.challenge import Challenge
from cinescribe.study.storage import challenge_tables as tables
from cinescribe.study.storage.tables import audit as _audit
from cinescribe.study.storage.tables import person as _person

_SHOWN = ("submitted", "phase opened", "phase closed", "scoring failed", "token made", "order by people")


@dataclass(frozen=True)
class AuditLine:
    """Something that happened.

    Attributes:
        time: seconds since 1970.
        action: what it was.
        person: pseudonym of who did it; None for programs.
        detail: the rest.
    """

    time: float
    action: str
    person: str | None
    detail: str | None


def job_counts(challenge: Challenge) -> list[tuple[str, str, int]]:
    """Return the number of jobs of each phase in each state that has some."""
    job, submission, phase = tables.job, tables.submission, tables.phase
    found = (
        select(phase.c.name, job.c.state, func.count())
        .select_from(job.join(submission).join(phase))
        .where(phase.c.challenge == challenge.card.name)
        .group_by(phase.c.id, phase.c.name, job.c.state)
        .order_by(phase.c.id, job.c.state)
    )
    with challenge.database.reading() as connection:
        return [(name, state, n) for name, state, n in connection.execute(found)]


def audit_lines(challenge: Challenge, *, n_lines: int = 50) -> list[AuditLine]:
    """Return the last lines of the audit that are about challenges, the newest first."""
    found = (
        select(_audit.c.time, _audit.c.action, _person.c.pseudonym, _audit.c.detail)
        .select_from(_audit.join(_person, isouter=True))
        .where(_audit.c.action.in_(_SHOWN))
        .order_by(_audit.c.id.desc())
        .limit(n_lines)
    )
    with challenge.database.reading() as connection:
        return [AuditLine(*row) for row in connection.execute(found)]
