"""Every human table of the papers is printed beside ours."""

import pytest

from cinescribe.metrics.human.rating_tables import table_lines
from cinescribe.metrics.human.ratings import Rating
from cinescribe.study.kinds.study_ratings import StudyRatings
from cinescribe.study.kinds.table import KINDS


def lines(kind, protocol, systems, criteria, values, *, are_ranks=False):
    """The tables of ratings in which every rater gives a system one value for everything."""
    ratings = [
        Rating(item, rater, value, system, criterion)
        for item in ("x", "y")
        for rater in ("r", "s")
        for criterion in criteria
        for system, value in zip(systems, values, strict=True)
    ]
    found = StudyRatings(tuple(ratings), are_ranks, {"x": "x", "y": "y"}, 0)
    return [line.split() for table in KINDS[kind].tables(found, protocol) for line in table_lines(table)]


@pytest.mark.parametrize(
    ("kind", "protocol", "system", "criteria", "rows"),
    [
        ("rank", "mpii-md", "S2VT", ("correctness", "grammar", "relevance"), ["paper: S2VT 2.02 1.67 2.06"]),
        (
            "rank",
            "lsmdc",
            "S2VT",
            ("correctness", "grammar", "relevance", "helpful"),
            ["paper: S2VT 3.55 3.09 3.53 3.42", "paper: reference 1.88 3.13 1.56 1.57"],
        ),
        (
            "pair",
            "mpii-md",
            "script",
            ("correctness", "relevance"),
            ["paper: script 33.90 33.40", "paper: description 35.70 44.90"],
        ),
        (
            "yes-no",
            "parser-labels",
            "parser",
            ("clause", "nlp", "roles", "wsd"),
            ["paper: parser 89.00 62.00 86.00 70.00"],
        ),
        (
            "yes-no",
            "synthetic-metaphors",
            "synthetic",
            ("fluency", "creativity", "consistency"),
            ["paper: synthetic 98.70 97.80 96.40"],
        ),
        ("yes-no", "metaphors", "git", ("fluency",), ["paper: A and B 0.64", "paper: Fleiss 0.65"]),
        (
            "rate",
            "completion",
            "Att-Enc-Dec",
            ("intention", "effect", "attribute"),
            [
                "paper: Att-Enc-Dec 66.09 52.40 56.26",  # table 3, by effect, attribute, intention
                "paper: Att-Enc-Dec 19.63 10.54 17.99",  # table 8
                "paper: Att-Enc-Dec 58.03 69.06 56.02",
                "paper: Att-Enc-Dec 69.28 80.24 69.43",
                "Att-Enc-Dec, effect 100.00",  # figures 14 to 18: all texts with a deviation of 0
            ],
        ),
        (
            "rate",
            "generation",
            "V2C-Transformer",
            ("intention", "effect", "attribute", "caption"),
            ["paper: V2C-Transformer 62.99 73.54 66.74 73.17", "paper: V2C-Transformer 57.40 62.25 58.47"],
        ),
    ],
)
def test_tables_have_figures_of_papers(kind, protocol, system, criteria, rows):
    are_ranks = kind in {"rank", "pair"}
    values = (1, 2) if are_ranks else (5, 5) if kind == "rate" else (1, 1)
    printed = lines(kind, protocol, (system, "other"), criteria, values, are_ranks=are_ranks)
    for row in rows:
        assert any(line[: len(row.split())] == row.split() for line in printed), row


def test_shares_of_yes_equal_those_of_the_judgements():
    printed = lines("yes-no", "metaphors", ("a", "b"), ("fluency", "creativity"), (1, 0))
    assert ["a", "100.00", "100.00"] in printed
    assert ["b", "0.00", "0.00"] in printed
