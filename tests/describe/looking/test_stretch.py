import json
import os

import pytest

from cinescribe.describe.looking.stretch import clear_stretches, prepare_stretch, remove_stretch
from cinescribe.errors import FilmError, OutputError
from cinescribe.timing import Span
from tests.describe.editing.scripts import script

SPAN = Span(11.0, 15.5)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "film.mp4").touch()
    watched = tmp_path / "film.ad" / "features" / "watch"
    watched.mkdir(parents=True)
    (watched / "key.json").write_text(json.dumps({"faces": "insightface, wide shots"}))
    (tmp_path / "film.ad" / "features" / "captions").mkdir()
    (tmp_path / "film.ad" / "cast.toml").write_text("# names")
    (tmp_path / "film.ad" / "settings.toml").write_text("[voice]")
    return tmp_path / "film.ad"


def test_stretch_folder_shares_existing_measurements(folder):
    stretch = prepare_stretch(script(), folder, SPAN)
    key = stretch.folder / "features" / "watch" / "key.json"
    assert os.path.samefile(key, folder / "features" / "watch" / "key.json")
    assert not (stretch.folder / "features" / "captions").exists()
    assert (stretch.folder / "settings.toml").read_text() == "[voice]"
    assert json.loads((stretch.folder.parent / "windows.jsonl").read_text()) == {
        "id": "stretch", "start": 11.0, "end": 15.5, "film": "film",
    }  # fmt: skip


def test_stretch_is_described_with_the_settings_of_the_description(folder):
    film = script().film.replace(audio=1, subtitle=3)
    arguments = prepare_stretch(script().replace(film=film), folder, SPAN).arguments
    assert arguments[0] == "describe"
    assert {"--audio-track=1", "--subtitle-track=3", "--faces=insightface", "--wide-faces"} < {*arguments}
    assert f"--cast={folder / 'cast.toml'}" in arguments
    assert arguments[-2:] == ("--", str(folder.parent / "film.mp4"))


def test_measurements_are_copied_where_links_fail(folder, monkeypatch):
    def refuse(*_):
        raise OSError

    monkeypatch.setattr(os, "link", refuse)
    key = prepare_stretch(script(), folder, SPAN).folder / "features" / "watch" / "key.json"
    assert key.read_bytes() == (folder / "features" / "watch" / "key.json").read_bytes()


def test_each_stretch_has_its_own_folder_and_is_removed(folder):
    first, second = (prepare_stretch(script(), folder, SPAN) for _ in range(2))
    assert first.folder != second.folder
    remove_stretch(first)
    assert not first.folder.exists()
    clear_stretches(folder)
    assert not second.folder.exists()
    assert (folder / "features" / "watch" / "key.json").is_file()


def test_missing_film_is_refused(folder):
    (folder.parent / "film.mp4").unlink()
    with pytest.raises(FilmError, match="is not there; put it back"):
        prepare_stretch(script(), folder, SPAN)


def test_a_folder_that_cannot_be_written_is_named(folder):
    (folder / ".stretches").touch()
    with pytest.raises(OutputError, match="cannot be written"):
        prepare_stretch(script(), folder, SPAN)
