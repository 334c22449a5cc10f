import pytest

from cinescribe.errors import RecordError
from cinescribe.metrics.metaphors.typed_times import spans_of
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
        ("3-5;\n 7 to 8.123456 s;", [(3, 5), (7, 8.123456)]),
        ("from 3 to 5", [(3, 5)]),
        ("53", [(53, 53.6)]),
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
        ("soon", "'soon' in the times 'soon' is no time; expected seconds or minutes"),
        ("", "is no time"),
        (" ; ", "is no time"),
        ("1," * 400, "are too many; write fewer"),
    ],
)
def test_other_times_are_refused(typed, words):
    with pytest.raises(RecordError, match=words):
        spans_of(typed, duration=53.6)


@pytest.mark.parametrize(
    ("typed", "spans"),
    [
        ("from 3 to 5", [(3, 5)]),
        ("0:05-0:12, 20 to 25.5 s", [(5, 12), (20, 25.5)]),
        ("1:02:03 \u2013 1:02:04", [(3723, 3724)]),
        ("8-9 and 3 s - 8 s", [(3, 9)]),
        ("12", [(12, 13)]),
    ],
)
def test_most_times_are_read_without_a_duration(typed, spans):
    assert spans_of(typed, duration=None) == tuple(Span(*map(float, span)) for span in spans)


@pytest.mark.parametrize("typed", ["whole video", "12 to end"])
def test_other_times_need_the_duration(typed):
    with pytest.raises(RecordError, match="cannot be read without the duration of the video; give seconds"):
        spans_of(typed, duration=None)
    assert spans_of(typed, duration=20.0)[0].end == 20
