import importlib

import pytest

from cinescribe.corpus.film_folder.script_film import align_script_to_film, film_beside
from cinescribe.errors import CorpusError, FilmError
from tests.corpus.screenplay_texts import write_srt
from tests.dummies import write_film

script_film = importlib.import_module("cinescribe.corpus.film_folder.script_film")


@pytest.fixture
def files(tmp_path):
    script, subtitles = tmp_path / "a.fountain", tmp_path / "a.en.srt"
    script.write_text("He sits.\n\nANNA\nWhere have you been?\n\nThey go.\n\nBOB\nNowhere at all.\n")
    write_srt(subtitles, [(2, 3, "Where have you been?"), (6.5, 7.5, "Nowhere at all.")])
    return script, subtitles


def test_a_film_is_found_by_its_name(files):
    _, subtitles = files
    assert film_beside(subtitles) is None
    film = subtitles.with_name("a.mkv")
    film.touch()
    assert film_beside(subtitles) == film
    assert film_beside(subtitles.with_name("b.srt")) is None


def test_action_after_a_speech_begins_at_the_films_cut(files, tmp_path):
    film = write_film(tmp_path / "a.mp4", seconds=8.0, cut_at=4.0)
    lines = [line for line in align_script_to_film(*files, film=film) if line.kind == "action"]
    assert [(line.text, line.start, line.end) for line in lines] == [
        ("He sits.", 0, 2),
        ("They go.", pytest.approx(4.0, abs=0.1), 6.5),
    ]


def test_unreadable_film_is_refused(files, tmp_path):
    (tmp_path / "a.mp4").write_bytes(b"nothing")
    with pytest.raises(FilmError, match=r"a\.mp4"):
        align_script_to_film(*files, film=tmp_path / "a.mp4")


def test_a_wrong_screenplay_is_refused_before_shots_are_detected(files, tmp_path, monkeypatch):
    film = write_film(tmp_path / "a.mp4", seconds=8.0, cut_at=4.0)
    monkeypatch.setattr(script_film, "shots", lambda film: pytest.fail("shots were detected"))
    files[0].write_text("INT. A HOUSE - DAY\n\nNobody speaks.\n")
    with pytest.raises(CorpusError, match="dialogue"):
        align_script_to_film(*files, film=film)
