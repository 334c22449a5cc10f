"""Jobs of the scorer: leased for a short time, renewed while work goes on, finished once.

A job goes from received over checked and scoring to scored or failed. A worker that dies loses its lease, and another
one goes on. In SQLite one writer at a time takes a job; in PostgreSQL several workers take different ones.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import and_, insert, or_, select, update

from cinescribe.errors import ChallengeError
from cinescribe.study.challenge.challenge import Challenge
from cinescribe.study.people.people import record
from cinescribe.study.storage import challenge_tables as tables
from cinescribe.study.storage.challenge_tables import CHECKED, FAILED, RECEIVED, SCORED, SCORING

LEASE = 60.0  # seconds; renewed every third of it
MAX_TRIES = 3  # workers that may die of a job
LENGTH, VOCABULARY, UNIQUE, NOVEL = "Length", "Vocabulary", "Unique", "Novel"  # Movie Description, table 14
_job, _submission, _phase = tables.job, tables.submission, tables.phase


@dataclass(frozen=True)
class Lease:
    """A job that a worker has.

    Attributes:
        job: its number.
        submission: number of the submission.
        digest: of the file.
        phase: name of the phase.
        may_score: whether scores may be computed now: not in a blind phase before its close.
        worker: drawn at random for this lease.
    """

    job: int
    submission: int
    digest: str
    phase: str
    may_score: bool
    worker: str


@dataclass(frozen=True)
class MetricValue:
    """A value of a submission, as it is shown."""

    metric: str
    value: float
    signature: str


def take_job(challenge: Challenge) -> Lease | None:
    """Lease the oldest job that can go on; None where there is none.

    A job that broke off `MAX_TRIES` times has failed.

    Raises:
        DatabaseError: when nothing could be stored.
    """
    database = challenge.database
    with database.writing() as connection:
        while True:
            now = database.clock()
            is_over = and_(_phase.c.closed.is_not(None), _phase.c.closed <= now)
            may_score = or_(_phase.c.is_blind.is_(False), is_over)
            found = (
                select(_job.c.id, _job.c.submission_id, _job.c.n_tries, _submission.c.digest, _phase.c.name, may_score)
                .select_from(_job.join(_submission).join(_phase))
                .where(
                    _phase.c.challenge == challenge.card.name,
                    _job.c.state.in_((RECEIVED, CHECKED, SCORING)),
                    or_(_job.c.leased_until.is_(None), _job.c.leased_until <= now),
                    or_(_job.c.state == RECEIVED, may_score),
                )
                .order_by(_job.c.id)
                .limit(1)
                .with_for_update(of=_job, skip_locked=True)
            )
            row = connection.execute(found).one_or_none()
            if row is None:
                return None
            if row.n_tries >= MAX_TRIES:
                reason = f"scoring broke off {MAX_TRIES} times; the organisers look into it"
                _change(connection, row.id, state=FAILED, reason=reason, leased_until=None, changed=now)
                record(database, connection, "scoring failed", detail=f"{row.submission_id} broke off")
                continue
            lease = Lease(row.id, row.submission_id, row.digest, row.name, bool(row[5]), secrets.token_hex(16))
            tries = row.n_tries + 1
            _change(connection, row.id, worker=lease.worker, leased_until=now + LEASE, n_tries=tries, changed=now)
            return lease


def renew(challenge: Challenge, lease: Lease) -> None:
    """Keep a job for longer.

    Raises:
        ChallengeError: when another worker has it.
        DatabaseError: when nothing could be stored.
    """
    _mark(challenge, lease, leased_until=challenge.database.clock() + LEASE)


def mark_checked(challenge: Challenge, lease: Lease) -> None:
    """Note that the file of a job is as it must be; where scores may not be computed yet, others may have the job.

    Raises:
        ChallengeError: when another worker has it.
        DatabaseError: when nothing could be stored.
    """
    if lease.may_score:
        _mark(challenge, lease, state=CHECKED)
    else:
        _mark(challenge, lease, state=CHECKED, leased_until=None, n_tries=0)


def mark_scoring(challenge: Challenge, lease: Lease) -> None:
    """Note that scores are being computed.

    Raises:
        ChallengeError: when another worker has the job.
        DatabaseError: when nothing could be stored.
    """
    _mark(challenge, lease, state=SCORING)


def finish(challenge: Challenge, lease: Lease, values: Sequence[MetricValue]) -> None:
    """Store the scores of a job, all or none, once.

    Raises:
        ChallengeError: when another worker has the job.
        DatabaseError: when nothing could be stored.
    """
    rows = [
        {"submission_id": lease.submission, "metric": one.metric, "value": one.value, "signature": one.signature}
        for one in values
    ]
    _mark(challenge, lease, rows=rows, state=SCORED, leased_until=None)


def fail(challenge: Challenge, lease: Lease, reason: str, *, kind: str) -> None:
    """Note that a job cannot be done.

    Args:
        challenge: the challenge.
        lease: of the job.
        reason: for the team.
        kind: of error, for the audit; neither has a word of the references.

    Raises:
        ChallengeError: when another worker has the job.
        DatabaseError: when nothing could be stored.
    """
    _mark(challenge, lease, failed_by=kind, state=FAILED, reason=reason, leased_until=None)


def _mark(
    challenge: Challenge,
    lease: Lease,
    *,
    rows: Sequence[dict[str, Any]] = (),
    failed_by: str | None = None,
    **values: Any,
) -> None:
    database = challenge.database
    with database.writing() as connection:
        own = and_(
            _job.c.id == lease.job, _job.c.worker == lease.worker, _job.c.state.in_((RECEIVED, CHECKED, SCORING))
        )
        changed = connection.execute(update(_job).where(own).values(**values, changed=database.clock()))
        if changed.rowcount != 1:
            raise ChallengeError(f"the job of submission {lease.submission} went to another worker; leave it")
        if rows:
            connection.execute(insert(tables.score), list(rows))
        if failed_by is not None:
            record(database, connection, "scoring failed", detail=f"{lease.submission} {failed_by}")


def _change(connection: Any, job: int, **values: Any) -> None:
    connection.execute(update(_job).where(_job.c.id == job).values(**values))
