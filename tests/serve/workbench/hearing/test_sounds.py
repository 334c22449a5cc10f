"""Cues, stretches and the film itself are served as sound and pictures, and what cannot be heard is said."""

import io
import wave

import numpy as np
import pytest

from tests.serve.workbench.desk import desk
from tests.serve.workbench.hearing.folders import described


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return described(tmp_path_factory.mktemp("open") / "film.ad")


@pytest.fixture(scope="module")
def opened(folder):
    with desk(folder) as opened:
        yield opened


def heard(answer):
    """Seconds and loudness of the WAV file in an answer."""
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "audio/wav"
    with wave.open(io.BytesIO(answer.content)) as sound:
        samples = np.frombuffer(sound.readframes(sound.getnframes()), "<i2")
        return sound.getnframes() / sound.getframerate(), float(np.abs(samples).max(initial=0))


@pytest.mark.parametrize(
    ("path", "longest"),
    [
        ("cues/c1/voice.wav", 2.5),
        ("cues/c1/mix.wav?before=1&after=1", 4.5),
        ("cues/c1/start.wav", 1.01),
        ("cues/c2/end.wav", 1.01),
        ("cues/c3/mix.wav", 6.5),
        ("cues/c4/film.wav", 5.7),
        ("sound.wav?start=1&end=2.5", 1.51),
    ],
)
def test_cues_and_stretches_are_served_as_sound(opened, path, longest):
    seconds, loudest = heard(opened.get(f"/films/film/{path}"))
    assert longest - 1.5 < seconds <= longest
    assert loudest > 100


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("cues/c9/voice.wav", "C9"),
        ("cues/c1/mix.wav?before=soon", "Before is 'soon'; expected seconds, such as 2.5."),
        ("cues/c1/mix.wav?before=-1", "Before is '-1'; expected 0 s or later."),
        ("cues/c1/mix.wav?before=nan", "Before is 'nan'; expected 0 s or later."),
        ("sound.wav?start=3&end=3", "The sound ends at 3 s and starts at 3 s; name a later end."),
    ],
)
def test_unplayable_sound_is_reported(opened, path, message):
    answer = opened.client.get(f"/films/film/{path}", headers={"accept": "application/json"})
    assert answer.status_code == 422
    assert message.lower() in answer.json()["message"].lower()


def test_a_film_is_served_in_ranges(opened, folder):
    size = (folder / "film.mp4").stat().st_size
    answer = opened.client.get("/films/film/film", headers={"range": "bytes=10-19"})
    assert answer.status_code == 206
    assert answer.headers["content-range"] == f"bytes 10-19/{size}"
    assert answer.headers["content-type"] == "video/mp4"
    assert answer.content == (folder / "film.mp4").read_bytes()[10:20]
    assert opened.json("/films/film/film/state") == {"is_ready": True, "message": ""}


def test_sound_is_refused_without_a_session(opened):
    stranger = opened.client.__class__(opened.client.app, base_url="http://desk")
    for path in ("cues/c1/voice.wav", "sound.wav", "film", "film/state"):
        assert stranger.get(f"/films/film/{path}").status_code == 403


def test_without_the_film_voices_are_heard_and_texts_edited(tmp_path):
    folder = described(tmp_path / "film.ad", seconds=3.0)
    (folder / "film.mp4").unlink()
    with desk(folder) as opened:
        assert heard(opened.get("/films/film/cues/c1/voice.wav"))[0] > 0.5
        for path in ("cues/c1/mix.wav", "sound.wav?start=0&end=1", "cues/c1/film.wav"):
            answer = opened.client.get(f"/films/film/{path}", headers={"accept": "application/json"})
            assert answer.status_code == 422
            assert "is not there" in answer.json()["message"]
        assert opened.get("/films/film/film").status_code == 503
        assert "Texts can be edited without it" in opened.json("/films/film/film/state")["message"]
        page = opened.get("/films/film/").text
        revision = page.split('name="revision" value="', 1)[1].split('"', 1)[0]
        assert (
            opened.post(
                "/films/film/cues/c1/save", page="/films/film/", text="Anna waits.", revision=revision
            ).status_code
            == 200
        )
