import pytest

from cinescribe.corpus.core.sentences import FilmSentence
from cinescribe.corpus.film_folder.clip_cutting import SENTENCES, ClipSentence, cut_clips
from cinescribe.store import read_records, write_records
from cinescribe.timing import Span


def sentence(n, start, end, *, score=None, origin="description", **more):
    return FilmSentence(f"d{n:04d}", origin, Span(start, end), f"Sentence {n}.", score, **more)


def spans(*sentences, duration=60.0):
    return [clip.span for clip in cut_clips("f", sentences, duration=duration).clips]


def test_automatic_times_last_two_seconds_longer():
    assert spans(sentence(1, 10, 13, score=0.9)) == [Span(10, 15)]


def test_times_set_by_people_and_of_scripts_stay():
    assert spans(sentence(1, 10, 13), sentence(2, 20, 23, score=0.9, origin="script")) == [Span(10, 13), Span(20, 23)]


def test_short_clips_are_widened_equally_to_two_seconds():
    assert spans(sentence(1, 10, 11)) == [Span(9.5, 11.5)]


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [(0.2, 0.8, Span(0, 2)), (59.5, 59.9, Span(58, 60)), (58, 61, Span(58, 60)), (-1, 1, Span(0, 2))],
)
def test_clips_stay_inside_their_film(start, end, expected):
    (span,) = spans(sentence(1, start, end))
    assert (span.start, span.end) == pytest.approx((expected.start, expected.end))


def test_the_lag_ends_with_the_film():
    assert spans(sentence(1, 57, 59.5, score=0.9)) == [Span(57, 60)]


def test_a_film_shorter_than_a_clip_is_one_clip():
    assert spans(sentence(1, 0.5, 0.6), duration=1.2) == [Span(0, 1.2)]


def test_sentences_of_one_time_are_one_clip():
    cut = cut_clips("f", [sentence(1, 10, 13), sentence(2, 10, 13), sentence(3, 20, 23)], duration=60.0)
    assert [(clip.id, clip.text) for clip in cut.clips] == [
        ("f_0001", "Sentence 1. Sentence 2."),
        ("f_0003", "Sentence 3."),
    ]
    assert [one.clip for one in cut.sentences] == ["f_0001", "f_0001", "f_0003"]


def test_clips_are_in_order_of_time_for_any_order_of_sentences():
    cut = cut_clips("f", [sentence(1, 30, 33), sentence(2, 10, 13)], duration=60.0)
    assert [clip.id for clip in cut.clips] == ["f_0002", "f_0001"]


def test_leaving_out_or_moving_a_sentence_renames_no_other_clip():
    sentences = [sentence(n, 5 * n, 5 * n + 3) for n in range(1, 6)]
    before = {clip.id: clip.text for clip in cut_clips("f", sentences, duration=60.0).clips}
    sentences[1] = sentences[1].replace(left_out="by hand")
    sentences[3] = sentences[3].replace(span=Span(50, 53))
    after = {clip.id: clip.text for clip in cut_clips("f", sentences, duration=60.0).clips}
    assert after == {id: text for id, text in before.items() if id != "f_0002"}


def test_sentences_without_a_clip_are_kept_with_the_reason():
    cut = cut_clips("f", [sentence(1, 10, 13, left_out="sound only"), sentence(2, 70, 73)], duration=60.0)
    assert cut.clips == ()
    assert [one.sentence.left_out for one in cut.sentences] == ["sound only", "outside the film, which lasts 60.00 s"]
    assert [one.clip for one in cut.sentences] == [None, None]


def test_sentences_survive_a_round_trip(tmp_path):
    cut = cut_clips("f", [sentence(1, 10, 13, score=0.5), sentence(2, 20, 23, left_out="sound only")], duration=60.0)
    write_records(tmp_path / SENTENCES, cut.sentences)
    assert tuple(read_records(tmp_path / SENTENCES, ClipSentence)) == cut.sentences
