import json
from typing import Any

import numpy as np
import pytest

from cinescribe.errors import ScoreError
from cinescribe.metrics.human.ratings import Rating, Ratings, read_ratings


def write(path, text):
    path.write_text(text, encoding="utf-8")
    return path


def test_ratings_form_a_matrix():
    ratings = Ratings.of({("a", "Ann"): 4, ("a", "Bob"): 2.5, ("b", "Bob"): 5})
    assert (ratings.items, ratings.raters) == (("a", "b"), ("Ann", "Bob"))
    assert ratings.values.tolist() == [[4, 2.5], [0, 5]]
    assert ratings.given.tolist() == [[True, True], [False, True]]


def test_missing_or_infinite_ratings_are_errors():
    with pytest.raises(ScoreError, match="there is no rating; give at least one"):
        Ratings.of({})
    with pytest.raises(ScoreError, match="the rating of 'a' by 'Ann' is nan; expected a finite number"):
        Ratings.of({("a", "Ann"): float("nan")})


CSV = """item,rater,system,criterion,rating
c1,Ann,ours,grammar,4
c1,Bob,ours,grammar, 5
c1,Ann,theirs,grammar,2
c1,Bob,theirs,grammar,
c1,Ann,ours,truth,3.5
"""


def test_ratings_are_equal_in_three_formats(tmp_path):
    rows = [line.split(",") for line in CSV.splitlines()]
    records: list[dict[str, Any]] = [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]
    for record in records:
        record["rating"] = float(record["rating"]) if record["rating"] else None
    sheets = [
        read_ratings(write(tmp_path / "r.csv", CSV)),
        read_ratings(write(tmp_path / "r.tsv", CSV.replace(",", "\t"))),
        read_ratings(write(tmp_path / "r.jsonl", "\n".join(map(json.dumps, records)))),
    ]
    assert sheets[0].ratings[1] == Rating("c1", "Bob", 5, "ours", "grammar")
    assert len(sheets[0].ratings) == 4  # the blank one is left out
    assert sheets[0] == sheets[1] == sheets[2]


def test_groups_and_pool(tmp_path):
    sheet = read_ratings(write(tmp_path / "r.csv", CSV))
    assert list(sheet.groups()) == [("ours", "grammar"), ("ours", "truth"), ("theirs", "grammar")]
    assert sheet.groups()["ours", "grammar"].values.tolist() == [[4, 5]]
    pooled = sheet.pooled()
    assert pooled.items == ("c1 / ours / grammar", "c1 / theirs / grammar", "c1 / ours / truth")
    assert pooled.given.sum() == 4


def test_items_and_raters_may_be_numbers(tmp_path):
    sheet = read_ratings(write(tmp_path / "r.jsonl", '{"item": 1, "rater": 7, "rating": 4}'))
    assert sheet.ratings == (Rating("1", "7", 4),)
    assert not sheet.is_ranking
    assert sheet.pooled().items == ("1",)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("item,rater\nc1,Ann\n", r"line 2 has the fields item, rater; expected one of rating and rank"),
        ("item,rater,rating,rank\nc1,Ann,1,2\n", "expected one of rating and rank"),
        ("item,rater,rating\n,Ann,4\n", "line 2 has no item; name both item and rater"),
        ("item,rating\nc1,4\n", "line 2 has no rater; name both item and rater"),
        ("item,rater,rating\nc1,Ann,good\n", "line 2 has the rating 'good'; expected a finite number, or a blank"),
        ("item,rater,rating\nc1,Ann,nan\n", "line 2 has the rating 'nan'"),
        ("item,rater,rating\nc1,Ann,4\nc1,Ann,5\n", "line 3 rates 'c1' by 'Ann' again; keep one row per rating"),
        ("item,rater,rating\nc1,Ann,\nc2,Ann,\n", r"every rating in .*r\.csv' is blank; fill in at least one"),
    ],
)
def test_malformed_tables_are_errors(tmp_path, text, words):
    with pytest.raises(ScoreError, match=words):
        read_ratings(write(tmp_path / "r.csv", text))


@pytest.mark.parametrize(
    ("second", "words"),
    [
        ({"item": "c1", "rater": "Bob"}, "line 2 has no rating, but the first row has one; write it, or null"),
        ({"item": "c1", "rater": "Bob", "rating": True}, "line 2 has the rating True"),
        ({"item": "c1", "rater": "Bob", "rating": 10**400}, "line 2: a whole number of more than 64 bits came"),
        ({"item": "c1", "rater": "Bob", "rating": [4]}, r"line 2 has the rating \[4\]"),
        ({"item": ["c1"], "rater": "Bob", "rating": 4}, r"line 2 has the item \['c1'\]; expected a text or a whole"),
        ({"item": "c1", "rater": None, "rating": 4}, "line 2 has no rater"),
    ],
)
def test_malformed_records_are_errors(tmp_path, second, words):
    first = {"item": "c1", "rater": "Ann", "rating": 4}
    with pytest.raises(ScoreError, match=words):
        read_ratings(write(tmp_path / "r.jsonl", f"{json.dumps(first)}\n{json.dumps(second)}\n"))


def ranking(tmp_path, *ranks, criterion="truth"):
    lines = [f"c1,Ann,{system},{criterion},{rank}" for system, rank in zip("xyz", ranks, strict=False)]
    rest = [f"c2,Ann,{system},{criterion},{rank}" for system, rank in zip("xyz", (2, 1, 3), strict=True)]
    return write(tmp_path / "r.csv", "\n".join(["item,rater,system,criterion,rank", *lines, *rest]))


def test_ranks_are_read_as_a_ranking(tmp_path):
    sheet = read_ratings(ranking(tmp_path, 3, 1, 2))
    assert sheet.is_ranking
    assert np.array_equal(sheet.groups()["x", "truth"].values, [[3], [2]])


@pytest.mark.parametrize("ranks", [(1, 1, 2), (0, 1, 2), (1, 2), (1, 2, 2.5), (2, 3, 4)])
def test_ranks_must_be_a_strict_order(tmp_path, ranks):
    written = ", ".join(map(str, ranks))
    with pytest.raises(
        ScoreError, match=f"'Ann' gave item 'c1' under 'truth' the ranks {written}; expected each of 1 to 3"
    ):
        read_ratings(ranking(tmp_path, *ranks))


def test_ranks_without_a_criterion(tmp_path):
    with pytest.raises(ScoreError, match="'Ann' gave item 'c1' the ranks 1, 1, 2; expected"):
        read_ratings(ranking(tmp_path, 1, 1, 2, criterion=""))


def test_ranks_of_one_system_are_an_error(tmp_path):
    with pytest.raises(ScoreError, match="there are ranks of one system only; add a column system"):
        read_ratings(write(tmp_path / "r.csv", "item,rater,rank\nc1,Ann,1\n"))
