import pytest

from cinescribe.errors import FilmError
from cinescribe.export.excerpts.film_source import FilmLocator
from cinescribe.input_files import digest
from cinescribe.schema import Film, Script


@pytest.fixture
def script(tmp_path):
    (tmp_path / "film.mp4").write_bytes(b"the film")
    return Script(Film("film.mp4", 10.0, digest=digest(tmp_path / "film.mp4")))


def test_a_film_is_found_in_the_folder(tmp_path, script):
    source = FilmLocator(tmp_path)
    assert source.problem(script) is None
    assert source.film(script).path == str(tmp_path / "film.mp4")


def test_missing_film_is_an_error(tmp_path, script):
    (tmp_path / "film.mp4").unlink()
    with pytest.raises(FilmError, match=r"'film.mp4' is not there.*put it back"):
        FilmLocator(tmp_path).film(script)


def test_changed_film_file_is_an_error_when_checked(tmp_path, script):
    source = FilmLocator(tmp_path)
    source.check(script)
    (tmp_path / "film.mp4").write_bytes(b"another film")
    assert source.problem(script) is None  # the file was not read yet
    with pytest.raises(FilmError, match=r"has changed since it was described.*put the described file back"):
        source.check(script)
    with pytest.raises(FilmError, match="has changed"):
        source.film(script)
    (tmp_path / "film.mp4").write_bytes(b"the film")
    source.check(script)
    assert source.problem(script) is None


def test_film_without_digest_is_accepted(tmp_path, script):
    source = FilmLocator(tmp_path)
    unknown = script.replace(film=script.film.replace(digest=None))
    source.check(unknown)
    assert source.problem(unknown) is None
    with pytest.raises(FilmError, match="is not there"):
        source.check(unknown.replace(film=Film("gone.mp4", 1.0)))
