import pytest

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.significance import compare
from cinescribe.metrics.scoring.score_captions import score_captions
from cinescribe.metrics.scoring.system_table import SystemTable, score_systems

REFERENCES = [[f"a man with {n} dogs runs"] for n in range(20)]
SYSTEMS = {
    "plain": ["a man sits"] * 20,
    "with 50% & more": [f"a man with {n} dogs sits" for n in range(20)],
}


@pytest.fixture(scope="module")
def table():
    return score_systems(SYSTEMS, REFERENCES, metrics="rouge-l,bleu-1", resamples=200)


def test_systems_are_tested_against_the_first(table):
    assert [(score.system, score.metric) for score in table.scores] == [
        (system, metric) for system in SYSTEMS for metric in ("ROUGE-L", "BLEU-1")
    ]
    first, second = (score_captions(captions, REFERENCES, metrics="rouge-l")[0] for captions in SYSTEMS.values())
    expected = compare(second, first, resamples=200)
    found = table.scores[2]
    assert (found.value, found.difference, found.p_value) == (second.value, expected.difference, expected.p_value)
    assert found.difference_interval == expected.interval
    assert table.scores[0].p_value is None
    assert table.items == 20


def test_rows_are_flat_and_the_table_is_a_record(table):
    rows = table.rows()
    assert rows[0]["p_value"] is None
    assert rows[2]["difference"] == table.scores[2].difference
    assert all(isinstance(value, str | float | int | None) for row in rows for value in row.values())
    assert SystemTable.from_dict(table.to_dict()) == table


def test_latex_marks_significant_differences_and_escapes_names(table):
    lines = table.latex().splitlines()
    assert lines[2] == "System & ROUGE-L & BLEU-1 \\\\"
    assert lines[5].startswith("with 50\\% \\& more & ")
    assert lines[5].count("\\dag") == 2
    assert "\\dag" not in lines[4]


def test_single_system_is_refused():
    with pytest.raises(ScoreError, match="there is 1 system; give the captions of two or more"):
        score_systems({"a": ["a man"]}, [["a man"]], metrics="cider")


def test_a_metric_that_fails_is_an_error_of_the_table():
    with pytest.raises(ScoreError, match="log 1 = 0 and CIDEr has no value"):
        score_systems({"a": ["a man"], "b": ["a dog"]}, [["a man"]], metrics="cider,rouge-l")
