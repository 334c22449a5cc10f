import pytest
from sqlalchemy import func, select

from cinescribe.errors import StudyError
from cinescribe.study.assignment.answering import store_answers
from cinescribe.study.assignment.leases import lease_page
from cinescribe.study.kinds.items import StudyItem
from cinescribe.study.kinds.table import KINDS
from cinescribe.study.people.people import forget, hashed, invite, person_id
from cinescribe.study.results.judgements import read_judgements
from cinescribe.study.storage import tables
from cinescribe.study.validation.expert import decide, waiting_metaphors
from tests.serve.sites import draft
from tests.study.studies import invited, leased, stored_study

ANSWERS = {"correctness": [1, 2, 3], "grammar": [3, 2, 1]}


@pytest.fixture
def place(tmp_path):
    database, study = stored_study(tmp_path)
    yield database, study
    database.close()


def answered(database, study):
    """Return the pseudonym of a rater who has answered one page."""
    (one,) = invite(database, study, n_people=1)
    person = person_id(database, one.pseudonym)
    page = leased(database, study, person)
    store_answers(database, study, person, assignment=page.assignment, answers=ANSWERS, token="t")
    return one.pseudonym


def count(database, table):
    with database.reading() as connection:
        return connection.execute(select(func.count()).select_from(table)).scalar_one()


def test_invitations_are_secret_and_all_different(place):
    database, study = place
    invitations = [*invite(database, study, n_people=3), *invite(database, study, n_people=2, role="expert")]
    assert len({one.code for one in invitations}) == len({one.pseudonym for one in invitations}) == 5
    with database.reading() as connection:
        rows = connection.execute(select(tables.person).order_by(tables.person.c.id)).all()
        roles = connection.execute(select(tables.role.c.name).order_by(tables.role.c.person_id)).scalars().all()
    assert [row.invitation_hash for row in rows] == [hashed(one.code) for one in invitations]
    assert roles == ["rater"] * 3 + ["expert"] * 2


def test_invitations_without_raters_or_with_an_unknown_role_are_refused(place):
    with pytest.raises(StudyError, match="`raters` is 0; expected 1 or more"):
        invite(*place, n_people=0)
    with pytest.raises(StudyError, match="`role` is 'judge'; expected one of rater, expert, admin"):
        invite(*place, n_people=1, role="judge")
    assert count(place[0], tables.person) == 0


def test_an_expert_gets_no_page_of_raters(place):
    database, study = place
    (expert,) = invite(database, study, n_people=1, role="expert")
    with pytest.raises(StudyError, match="you are no rater of this study"):
        lease_page(database, study, person_id(database, expert.pseudonym))


def test_forgetting_a_rater_renames_their_answers(place):
    database, study = place
    name, other = answered(database, study), answered(database, study)
    assert forget(database, name) == 0
    raters = {one.rater for one in read_judgements(database, study)}
    assert len(raters) == 2
    assert other in raters
    assert name not in raters
    with database.reading() as connection:
        row = connection.execute(select(tables.person).where(tables.person.c.forgotten.is_not(None))).one()
        details = connection.execute(select(tables.audit.c.detail).where(tables.audit.c.person_id == row.id)).scalars()
        assert {*details} == {None}
    assert (row.password_hash, row.invitation_hash, row.is_blind) == (None, None, None)
    with pytest.raises(StudyError, match="unknown pseudonym"):
        forget(database, name)


def test_decisions_on_removed_answers_are_removed(tmp_path):
    questions = KINDS["metaphor"].protocols["vmcd"]
    items = [StudyItem("c", "film")]
    database, study = stored_study(tmp_path, items, n_judges=1, questions=questions, kind="metaphor")
    (annotator,) = invite(database, study, n_people=1)
    draft(database, study, person_id(database, annotator.pseudonym))
    (expert,) = invited(database, study, 1, role="expert")
    (waiting,) = waiting_metaphors(database, study, expert)
    decide(database, study, expert, assignment=waiting.assignment, round=1, remark=None)
    assert forget(database, annotator.pseudonym, with_answers=True) == 7
    assert (count(database, tables.decision), count(database, tables.assignment)) == (0, 0)
    database.close()


def test_forgetting_removes_answers_on_request(place):
    database, study = place
    name, other = answered(database, study), answered(database, study)
    assert forget(database, name, with_answers=True) == 2
    assert [one.rater for one in read_judgements(database, study)] == [other]
    assert count(database, tables.answer) == 2
    assert count(database, tables.assignment) == 1
