import pytest

from cinescribe.corpus.metaphors.typed_times import spans_of
from cinescribe.errors import CorpusError
from cinescribe.timing import Span


@pytest.mark.parametrize(
    ("typed", "spans"),
    [
        ("12-20", [(12, 20)]),
        ("0:12 - 0:20; 31-35", [(12, 20), (31, 35)]),
        ("from 12 s to end", [(12, 53.6)]),
        ("beginning until 4.5 sec", [(0, 4.5)]),
        ("Whole video", [(0, 53.6)]),
        ("0:50\u201354", [(50, 53.6)]),
        ("7 and 7.5-9", [(7, 9)]),
        ("0:00:03-0:00:04", [(3, 4)]),
    ],
)
def test_times_are_read_as_people_type_them(typed, spans):
    assert spans_of(typed, duration=53.6) == tuple(Span(*map(float, span)) for span in spans)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("10-55", "is outside the film, which lasts 53.60 s"),
        ("20-12", "is no span; begin before the end"),
        ("1-2-3", "is no span"),
        ("soon", "'soon' in the times 'soon' is no time; seconds or minutes are wanted"),
        ("", "is no time"),
        ("1," * 400, "came as times; write fewer"),
    ],
)
def test_other_times_are_refused(typed, words):
    with pytest.raises(CorpusError, match=words):
        spans_of(typed, duration=53.6)
