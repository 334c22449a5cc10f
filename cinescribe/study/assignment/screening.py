"""Raters take the tests of screening, one after the other, each once."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, insert

from cinescribe.errors import StudyError, brief
from cinescribe.study.assignment.leases import check_open, check_rater
from cinescribe.study.assignment.pages import Page
from cinescribe.study.assignment.screened import ScreeningState, TakenTest, screening_state, taken_tests
from cinescribe.study.storage import tables
from cinescribe.study.storage.database import Database
from cinescribe.study.storage.group_commit import Place
from cinescribe.study.storage.studies import StoredStudy

_MAX_TOKEN = 80  # letters


def rater_screening(database: Database, study: StoredStudy, person: int) -> ScreeningState:
    """Return where a rater is in the tests; a study without screening has nothing to take.

    Raises:
        DatabaseError: when the database cannot be read.
    """
    if study.design.screening is None:
        return ScreeningState(None, None)
    with database.reading() as connection:
        return screening_state(connection, study, person)


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


def take_test(
    database: Database, study: StoredStudy, person: int, *, test: int, answers: Sequence[bool], token: str
) -> ScreeningState:
    """Store the answers to a test, and return where the rater is then. When this returns, they are on the disk.

    A test that is sent again, with the token that its form was made with, is acknowledged and not stored again.

    Args:
        database: where the study is.
        study: the study.
        person: the rater.
        test: its number.
        answers: whether there is a metaphor in each video.
        token: drawn at random for the form.

    Raises:
        StudyError: when the study is closed, the person is no rater of it, the test is not the next one, or an answer
            is missing.
        DatabaseError: when nothing could be stored.
    """
    screening = study.design.screening
    videos = () if screening is None else screening.of_test(test)
    if screening is None or not videos or len(answers) != len(videos) or not 1 <= len(token) <= _MAX_TOKEN:
        raise StudyError(f"test {test} came with {len(answers)} answers; it has {len(videos)} videos, answer each")

    def work(connection: Connection) -> ScreeningState:
        check_open(connection, study.id, alone=True)
        check_rater(connection, study.id, person)
        before = screening_state(connection, study, person)
        if before.next_test != test:
            if _is_sent_again(taken_tests(connection, study.id, screening, person).get(test), token):
                return before
            raise StudyError(f"test {brief(test)} is not your next one; a test is taken once")
        n_right = sum(answer == video.is_metaphor for answer, video in zip(answers, videos, strict=True))
        is_passed = n_right >= screening.n_needed(len(videos))
        row = {"study_id": study.id, "person_id": person, "test": test, "answers": list(answers), "n_right": n_right}
        row |= {"is_passed": is_passed, "token": token, "created": database.clock()}
        connection.execute(insert(tables.screening).values(row))
        return screening_state(connection, study, person)

    return database.write(work, place=Place(study.id, False, person))


def _is_sent_again(taken: TakenTest | None, token: str) -> bool:
    return taken is not None and taken.token == token
