from dataclasses import replace

import numpy as np
import pytest

from cinescribe.errors import ChallengeError, OutputError, ScoreError
from cinescribe.metrics.core.score import Score, mean
from cinescribe.metrics.identity.person_ids import PERSON
from cinescribe.study.assignment.pages import stored_items
from cinescribe.study.challenge.finalists import declare_winner, make_finalists
from cinescribe.study.challenge.groups import indistinguishable
from cinescribe.study.challenge.phases import close_phase
from cinescribe.study.challenge.scorer import open_scorer, work
from cinescribe.study.challenge.scoring import shown_values
from cinescribe.study.challenge.standings import export_leaderboard, leaderboard, leaderboard_lines
from cinescribe.study.challenge.submissions import submit
from cinescribe.study.folders.make_study import make_study
from cinescribe.study.folders.open_study import open_study
from cinescribe.study.simulation.raters import simulate_raters
from tests.study.challenge.challenges import captions, made, opened, running
from tests.study.studies import ORDER, ranked_items


def closed_after(challenge, *sent):
    for member, data in sent:
        submit(challenge, member, "blind", data)
    close_phase(challenge, "blind")
    work(open_scorer(challenge), is_over=lambda: True)


def test_finalists_need_scores_and_captions(tmp_path):
    with running(tmp_path) as (challenge, _, _):
        closed_after(challenge)
        assert leaderboard_lines(leaderboard(challenge, "blind")) == ["blind: no submission is scored yet"]
        with pytest.raises(ChallengeError, match="no team has a score in the phase 'blind'"):
            make_finalists(challenge, tmp_path / "study", tmp_path / "corpus")
        with pytest.raises(ChallengeError, match="`top` is 0; expected 1 or more"):
            make_finalists(challenge, tmp_path / "study", tmp_path / "corpus", top=0)
    with (
        opened(made(tmp_path / "people", task="fill-in")) as challenge,
        pytest.raises(ChallengeError, match="people rank captions, and 'challenge' asks for fill-in"),
    ):
        make_finalists(challenge, tmp_path / "study", tmp_path / "corpus")


@pytest.mark.slow
def test_only_the_best_teams_are_ranked_and_other_studies_give_no_winner(tmp_path):
    with running(tmp_path) as (challenge, a, b):
        closed_after(challenge, (a, captions("blind")), (b, captions("blind", good=False)))
        (tmp_path / "mine").mkdir()
        (tmp_path / "mine" / "mine").write_text("mine")
        with pytest.raises(OutputError, match="name a new or empty folder"):
            make_finalists(challenge, tmp_path / "mine", tmp_path / "corpus")
        study = make_finalists(challenge, tmp_path / "study", tmp_path / "corpus", top=1, n_items=1, n_judges=1)
        truth = {(name, one.name): 0.0 for name in ("A", "reference") for one in study.design.questions}
        with open_study(tmp_path / "study") as (database, stored):
            with database.reading() as connection:
                texts = [text.text for item in stored_items(connection, stored.id).values() for text in item.texts]
            assert len(texts) == 2
            assert not any(PERSON.search(text) for text in texts)  # references and systems write people alike
            assert all(text[0].isupper() and text.endswith(".") for text in texts)
            simulate_raters(database, stored, truth, n_raters=1)
        with pytest.raises(ChallengeError, match="fewer than two clips were ranked by 'correctness'"):
            declare_winner(challenge, tmp_path / "study")
        design = replace(study.design, name="other", questions=ORDER)
        other = make_study(tmp_path / "other", design, ranked_items(3, systems=("A", "Z")))
        truth = {(name, one.name): 0.0 for name in "AZ" for one in ORDER}
        with open_study(tmp_path / "other") as (database, stored):
            simulate_raters(database, stored, truth, n_raters=1)
        assert other.design.name == "other"
        with pytest.raises(ChallengeError, match="the study has the system 'Z', which is no team"):
            declare_winner(challenge, tmp_path / "other")
        assert export_leaderboard(challenge, "blind", tmp_path / "board.jsonl").by_people == ()
        assert len((tmp_path / "board.jsonl").read_text().splitlines()) == 2


def test_blind_phase_is_not_exported_before_its_close(tmp_path):
    with running(tmp_path) as (challenge, _, _), pytest.raises(ChallengeError, match="are shown after its close"):
        export_leaderboard(challenge, "blind", tmp_path / "board.jsonl")
    assert not (tmp_path / "board.jsonl").exists()


def test_people_of_blanks_are_scored_by_the_accuracies_of_fill_in(tmp_path):
    people = "".join(f"test{n}\t{'P1' if n < 3 else 'P9'}\n" for n in range(6)).encode()
    with running(tmp_path, task="fill-in") as (challenge, a, _):
        submit(challenge, a, "public", people)
        work(open_scorer(challenge), is_over=lambda: True)
        (one,) = leaderboard(challenge, "public").standings
        assert one.values == (1.0, 1.0, 1.0, 1.0)


def test_similar_teams_form_one_group():
    rng = np.random.default_rng(0)
    base = rng.random(200)
    sums = [
        np.stack([values, np.ones(200)], axis=1) for values in (base + 0.3, base + 0.001 * rng.normal(size=200), base)
    ]
    assert indistinguishable(["a", "b", "c"], sums, mean) == [["a"], ["b", "c"]]
    assert indistinguishable(["b", "c"], [sums[2], sums[2]], mean) == [["b", "c"]]
    assert indistinguishable([], [], mean) == []
    assert indistinguishable(["a"], sums[:1], mean) == [["a"]]


def test_values_are_finite_and_rounded_where_the_phase_is_blind():
    score = Score("CIDEr", 0.12345, {}, "CIDEr|v:1", np.ones((1, 2)), mean)
    assert [shown_values([score], is_rounded=rounded)[0].value for rounded in (True, False)] == [0.123, 0.12345]
    with pytest.raises(ScoreError, match="CIDEr is no finite number; correct the metric"):
        shown_values([replace(score, value=float("nan"))], is_rounded=True)
