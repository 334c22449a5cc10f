"""Scores by the difficulty of captions."""

import numpy as np
import pytest

from cinescribe.corpus.statistics.score_breakdown import by_frequency, by_length, read_item_scores, smoothed
from cinescribe.corpus.statistics.text_counts import ParsedClip, ParsedText
from cinescribe.schema import Clip
from cinescribe.timing import Span


def parsed(id, *words):
    return ParsedClip(Clip(id, "f", Span(0, 1)), "test", (ParsedText(words, 1, (), ()),))


CLIPS = (
    parsed("a", "he", "sits", "down"),
    parsed("b", "he", "sits"),
    parsed("c", "rain"),
    parsed("d", "he"),
)
SCORES = {"a": 0.1, "b": 0.2, "c": 0.3, "d": 0.4}


def test_short_captions_come_first_and_equal_ones_by_id():
    assert by_length(CLIPS, SCORES).tolist() == [0.3, 0.4, 0.2, 0.1]


def test_frequent_words_come_first():
    # he 3, sits 2, down 1, rain 1: means are a 2, b 2.5, c 1, d 3.
    assert by_frequency(CLIPS, SCORES).tolist() == [0.4, 0.2, 0.1, 0.3]


def test_a_caption_without_words_is_the_rarest():
    assert by_frequency((parsed("e"), *CLIPS), {"e": 0.5} | SCORES).tolist()[-1] == 0.5


def test_means_are_over_a_window_that_lies_inside():
    values = np.array([1.0, 2.0, 3.0, 6.0])
    assert smoothed(values, 2).tolist() == [1.5, 2.5, 4.5]
    assert smoothed(values, 4).tolist() == smoothed(values, 500).tolist() == [3.0]
    assert smoothed(values, 1).tolist() == values.tolist()
    assert smoothed(np.zeros(0)).tolist() == []


def test_a_long_smoothing_equals_a_convolution():
    values = np.random.default_rng(0).random(6578)
    assert smoothed(values) == pytest.approx(np.convolve(values, np.full(500, 1 / 500), "valid"))
    assert len(smoothed(values)) == 6578 - 499


def test_items_without_a_score_are_left_out(tmp_path):
    (tmp_path / "s.csv").write_text("id,METEOR,CIDEr\na,0.5,1\nb,,1\n")
    assert read_item_scores(tmp_path / "s.csv") == {"a": 0.5}
    assert read_item_scores(tmp_path / "s.csv", metric="CIDEr") == {"a": 1.0, "b": 1.0}
