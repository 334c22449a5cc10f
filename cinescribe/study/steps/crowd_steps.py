"""What is done to a study of crowd work in its folder: open a link, and write who is paid."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cinescribe.store import write_records
from cinescribe.study.crowd.joining import OpenLink, make_open_link
from cinescribe.study.crowd.payment import PaymentLine, decided_payments
from cinescribe.study.crowd.payment_file import read_workers, worker_digests, write_payments
from cinescribe.study.folders.open_study import open_study


@dataclass(frozen=True)
class PaymentList:
    """A list of payments that was written.

    Attributes:
        number: of the list.
        lines: the participants that it decides about.
        n_paid: rows of the file that say `pay`.
    """

    number: int
    lines: tuple[PaymentLine, ...]
    n_paid: int


def open_study_link(study: str | Path, output: str | Path, *, quota: int, url: str | None = None) -> OpenLink:
    """Add an open link, by which people of a platform of crowd work join a study, and write it to a JSONL file.

    Args:
        study: its folder.
        output: the file to write.
        quota: people who may finish.
        url: of the database; by default a file in the folder.

    Raises:
        RecordError, StudyError, DatabaseError: as `open_study`; when the study has no rules of crowd work.
        OutputError: when the file cannot be written.
    """
    with open_study(Path(study), url=url) as (database, stored):
        link = make_open_link(database, stored, quota=quota)
    write_records(Path(output), [link])
    return link


def pay_participants(
    study: str | Path,
    output: str | Path,
    *,
    workers: str | Path | None = None,
    again: int | None = None,
    url: str | None = None,
) -> PaymentList:
    """Decide by the rules of a study which participants are paid, and write a CSV file with a reason for each.

    Args:
        study: its folder.
        output: the file to write.
        workers: the platform's list of submissions, CSV as Prolific and MTurk export it; by it the file has the
            platform's ids, of which the database has digests only. Who is not in it waits for a later list.
        again: the number of an earlier list, to write that one; None for those who came to an end since the last one.
        url: of the database; by default a file in the folder.

    Raises:
        RecordError, StudyError, DatabaseError: as `open_study`; when there is nobody to decide about.
        OutputError: when the file cannot be written; `again` writes the list then.
    """
    known = [] if workers is None else read_workers(Path(workers))
    with open_study(Path(study), url=url) as (database, stored):
        listed = None if workers is None else worker_digests(database, stored, known)
        number, lines = decided_payments(database, stored, again=again, workers=listed)
        n_paid = write_payments(Path(output), database, stored, lines, known)
    return PaymentList(number, tuple(lines), n_paid)
