import numpy as np
import pytest
from PIL import Image

from cinescribe.errors import FilmError
from cinescribe.explain.targets.film_pictures import pictures_of_film
from tests.dummies import write_film


def test_a_picture_is_shown_upright_in_colour_under_its_name(tmp_path):
    path = tmp_path / "photo.png"
    rotated = Image.new("L", (4, 2), 90)
    exif = rotated.getexif()
    exif[0x0112] = 6  # the camera was held upright
    rotated.save(path, exif=exif)
    (picture,) = pictures_of_film(path)
    assert (picture.name, picture.time) == ("photo.png", None)
    assert picture.image.shape == (4, 2, 3)
    assert (picture.image == 90).all()


def test_a_film_is_shown_in_the_middle_of_each_shot(tmp_path):
    write_film(tmp_path / "film.mp4", seconds=6.0, cut_at=4.0, sound=False)
    first, second = pictures_of_film(tmp_path / "film.mp4")
    assert [picture.name for picture in (first, second)] == ["at 2.0 s", "at 5.0 s"]
    assert second.time == pytest.approx(5.0, abs=0.1)
    assert np.median(first.image[..., 0]) < 60
    assert np.median(second.image[..., 0]) > 170


def test_at_most_some_shots_are_shown(tmp_path):
    write_film(tmp_path / "film.mp4", seconds=6.0, cut_at=4.0, sound=False)
    (picture,) = pictures_of_film(tmp_path / "film.mp4", at_most=1)
    assert picture.time == pytest.approx(5.0, abs=0.1)


def test_a_truncated_picture_is_refused(tmp_path):
    path = tmp_path / "photo.jpg"
    Image.effect_noise((64, 64), 90).save(path)
    path.write_bytes(path.read_bytes()[:900])
    with pytest.raises(FilmError, match=r"the picture .*photo\.jpg' is damaged \(.*copy or download"):
        pictures_of_film(path)


def test_a_picture_that_would_fill_the_memory_is_refused(tmp_path):
    path = tmp_path / "photo.png"
    Image.new("1", (9000, 9000)).save(path)
    with pytest.raises(FilmError, match=r"photo\.png' has 9000 x 9000 pixels; at most 67108864 can be read; make it"):
        pictures_of_film(path)


def test_a_file_that_is_neither_picture_nor_film_is_refused(tmp_path):
    path = tmp_path / "photo.jpg"
    path.write_text("no picture at all")
    with pytest.raises(FilmError, match=r"holds no picture that can be read, and .* is a text file, not a film"):
        pictures_of_film(path)


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(FilmError, match=r"none\.jpg' cannot be read \(No such file.*name an existing file"):
        pictures_of_film(tmp_path / "none.jpg")
