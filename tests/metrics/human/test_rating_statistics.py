import itertools
import random

import pytest

from cinescribe.errors import ScoreError
from cinescribe.metrics.human.rating_statistics import RatingStatistics, score_ratings


def write(path, heading, rows):
    path.write_text("\n".join([heading, *(",".join(map(str, row)) for row in rows)]), encoding="utf-8")
    return path


@pytest.fixture
def plain(tmp_path):
    rows = [("c1", "Ann", 5), ("c1", "Bob", 4), ("c2", "Ann", 2), ("c2", "Bob", 2), ("c3", "Ann", 5), ("c3", "Bob", 5)]
    return write(tmp_path / "plain.csv", "item,rater,rating", rows)


def test_a_study_of_one_system_by_hand(plain):
    found = score_ratings(plain)
    assert (found.scale, found.valid_above, found.groups) == ("rating", 3, ())
    values = found.overall.to_dict()
    assert values.pop("cohen_kappas") == [{"raters": ["Ann", "Bob"], "items": 3, "kappa": pytest.approx(0.5)}]
    # kappa by Cohen: agree 2/3, by chance (1/3 * 1/3 + 2/3 * 1/3) = 1/3; by Fleiss: chance (1 + 4 + 9) / 36
    assert values == pytest.approx(
        {
            **{"items": 3, "raters": 2, "ratings": 6},
            **{"mean": 23 / 6, "sd": 0.5 / 3, "validity": 4 / 6, "iras": (0.5 + 1 + 1) / 3},
            **{"smooth_iras": (0.75 + 1 + 1) / 3, "cohen_kappa": 0.5},
            "fleiss_kappa": (2 / 3 - 14 / 36) / (1 - 14 / 36),
        }
    )


def test_the_threshold_of_validity_can_be_set(plain):
    assert score_ratings(plain, valid_above=4).overall.validity == 0.5


@pytest.mark.parametrize("threshold", [float("nan"), float("inf")])
def test_a_threshold_must_be_finite(plain, threshold):
    with pytest.raises(ScoreError, match=r"`valid_above` is (nan|inf); expected a finite number"):
        score_ratings(plain, valid_above=threshold)


def test_statistics_round_trip_through_json(plain):
    found = score_ratings(plain)
    assert RatingStatistics.from_dict(found.to_dict()) == found


def study(raters="ABC"):
    """Two systems, two criteria, three clips, three raters and random ratings with a fixed seed."""
    rng = random.Random(8)
    combinations = itertools.product(("c1", "c2", "c3"), raters, ("ours", "theirs"), ("grammar", "truth"))
    return [(*combination, rng.randint(1, 5)) for combination in combinations]


def test_each_system_under_each_criterion(tmp_path):
    rows = study()
    found = score_ratings(write(tmp_path / "r.csv", "item,rater,system,criterion,rating", rows))
    keys = [(group.system, group.criterion) for group in found.groups]
    assert keys == [("ours", "grammar"), ("ours", "truth"), ("theirs", "grammar"), ("theirs", "truth")]
    for group in found.groups:
        own = [row[4] for row in rows if row[2:4] == (group.system, group.criterion)]
        assert (group.items, group.raters, group.ratings) == (3, 3, 9)
        assert group.mean == pytest.approx(sum(own) / 9)
    assert found.overall.mean == pytest.approx(sum(row[4] for row in rows) / 36)
    assert found.overall.items == 12
    iras = [group.iras for group in found.groups if group.iras is not None]
    assert len(iras) == 4
    assert found.overall.iras == pytest.approx(sum(iras) / 4)


def test_order_of_rows_and_names_of_raters_never_matter(tmp_path):
    heading = "item,rater,system,criterion,rating"
    first = score_ratings(write(tmp_path / "first.csv", heading, study()))
    rows = [(row[0], row[1].translate(str.maketrans("ABC", "ZXY")), *row[2:]) for row in study()]
    random.Random(1).shuffle(rows)
    second = score_ratings(write(tmp_path / "second.csv", heading, rows))
    for one, other in zip((first.overall, *first.groups), (second.overall, *second.groups), strict=True):
        values, again = ({k: v for k, v in g.to_dict().items() if k not in {"cohen_kappas"}} for g in (one, other))
        assert values == pytest.approx(again)


def test_ranks_have_statistics(tmp_path):
    orders = {"c1": (1, 2, 3), "c2": (1, 3, 2), "c3": (2, 1, 3)}
    rows = [
        (item, "Ann", system, rank) for item, order in orders.items() for system, rank in zip("xyz", order, strict=True)
    ]
    found = score_ratings(write(tmp_path / "r.csv", "item,rater,system,rank", rows))
    assert found.scale == "rank"
    mean_ranks = [group.mean_rank for group in found.groups if group.mean_rank is not None]
    assert mean_ranks == pytest.approx([4 / 3, 2, 8 / 3])
    assert all(group.mean is group.validity is None for group in (found.overall, *found.groups))
    assert sum(mean_ranks) == pytest.approx(6)
    absent = {each.name: each.reason for each in found.overall.absent}
    assert "over all systems the mean rank is always the middle rank" in absent["mean_rank"]


def test_undefined_statistics_are_absent_with_a_reason(tmp_path):
    rows = [("c1", "Ann", 4), ("c1", "Bob", 4), ("c2", "Ann", 4), ("c2", "Bob", 4)]
    found = score_ratings(write(tmp_path / "r.csv", "item,rater,rating", rows)).overall
    assert (found.cohen_kappa, found.fleiss_kappa, found.cohen_kappas) == (None, None, ())
    assert (found.mean, found.sd, found.iras, found.smooth_iras) == (4, 0, 1, 1)
    why = "gave 4 throughout; kappa is undefined where nothing varies"
    assert {each.name: each.reason for each in found.absent} == {
        "cohen_kappa of Ann and Bob": f"raters 'Ann' and 'Bob' {why}",
        "cohen_kappa": "no two raters share two items with ratings that vary; kappa has nothing to average",
        "fleiss_kappa": f"all raters {why}",
    }
    assert "fleiss_kappa" not in found.to_dict()


def test_single_rater_has_a_mean_but_no_agreement(tmp_path):
    rows = [("c1", "Ann", 4), ("c2", "Ann", 2)]
    found = score_ratings(write(tmp_path / "r.csv", "item,rater,rating", rows)).overall
    assert (found.mean, found.validity) == (3, 0.5)
    assert {each.name for each in found.absent} == {"sd", "iras", "smooth_iras", "cohen_kappa", "fleiss_kappa"}


def test_raters_with_some_common_items(tmp_path):
    """As in the metaphor study: each of three raters has own items, and all share some."""
    shared = [(f"s{n}", rater, (n + (rater == "C")) % 2) for n in range(6) for rater in "ABC"]
    own = [(f"{rater}{n}", rater, 1) for n in range(6) for rater in "ABC"]
    found = score_ratings(write(tmp_path / "r.csv", "item,rater,rating", shared + own)).overall
    assert (found.items, found.ratings) == (24, 36)
    assert [pair.items for pair in found.cohen_kappas] == [6, 6, 6]
    assert [pair.kappa for pair in found.cohen_kappas] == [1, -1, -1]
    alone = score_ratings(write(tmp_path / "s.csv", "item,rater,rating", shared)).overall
    assert found.fleiss_kappa == alone.fleiss_kappa


def test_files_without_ratings_are_errors(tmp_path):
    with pytest.raises(ScoreError, match="expected one of rating and rank"):
        score_ratings(write(tmp_path / "r.csv", "item,rater", [("c1", "Ann")]))
