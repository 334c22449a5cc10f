"""The benchmark of MICap's figures 4 to 6: rows of its tables from attention that is known."""

import numpy as np
import pytest

from benchmarks.captioners.attention import blank_rows, own_faces, radius_rows, stream_rows
from cinescribe.explain.attention.attention_summary import BlankAttention
from cinescribe.explain.attention.cluster_radius_sweep import RadiusResult

SHARES = np.array([[0.5, 0.3, 0.2], [0.1, 0.1, 0.8]], np.float32)  # of two blanks, to three faces
ONE = BlankAttention(("P1", "P2"), ("P1", "P1"), (0, 1), SHARES, face_clips=(0, 0, 1), face_clusters=(1, 2, 1))


def test_streams_are_summarised_over_the_sets_that_have_such_tokens():
    shares = np.array([[[0.2, 0.5, 0.3], [0.4, 0.2, 0.4]], [[np.nan] * 3, [0.2, 0.4, 0.4]]], np.float32)
    rows = {row[0]: row[1:] for row in stream_rows(shares)}
    assert rows["faces, person tokens"] == ("0.50",) * 6 + (1,)
    assert rows["actions, caption tokens"] == ("0.21", "0.25", "0.30", "0.35", "0.39", "0.30", 2)
    assert len(rows) == 6


def test_the_groups_of_a_blank_come_by_their_attention():
    first, second = blank_rows([ONE])
    assert first == ("set 1, blank 1", "V1", "P1", "P1", "C1/V1 0.50, C2/V1 0.30, C1/V2 0.20")
    assert second == ("set 1, blank 2", "V2", "P2", "P1", "C1/V2 0.80, C1/V1 0.10, C2/V1 0.10")


def test_own_faces_are_those_of_the_true_person_where_some_are_found():
    both = own_faces([ONE], [np.array([1, 2, 1])])
    assert [attention for attention, _, _ in both] == pytest.approx([0.7, 0.1])
    assert [share for _, share, _ in both] == pytest.approx([2 / 3, 1 / 3])
    assert [is_right for *_, is_right in both] == [True, False]
    assert [is_right for *_, is_right in own_faces([ONE], [np.array([0, 2, -1])])] == [False]
    nobody = BlankAttention(("P1",), ("P1",), (0,), np.zeros((1, 0), np.float32), face_clips=(), face_clusters=())
    assert own_faces([nobody], [np.zeros(0, np.int64)]) == []


def test_a_radius_has_its_accuracy_and_numbers_of_groups():
    (row,) = radius_rows([RadiusResult(0.26, 0.531, (2, 4, 4, 5, 3))])
    assert row == ("0.26", "53.1", "2", "3", "4", "4", "5")
