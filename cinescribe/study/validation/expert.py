"""What waits for an expert, and what the expert decides (*Unveiling the Invisible*, A.1).

The sentences of clips on which all annotators agree, such as that there is a metaphor, wait for an expert, who accepts
each or returns it with a remark. Its annotator gets the page again, and the new answers wait once more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, insert, select

from cinescribe.errors import StudyError
from cinescribe.study.assignment.leases import EXPERT, check_open
from cinescribe.study.assignment.pages import Page, assigned_page, latest_decisions, newest_answers, stored_answers
from cinescribe.study.kinds.answers import MAX_LETTERS
from cinescribe.study.kinds.study_kind import ExpertTask
from cinescribe.study.kinds.table import KINDS
from cinescribe.study.storage import tables
from cinescribe.study.storage.database import Database
from cinescribe.study.storage.group_commit import RowLocks
from cinescribe.study.storage.studies import StoredStudy

_assignment, _item = tables.assignment, tables.item
_answer, _decision = tables.answer, tables.decision


@dataclass(frozen=True)
class WrittenMetaphor:
    """Answers of an annotator that wait for the expert.

    Attributes:
        assignment: the number of the page's assignment, to decide by.
        round: of the answers: 1, and one more each time that they were written again.
        clip: id of the clip.
        film: its film.
        answers: the newest ones.
        faults: what the lint finds in the sentence: spelling, grammar, names and brands.
        remark: with which they were returned before; None the first time.
        others: the answers of the others who annotated the clip.
    """

    assignment: int
    round: int
    clip: str
    film: str
    answers: Mapping[str, Any]
    faults: tuple[str, ...]
    remark: str | None = None
    others: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True)
class ExpertProgress:
    """How far the experts of a study are.

    Attributes:
        n_waiting: sentences that wait for a decision.
        n_accepted: sentences that were accepted.
        n_returned: sentences that were returned, and not written again yet.
        n_disagreed: videos that no expert reads, since not all annotators see a metaphor in them, but some do.
    """

    n_waiting: int
    n_accepted: int
    n_returned: int
    n_disagreed: int


def waiting_metaphors(database: Database, study: StoredStudy, person: int) -> list[WrittenMetaphor]:
    """Return what waits for an expert, by clip.

    Raises:
        StudyError: when the person is not an expert of the study, or its annotators write no metaphors.
        DatabaseError: when the database cannot be read.
    """
    with database.reading() as connection:
        task = _expert_task(connection, study, person)
        return [_linted(one, task) for one in _waiting(connection, study, task)]


def next_metaphor(database: Database, study: StoredStudy, person: int) -> WrittenMetaphor | None:
    """Return the first of `waiting_metaphors`; None where nothing waits.

    Raises:
        StudyError: as `waiting_metaphors`.
        DatabaseError: when the database cannot be read.
    """
    with database.reading() as connection:
        task = _expert_task(connection, study, person)
        return next(iter(_waiting(connection, study, task)), None)


def waiting_metaphor(
    database: Database, study: StoredStudy, person: int, *, assignment: int, round: int
) -> WrittenMetaphor:
    """Return answers that wait for the expert.

    Raises:
        StudyError: as `waiting_metaphors`, or when they no longer wait.
        DatabaseError: when the database cannot be read.
    """
    with database.reading() as connection:
        task = _expert_task(connection, study, person)
        return _linted(_waiting_one(connection, study, task, assignment, round), task)


def expert_progress(database: Database, study: StoredStudy, person: int) -> ExpertProgress:
    """Return how far the experts of a study are.

    Raises:
        StudyError: as `waiting_metaphors`.
        DatabaseError: when the database cannot be read.
    """
    with database.reading() as connection:
        task = _expert_task(connection, study, person)
        by_item = _drafts(connection, study)
        waiting = {one.assignment for one in _waiting(connection, study, task)}
        decided = latest_decisions(connection, study.id)
    read = [row.remark for id, row in decided.items() if id not in waiting]
    seen = [[bool(one.answers.get(task.agreed)) for one in drafts] for drafts in by_item.values()]
    return ExpertProgress(
        len(waiting),
        sum(remark is None for remark in read),
        sum(remark is not None for remark in read),
        sum(len(own) >= study.design.n_judges and any(own) and not all(own) for own in seen),
    )


def page_to_validate(database: Database, study: StoredStudy, person: int, assignment: int) -> Page:
    """Return an annotator's finished page, for an expert who looks at its clip.

    Raises:
        StudyError: as `waiting_metaphors`, or when there is no such page.
        DatabaseError: when the database cannot be read.
    """
    found = (
        select(_assignment)
        .join(_item)
        .where(_item.c.study_id == study.id, _assignment.c.id == assignment, _assignment.c.finished.is_not(None))
    )
    with database.reading() as connection:
        _expert_task(connection, study, person)
        row = connection.execute(found).one_or_none()
        if row is None:
            raise StudyError(f"there is no page {assignment} to validate; load the list again")
        return assigned_page(connection, study, row, stored_answers(connection, assignment))


def decide(
    database: Database,
    study: StoredStudy,
    person: int,
    *,
    assignment: int,
    round: int,
    remark: str | None,
) -> None:
    """Accept an annotator's answers, or return them. When this returns, the decision is on the disk.

    The same decision sent again is stored once.

    Args:
        database: where the study is.
        study: the study.
        person: the expert.
        assignment: of the annotator's page, as `waiting_metaphors` gives it.
        round: of the answers that the expert read.
        remark: why they are returned; None to accept them.

    Raises:
        StudyError: when the person is not an expert of the study, the study is closed, the remark is empty or too
            long, or the answers no longer wait: they were decided on or rewritten.
        DatabaseError: when nothing could be stored.
    """
    if remark is not None and not 1 <= len(remark.strip()) <= MAX_LETTERS:
        raise StudyError(f"the remark has {len(remark.strip())} letters; write 1 to {MAX_LETTERS:,}, or accept")
    stripped = None if remark is None else remark.strip()

    def work(connection: Connection) -> None:
        check_open(connection, study.id, exclusive=True)
        task = _expert_task(connection, study, person)
        before = latest_decisions(connection, study.id).get(assignment)
        if before is not None and (before.round, before.remark, before.person_id) == (round, stripped, person):
            return
        waiting = _waiting_one(connection, study, task, assignment, round)
        row = {"assignment_id": assignment, "round": round, "person_id": person, "remark": stripped}
        now = database.clock()
        connection.execute(insert(_decision).values(**row, answers=dict(waiting.answers), created=now))

    database.write(work, locks=RowLocks(study.id, False, person))


def _expert_task(connection: Connection, study: StoredStudy, person: int) -> ExpertTask:
    """What the person reads as an expert of the study."""
    role = tables.role
    found = select(role.c.id).where(role.c.study_id == study.id, role.c.person_id == person, role.c.name == EXPERT)
    if connection.execute(found).first() is None:
        raise StudyError("you are no expert of this study; ask for an invitation")
    task = study.design.of_kind.expert
    if task is None:
        able = ", ".join(name for name, kind in KINDS.items() if kind.expert is not None)
        raise StudyError(f"a study of the kind {study.design.kind} has nothing for an expert; {able} has")
    return task


def _waiting_one(
    connection: Connection, study: StoredStudy, task: ExpertTask, assignment: int, round: int
) -> WrittenMetaphor:
    for one in _waiting(connection, study, task):
        if (one.assignment, one.round) == (assignment, round):
            return one
    raise StudyError("these answers do not wait any more; load the list again")


def _linted(one: WrittenMetaphor, task: ExpertTask) -> WrittenMetaphor:
    return replace(one, faults=tuple(task.faults(one.answers[task.sentence])))


@dataclass(frozen=True)
class _Draft:
    """A finished page, with its newest answers."""

    assignment: int
    clip: str
    film: str
    answers: Mapping[str, Any]


def _drafts(connection: Connection, study: StoredStudy) -> dict[int, list[_Draft]]:
    """The finished pages of each item that is annotated, by the item's number in the database."""
    is_annotated = (
        _item.c.study_id == study.id,
        _item.c.repeats.is_(None),
        _item.c.gold.is_(None),
        _assignment.c.finished.is_not(None),
    )
    answered = select(_answer).select_from(_answer.join(_assignment).join(_item)).where(*is_annotated)
    answers: dict[int, list[Any]] = defaultdict(list)
    for row in connection.execute(answered.order_by(_answer.c.revision)):
        answers[row.assignment_id].append(row)
    found: dict[int, list[_Draft]] = defaultdict(list)
    columns = (_assignment.c.id, _item.c.id.label("item"), _item.c.clip, _item.c.film)
    pages = select(*columns).join_from(_assignment, _item).where(*is_annotated)
    for row in connection.execute(pages.order_by(_item.c.number, _assignment.c.id)):
        found[row.item].append(_Draft(row.id, row.clip, row.film, newest_answers(answers[row.id])))
    return found


def _waiting(connection: Connection, study: StoredStudy, task: ExpertTask) -> list[WrittenMetaphor]:
    decisions = latest_decisions(connection, study.id)
    found = []
    for drafts in _drafts(connection, study).values():
        if len(drafts) < study.design.n_judges or not all(one.answers.get(task.agreed) for one in drafts):
            continue
        for one in drafts:
            before = decisions.get(one.assignment)
            is_read = before is not None and (before.remark is None or before.answers == one.answers)
            if task.sentence in one.answers and not is_read:
                found.append(
                    WrittenMetaphor(
                        one.assignment,
                        1 if before is None else before.round + 1,
                        one.clip,
                        one.film,
                        one.answers,
                        (),
                        None if before is None else before.remark,
                        tuple(other.answers for other in drafts if other is not one),
                    )
                )
    return found
