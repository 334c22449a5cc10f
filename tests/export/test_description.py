import pytest

from cinescribe.errors import FilmError, InputError, RecordError
from cinescribe.export.description import FORMATS, export_description
from cinescribe.media.film.probe import probe
from cinescribe.schema import Cue, Film, Script
from cinescribe.store import write_record
from cinescribe.timing import Span
from tests.dummies import write_film


@pytest.fixture
def folder(tmp_path):
    film = probe(write_film(tmp_path / "two.mp4"))
    script = Script(film, cues=(Cue(Span(1, 4), "A block moves."),))
    write_record(tmp_path / "two.ad" / "script.json", script)
    return tmp_path / "two.ad"


@pytest.mark.parametrize("to", FORMATS)
def test_every_format_has_its_default_name(folder, to):
    path = export_description(folder, to=to)
    assert path.parent == folder
    assert path.stat().st_size > 0
    assert path.suffix == {"dapt": ".ttml", "film": ".mp4", "page": ".html"}.get(to, f".{to}")


def test_a_format_is_written_to_a_given_path(folder, tmp_path):
    assert export_description(folder, to="vtt", path=tmp_path / "a" / "b.vtt") == tmp_path / "a" / "b.vtt"
    assert "A block moves." in (tmp_path / "a" / "b.vtt").read_text()


@pytest.mark.slow
def test_a_film_that_moved_with_its_folder_is_found(folder, tmp_path):
    moved = tmp_path / "elsewhere"
    moved.mkdir()
    (tmp_path / "two.mp4").rename(moved / "two.mp4")
    folder.rename(moved / "two.ad")
    assert export_description(moved / "two.ad", to="film").is_file()


def test_a_missing_film_is_named(folder, tmp_path):
    (tmp_path / "two.mp4").unlink()
    with pytest.raises(FilmError, match=r"two\.mp4"):
        export_description(folder, to="film")


def test_an_unknown_format_and_an_empty_folder_are_refused(folder, tmp_path):
    with pytest.raises(InputError, match=r"'braille' came as a format of descriptions; choose one of vtt, srt, dapt"):
        export_description(folder, to="braille")
    with pytest.raises(RecordError, match=r"holds no description \(script.json is missing\); describe a film first"):
        export_description(tmp_path, to="vtt")


def test_a_described_film_keeps_its_container(folder):
    write_record(folder / "script.json", Script(Film("film.mkv", 8.0)))
    with pytest.raises(FilmError):
        export_description(folder, to="film")
    assert not (folder / "described.mkv").exists()
