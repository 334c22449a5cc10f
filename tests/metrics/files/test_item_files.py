"""Items' values are written with full precision and in the given order."""

import numpy as np
import pytest

from cinescribe.errors import OutputError, ScoreError
from cinescribe.metrics.core.score import mean_score
from cinescribe.metrics.files.item_files import write_items

SCORES = [
    mean_score("A", ["1", "x,y"], np.array([0.5, 1 / 3]), signature="A"),
    mean_score("B", ["x,y"], np.array([2.0]), signature="B"),
]


def test_jsonl_and_csv(tmp_path):
    write_items(tmp_path / "items.jsonl", SCORES, ids=["x,y", "1"])
    assert (tmp_path / "items.jsonl").read_text() == (
        '{"id": "x,y", "A": 0.3333333333333333, "B": 2.0}\n{"id": "1", "A": 0.5}\n'
    )
    write_items(tmp_path / "items.CSV", SCORES, ids=["1", "x,y"])
    assert (tmp_path / "items.CSV").read_text().split() == ["id,A,B", "1,0.5,", '"x,y",0.3333333333333333,2.0']


def test_text_is_written_without_escapes(tmp_path):
    write_items(tmp_path / "items.jsonl", [mean_score("A", ["é人"], np.array([1.0]), signature="A")], ids=["é人"])
    assert (tmp_path / "items.jsonl").read_text(encoding="utf-8") == '{"id": "é人", "A": 1.0}\n'


def test_other_formats_and_bad_paths_are_refused(tmp_path):
    with pytest.raises(ScoreError, match=r"items.xlsx' has no known format; name it .jsonl or .csv"):
        write_items(tmp_path / "items.xlsx", SCORES, ids=["1"])
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="cannot be written"):
        write_items(tmp_path / "file" / "items.csv", SCORES, ids=["1"])
