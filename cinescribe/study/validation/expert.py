"""What waits for an expert in a study of metaphors, and what the expert decides (*Unveiling the Invisible*, A.1).

The sentences of videos in which all annotators see a metaphor wait for an expert, who accepts each or returns it with
a remark. Its annotator gets the page again, and what is written then waits anew.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, insert, select

from cinescribe.corpus.metaphors.caption_lint import CaptionLint
from cinescribe.errors import StudyError
from cinescribe.study.assignment.leases import check_open
from cinescribe.study.assignment.pages import newest_answers, stored_answers
from cinescribe.study.assignment.returned import WRITTEN, latest_decisions
from cinescribe.study.kinds.answers import MAX_LETTERS
from cinescribe.study.storage import tables
from cinescribe.study.storage.database import Database
from cinescribe.study.storage.group_commit import Place
from cinescribe.study.storage.studies import StoredStudy

EXPERT = "expert"
PRESENT, SENTENCE = "present", "caption"  # questions of the kind `metaphor`
_assignment, _item, _decision = tables.assignment, tables.item, tables.decision


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
    """

    assignment: int
    round: int
    clip: str
    film: str
    answers: Mapping[str, Any]
    faults: tuple[str, ...]
    remark: str | None = None


def waiting_metaphors(database: Database, study: StoredStudy, person: int) -> list[WrittenMetaphor]:
    """Return what waits for an expert, by clip.

    Raises:
        StudyError: when the person is no expert of the study, or its annotators write no metaphors.
        DatabaseError: when the database cannot be read.
    """
    with database.reading() as connection:
        _check_expert(connection, study, person)
        return _waiting(connection, study, CaptionLint())


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
        StudyError: when the person is no expert of the study, the study is closed, the remark is empty or very long,
            or the answers do not wait any more: they were decided on, or written again.
        DatabaseError: when nothing could be stored.
    """
    if remark is not None and not 1 <= len(remark.strip()) <= MAX_LETTERS:
        raise StudyError(f"the remark has {len(remark.strip())} letters; write 1 to {MAX_LETTERS:,}, or accept")
    said = None if remark is None else remark.strip()

    def work(connection: Connection) -> None:
        check_open(connection, study.id, alone=True)
        _check_expert(connection, study, person)
        before = latest_decisions(connection, study.id).get(assignment)
        if before is not None and (before.round, before.remark, before.person_id) == (round, said, person):
            return
        waiting = next((one for one in _waiting(connection, study, None) if one.assignment == assignment), None)
        if waiting is None or waiting.round != round:
            raise StudyError("these answers do not wait any more; load the list again")
        row = {"assignment_id": assignment, "round": round, "person_id": person, "remark": said}
        now = database.clock()
        connection.execute(insert(_decision).values(**row, answers=dict(waiting.answers), created=now))

    database.write(work, place=Place(study.id, False, person))


def _check_expert(connection: Connection, study: StoredStudy, person: int) -> None:
    role = tables.role
    found = select(role.c.id).where(role.c.study_id == study.id, role.c.person_id == person, role.c.name == EXPERT)
    if connection.execute(found).first() is None:
        raise StudyError("you are no expert of this study; ask for an invitation")
    if study.design.kind != WRITTEN:
        raise StudyError(f"a study of the kind {study.design.kind} has nothing for an expert; {WRITTEN} has")


def _waiting(connection: Connection, study: StoredStudy, lint: CaptionLint | None) -> list[WrittenMetaphor]:
    rows = connection.execute(
        select(_assignment.c.id, _item.c.id.label("item"), _item.c.clip, _item.c.film, _item.c.gold)
        .join(_item)
        .where(_item.c.study_id == study.id, _assignment.c.finished.is_not(None), _item.c.repeats.is_(None))
        .order_by(_item.c.number, _assignment.c.id)
    ).all()
    answers = {row.id: newest_answers(stored_answers(connection, row.id)) for row in rows if row.gold is None}
    seen: dict[int, list[bool]] = defaultdict(list)
    for row in rows:
        if row.id in answers:
            seen[row.item].append(bool(answers[row.id].get(PRESENT)))
    decisions = latest_decisions(connection, study.id)
    found = []
    for row in rows:
        own, before = answers.get(row.id, {}), decisions.get(row.id)
        is_agreed = len(seen[row.item]) >= study.design.n_judges and all(seen[row.item])
        is_read = before is not None and (before.remark is None or before.answers == own)
        if SENTENCE in own and is_agreed and not is_read:
            found.append(
                WrittenMetaphor(
                    row.id,
                    1 if before is None else before.round + 1,
                    row.clip,
                    row.film,
                    own,
                    () if lint is None else tuple(lint.faults(own[SENTENCE])),
                    None if before is None else before.remark,
                )
            )
    return found
