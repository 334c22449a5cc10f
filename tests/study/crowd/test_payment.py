"""Payment follows the rules alone; each participant is decided about once, and each worker is paid once."""

import csv

import pytest

from cinescribe.errors import StudyError
from cinescribe.study.assignment.answering import store_answers
from cinescribe.study.assignment.leases import lease_page
from cinescribe.study.crowd import payment
from cinescribe.study.crowd.joining import join_study
from cinescribe.study.crowd.leaving import leave_study
from cinescribe.study.crowd.payment import Work, decided, decided_payments
from cinescribe.study.crowd.payment_file import read_workers, worker_digests, write_payments
from cinescribe.study.design.crowd import FINISHED, NO_CONSENT, WITHDRAWN, PaymentRules
from cinescribe.study.entry.participation import end_participation
from cinescribe.study.results.judgements import read_judgements
from cinescribe.study.storage.studies import close_study, read_study
from tests.study.crowd.crowds import RULES as CROWD
from tests.study.crowd.crowds import crowd_study, ids

RULES = PaymentRules(attention_failures=1, known_right=0.5, least_known=4, seconds=2.0)


@pytest.fixture
def place(tmp_path):
    rules = CROWD.replace(pages=1, payment=PaymentRules())
    database, study, code = crowd_study(tmp_path, rules=rules, n_items=1, consent=None, training=())
    yield database, study, code
    database.close()


def finish(database, study, person):
    """Answer all pages, and come to the end."""
    answer_all(database, study, person, (1, 5))
    end_participation(database, study, person, FINISHED)


@pytest.mark.parametrize(
    ("end", "work", "is_paid", "reason"),
    [
        (FINISHED, Work(3, 1, 4, 2, 2.0), True, "finished; attention checks 2 of 3, known answers 2 of 4"),
        (FINISHED, Work(), True, "finished; attention checks 0 of 0, known answers 0 of 0"),
        (FINISHED, Work(3, 2, 4, 4, 9.0), False, "2 of 3 attention checks failed; 1 may fail"),
        (FINISHED, Work(3, 0, 4, 1, 9.0), False, "1 of 4 known answers right; 50% are needed"),
        (FINISHED, Work(3, 0, 3, 0, 9.0), True, "finished; attention checks 3 of 3, known answers 0 of 3"),
        (FINISHED, Work(3, 0, 4, 4, 1.9), False, "1.9 s a question; 2 s are needed"),
        (FINISHED, None, False, "no page was answered"),
        (NO_CONSENT, Work(3, 0, 4, 4, 9.0), False, "the end is no-consent; paid are finished"),
    ],
)
def test_rules_decide(end, work, is_paid, reason):
    assert decided(RULES, end, work) == (is_paid, reason)


def test_a_share_that_is_just_reached_is_enough():
    rules = RULES.replace(known_right=0.28)  # 0.28 * 25 is above 7 in binary
    assert decided(rules, FINISHED, Work(n_known=25, n_right=7))[0]
    assert not decided(rules, FINISHED, Work(n_known=25, n_right=6))[0]


def test_who_ends_while_the_answers_are_read_waits_for_the_next_list(place, monkeypatch):
    database, study, code = place
    first, second = (join_study(database, study, code, ids(number)).person for number in (1, 2))
    end_participation(database, study, first, FINISHED)

    def read(*given):
        end_participation(database, study, second, FINISHED)
        return read_judgements(*given)

    monkeypatch.setattr(payment, "read_judgements", read)
    assert [len(decided_payments(database, study)[1]) for _ in range(2)] == [1, 1]


def test_a_participant_is_on_one_list_which_can_be_written_again(place):
    database, study, code = place
    with pytest.raises(StudyError, match="nobody came to an end since the last list"):
        decided_payments(database, study)
    people = [join_study(database, study, code, ids(number)).person for number in range(3)]
    finish(database, study, people[0])
    assert [line.is_paid for line in decided_payments(database, study)[1]] == [True]
    end_participation(database, study, people[1], NO_CONSENT)
    number, lines = decided_payments(database, study)
    assert (number, [line.end for line in lines]) == (2, ["no-consent"])
    assert decided_payments(database, study, again=2) == (2, lines)
    with pytest.raises(StudyError, match="there is no list 3 of payments"):
        decided_payments(database, study, again=3)
    close_study(database, study)
    assert [line.end for line in decided_payments(database, read_study(database, "crowd"))[1]] == ["unfinished"]


def test_a_study_without_rules_pays_nobody(place):
    database, study, _ = place
    plain = type(study)(study.id, study.design.replace(crowd=None), study.digest, is_closed=False)
    with pytest.raises(StudyError, match="has no rules of crowd work"):
        decided_payments(database, plain)


def test_the_list_names_submissions_of_the_platform_and_pays_each_worker_once(place, tmp_path):
    database, study, code = place
    for number in (1, 2, 3, 4):
        person = join_study(database, study, code, ids(number)).person
        if number != 3:
            finish(database, study, person)
    lines = ["Submission id,Participant id", "s0,stranger", "late1,worker1", "s1,worker1", "s2,worker2", "s3,worker3"]
    (tmp_path / "prolific.csv").write_text("\n".join(lines) + "\n")
    workers = read_workers(tmp_path / "prolific.csv")
    listed = worker_digests(database, study, workers)
    decisions = decided_payments(database, study, workers=listed)[1]
    assert write_payments(tmp_path / "pay.csv", database, study, decisions, workers) == 2
    with open(tmp_path / "pay.csv", newline="") as opened:
        rows = [(row["submission"], row["decision"], row["reason"].partition(";")[0]) for row in csv.DictReader(opened)]
    assert rows == [
        ("s0", "refuse", "nobody took part under this id"),
        ("late1", "refuse", "another submission of the same worker"),
        ("s1", "pay", "finished"),
        ("s2", "pay", "finished"),
    ]  # the third is still taking part, and the fourth waits for the platform to list the submission
    assert [line.worker for line in decided_payments(database, study)[1]] == [
        *worker_digests(database, study, [("worker4", "")])
    ]


def test_without_the_platforms_list_digests_are_named(place, tmp_path):
    database, study, code = place
    finish(database, study, join_study(database, study, code, ids(1)).person)
    lines = decided_payments(database, study)[1]
    assert write_payments(tmp_path / "pay.csv", database, study, lines, []) == 1
    assert lines[0].worker in (tmp_path / "pay.csv").read_text()


def test_a_list_without_workers_is_refused(tmp_path):
    (tmp_path / "x.csv").write_text("name\nx\n")
    with pytest.raises(StudyError, match="has the columns name; expected one of Participant id"):
        read_workers(tmp_path / "x.csv")


def answer_all(database, study, person, points):
    first, other = points
    while (page := lease_page(database, study, person)) is not None:
        given = [first if text.text.split()[2] == "1" else other for text in page.texts]
        token = f"t{page.assignment}"
        store_answers(database, study, person, assignment=page.assignment, answers={"fit": given}, token=token)


@pytest.mark.parametrize(("points", "is_paid"), [((1, 5), True), ((5, 1), False)])
@pytest.mark.parametrize("end", [FINISHED, WITHDRAWN])
def test_who_leaves_is_paid_by_the_answers_that_were_given(tmp_path, points, is_paid, end):
    rules = CROWD.replace(pages=2, payment=PaymentRules((FINISHED, WITHDRAWN), attention_failures=1))
    database, study, code = crowd_study(tmp_path, rules=rules, n_items=1, consent=None, training=())
    person = join_study(database, study, code, ids(1)).person
    answer_all(database, study, person, points)
    if end == FINISHED:
        end_participation(database, study, person, FINISHED)
    assert leave_study(database, study, person) == 2
    (line,) = decided_payments(database, study)[1]
    assert (line.end, line.is_paid) == (end, is_paid)
    assert ("2 of 2 attention checks failed" in line.reason) is not is_paid
    database.close()


def test_who_answered_all_pages_before_the_study_closed_has_finished(tmp_path):
    rules = CROWD.replace(pages=2, payment=PaymentRules())
    database, study, code = crowd_study(tmp_path, rules=rules, n_items=1, consent=None, training=())
    people = [join_study(database, study, code, ids(number)).person for number in (1, 2)]
    answer_all(database, study, people[0], (1, 5))
    close_study(database, study)
    lines = decided_payments(database, read_study(database, "crowd"))[1]
    assert [(line.end, line.code, line.is_paid) for line in lines] == [
        ("finished", "DONE", True),
        ("unfinished", None, False),
    ]
    database.close()
