import json
import re

import pytest

from cinescribe.describe.editing.workspace import Workspace
from cinescribe.errors import VoiceError
from cinescribe.schema import Speech
from cinescribe.timing import Span
from tests.serve.workbench.desk import desk
from tests.serve.workbench.random_edits import write_folder

PAGE = "/films/film/listen"


@pytest.fixture
def folder(tmp_path):
    return write_folder(tmp_path / "film.ad", n_cues=2)


def data(page):
    return json.loads(re.findall(r'<script type="application/json"[^>]*>(.*?)</script>', page, re.DOTALL)[0])


def test_the_player_has_the_film_and_the_voice_of_the_workbench(folder):
    with desk(folder) as bench:
        found = data(bench.get(PAGE).text)
        assert found["film"]["address"] == "/films/film/film"
        sound = bench.get(found["cues"][0]["wordings"][0]["sound"])
        assert sound.headers["content-type"] == "audio/mpeg"
        assert len(sound.content) > 1000


def test_the_page_has_one_live_region(folder):
    with desk(folder) as bench:
        page = bench.get(PAGE).text
        assert page.count('role="status"') == 1
        assert "aria-live" not in page
        assert 'data-live="status"' in page


def test_a_wording_that_was_changed_has_no_sound_any_more(folder):
    with desk(folder) as bench:
        sound = data(bench.get(PAGE).text)["cues"][0]["wordings"][0]["sound"]
        write_folder(folder, n_cues=1)
        page = bench.get(sound.replace(sound[-10:-4], "000000"))
        assert (page.status_code, "The cue was changed." in page.text) == (404, True)


def test_without_a_voice_the_browser_speaks(folder, monkeypatch):
    with desk(folder) as bench:
        monkeypatch.setattr(bench.films.voices, "voice", failing)
        assert "sound" not in data(bench.get(PAGE).text)["cues"][0]["wordings"][0]


def failing(folder):
    raise VoiceError("espeak-ng is gone")


def test_the_player_comes_from_files_of_the_site(folder):
    with desk(folder) as bench:
        page = bench.get(PAGE).text
        assert '<script defer src="/listen/player.js"></script>' in page
        assert bench.get("/listen/player.js").text.startswith('"use strict"')
        assert ".player" in bench.get("/listen/player.css").text


def test_dialogue_is_shown_as_captions(folder):
    workspace = Workspace(folder)
    script = workspace.load(who="me").draft
    said = (Speech(Span(1.0, 2.0), "subtitles", "Come & see."), Speech(Span(3.0, 4.0), "vad"))
    workspace.save_draft(script.replace(speech=said))
    with desk(folder) as bench:
        assert f'src="{PAGE}/captions.vtt"' in bench.get(PAGE).text
        track = bench.get(f"{PAGE}/captions.vtt").text
        assert track.startswith("WEBVTT\n\n")
        assert "Come &amp; see." in track
        assert "[speech]" in track


def test_question_is_about_the_moment_of_playback(folder):
    with desk(folder, program=("true",)) as bench:
        sent = {"question": "Who is that?", "model": "server:http://localhost:1#x"}
        assert bench.post(f"{PAGE}/ask", page=PAGE, at="00:00:11", **sent).json()["focus"] == "job-1"
        assert {"--at=00:00:09.000", "--until=00:00:11.500"} < {*bench.jobs.get(1).task.arguments}
        assert "Ask “Who is that?”" in bench.get(PAGE).text


@pytest.mark.parametrize(("at", "message"), [("now", "'now' is no time"), ("00:50:00", "The film ends at 00:00:40")])
def test_invalid_moment_is_refused(folder, at, message):
    with desk(folder) as bench:
        answer = bench.post(f"{PAGE}/ask", page=PAGE, at=at, question="Who?", model="hub:x")
        assert (answer.status_code, answer.json()["field"]) == (422, "at")
        assert answer.json()["message"].startswith(message)
