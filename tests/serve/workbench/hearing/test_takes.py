"""A take is sent, checked and heard in place of the voice; it can be taken away, and another voice may say a cue."""

import io

import numpy as np
import pytest

from cinescribe.export.folder import read_script
from cinescribe.media.sound.recording import MOST_BYTES
from cinescribe.media.sound.soundtrack import Soundtrack
from cinescribe.media.sound.write import wav_bytes
from tests.media.sounds import speech_samples
from tests.serve.workbench.desk import desk
from tests.serve.workbench.hearing.folders import described
from tests.serve.workbench.running import csrf_of

PAGE = "/films/film/cues/c1/take"


@pytest.fixture
def folder(tmp_path):
    return described(tmp_path / "film.ad", seconds=3.0)


@pytest.fixture
def opened(folder):
    with desk(folder) as opened:
        yield opened


@pytest.fixture(scope="module")
def take():
    quiet = np.zeros(8000, np.float32)
    return wav_bytes(Soundtrack(np.concatenate([quiet, speech_samples() * 0.3, quiet])[None], 16000))


def sent(opened, data, *, scripts=True, origin="http://desk", revision=None, name="take"):
    page = opened.get(PAGE).text
    shown = page.split('name="revision" value="', 1)[1].split('"', 1)[0]
    fields = {"csrf": csrf_of(page), "revision": revision or shown}
    headers = {"origin": origin, **({"accept": "application/json"} if scripts else {})}
    return opened.client.post(PAGE, data=fields, files={name: ("take", io.BytesIO(data))}, headers=headers)


def cue(folder):
    return next(cue for cue in read_script(folder).cues if cue.id == "c1")


def test_only_the_cue_page_may_use_the_microphone(opened):
    assert "microphone=(self)" in opened.get(PAGE).headers["permissions-policy"]
    for other in ("/films/film/", "/films/film/voice", "/"):
        assert "microphone=()" in opened.get(other).headers["permissions-policy"]


def test_a_take_is_heard_in_place_of_the_voice(opened, folder, take):
    answer = sent(opened, take)
    assert answer.status_code == 200, answer.text
    assert answer.json()["message"].startswith("Cue 1 has a recording: ")
    assert "Remove the recording" in answer.json()["parts"]["take"]
    said = len(speech_samples()) / 16000
    assert cue(folder).span.duration == pytest.approx(said, abs=0.15)
    assert (folder / cue(folder).recording).is_file()
    gone = opened.post(f"{PAGE}/remove", page=PAGE)
    assert gone.json()["message"].startswith("Cue 1 no longer has a recording: ")
    assert cue(folder).recording is None
    undone = opened.post("/films/film/undo", page="/films/film/")
    assert undone.status_code == 200
    assert cue(folder).recording is not None


def test_a_file_is_sent_without_scripts(opened, folder, take):
    answer = sent(opened, take, scripts=False)
    assert answer.status_code == 303
    assert "Cue 1 has a recording" in opened.get(answer.headers["location"]).text
    assert cue(folder).recording is not None


def silence():
    return wav_bytes(Soundtrack(np.zeros((1, 16000), np.float32), 16000))


def long():
    return wav_bytes(Soundtrack(np.ones((1, 8000 * 62), np.float32), 8000))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "The form has no recording; record one, or choose a file with sound."),
        (b"a text and no sound" * 10, "No voice can be read from"),
        (silence(), "is silent; record it again, closer to the microphone"),
        (long(), "lasts 62.0 s; expected one cue's recording, at most 60 s"),
    ],
)
def test_invalid_recording_is_refused_with_a_message(opened, folder, data, message):
    answer = sent(opened, data)
    assert answer.status_code == 422
    assert message in answer.json()["message"]
    assert cue(folder).recording is None
    assert not list((folder / "recordings").glob("*")) if (folder / "recordings").exists() else True


def test_film_is_refused_as_a_take(opened, folder):
    answer = sent(opened, (folder / "film.mp4").read_bytes())
    assert answer.status_code == 422
    assert "has pictures; send a sound file" in answer.json()["message"]


def test_more_than_a_minute_can_have_is_not_read(opened, folder):
    assert sent(opened, b"x" * (MOST_BYTES + 200_000)).status_code == 413
    assert cue(folder).recording is None


def test_takes_of_other_sites_and_outdated_pages_are_refused(opened, folder, take):
    assert sent(opened, take, origin="http://elsewhere").status_code == 403
    conflict = sent(opened, take, revision="0" * 16)
    assert conflict.status_code == 409
    assert cue(folder).recording is None


def test_another_voice_says_a_cue(opened, folder):
    answer = opened.post(f"{PAGE}/voice", page=PAGE, voice="espeak:de")
    assert answer.json()["message"].startswith("Cue 1 has a recording")
    assert (folder / cue(folder).recording).is_file()
    answer = opened.post(f"{PAGE}/voice", page=PAGE, voice="espeak:nowhere")
    assert answer.status_code == 422
    assert "Unknown voice 'espeak:nowhere'; choose one of the list" in answer.json()["message"]
