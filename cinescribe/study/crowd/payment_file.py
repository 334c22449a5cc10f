"""The list of payments as a CSV file, with the platform's own ids where its list of submissions is given."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import select

from cinescribe.errors import StudyError
from cinescribe.export.tracks.csv import escaped_cell
from cinescribe.input_files import read_text
from cinescribe.store import write_text
from cinescribe.study.crowd.payment import PaymentLine
from cinescribe.study.crowd.platform_ids import id_digest
from cinescribe.study.storage import tables
from cinescribe.study.storage.database import Database
from cinescribe.study.storage.studies import StoredStudy
from cinescribe.tables import csv_text, heading_and_rows

_COLUMNS = ("decision", "worker", "submission", "rater", "end", "code", "reason")
# What exports of Prolific and MTurk call the worker and the submission.
_WORKER = ("Participant id", "participant_id", "PROLIFIC_PID", "WorkerId", "workerId")
_SUBMISSION = ("Submission id", "session_id", "SESSION_ID", "AssignmentId", "assignmentId")
_STRANGER = "nobody took part under this id"
_AGAIN = "another submission of the same worker"


def read_workers(path: Path) -> list[tuple[str, str]]:
    """Return worker and submission of each row of a platform's list of submissions, a CSV file.

    Raises:
        RecordError: when the file cannot be read.
        StudyError: when it has no column of workers.
    """
    heading, rows = heading_and_rows(read_text(Path(path)), Path(path))
    worker = next((name for name in _WORKER if name in heading), None)
    if worker is None:
        raise StudyError(f"{str(path)!r} has the columns {', '.join(heading)}; expected one of {', '.join(_WORKER)}")
    submission = next((name for name in _SUBMISSION if name in heading), None)
    return [(row.text(worker), row.text(submission) if submission else "") for row in rows]


def worker_digests(database: Database, study: StoredStudy, workers: Sequence[tuple[str, str]]) -> frozenset[str]:
    """Return the digests under which the workers of a platform's list are known, see `read_workers`.

    Raises:
        DatabaseError: when the database cannot be read.
    """
    salt = _salt(database, study)
    return frozenset(id_digest(salt, worker) for worker, _ in workers)


def write_payments(
    path: Path, database: Database, study: StoredStudy, lines: Sequence[PaymentLine], workers: Sequence[tuple[str, str]]
) -> int:
    """Write a list of payments, and return how many participants are paid.

    With the platform's list, only its submissions are listed, by their own ids: each worker is paid once, and who never
    took part is not.

    Args:
        path: the CSV file.
        database: of the study.
        study: the study.
        lines: see `decided_payments`.
        workers: see `read_workers`; none for digests in place of ids.

    Raises:
        OutputError: when the file cannot be written.
        DatabaseError: when the database cannot be read.
    """
    rows = [_row(line, line.worker or "", line.submission or "") for line in lines]
    if workers:
        rows = _named(lines, workers, _salt(database, study), _others(database, study, lines))
    cells = ([escaped_cell(row[name]) for name in _COLUMNS] for row in rows)
    write_text(Path(path), csv_text(_COLUMNS, cells))
    return sum(row["decision"] == "pay" for row in rows)


def _named(
    lines: Sequence[PaymentLine], workers: Sequence[tuple[str, str]], salt: str, others: frozenset[str]
) -> list[dict[str, str]]:
    """A row for each submission of the platform; others are workers of other lists, or still taking part."""
    by_worker = {line.worker: line for line in lines if line.worker}
    digests = [(id_digest(salt, worker), id_digest(salt, submission)) for worker, submission in workers]
    # The submission under which a worker took part, or else the first one.
    chosen = {worker: number for number, (worker, _) in reversed([*enumerate(digests)])}
    for number, (worker, submission) in enumerate(digests):
        if worker in by_worker and by_worker[worker].submission == submission:
            chosen[worker] = number
    rows = []
    for number, ((worker, _), (name, submission)) in enumerate(zip(digests, workers, strict=True)):
        if worker in others:
            continue
        line = by_worker.get(worker)
        if line is not None and chosen[worker] == number:
            rows.append(_row(line, name, submission))
        else:
            reason = _STRANGER if line is None else _AGAIN
            refused = {"decision": "refuse", "worker": name, "submission": submission, "reason": reason}
            rows.append({**dict.fromkeys(_COLUMNS, ""), **refused})
    return rows


def _row(line: PaymentLine, worker: str, submission: str) -> dict[str, str]:
    return {
        "decision": "pay" if line.is_paid else "refuse",
        "worker": worker,
        "submission": submission,
        "rater": line.rater,
        "end": line.end,
        "code": line.code or "",
        "reason": line.reason,
    }


def _salt(database: Database, study: StoredStudy) -> str:
    with database.reading() as connection:
        found = connection.execute(select(tables.study.c.salt).where(tables.study.c.id == study.id)).scalar_one()
    return found or ""


def _others(database: Database, study: StoredStudy, lines: Sequence[PaymentLine]) -> frozenset[str]:
    own, listed = tables.participant.c, {line.worker for line in lines}
    with database.reading() as connection:
        found = connection.execute(select(own.worker).where(own.study_id == study.id)).scalars().all()
    return frozenset(worker for worker in found if worker and worker not in listed)
