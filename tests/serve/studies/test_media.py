"""Clips and spoken texts, in ranges of bytes, under addresses that tell nothing."""

import importlib
import io
import json
import threading
import wave
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from cinescribe.corpus.core.corpus import CorpusCard, CorpusFilm, write_corpus
from cinescribe.errors import FilmError, StudyError, VoiceError
from cinescribe.media.film.probe import probe
from cinescribe.schema import Clip
from cinescribe.serve.studies.clip_files import CLIPS, ClipFiles, cut_study_clips
from cinescribe.serve.studies.spoken_texts import SpokenTexts
from cinescribe.study.design.design import StudyDesign
from cinescribe.study.folders.make_study import make_study
from cinescribe.study.kinds.items import StudyItem
from cinescribe.study.kinds.table import KINDS
from cinescribe.timing import Span
from tests.commands import run_command
from tests.dummies import write_film
from tests.serve.sites import Beep, add_study, rater, site
from tests.serve.studies.test_answering import opened

clip_files = importlib.import_module("cinescribe.serve.studies.clip_files")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    folder = tmp_path_factory.mktemp("corpus")
    films = [CorpusFilm("film", "test", "secret film.mp4"), CorpusFilm("text", "test", "notes.txt")]
    write_corpus(folder, CorpusCard("x", "y", "z"), films=films, clips=[Clip("c", "film", Span(0, 1), "x")])
    write_film(folder / "secret film.mp4", seconds=3)
    (folder / "notes.txt").write_text("not a film")
    return folder


@pytest.fixture(scope="module")
def place(database, corpus):
    study = add_study(database, "rank", n_judges=99, corpus=corpus)
    with site(database, [study]) as app:
        yield database, study, app


def test_a_clip_is_cut_from_its_film_and_comes_in_ranges_of_bytes(place, tmp_path):
    own = rater(*place)
    shown = opened(own, place[1])
    assert "<video controls" in shown.text
    assert '/clip"' in shown.text
    assert "secret" not in shown.text
    address = shown.url.path[:-2] + "/clip"
    whole = own.get(address)
    (tmp_path / "clip.mp4").write_bytes(whole.content)
    assert probe(tmp_path / "clip.mp4").duration == pytest.approx(1.0, abs=0.1)  # of a film of 3 s
    assert "secret" not in str(whole.headers)
    assert whole.headers["content-type"] == "video/mp4"
    assert whole.headers["x-content-type-options"] == "nosniff"
    assert whole.headers["cache-control"].startswith("private")
    part = own.get(address, headers={"range": "bytes=100-199"})
    assert (part.status_code, part.content) == (206, whole.content[100:200])
    assert part.headers["content-range"] == f"bytes 100-199/{len(whole.content)}"
    assert own.get(address, headers={"range": "bytes=999999-"}).status_code == 416


def test_unreadable_film_is_reported(place, monkeypatch):
    own = rater(*place)
    shown = opened(own, place[1])

    def fails(*_):
        raise FilmError("the film is damaged")

    monkeypatch.setattr("cinescribe.serve.studies.clip_files.ClipFiles.path", fails)
    missing = own.get(shown.url.path[:-2] + "/clip")
    assert missing.status_code == 503
    assert "The clip cannot be shown just now." in missing.text


def test_texts_are_read_aloud(place):
    own = rater(*place, is_blind=True)
    shown = opened(own, place[1])
    assert shown.text.index("<audio") < shown.text.index("<blockquote")
    sound = own.get(shown.url.path[:-2] + "/spoken/1")
    assert sound.headers["content-type"] == "audio/wav"
    with wave.open(io.BytesIO(sound.content)) as read:
        assert (read.getframerate(), read.getnframes(), read.getnchannels()) == (8000, 100, 1)
    for name in ("3", "999999999", "caption"):
        assert own.get(shown.url.path[:-2] + f"/spoken/{name}").status_code == 404


def test_a_caption_is_read_aloud_and_a_film_without_a_file_is_missing(database, caplog):
    study = add_study(database, "rate")
    with site(database, [study]) as app:
        assert f"no film of {study.design.name} is in none; pages show no clips" in caplog.text
        own = rater(database, study, app, is_blind=True)
        shown = opened(own, study)
        assert "/spoken/caption" in shown.text
        assert own.get(shown.url.path[:-2] + "/spoken/caption").status_code == 200
        assert own.get(shown.url.path[:-2] + "/clip").status_code == 404


def test_failing_voice_is_reported(place, monkeypatch):
    own = rater(*place, is_blind=True)
    shown = opened(own, place[1])

    def fails(*_):
        raise VoiceError("the voice is hoarse")

    monkeypatch.setattr("cinescribe.serve.studies.spoken_texts.SpokenTexts.path", fails)
    silent = own.get(shown.url.path[:-2] + "/spoken/0")
    assert silent.status_code == 503
    assert "cannot be read aloud just now" in silent.text


def test_each_text_is_spoken_once(tmp_path):
    said = []

    class Counting(Beep):
        def say(self, text, *, rate=1.0):
            said.append(text)
            return super().say(text)

    spoken = SpokenTexts(tmp_path, Counting())
    assert spoken.path("one") == spoken.path("one") != spoken.path("two")
    assert said == ["one", "two"]


def test_a_ready_clip_does_not_wait_for_another_that_is_cut(corpus, tmp_path, monkeypatch):
    clips = ClipFiles(corpus, tmp_path)
    first, second = (SimpleNamespace(film="film", span=Span(n, n + 1)) for n in range(2))
    ready = clips.path(first)
    begun, may_end = threading.Event(), threading.Event()
    cut = clip_files.write_clip

    def slow(*given):
        begun.set()
        may_end.wait(20)
        cut(*given)

    monkeypatch.setattr(clip_files, "write_clip", slow)
    with ThreadPoolExecutor(2) as pool:
        waiting = [pool.submit(clips.path, second) for _ in range(2)]
        assert begun.wait(20)
        assert clips.path(first) == ready
        assert not any(one.done() for one in waiting)
        may_end.set()
        assert len({one.result() for one in waiting}) == 1


def test_clips_are_cut_ahead_once_and_served_from_there(corpus, tmp_path, monkeypatch):
    questions = KINDS["metaphor"].protocols["vmcd"]
    pages = [StudyItem(f"c{n}", "film", Span(n // 2, n // 2 + 1)) for n in range(4)]  # of two clips
    folder = tmp_path / "study"
    make_study(folder, StudyDesign("ahead", "metaphor", questions, 1, str(corpus)), pages)
    assert json.loads(run_command("study", "clips", folder, "-q", "--json").stdout) == {"clips": 2}
    monkeypatch.setattr(clip_files, "write_clip", None)
    assert cut_study_clips(folder) == 2
    clips = ClipFiles(corpus, tmp_path / "other", ahead=folder / CLIPS)
    files = {clips.path(page) for page in pages}
    assert files == {*(folder / CLIPS).iterdir()}
    with pytest.raises(StudyError, match=r"no film of the study is in .*; name the folder that has them with `corpus`"):
        cut_study_clips(folder, corpus=tmp_path)
