"""Tables 3 and figure 4 of a simulated study, against scikit-learn, statsmodels and hand-made numbers."""

import json

import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import fleiss_kappa

from cinescribe.metrics.human.criterion_statistics import agreement_lines, criterion_agreement, criterion_means
from cinescribe.metrics.human.ratings import Rating, RatingSheet, write_ratings
from cinescribe.study.sheets.rated_sheets import METAPHOR_CRITERIA
from tests.commands import run_command
from tests.metrics.human.studies import SYSTEMS, simulated_study

STUDY = simulated_study()


def answers(rater, criterion):
    return {
        (one.item, one.system, one.criterion): one.value
        for one in STUDY.ratings
        if one.rater == rater and criterion in (None, one.criterion)
    }


@pytest.mark.parametrize("place", range(5))
def test_kappas_of_a_simulated_study(place):
    agreements = criterion_agreement(STUDY)
    assert [one.criterion for one in agreements] == [*METAPHOR_CRITERIA, None]
    own = agreements[place]
    by_rater = {rater: answers(rater, own.criterion) for rater in "ABC"}
    shared = sorted(set.intersection(*map(set, by_rater.values())))
    assert own.shared == len(shared) == 25 * len(SYSTEMS) * (4 if own.criterion is None else 1)
    assert [kappa.raters for kappa in own.cohen_kappas] == [("A", "B"), ("A", "C"), ("B", "C")]
    for kappa in own.cohen_kappas:
        left, right = ([by_rater[rater][key] for key in shared] for rater in kappa.raters)
        assert kappa.items == len(shared)
        assert kappa.kappa == pytest.approx(cohen_kappa_score(left, right), abs=1e-6)
    tallies = [[sum(by_rater[rater][key] == mark for rater in "ABC") for mark in (0, 1)] for key in shared]
    assert own.fleiss_kappa == pytest.approx(fleiss_kappa(np.array(tallies)), abs=1e-6)
    assert 0.3 < own.fleiss_kappa < 0.7  # raters err in 15 % of their answers


def test_kappas_by_hand():
    # A and B agree on 4 of 6 with 3 yes each: (4/6 - 1/2) / (1/2); Fleiss' with the same margins is equal.
    sheet = RatingSheet(
        tuple(
            Rating(f"v{n}", rater, mark, "ours", "creativity")
            for rater, marks in (("A", (1, 1, 1, 0, 0, 0)), ("B", (1, 1, 0, 0, 0, 1)))
            for n, mark in enumerate(map(float, marks))
        ),
        is_ranking=False,
    )
    [found] = criterion_agreement(sheet)  # one criterion needs no pooled row
    assert found.cohen_kappas[0].kappa == pytest.approx(1 / 3)
    assert found.fleiss_kappa == pytest.approx(1 / 3)


def test_undefined_kappas_are_absent():
    same = RatingSheet(tuple(Rating(f"v{n}", r, 1.0) for n in range(3) for r in "AB"), is_ranking=False)
    assert criterion_agreement(same)[0].cohen_kappas == ()
    assert criterion_agreement(same)[0].fleiss_kappa is None
    assert agreement_lines(criterion_agreement(same))[-1].split() == ["all", "3", "\N{EN DASH}"]


def test_a_shared_item_counts_once_in_the_mean():
    marks = (("v1", "A", 1.0), ("v1", "B", 0.0), ("v1", "C", 0.0), ("v2", "A", 1.0))
    sheet = RatingSheet(tuple(Rating(i, r, v, "ours", "creativity") for i, r, v in marks), is_ranking=False)
    [found] = criterion_means(sheet)
    assert (found.system, found.criterion, found.items) == ("ours", "creativity", 2)
    assert found.mean == pytest.approx((1 / 3 + 1) / 2)


def test_means_of_a_simulated_study():
    means = {(one.system, one.criterion): one for one in criterion_means(STUDY)}
    assert set(means) == {(system, criterion) for system in SYSTEMS for criterion in METAPHOR_CRITERIA}
    assert {one.items for one in means.values()} == {100}
    assert means["video-chatgpt", "creativity"].mean > means["valley", "creativity"].mean


@pytest.mark.slow
def test_the_command_prints_the_tables_and_draws_the_bars(tmp_path):
    write_ratings(tmp_path / "ratings.csv", STUDY.ratings)
    arguments = ("score", "ratings", tmp_path / "ratings.csv")
    lines = run_command(*arguments, "--figure", tmp_path / "f4.svg").stdout.splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("Kappas of raters"))
    pooled = criterion_agreement(STUDY)[-1]
    assert lines[at + 1].split() == ["shared", "A-B", "A-C", "B-C", "Fleiss"]
    assert lines[at + 6].split() == [
        "all",
        "600",
        *(f"{one.kappa:.3f}" for one in pooled.cohen_kappas),
        f"{pooled.fleiss_kappa:.3f}",
    ]
    printed = json.loads(run_command(*arguments, "--json").stdout)
    assert printed["agreement"][-1]["fleiss_kappa"] == pytest.approx(pooled.fleiss_kappa)
    assert len(printed["means"]) == 24
    assert "git-llava-x" in (tmp_path / "f4.svg").read_text()
