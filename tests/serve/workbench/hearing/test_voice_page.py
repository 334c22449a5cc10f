"""A film's voice is chosen on a page, heard at once, and kept in the settings of its folder."""

import pytest

from cinescribe.export.settings import Settings, read_settings, write_settings
from tests.serve.workbench.desk import desk
from tests.serve.workbench.hearing.folders import described

PAGE = "/films/film/voice"


@pytest.fixture
def folder(tmp_path):
    return described(tmp_path / "film.ad", seconds=1.0)


def test_a_voice_is_chosen(folder):
    with desk(folder) as opened:
        page = opened.get(PAGE).text
        assert '<option value="espeak" selected>' in page
        before = len(opened.get("/films/film/cues/c1/voice.wav").content)
        answer = opened.post(PAGE, page=PAGE, voice="espeak:de", rate="1.5")
        assert answer.json()["message"] == "espeak:de speaks the cues from now on, at 1.5 times its usual speed."
        assert read_settings(folder) == Settings("espeak:de", 1.5)
        assert '<option value="espeak:de" selected>' in answer.json()["parts"]["voice"]
        assert "espeak:de speaks “de”" in answer.json()["parts"]["voice"]
        assert len(opened.get("/films/film/cues/c1/voice.wav").content) < before


@pytest.mark.parametrize(
    ("voice", "rate", "field", "message"),
    [
        ("espeak:nowhere", "1", "voice", "Unknown voice 'espeak:nowhere'; choose one of the list."),
        ("espeak", "fast", "rate", "The speed is 'fast'; expected a number such as 1.1."),
        ("espeak", "3", "rate", "The speed is 3; expected 0.7 to 1.6."),
    ],
)
def test_invalid_voice_is_refused_at_its_field(folder, voice, rate, field, message):
    with desk(folder) as opened:
        answer = opened.post(PAGE, page=PAGE, voice=voice, rate=rate)
        assert answer.status_code == 422
        assert (answer.json()["field"], answer.json()["message"]) == (field, message)
        assert read_settings(folder) == Settings()


def test_missing_voice_is_reported_and_stays_in_the_list(folder):
    write_settings(folder, Settings("piper:gone.onnx"))
    with desk(folder) as opened:
        page = opened.get(PAGE).text
        assert "Lengths of cues are estimated until a voice can speak." in page
        assert '<option value="piper:gone.onnx" selected>' in page
        answer = opened.client.get("/films/film/cues/c1/voice.wav", headers={"accept": "application/json"})
        assert answer.status_code == 422
