"""An expert accepts or returns metaphors, their annotator writes them again, and the versions are those of a corpus."""

from typing import Any

import pytest

from cinescribe.corpus.metaphors.judgements import latest_judgements, version_of
from cinescribe.errors import StudyError
from cinescribe.study.assignment.answering import store_answers
from cinescribe.study.assignment.leases import lease_page, rater_progress
from cinescribe.study.assignment.pages import own_page
from cinescribe.study.kinds.items import StudyItem
from cinescribe.study.kinds.metaphor import METAPHOR
from cinescribe.study.kinds.table import KINDS
from cinescribe.study.people.people import invite, person_id
from cinescribe.study.results.judgements import read_decisions, read_judgements
from cinescribe.study.storage.studies import close_study
from cinescribe.study.validation.expert import decide, waiting_metaphors
from cinescribe.timing import Span
from tests.study.studies import invited, leased, stored_study

DRAFT = {
    "present": True,
    "audio": False,
    "time": "12.5",
    "primary": "The drink",
    "secondary": "a waterfall",
    "property": "fresh",
    "caption": "The drink is as fresh as a waterfall",
}
BETTER = {"secondary": "a river", "caption": "The drink is as fresh as a river"}


@pytest.fixture
def place(tmp_path):
    """A study of one video with two annotators, who have drafted; and an expert."""
    items = [StudyItem("ad", "film", Span(0, 30))]
    questions = KINDS["metaphor"].protocols["vmcd"]
    database, study = stored_study(tmp_path, items, n_judges=2, questions=questions, kind="metaphor")
    people = invited(database, study, 2)
    pages = [leased(database, study, person) for person in people]
    for person, page in zip(people, pages, strict=True):
        store_answers(database, study, person, assignment=page.assignment, answers=DRAFT, token="draft")
    expert = person_id(database, invite(database, study, n_people=1, role="expert")[0].pseudonym)
    yield database, study, people, [page.assignment for page in pages], expert
    database.close()


def test_returned_answers_go_to_annotator_and_wait_after_rewriting(place):
    database, study, people, (first, second), expert = place
    assert [(one.assignment, one.round, one.remark) for one in waiting_metaphors(database, study, expert)] == [
        (first, 1, None),
        (second, 1, None),
    ]
    decide(database, study, expert, assignment=first, round=1, remark=" A river is meant. ")
    decide(database, study, expert, assignment=first, round=1, remark="A river is meant.")  # sent twice
    decide(database, study, expert, assignment=second, round=1, remark=None)
    assert waiting_metaphors(database, study, expert) == []
    assert lease_page(database, study, people[1]) is None
    page = leased(database, study, people[0])
    assert (page.assignment, page.remark) == (first, "A river is meant.")
    assert [rater_progress(database, study, one).n_left for one in people] == [1, 0]
    assert own_page(database, study, people[0], first).remark == "A river is meant."
    assert own_page(database, study, people[1], second).remark is None
    store_answers(database, study, people[0], assignment=first, answers=BETTER, token="again")
    assert lease_page(database, study, people[0]) is None
    (waiting,) = waiting_metaphors(database, study, expert)
    assert (waiting.round, waiting.remark, waiting.answers["caption"]) == (2, "A river is meant.", BETTER["caption"])
    judgements = read_judgements(database, study)
    (accepted,) = METAPHOR.records(judgements, read_decisions(database, study), 2)["metaphors.jsonl"]
    assert accepted.to_dict()["by"] == judgements[1].rater
    decide(database, study, expert, assignment=first, round=2, remark=None)
    decisions = read_decisions(database, study)
    versions: list[Any] = [*METAPHOR.records(judgements, decisions, 2)["judgements.jsonl"]]
    assert [version_of(one) for one in versions if one.by == judgements[0].rater] == [
        "1 drafted",
        "1 returned",
        "2 rewritten",
        "2 accepted",
    ]
    assert {one.caption for one in latest_judgements(versions).values()} == {BETTER["caption"], DRAFT["caption"]}
    assert versions[0].spans == (Span(12.5, 13.5),)
    assert len(METAPHOR.records(judgements, decisions, 2)["metaphors.jsonl"]) == 2


def test_empty_and_late_decisions_are_refused(place):
    database, study, people, (first, _), expert = place
    with pytest.raises(StudyError, match="the remark has 0 letters; write 1 to 2,000, or accept"):
        decide(database, study, expert, assignment=first, round=1, remark=" ")
    with pytest.raises(StudyError, match="you are no expert of this study"):
        decide(database, study, people[0], assignment=first, round=1, remark=None)
    with pytest.raises(StudyError, match="do not wait any more; load the list again"):
        decide(database, study, expert, assignment=first, round=2, remark=None)
    decide(database, study, expert, assignment=first, round=1, remark=None)
    with pytest.raises(StudyError, match="do not wait any more"):
        decide(database, study, expert, assignment=first, round=1, remark="No.")
    close_study(database, study)
    with pytest.raises(StudyError, match="this study is closed"):
        decide(database, study, expert, assignment=first, round=1, remark=None)


def test_expert_does_not_read_clips_without_agreement(place):
    database, study, people, (first, _), expert = place
    store_answers(database, study, people[0], assignment=first, answers={"present": False}, token="no")
    assert waiting_metaphors(database, study, expert) == []


def test_expert_is_refused_in_kinds_without_expert(tmp_path):
    database, study = stored_study(tmp_path)
    expert = person_id(database, invite(database, study, n_people=1, role="expert")[0].pseudonym)
    with pytest.raises(StudyError, match="a study of the kind rank has nothing for an expert; metaphor has"):
        waiting_metaphors(database, study, expert)
    database.close()
