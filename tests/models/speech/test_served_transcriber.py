import gzip

import numpy as np
import pytest

from cinescribe.errors import ModelError
from cinescribe.media.transcription.transcriber import TRANSCRIBER_RATE_HZ, Transcription
from cinescribe.models.speech.served_transcriber import ServedTranscriber, served_transcriber
from cinescribe.models.vlm.connection.server_address import server_address
from cinescribe.models.vlm.connection.server_connection import API_KEY, ServerConnection
from tests.media.sounds import noise
from tests.models.speech.speech_server import Answer, speech_server, spoken

SRT = "1\n00:00:00,500 --> 00:00:01,000\nCome here!\n"
VTT = "WEBVTT\n\n00:00.500 --> 00:01.000\nCome here!\n"


def sound(seconds=3.0):
    return noise(seconds)[0]


def _unheard(_: float) -> None:
    """Wait for nothing."""


def transcriber(running, *, patience=30.0, pauses=None):
    connection = ServerConnection(server_address(f"{running.url}#whisper-1"), n_parallel=1, patience=patience)
    return ServedTranscriber(connection, sleep=_unheard if pauses is None else pauses.append)


def heard(reply, *, seconds=3.0, language=None, patience=30.0):
    """The text that is heard, and what was asked for it."""
    with speech_server(reply) as running:
        found = transcriber(running, patience=patience).transcribe(sound(seconds), language=language)
        return found, running.asked


def refused(reply, match, *, patience=30.0):
    with speech_server(reply) as running:
        with pytest.raises(ModelError, match=match):
            transcriber(running, patience=patience).transcribe(sound())
        return running.asked


def form_of(asked):
    return asked.fields["response_format"][0], "timestamp_granularities[]" in asked.fields


def test_words_are_asked_for_as_openai_has_it():
    found, (asked,) = heard(lambda asked, n: Answer(spoken("Come", "here")))
    assert found.text == "Come here"
    assert found.language == "en"
    assert asked.path == "/v1/audio/transcriptions"
    assert asked.seconds == pytest.approx(3.0)
    assert asked.fields == {
        "model": ["whisper-1"],
        "temperature": ["0"],
        "response_format": ["verbose_json"],
        "timestamp_granularities[]": ["word", "segment"],
    }


def test_a_known_language_is_sent():
    _, (asked,) = heard(lambda asked, n: Answer(spoken("Komm")), language="de-AT")
    assert asked.fields["language"] == ["de"]


def test_the_key_is_sent_and_shown_nowhere(monkeypatch):
    monkeypatch.setenv(API_KEY, "secret-key")
    _, (asked,) = heard(lambda asked, n: Answer(spoken("Come")))
    assert asked.headers["Authorization"] == "Bearer secret-key"
    refused(
        lambda asked, n: Answer("wrong key secret-key", status=401), r"refuses the key \(HTTP 401, 'wrong key ...'\)"
    )


def test_no_sound_asks_nobody():
    with speech_server(lambda asked, n: Answer(spoken("Come"))) as running:
        assert transcriber(running).transcribe(np.zeros(0, np.float32)) == Transcription()
        assert running.asked == []


@pytest.mark.parametrize("status", [400, 415, 422, 501])
def test_another_form_is_asked_for_where_one_is_refused(status):
    def reply(asked, n):
        if form_of(asked) == ("verbose_json", True):
            return Answer({"error": {"message": "unknown timestamp granularity"}}, status=status)
        return Answer({"text": "Come", "segments": [{"start": 0.5, "end": 1.0, "text": "Come here!"}]})

    found, asked = heard(reply)
    assert found.text == "Come here!"
    assert [form_of(one) for one in asked] == [("verbose_json", True), ("verbose_json", False)]


def test_a_server_that_fails_at_an_unknown_form_is_asked_for_another():
    def reply(asked, n):
        return Answer(VTT) if form_of(asked)[0] == "vtt" else Answer("internal error", status=500)

    found, asked = heard(reply)
    assert found.text == "Come here!"
    assert [form_of(one)[0] for one in asked] == ["verbose_json"] * 4 + ["srt"] * 2 + ["vtt"]


def test_the_form_that_was_learnt_is_asked_for_at_once():
    def reply(asked, n):
        return Answer(SRT) if form_of(asked)[0] == "srt" else Answer({"detail": "no such format"}, status=422)

    with speech_server(reply) as running:
        ear = transcriber(running)
        ear.transcribe(sound())
        ear.transcribe(sound())
        assert [form_of(one)[0] for one in running.asked] == ["verbose_json"] * 2 + ["srt"] * 2


def test_text_without_times_is_refused_after_all_forms():
    asked = refused(
        lambda asked, n: Answer({"text": "Come here!"}),
        r"with the model 'whisper-1': the text has no times: 'Come here!'; name a server that gives times",
    )
    assert [form_of(one)[0] for one in asked] == ["verbose_json", "verbose_json", "srt", "vtt", "json"]


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503])
def test_a_failure_that_passes_is_tried_again(status):
    found, asked = heard(lambda asked, n: Answer(spoken("Come")) if n else Answer("busy", status=status))
    assert found.text == "Come"
    assert len(asked) == 2


def test_a_pause_that_a_server_asks_for_is_made():
    pauses: list[float] = []
    with speech_server(
        lambda asked, n: Answer(spoken("Come")) if n else Answer(status=429, headers={"Retry-After": "7"})
    ) as running:
        transcriber(running, pauses=pauses).transcribe(sound())
    assert pauses == [7.0]


def test_a_failure_that_does_not_pass_ends_it():
    asked = refused(lambda asked, n: Answer("busy", status=503), r"it answers HTTP 503.*\(6 attempts\)")
    assert len(asked) == 6


def test_broken_json_is_tried_again():
    found, asked = heard(lambda asked, n: Answer(spoken("Come")) if n else Answer('{"text": "Co'))
    assert found.text == "Come"
    assert len(asked) == 2


def test_garbage_ends_it():
    assert len(refused(lambda asked, n: Answer("<html>Hello</html>"), "it sent '<html>Hello</html>'")) == 1


def test_an_unknown_model_says_what_to_do():
    refused(
        lambda asked, n: Answer({"error": {"message": "model not found"}}, status=404),
        r"HTTP 404, 'model not found'; name a model that it has, and .* --inference-path /v1/audio/transcriptions",
    )


def test_a_piece_that_is_too_large_is_cut_where_it_is_quiet():
    def reply(asked, n):
        return Answer("too large", status=413) if asked.seconds > 15 else Answer(spoken("Come"))

    found, asked = heard(reply, seconds=40.0)
    assert max(one.seconds for one in asked) == pytest.approx(40.0)
    assert 4 <= len(found.words) <= sum(one.seconds <= 15 for one in asked)
    starts = [word.span.start for word in found.words]
    assert starts == sorted(starts)
    assert starts[-1] > 25


def test_a_server_that_takes_no_piece_is_refused():
    refused(lambda asked, n: Answer("too large", status=413), "it answers HTTP 413, 'too large'")


def test_a_slow_server_is_given_up():
    asked = refused(
        lambda asked, n: Answer(spoken("Come"), pause=1.0), r"does not answer in time \(2 att", patience=0.2
    )
    assert len(asked) == 2


def test_an_answer_without_end_is_given_up():
    refused(lambda asked, n: Answer("x" * 100, drip=0.05), "does not answer in time", patience=0.3)


def test_an_answer_that_breaks_off_is_tried_again():
    found, asked = heard(lambda asked, n: Answer(spoken("Come"), cut=n == 0))
    assert found.text == "Come"
    assert len(asked) == 2


def test_a_bomb_is_not_unpacked():
    bomb = gzip.compress(b" " * (50 << 20))
    refused(
        lambda asked, n: Answer(bomb, headers={"Content-Encoding": "gzip", "Content-Length": str(len(bomb))}),
        "its answer has more than 1,048,576 bytes",
    )


def test_a_language_that_was_heard_beside_the_assumed_one_is_asked_for():
    def reply(asked, n):
        german = asked.fields.get("language") == ["de"]
        return Answer(spoken("Komm" if german else "Come", detected_language="german"))

    found, asked = heard(reply)
    assert found.text == "Komm"
    assert [one.fields.get("language") for one in asked] == [None, ["de"]]


def test_where_nothing_answers_that_is_said_at_once_and_at_the_end():
    announced: list[str] = []
    ear = served_transcriber("http://127.0.0.1:9#whisper-1", announce=announced.append)
    assert announced == ["nothing answers at http://127.0.0.1:9/v1; only what was written down before can be used"]
    ear = ServedTranscriber(ear.connection, sleep=lambda _: None)
    with pytest.raises(ModelError, match="nothing answers there; start the server, or correct its address"):
        ear.transcribe(sound())


def test_sound_that_leaves_this_machine_is_announced(monkeypatch):
    announced: list[str] = []
    monkeypatch.setattr(ServerConnection, "listens", lambda self: True)
    made = served_transcriber("https://speech.example/v1/audio/transcriptions#large", announce=announced.append)
    assert made.name == "server:https://speech.example/v1#large"
    assert announced == ["the sound of the film is sent to https://speech.example/v1"]


def test_sound_that_is_longer_than_a_server_takes_goes_in_pieces():
    with speech_server(lambda asked, n: Answer(spoken("Come"))) as running:
        ear = transcriber(running)
        ear._learnt.longest = 10.0
        found = ear.transcribe(sound(25.0))
        assert [one.seconds <= 10.0 for one in running.asked] == [True] * len(running.asked)
        assert sum(one.seconds for one in running.asked) == pytest.approx(25.0)
        assert len(found.words) == len(running.asked) > 2


def test_samples_beyond_full_scale_are_sent():
    loud = np.full(TRANSCRIBER_RATE_HZ, 1.5, np.float32)
    with speech_server(lambda asked, n: Answer(spoken("Come"))) as running:
        assert transcriber(running).transcribe(loud).text == "Come"
