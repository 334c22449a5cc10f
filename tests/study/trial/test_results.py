import getpass
import platform

import pytest

from cinescribe.errors import RecordError
from cinescribe.study.assignment.answering import store_answers
from cinescribe.study.assignment.leases import lease_page
from cinescribe.study.folders.open_study import open_study
from cinescribe.study.people.own_session import own_session
from cinescribe.study.people.profile import say_blind
from cinescribe.study.trial.results import read_results, trial_results, write_trial_results
from cinescribe.study.trial.trial_folder import study_of
from tests.study.described import SECRETS, a_trial


def judge(folder, *, truth="yes", worth=True, needed=False, missing=None, most=99, is_blind=None):
    """Judge so many pages of a trial in the same words."""
    with open_study(study_of(folder)) as (database, study):
        person = own_session(database, study).person
        say_blind(database, person, is_blind)
        for number in range(most):
            page = lease_page(database, study, person)
            if page is None:
                return
            answers = {"truth": [truth], "worth": [worth]} if page.texts else {"needed": needed}
            answers |= {} if missing is None else {"missing": missing}
            store_answers(
                database, study, person, assignment=page.assignment, answers=answers, token=f"{number} {truth}"
            )


def shares(results):
    return {share.name: (share.n_yes, share.n) for share in results.shares}


def test_results_have_figures_cost_and_machine(tmp_path):
    folder = a_trial(tmp_path, effort="quick")
    judge(folder, needed=True, is_blind=True)
    found = trial_results(folder)
    assert (found.model, found.effort, found.n_judges, found.n_blind) == ("qwen3-vl:4b", "quick", 1, 1)
    assert shares(found) == {
        "true": (2, 2),
        "partly true": (0, 2),
        "false": (0, 2),
        "cannot tell": (0, 2),
        "worth hearing": (2, 2),
        "silence that needed words": (4, 4),
    }
    assert found.films[0].requests == 12
    assert found.sentences_a_minute.value == 2.0


def test_answer_cannot_tell_is_excluded_from_true_and_false(tmp_path):
    folder = a_trial(tmp_path)
    judge(folder, truth="cannot tell", worth=False)
    found = shares(trial_results(folder))
    assert (found["true"], found["cannot tell"], found["worth hearing"]) == ((0, 0), (2, 2), (0, 2))


def test_results_may_be_written_before_all_is_judged(tmp_path):
    folder = a_trial(tmp_path)
    assert trial_results(folder).n_judges == 0
    judge(folder, most=1)
    assert (
        sum(
            n for name, (_, n) in shares(trial_results(folder)).items() if name in ("true", "silence that needed words")
        )
        == 1
    )


def test_trial_results_name_no_film_sentence_or_person(tmp_path):
    folder = a_trial(tmp_path / "secret folder")
    judge(folder, missing="A secret remark.")
    path = write_trial_results(folder, trial_results(folder))
    text = path.read_text(encoding="utf-8")
    for secret in (*SECRETS, "secret", "Anna", str(tmp_path), platform.node(), "rater"):
        assert secret not in text, secret
    assert getpass.getuser() not in text


def test_a_judge_may_share_sentences_and_remarks(tmp_path):
    folder = a_trial(tmp_path)
    judge(folder, truth="partly", missing="The <b>hat</b>.")
    found = trial_results(folder, with_texts=True)
    assert [text.sentence for text in found.texts] == [None] * 4 + ["Anna leaves.", "Anna lifts a lamp."]
    assert {text.missing for text in found.texts} == {"The <b>hat</b>."}
    assert found.texts[-1].truth == "partly"


def test_the_same_answers_give_the_same_file(tmp_path):
    files = []
    for name in ("one", "two"):
        folder = a_trial(tmp_path / name)
        judge(folder)
        files.append(write_trial_results(folder, trial_results(folder)).read_bytes())
    assert files[0] == files[1]
    assert read_results(tmp_path / "one" / "trial-results.json") == trial_results(tmp_path / "one")


def test_a_malformed_file_is_refused(tmp_path):
    (tmp_path / "x.json").write_text('{"model": 3}')
    with pytest.raises(RecordError, match="TrialResults"):
        read_results(tmp_path / "x.json")
