"""A film that browsers do not play is copied beside the page, and every answer says how far it is."""

import time

import pytest

from cinescribe.errors import OutputError
from cinescribe.export.excerpts.film_source import FilmLocator
from cinescribe.export.folder import FEATURES, read_script
from cinescribe.media.film.browser_copy import is_for_browsers
from cinescribe.media.film.probe import probe
from cinescribe.serve.workbench.hearing.film_copies import COPIES, FilmCopies
from tests.serve.workbench.hearing.folders import described


@pytest.fixture
def folder(tmp_path):
    return described(tmp_path / "film.ad", film="film.mkv", seconds=4.0)


def state_of(copies, folder):
    return copies.state(folder, read_script(folder), FilmLocator(folder))


def copied(copies, folder):
    for _ in range(1000):
        state = state_of(copies, folder)
        if state.path is not None:
            return state.path
        time.sleep(0.01)
    raise AssertionError(state.message)


def test_playable_film_is_served_without_a_copy(tmp_path):
    folder = described(tmp_path / "film.ad", seconds=1.0)
    assert state_of(FilmCopies(), folder).path == folder / "film.mp4"


def test_another_is_copied_once(folder):
    copies = FilmCopies()
    first = state_of(copies, folder)
    assert first.path is None
    assert first.share is not None
    path = copied(copies, folder)
    assert path.parent == folder / FEATURES / COPIES
    assert is_for_browsers(probe(path))
    written = path.stat().st_mtime_ns
    assert copied(FilmCopies(), folder) == path
    assert path.stat().st_mtime_ns == written


def test_outdated_or_partial_copies_are_removed(folder):
    left = folder / FEATURES / COPIES / "cut off.mp4"
    left.parent.mkdir(parents=True)
    left.write_bytes(b"half")
    path = copied(FilmCopies(), folder)
    assert list(left.parent.iterdir()) == [path]


def test_failing_copy_is_reported(folder):
    (folder / FEATURES).mkdir()
    (folder / FEATURES / COPIES).write_text("no folder")
    copies = FilmCopies()
    for _ in range(1000):
        message = state_of(copies, folder).message
        if message.startswith("the film cannot be copied"):
            return
        time.sleep(0.01)
    raise AssertionError(message)


def test_a_folder_of_copies_that_is_a_link_is_refused(folder, tmp_path):
    (folder / FEATURES).mkdir()
    (folder / FEATURES / COPIES).symlink_to(tmp_path)
    with pytest.raises(OutputError, match="link"):
        state_of(FilmCopies(), folder)
