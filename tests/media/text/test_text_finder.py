import importlib
import json
from pathlib import Path

import numpy as np
import pytest

from cinescribe.errors import FilmError
from cinescribe.media.film.probe import probe
from cinescribe.media.text.script_recogniser import ScriptReaders, ScriptRecogniser
from cinescribe.media.text.text_finder import TextFinder, screen_texts
from cinescribe.schema import ScreenText
from tests.commands import run_command
from tests.media.films import tone, write_film
from tests.media.text.lines import picture, reading, yuv
from tests.shared import shared

PLAIN, TITLE = picture(), picture(("Night Train", 160, 200), scale=2)


def written_film(path: Path) -> Path:
    """A film of six seconds with a title from 2 to 4 s."""
    return write_film(path, [TITLE if 20 <= n < 40 else PLAIN for n in range(60)])


@pytest.mark.slow
def test_a_title_is_found_from_its_first_to_its_last_picture(tmp_path):
    (text,) = screen_texts(probe(written_film(tmp_path / "film.mkv")))
    assert (text.text, text.kind) == ("Night Train", "title")
    assert text.span.start == pytest.approx(2, abs=0.3)
    assert text.span.end == pytest.approx(4, abs=0.3)
    assert text.score > 0.95
    assert text.box == pytest.approx((0.24, 0.4, 0.84, 0.6), abs=0.1)
    assert ScreenText.from_dict(text.to_dict()) == text


@pytest.mark.slow
def test_the_command_prints_the_texts(tmp_path):
    film = written_film(tmp_path / "film.mkv")
    (text,) = json.loads(run_command("media", "text", film, "--json").stdout)
    assert text.keys() == {"start", "end", "text", "box", "score", "kind"}
    assert (text["text"], text["kind"], len(text["box"])) == ("Night Train", "title", 4)
    assert "title     Night Train" in run_command("media", "text", film).stdout


@pytest.mark.slow
def test_command_lists_unreadable_scripts(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("cinescribe.media.text.tesseract._data_folders", lambda: iter(()))
    film = written_film(tmp_path / "film.mkv")
    found = run_command("media", "text", film, "--language", "ru", "--language", "el")
    assert "title     Night Train" in found.stdout
    assert "text in Cyrillic and Greek letters is not read: install tesserocr with data" in found.stderr
    assert "a tag such as `de`" in run_command("media", "text", film, "--language", "?", exit_code=1).stderr


@pytest.mark.slow
def test_a_sign_in_other_letters_is_read_by_their_reader_at_each_look():
    asked = []

    class Reader:
        script, name = "Cyrl", "a reader"

        def read(self, picture, quad, *, stretch=1.0):
            asked.append(stretch)
            return reading("Вход")

    finder = TextFinder(ScriptReaders((Reader(),)))
    # A drawn font without Cyrillic letters stands for them: the bundled network is to see none.
    finder.__dict__["_recogniser"] = ScriptRecogniser(ScriptReaders((Reader(),)))
    finder._recogniser.__dict__["_latin"] = Blank()
    for n in range(6):
        finder.take(n / 2, yuv(TITLE))
    (text,) = finder.texts(3.0)
    assert (text.text, round(text.score, 2)) == ("Вход", 0.99)
    assert asked == [1.0, 1.2]  # the second reading was as sure as the first


class Blank:
    """Sees nothing."""

    def read(self, picture, quad, *, stretch=1.0):
        return reading(" ")


def test_footage_without_text_does_not_load_the_networks(monkeypatch):
    module = importlib.import_module("cinescribe.media.text.text_finder")
    monkeypatch.setattr(module, "TextDetector", None)
    finder = TextFinder()
    for n in range(20):
        finder.take(n / 2, yuv(np.roll(PLAIN, n)))
    assert finder.texts(10.0) == ()


def test_no_pictures_give_no_texts():
    assert TextFinder().texts(3.0) == ()


@pytest.mark.slow
def test_text_in_a_single_picture_must_be_very_sure():
    finder = TextFinder()
    for n in range(8):
        finder.take(n / 2, yuv(TITLE if n == 4 else PLAIN))
    assert [text.text for text in finder.texts(4.0)] == ["Night Train"]
    finder = TextFinder()
    short = picture(("it", 300, 200), scale=2)
    for n in range(8):
        finder.take(n / 2, yuv(short if n == 4 else PLAIN))
    assert finder.texts(4.0) == ()


@pytest.mark.slow
def test_rolling_credits_are_one_text():
    names = ["Directed by", "Anna Brook", "Music by", "Tom Okafor", "Costumes", "Rosa Lindt"]
    finder = TextFinder()
    for n in range(44):
        lines = [(name, 160, 380 + 50 * k - 20 * n) for k, name in enumerate(names)]
        finder.take(n / 2, yuv(picture(*lines, level=0, scale=1.0)))
    (text,) = finder.texts(22.0)
    assert (text.kind, text.text) == ("credits", " / ".join(names))


def test_a_film_without_pictures_is_refused(tmp_path):
    film = write_film(tmp_path / "sound.mkv", sounds=[(0.0, tone(1.0), "mono")])
    with pytest.raises(FilmError, match="has no pictures, so it has no on-screen text; name a film with a picture"):
        screen_texts(probe(film))


@pytest.mark.slow
def test_the_title_of_a_real_film():
    film = probe(shared("data/video/w3c_perspective/perspective-video.mp4"))
    (text,) = screen_texts(film)
    assert (text.text, text.kind) == ("Web Accessibility Perspectives / Keyboard Compatibility", "title")
    assert text.span.start == pytest.approx(0.7, abs=0.5)
    assert text.span.end == pytest.approx(5.5, abs=0.5)


@pytest.mark.slow
@pytest.mark.parametrize("film", ["mdn_flower/flower.mp4", "friday/friday.mp4", "sam2/02_cups.mp4"])
def test_real_films_without_text_have_no_texts(film):
    assert screen_texts(probe(shared(f"data/video/{film}"))) == ()
