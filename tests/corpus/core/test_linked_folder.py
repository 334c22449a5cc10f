from pathlib import Path

import pytest

from cinescribe.corpus.core.linked_folder import link_folder
from cinescribe.errors import CorpusError, OutputError


def test_a_folder_outside_is_linked_and_one_inside_is_named(tmp_path):
    (tmp_path / "ads").mkdir()
    (tmp_path / "corpus" / "own").mkdir(parents=True)
    link = {"link": "films", "holds": "films"}
    for _ in range(2):
        assert link_folder(tmp_path / "corpus", tmp_path / "ads", **link) == Path("films")
    assert (tmp_path / "corpus" / "films").resolve() == (tmp_path / "ads").resolve()
    assert link_folder(tmp_path / "corpus", tmp_path / "corpus" / "own", **link) == Path("own")


def test_other_folders_and_places_are_refused(tmp_path):
    (tmp_path / "ads").mkdir()
    (tmp_path / "corpus" / "films").mkdir(parents=True)
    (tmp_path / "file").touch()
    with pytest.raises(CorpusError, match="nowhere' was named as the folder of films, but is no folder"):
        link_folder(tmp_path / "corpus", tmp_path / "nowhere", link="films", holds="films")
    with pytest.raises(CorpusError, match=r"films' holds other films than .*ads'; build in another folder"):
        link_folder(tmp_path / "corpus", tmp_path / "ads", link="films", holds="films")
    with pytest.raises(OutputError, match=r"cannot be made a link to .*build the corpus in a folder above the films"):
        link_folder(tmp_path / "file" / "corpus", tmp_path / "ads", link="films", holds="films")
