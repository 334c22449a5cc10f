"""A whole challenge: two teams, both phases, finalists, and a winner by simulated raters."""

import pytest

from cinescribe.errors import ChallengeError
from cinescribe.study.challenge.finalists import declare_winner, make_finalists, order_lines
from cinescribe.study.challenge.phases import close_phase
from cinescribe.study.challenge.scorer import open_scorer, work
from cinescribe.study.challenge.standings import leaderboard, leaderboard_lines
from cinescribe.study.challenge.submissions import own_submissions, submit
from cinescribe.study.folders.open_study import open_study
from cinescribe.study.simulation.raters import simulate_raters
from tests.study.challenge.challenges import METRICS, SECRET, captions, running


def score_all(challenge):
    return work(open_scorer(challenge), is_over=lambda: True)


@pytest.mark.slow
def test_challenge_runs_from_open_phase_to_winner(tmp_path):
    with running(tmp_path, metrics=METRICS) as (challenge, a, b):
        check_public_phase(challenge, a, b)
        check_blind_phase(challenge, a, b, tmp_path)
        check_winner_by_people(challenge, tmp_path)


def check_public_phase(challenge, a, b):
    submit(challenge, a, "public", captions("test"))
    submit(challenge, b, "public", captions("test", good=False))
    assert score_all(challenge) == 2
    board = leaderboard(challenge, "public")
    assert [(one.place, one.team) for one in board.standings] == [(1, "A"), (2, "B")]
    assert board.metrics == (
        "BLEU-1",
        "BLEU-2",
        "BLEU-3",
        "BLEU-4",
        *METRICS[1:],
        "Length",
        "Vocabulary",
        "Unique",
        "Novel",
    )
    values = {one.team: dict(zip(board.metrics, one.values, strict=True)) for one in board.standings}
    assert values["A"]["BLEU-4"] == pytest.approx(1)
    assert (values["B"]["Unique"], values["B"]["Length"], values["B"]["Novel"]) == (1, 4, 1)
    assert values["A"]["Novel"] == 0  # the training captions say the same
    assert board.signatures["METEOR"].startswith("METEOR|")
    assert "by METEOR: A, B" in leaderboard_lines(board)


def check_blind_phase(challenge, a, b, folder):
    """B is better by the metric. Nothing is scored before the close."""
    first = submit(challenge, a, "blind", captions("blind", good=False))
    submit(challenge, b, "blind", captions("blind"))
    assert score_all(challenge) == 2
    assert own_submissions(challenge, a)[0].state == "checked"
    assert score_all(challenge) == 0
    with pytest.raises(ChallengeError, match="shown after its close; wait for it"):
        leaderboard(challenge, "blind")
    with pytest.raises(ChallengeError, match="has not closed; close it before people rank"):
        make_finalists(challenge, folder / "early", folder / "corpus")
    close_phase(challenge, "blind")
    with pytest.raises(ChallengeError, match="2 submissions to the phase 'blind' wait for the scorer"):
        make_finalists(challenge, folder / "early", folder / "corpus")
    assert score_all(challenge) == 2
    board = leaderboard(challenge, "blind")
    assert [one.team for one in board.standings] == ["B", "A"]
    assert all(value is not None and value == round(value, 3) for value in board.standings[0].values[:7])
    assert own_submissions(challenge, a)[0].id == first.id


def check_winner_by_people(challenge, folder):
    """People prefer A; both orders are shown."""
    study = make_finalists(challenge, folder / "study", folder / "corpus", n_judges=3)
    assert len(study.design.questions) == 4
    strengths = {"reference": 2.0, "A": 1.0, "B": -2.0}
    truth = {(name, one.name): value for name, value in strengths.items() for one in study.design.questions}
    with open_study(folder / "study") as (database, stored):
        simulate_raters(database, stored, truth, n_raters=3)
    order = declare_winner(challenge, folder / "study")
    assert [one.team for one in order.finalists] == ["reference", "A", "B"]
    assert (order.winner, order.by_metric) == ("A", ("B", "A"))
    assert order_lines(order)[-3:] == ["by metric: B, A", "by people: A, B", "winner: A"]
    board = leaderboard(challenge, "blind")
    assert [(one.team, one.place, one.place_by_people) for one in board.standings] == [("B", 1, 2), ("A", 2, 1)]
    assert leaderboard_lines(board)[-1] == "by people: A, B; the winner is A"
    assert SECRET in (folder / "challenge" / "references" / "blind.jsonl").read_text()
