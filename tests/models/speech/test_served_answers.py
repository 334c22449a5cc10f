import json

import pytest

from cinescribe.models.speech.served_answers import NoTimesError, detected_language, read_served_transcript
from cinescribe.models.vlm.answers.completion import NoAnswerError

SRT = "1\n00:00:00,500 --> 00:00:01,000\nCome here!\n\n2\n00:00:01,500 --> 00:00:02,000\nAnna?\n"


def words(body, duration=10.0):
    found = read_served_transcript(body if isinstance(body, str) else json.dumps(body), duration=duration)
    return [(word.span.start, word.span.end, word.text) for word in found.words]


def spoken(start=0.5, end=1.0, word="Come", **more):
    return {"word": word, "start": start, "end": end, **more}


def segment(start=0.5, end=1.0, text=" Come here!", **more):
    return {"id": 0, "start": start, "end": end, "text": text, **more}


def test_openais_words_get_the_marks_of_the_text_and_the_chances_of_phrases():
    body = {
        "task": "transcribe",
        "language": "german",
        "duration": 3.0,
        "text": "Komm her! Anna?",
        "words": [spoken(word="Komm"), spoken(1.0, 1.4, "her"), spoken(2.0, 2.5, "Anna")],
        "segments": [segment(no_speech_prob=0.25), segment(2, 3, "Anna?", no_speech_prob=0.125)],
    }
    assert words(body) == [(0.5, 1.0, "Komm"), (1.0, 1.4, "her!"), (2.0, 2.5, "Anna?")]
    found = read_served_transcript(json.dumps(body), duration=10.0)
    assert found.language == "de"
    assert found.no_speech == 0.125


def test_words_inside_phrases_are_read_as_whisper_cpp_writes_them():
    inside = [
        {"word": " Come", "start": 0.5, "end": 0.75, "t_dtw": -1, "probability": 0.5},
        {"word": " here!", "start": 0.75, "end": 1.0, "t_dtw": -1, "probability": 0.875},
    ]
    body = {"text": " Come here!", "language": "english", "segments": [segment(words=inside, avg_logprob=-0.1)]}
    found = read_served_transcript(json.dumps(body), duration=10.0)
    assert [(word.text, word.confidence) for word in found.words] == [("Come", 0.5), ("here!", 0.875)]


def test_phrases_stand_for_words_that_are_missing():
    body = {"text": "Come here!", "words": None, "segments": [segment(avg_logprob=-0.5)]}
    (found,) = read_served_transcript(json.dumps(body), duration=10.0).words
    assert (found.text, found.span.start, found.span.end) == ("Come here!", 0.5, 1.0)
    assert found.confidence == pytest.approx(0.6065, abs=1e-3)


def test_numbers_may_be_texts_and_chances_unknown_as_vllm_writes_them():
    body = {
        "duration": "2.5",
        "language": "en",
        "text": "Come here!",
        "segments": [segment("0.5", "1.0", avg_logprob=-1.0, no_speech_prob=-1.0)],
    }
    assert words(body) == [(0.5, 1.0, "Come here!")]
    found = read_served_transcript(json.dumps(body), duration=10.0)
    assert found.no_speech is None
    assert found.words[0].confidence == 0.5


@pytest.mark.parametrize("unit", [10**3, 10**9])
def test_times_may_be_in_other_units(unit):
    body = {"text": "Come here!", "segments": [segment(5 * unit, 7 * unit)]}
    assert words(body) == [(pytest.approx(5.0), pytest.approx(7.0), "Come here!")]


def test_times_beyond_every_unit_are_none():
    with pytest.raises(NoTimesError, match="the text has no times: 'Come here!'"):
        words({"text": "Come here!", "segments": [segment(5e13, 7e13)]})


def test_wrong_times_are_mended_or_left_out():
    body = {
        "text": "a b c d e f",
        "words": [
            spoken(-1.0, 0.5, "a"),
            spoken(2.0, 1.5, "c"),  # ends before it begins
            spoken(1.0, 1.5, "b"),  # out of order
            spoken(9.5, 12.0, "d"),  # beyond the end
            spoken(11.0, 12.0, "e"),  # begins beyond it
            {"word": "f", "start": None, "end": "soon"},
            {"word": "g", "start": True, "end": "NaN"},
        ],
    }
    assert words(body) == [(0.0, 0.5, "a"), (1.0, 1.5, "b"), (2.0, 2.0, "c"), (9.5, 10.0, "d")]


def test_words_without_times_give_way_to_phrases():
    body = {"text": "Come here!", "words": [{"word": "Come"}, {"word": "here"}], "segments": [segment()]}
    assert words(body) == [(0.5, 1.0, "Come here!")]


@pytest.mark.parametrize("body", ["", "  ", '{"text": ""}', '{"text": " ", "segments": []}', '{"segments": []}'])
def test_nothing_said_has_no_words(body):
    assert words(body) == []


@pytest.mark.parametrize(
    "body", ["Come here!", '{"text": "Come here!"}', '{"text": "Come", "segments": [{"start": 0}]}']
)
def test_text_without_times_is_no_transcript(body):
    with pytest.raises(NoTimesError, match="the text has no times: 'Come"):
        words(body)


def test_subtitles_are_read():
    wanted = [(0.5, 1.0, "Come here!"), (1.5, 2.0, "Anna?")]
    assert words(SRT) == wanted
    assert words("WEBVTT\n\n00:00.500 --> 00:01.000\nCome here!\n\n00:01.500 --> 00:02.000\nAnna?\n") == wanted
    assert words(SRT.replace("\n", "\r\n")) == wanted


@pytest.mark.parametrize(
    "body", ['{"error": {"message": "no model"}}', "<html>Bad gateway</html>", '{"text": 7}', "[]", "soon --> later"]
)
def test_an_error_is_no_transcript(body):
    with pytest.raises(NoAnswerError) as caught:
        words(body)
    assert not caught.value.may_pass


@pytest.mark.parametrize("body", ['{"text": "Come', "{" * 50])
def test_a_broken_answer_may_come_whole_the_next_time(body):
    with pytest.raises(NoAnswerError) as caught:
        words(body)
    assert caught.value.may_pass


def test_a_language_that_was_heard_beside_the_given_one_is_found():
    assert detected_language('{"language": "english", "detected_language": "german"}') == "de"
    assert detected_language('{"language": "german", "detected_language": "german"}') is None
    assert detected_language('{"language": "german"}') is None
    assert detected_language('{"detected_language": 3}') is None
    assert detected_language("{") is None
    assert detected_language(SRT) is None
