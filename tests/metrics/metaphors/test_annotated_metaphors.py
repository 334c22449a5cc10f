"""Annotators' metaphors and times are read in the forms that people write."""

import json

import pytest

from cinescribe.errors import ScoreError
from cinescribe.metrics.embedding.metaphor import Metaphor
from cinescribe.metrics.metaphors.annotated_metaphors import (
    SeenMetaphor,
    read_annotated_metaphors,
    read_metaphor_spans,
)
from cinescribe.timing import Span


def write(path, *records):
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


LINE = {"clip": "a", "primary": "car", "property": "fast", "secondary": "a cheetah"}


def test_metaphors_of_a_clip_with_their_times(tmp_path):
    path = write(
        tmp_path / "metaphors.jsonl",
        LINE | {"time": "0:02 - 0:04", "caption": "x", "audio": False},
        LINE | {"spans": [[5, 6], [1, 2.5]]},
        LINE | {"clip": "b", "time": "in the end"},
        LINE | {"clip": "c", "time": "whole video", "spans": [{"start": 0, "end": 9}]},
        LINE | {"clip": "c", "time": "from 3 to 5"},
        LINE | {"clip": "c", "time": "whole video"},
    )
    parts = Metaphor("car", "fast", "a cheetah")
    assert read_annotated_metaphors(path) == {
        "a": (SeenMetaphor(parts, (Span(2, 4),)), SeenMetaphor(parts, (Span(1, 2.5), Span(5, 6)))),
        "b": (SeenMetaphor(parts),),
        "c": (SeenMetaphor(parts, (Span(0, 9),)), SeenMetaphor(parts, (Span(3, 5),)), SeenMetaphor(parts)),
    }


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"primary": " "}, r"line 1 has ' ' under 'primary'; expected a text"),
        ({"property": None}, r"line 1 has None under 'property'; expected a text"),
        ({"spans": [[2, 1]]}, r"line 1 has .* under spans; expected a list of \[start, end\] in seconds"),
        ({"spans": 5}, r"line 1 has 5 under spans"),
        ({"spans": [{"start": 1}]}, r"line 1 has .* under spans"),
        ({"spans": [["x", 1]]}, r"under spans"),
    ],
)
def test_malformed_metaphors_are_named(tmp_path, change, message):
    with pytest.raises(ScoreError, match=message):
        read_annotated_metaphors(write(tmp_path / "m.jsonl", LINE | change))


def test_spans_of_a_system(tmp_path):
    path = write(tmp_path / "s.jsonl", {"id": "a", "spans": [[1, 2]]}, {"id": "b", "spans": []})
    assert read_metaphor_spans(path) == {"a": (Span(1, 2),), "b": ()}
    with pytest.raises(ScoreError, match="line 2 has the spans of 'a' again; keep one line of it"):
        read_metaphor_spans(write(path, {"id": "a", "spans": []}, {"clip": "a", "spans": []}))
    with pytest.raises(ScoreError, match=r"line 1 has no spans; expected a list of \[start, end\] in seconds"):
        read_metaphor_spans(write(path, {"id": "a"}))
