import pytest

from cinescribe.corpus.alignment.sentence_spans import action_span, split_span
from cinescribe.timing import Span


@pytest.mark.parametrize(
    ("talk", "cuts", "expected"),
    [
        ([Span(15, 16)], [13.0], Span(10, 15)),  # before the talk
        ([Span(10.3, 12)], [11.0], Span(11, 20)),  # the first shot shows the speaker
        ([Span(10.3, 12)], [12.0, 18.0], Span(12, 18)),
        ([Span(10.3, 22)], [5.0], Span(10, 20)),  # in the shot of the talk: somewhere between its neighbours
        ([Span(15, 16)], [], Span(10, 15)),  # unknown cuts: in a long pause
        ([Span(11.5, 16)], [], Span(10, 20)),  # a short pause: somewhere
        ([Span(10.3, 22)], [], Span(10, 20)),
        ([], [], Span(10, 20)),
        ([], [12.0], Span(12, 20)),  # the longest shot
        ([], [15.0], Span(10, 15)),  # the first of two equal shots
        ([], [9.0, 10.0, 20.0, 31.0], Span(10, 20)),  # cuts outside the segment
    ],
)
def test_action_span_lies_between_speeches_and_cuts(talk, cuts, expected):
    assert action_span(Span(10, 20), talk=talk, cuts=cuts) == expected


def test_sentences_split_a_long_span_by_their_lengths():
    assert split_span(Span(0, 12), ["a" * 10, "b" * 20]) == [Span(0, 4), Span(4, 12)]
    assert split_span(Span(0, 12), ["all"]) == [Span(0, 12)]


def test_sentences_of_a_short_span_have_all_of_it():
    assert split_span(Span(0, 6), ["a" * 10, "b" * 20]) == [Span(0, 6), Span(0, 6)]
