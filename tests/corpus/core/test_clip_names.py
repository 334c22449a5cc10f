import pytest

from cinescribe.corpus.core.clip_names import id_or_timed_name, parse_timed_name, timed_name, unique_names
from cinescribe.errors import CorpusError, RecordError
from cinescribe.schema import Clip
from cinescribe.timing import Span

NAME = "0001_American_Beauty_00.00.51.926-01.02.03.5"


def test_a_name_has_a_film_and_times():
    assert parse_timed_name(NAME) == ("0001_American_Beauty", Span(51.926, 3723.5))
    clip = Clip("x", "0001_American_Beauty", Span(51.9264, 3723.5))
    assert timed_name(clip) == "0001_American_Beauty_00.00.51.926-01.02.03.500"


@pytest.mark.parametrize("name", ["clip7", "a_0.1-0.2", "_00.00.51.926-00.00.52.000", "a_00.00.51.926", ""])
def test_other_names_have_neither(name):
    assert parse_timed_name(name) is None


def test_a_span_that_ends_before_it_starts_is_refused():
    with pytest.raises(RecordError, match=r"give times of at most 1e.07 s with start <= end"):
        parse_timed_name("a_00.00.02.000-00.00.01.000")


def test_an_id_with_film_and_times_is_used_if_the_film_is_right():
    clip = Clip(NAME, "0001_American_Beauty", Span(1, 2))
    assert id_or_timed_name(clip) == NAME
    assert id_or_timed_name(clip.replace(film="b")) == "b_00.00.01.000-00.00.02.000"
    assert id_or_timed_name(clip.replace(id="c1")) == "0001_American_Beauty_00.00.01.000-00.00.02.000"


def test_names_are_unique():
    clips = [Clip("a", "f", Span(1, 2)), Clip("b", "f", Span(1.0001, 2))]
    assert unique_names(clips[:1], timed_name) == {"a": "f_00.00.01.000-00.00.02.000"}
    with pytest.raises(CorpusError, match=r"clips 'a' and 'b' would both be called 'f_00.00.01.000-00.00.02.000'"):
        unique_names(clips, timed_name)
