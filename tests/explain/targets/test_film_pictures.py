import numpy as np
import pytest
from PIL import Image

from cinescribe.errors import FilmError
from cinescribe.explain.targets.film_pictures import shown_pictures
from tests.dummies import write_film


def test_a_picture_is_shown_upright_in_colour_under_its_name(tmp_path):
    path = tmp_path / "photo.png"
    turned = Image.new("L", (4, 2), 90)
    exif = turned.getexif()
    exif[0x0112] = 6  # the camera was held upright
    turned.save(path, exif=exif)
    (shown,) = shown_pictures(path)
    assert (shown.name, shown.time) == ("photo.png", None)
    assert shown.image.shape == (4, 2, 3)
    assert (shown.image == 90).all()


def test_a_film_is_shown_in_the_middle_of_each_shot(tmp_path):
    write_film(tmp_path / "film.mp4", seconds=6.0, cut_at=4.0, sound=False)
    first, second = shown_pictures(tmp_path / "film.mp4")
    assert [shown.name for shown in (first, second)] == ["at 2.0 s", "at 5.0 s"]
    assert second.time == pytest.approx(5.0, abs=0.1)
    assert np.median(first.image[..., 0]) < 60
    assert np.median(second.image[..., 0]) > 170


def test_of_many_shots_some_are_shown(tmp_path):
    write_film(tmp_path / "film.mp4", seconds=6.0, cut_at=4.0, sound=False)
    (shown,) = shown_pictures(tmp_path / "film.mp4", at_most=1)
    assert shown.time == pytest.approx(5.0, abs=0.1)


def test_a_truncated_picture_is_refused(tmp_path):
    path = tmp_path / "photo.jpg"
    Image.effect_noise((64, 64), 90).save(path)
    path.write_bytes(path.read_bytes()[:900])
    with pytest.raises(FilmError, match=r"the picture .*photo\.jpg' is damaged or too large \(.*copy or download"):
        shown_pictures(path)


def test_a_picture_that_would_fill_the_memory_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "photo.png"
    Image.new("1", (64, 64)).save(path)
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 1000)
    with pytest.raises(FilmError, match=r"photo\.png' is damaged or too large \(.*exceeds limit.*or make it smaller"):
        shown_pictures(path)


def test_what_is_neither_picture_nor_film_is_refused(tmp_path):
    path = tmp_path / "photo.jpg"
    path.write_text("no picture at all")
    with pytest.raises(FilmError, match=r"holds no picture that can be read, and .* is no film"):
        shown_pictures(path)


def test_what_is_not_there_is_refused(tmp_path):
    with pytest.raises(FilmError, match=r"none\.jpg' cannot be read \(No such file.*name a picture or a film"):
        shown_pictures(tmp_path / "none.jpg")
