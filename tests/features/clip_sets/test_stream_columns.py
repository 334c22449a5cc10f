"""Texts name streams and columns of features."""

import pytest

from cinescribe.errors import FeatureError
from cinescribe.features.clip_sets.stream_columns import StreamColumns, columns_of, stream_columns

WIDTHS = {"clip": 4, "actions": 2}


def test_texts_name_one_or_several_streams():
    assert stream_columns("actions") == (StreamColumns("actions"),)
    assert stream_columns("clip[1:3] + actions") == (StreamColumns("clip", 1, 3), StreamColumns("actions"))
    assert stream_columns("clip[2:]") == (StreamColumns("clip", 2),)


@pytest.mark.parametrize("text", ["", "clip+", "clip[1]", "clip[:3]", "clip[a:b]", "Clip"])
def test_other_texts_are_refused(text):
    with pytest.raises(FeatureError, match="names no streams; write such as actions"):
        stream_columns(text)


def test_columns_are_those_of_joined_vectors():
    assert columns_of("actions+clip[1:3]", WIDTHS).tolist() == [4, 5, 1, 2]
    assert columns_of("clip[3:]", WIDTHS).tolist() == [3]
    assert columns_of("clip", WIDTHS).tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("faces", "'faces' names the stream 'faces'; choose from clip, actions"),
        ("clip[2:9]", "columns 2 to 9 of 'clip' are read, which has 4; name others"),
        ("clip[3:3]", "columns 3 to 3 of 'clip'"),
        ("actions[2:]", "columns 2 to the end of 'actions' are read, which has 2"),
    ],
)
def test_absent_columns_are_refused(text, wish):
    with pytest.raises(FeatureError, match=wish):
        columns_of(text, WIDTHS)
