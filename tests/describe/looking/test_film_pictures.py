import numpy as np
import PIL.Image
import pytest

from cinescribe.describe.looking.film_pictures import picture_at
from cinescribe.errors import FilmError
from cinescribe.export.folder import FRAMES_FOLDER
from cinescribe.media.film.probe import probe
from tests.describe.editing.scripts import cue, script
from tests.media.films import write_film

CUE = cue(1.0, "Anna waits.")


def test_a_kept_frame_is_shown(tmp_path):
    (tmp_path / FRAMES_FOLDER).mkdir(parents=True)
    PIL.Image.new("RGB", (64, 36), (250, 0, 0)).save(tmp_path / FRAMES_FOLDER / "000004000.jpg")
    found = picture_at(script(CUE), tmp_path, 4.2)
    assert found.shape == (36, 64, 3)
    assert found[..., 0].mean() > 200


def test_missing_frame_and_film_are_an_error(tmp_path):
    with pytest.raises(FilmError, match="is not there; put it back"):
        picture_at(script(CUE), tmp_path, 4.0)


def test_picture_without_kept_frame_is_decoded_from_the_film(tmp_path):
    path = write_film(tmp_path / "film.mp4", [np.full((36, 64, 3), 30 + 20 * n, np.uint8) for n in range(8)])
    film = script(CUE).replace(film=probe(path))
    dark, bright = (picture_at(film, tmp_path, time).mean() for time in (0.0, film.film.duration - 0.15))
    assert bright > dark + 50
    with pytest.raises(FilmError, match="has no picture at 60 s"):
        picture_at(film, tmp_path, 60.0)
