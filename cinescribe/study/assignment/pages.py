"""What a rater sees: a page, without the names of systems, with the answers that it has and a remark of an expert."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Engine, Row, bindparam, select

from cinescribe.errors import StudyError
from cinescribe.study.kinds.answers import ShownText
from cinescribe.study.kinds.items import KnownAnswer, StudyText
from cinescribe.study.kinds.questions import Question
from cinescribe.study.storage import tables
from cinescribe.study.storage.database import Database
from cinescribe.study.storage.studies import StoredStudy
from cinescribe.timing import Seconds, Span

_answer, _assignment = tables.answer, tables.assignment
_ANSWERS = (
    select(_answer.c.question, _answer.c.value, _answer.c.token, _answer.c.revision)
    .where(_answer.c.assignment_id == bindparam("assignment"))
    .order_by(_answer.c.revision)
)
_OWN = (
    select(_assignment)
    .join(tables.item)
    .where(
        _assignment.c.id == bindparam("assignment"),
        _assignment.c.person_id == bindparam("person"),
        tables.item.c.study_id == bindparam("study"),
    )
)
_OWN_LOCKED = _OWN.with_for_update(of=_assignment)
_OWN_PAGES = (
    select(_assignment.c.id, _assignment.c.finished, _assignment.c.n_left)
    .join(tables.item)
    .where(tables.item.c.study_id == bindparam("study"), _assignment.c.person_id == bindparam("person"))
    .order_by(_assignment.c.id)
)
# The items of a study never change once it is written, so that they stay in memory.
_KEPT: WeakKeyDictionary[Engine, dict[int, dict[int, StoredItem]]] = WeakKeyDictionary()


@dataclass(frozen=True, eq=False)
class StoredItem:
    """An item with its texts.

    Attributes:
        id: its number in the database.
        clip: id of the clip.
        film: its film.
        span: of the clip in the film; None where it is unknown.
        caption: shown beside the texts; None without one.
        is_shared: whether every rater gets it, before others.
        gold: known answers, of items that test the rater.
        repeats: the number of the item that it asks again; None for others.
        texts: to judge.
        shown: the same, as raters see them.
    """

    id: int
    clip: str
    film: str
    span: Span | None
    caption: str | None
    is_shared: bool
    gold: tuple[KnownAnswer, ...]
    repeats: int | None
    texts: tuple[StudyText, ...]
    shown: tuple[ShownText, ...]

    @cached_property
    def is_check(self) -> bool:
        """Whether it tests the rater, and not a text."""
        return bool(self.gold) or self.repeats is not None


@dataclass(frozen=True)
class Page:
    """A page that is assigned to a rater.

    Attributes:
        assignment: its number, to answer with.
        clip: id of the clip; show it under another name, since it may reveal the film's.
        film: its film.
        span: of the clip in the film; None where it is unknown.
        caption: shown beside the texts; None without one.
        texts: to judge, in the order drawn for this rater.
        questions: of the study, as far as they are asked on this page.
        answers: the newest answer to each question that has one.
        leased_until: when the page may go to another rater, in seconds since 1970.
        remark: of an expert who returned the answers to be written again; None for others.
    """

    assignment: int
    clip: str
    film: str
    span: Span | None
    caption: str | None
    texts: tuple[ShownText, ...]
    questions: tuple[Question, ...]
    answers: Mapping[str, Any] = field(default_factory=dict)
    leased_until: float = 0.0
    remark: str | None = None

    @property
    def duration(self) -> Seconds | None:
        """The duration of the clip; None where it is unknown."""
        return None if self.span is None else self.span.duration

    @property
    def is_finished(self) -> bool:
        """Whether every required question has an answer."""
        return not self.missing_questions

    @property
    def missing_questions(self) -> tuple[Question, ...]:
        """The required questions without an answer."""
        return tuple(
            question
            for question in self.questions
            if question.name not in self.answers and question.is_required_with(self.answers)
        )


@dataclass(frozen=True)
class PagePosition:
    """The position of a page among those of a rater.

    Attributes:
        place: its number, from 1.
        n_pages: of the rater, those to come included.
        before: the number of the assignment of the page before it; None for the first.
    """

    place: int
    n_pages: int
    before: int | None = None


def own_page(database: Database, study: StoredStudy, person: int, assignment: int) -> Page:
    """Return a page that a rater has, or had, without leasing it again.

    Raises:
        StudyError: when there is none, or another rater has it.
        DatabaseError: when the database cannot be read.
    """
    with database.reading() as connection:
        return _own_page(connection, study, person, assignment)


def page_with_position(
    database: Database, study: StoredStudy, person: int, assignment: int
) -> tuple[Page, PagePosition]:
    """Return a page as `own_page` does, and its position among the rater's.

    Raises:
        StudyError: when there is none, or another rater has it.
        DatabaseError: when the database cannot be read.
    """
    with database.reading() as connection:
        page = _own_page(connection, study, person, assignment)
        return page, _page_position(connection, study, person, assignment)


def screening_page(study: StoredStudy, test: int, video: int) -> Page:
    """Return a video of a test as a page, to show its clip.

    Args:
        study: the study.
        test: the test.
        video: its place in the test, from 0.

    Raises:
        StudyError: when there is none.
    """
    screening = study.design.screening
    videos = () if screening is None else screening.of_test(test)
    if not 0 <= video < len(videos):
        raise StudyError(f"test {test} has no video {video}; go to the first page of the study")
    one = videos[video]
    return Page(0, one.clip, one.film, one.span, None, (), ())


def training_page(study: StoredStudy, step: int) -> Page:
    """Return an example of the training as a page, with the question that is practised.

    Args:
        study: the study.
        step: of the training, from 1.

    Raises:
        StudyError: when there is none.
    """
    steps = study.design.training_steps
    if not 1 <= step <= len(steps):
        raise StudyError(f"the training has no step {step}; go to the first page of the study")
    example, answer = steps[step - 1]
    question = study.design.question(answer.question)
    return Page(0, example.clip, example.film or "", example.span, example.caption, example.texts, (question,))


def assigned_page(connection: Connection, study: StoredStudy, assignment: Row[Any], answers: Iterable[Any]) -> Page:
    """Return the page of a row of the table `assignment`, with its answers, see `stored_answers`."""
    item = stored_items(connection, study.id)[assignment.item_id]
    return Page(
        assignment.id,
        item.clip,
        item.film,
        item.span,
        item.caption,
        tuple(item.shown[group[0]] for group in assignment.shown),
        tuple(one for one in study.design.questions if one.is_asked_on(len(item.texts))),
        newest_answers(answers),
        assignment.leased_until,
    )


def stored_answers(connection: Connection, assignment: int) -> Sequence[Any]:
    """Return rows with question, value, token and revision of all answers to a page, older ones first."""
    found: Sequence[Any] = connection.execute(_ANSWERS, {"assignment": assignment}).all()
    return found


def newest_answers(answers: Iterable[Any]) -> dict[str, Any]:
    """Return the newest answer to each question, without those that were taken back."""
    return given({row.question: row.value for row in answers})


def given(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return answers without those that were taken back, which are None."""
    return {name: value for name, value in answers.items() if value is not None}


def own_assignment(connection: Connection, study_id: int, *, person: int, assignment: int, lock: bool) -> Row[Any]:
    """Return a row of the table `assignment`, if it is this person's and of this study.

    Args:
        connection: in a transaction.
        study_id: the study.
        person: the rater.
        assignment: the number of the page's assignment.
        lock: keep other writers from it until the transaction ends.

    Raises:
        StudyError: when there is none, or another rater has it: both with the same message.
    """
    given = {"assignment": assignment, "person": person, "study": study_id}
    row = connection.execute(_OWN_LOCKED if lock else _OWN, given).one_or_none()
    if row is None:
        raise StudyError(f"there is no page {assignment} for you in this study; go to your next page")
    return row


def returned_pages(connection: Connection, study: StoredStudy, own: Iterable[Any]) -> Iterator[Page]:
    """Yield the pages of a rater that an expert returned and that were not rewritten.

    Args:
        connection: in a transaction.
        study: the study.
        own: the rater's rows of the table `assignment`.
    """
    if study.design.of_kind.expert is None:
        return
    rows = {row.id: row for row in own}
    for assignment in latest_decisions(connection, study.id):
        if assignment in rows:
            page = assigned_page(connection, study, rows[assignment], stored_answers(connection, assignment))
            page = with_remark(connection, study, page)
            if page.remark is not None:
                yield page


def with_remark(connection: Connection, study: StoredStudy, page: Page) -> Page:
    """Return a page with the remark of the expert who returned it, unless it was written again since."""
    if study.design.of_kind.expert is None:
        return page
    decision = latest_decisions(connection, study.id).get(page.assignment)
    if decision is None or page.answers != decision.answers:
        return page
    return replace(page, remark=decision.remark)


def latest_decisions(connection: Connection, study_id: int) -> dict[int, Row[Any]]:
    """Return the newest decision on each assignment of a study."""
    return {row.assignment_id: row for row in all_decisions(connection, study_id)}


def all_decisions(connection: Connection, study_id: int) -> Sequence[Row[Any]]:
    """Return the rows of the table `decision`, older rounds first, with the item and the pseudonyms of both people."""
    decision, assignment, item, rater = tables.decision, tables.assignment, tables.item, tables.person
    expert = rater.alias()
    found = (
        select(
            decision, item.c.number.label("item"), rater.c.pseudonym.label("rater"), expert.c.pseudonym.label("expert")
        )
        .select_from(decision.join(assignment).join(item).join(rater, rater.c.id == assignment.c.person_id))
        .join(expert, expert.c.id == decision.c.person_id)
        .where(item.c.study_id == study_id)
        .order_by(decision.c.assignment_id, decision.c.round)
    )
    return connection.execute(found).all()


def stored_items(connection: Connection, study_id: int) -> dict[int, StoredItem]:
    """Return the items of a study by number, in the order of the study; they are cached after the first call."""
    of_engine = _KEPT.setdefault(connection.engine, {})
    if study_id not in of_engine:
        of_engine[study_id] = _read(connection, study_id)
    return of_engine[study_id]


def _read(connection: Connection, study_id: int) -> dict[int, StoredItem]:
    item, text = tables.item, tables.text
    of_study = item.c.study_id == study_id
    texts: dict[int, list[StudyText]] = defaultdict(list)
    columns = (text.c.item_id, text.c.system, text.c.text, text.c.name, text.c.criterion)
    found = select(*columns).join_from(text, item).where(of_study).order_by(text.c.item_id, text.c.number)
    for row in connection.execute(found):
        texts[row.item_id].append(StudyText(row.system, row.text, row.name, row.criterion))
    rows = connection.execute(select(item).where(of_study).order_by(item.c.number)).all()
    ids = {row.number: row.id for row in rows}
    return {
        row.id: StoredItem(
            row.id,
            row.clip,
            row.film,
            None if row.start is None else Span(row.start, row.end),
            row.caption,
            row.is_shared,
            tuple(KnownAnswer.from_dict(one) for one in row.gold or ()),
            None if row.repeats is None else ids[row.repeats],
            tuple(texts[row.id]),
            tuple(ShownText(one.text, one.criterion) for one in texts[row.id]),
        )
        for row in rows
    }


def drawn_order(texts: Sequence[StudyText], random: Random) -> list[list[int]]:
    """Return, for each text to show, the numbers of the texts that say the same, in the order drawn.

    Texts of one system with one name, such as a caption and what is inferred from it, stay together. Texts say the same
    if nothing but space around them differs, and both have the same criterion.
    """
    blocks: dict[tuple[str, str], list[int]] = {}
    for number, text in enumerate(texts):
        blocks.setdefault((text.system, text.name), []).append(number)
    groups: dict[tuple[str | None, str], list[int]] = {}
    for key in random.sample(list(blocks), len(blocks)):
        for number in blocks[key]:
            groups.setdefault((texts[number].criterion, texts[number].text.strip()), []).append(number)
    return list(groups.values())


def _own_page(connection: Connection, study: StoredStudy, person: int, assignment: int) -> Page:
    row = own_assignment(connection, study.id, person=person, assignment=assignment, lock=False)
    page = assigned_page(connection, study, row, stored_answers(connection, assignment))
    return with_remark(connection, study, page)


def _page_position(connection: Connection, study: StoredStudy, person: int, assignment: int) -> PagePosition:
    """The position of a page among a rater's; counted when the newest was leased, since counting takes long."""
    rows = connection.execute(_OWN_PAGES, {"study": study.id, "person": person}).all()
    finished = [row.id for row in rows if row.finished is not None]
    place = finished.index(assignment) if assignment in finished else len(finished)
    newest = rows[-1]
    n_before = sum(id < newest.id for id in finished)
    n_pages = max(n_before + (newest.n_left or 0), len(finished), place + 1)
    return PagePosition(place + 1, n_pages, finished[place - 1] if place else None)
