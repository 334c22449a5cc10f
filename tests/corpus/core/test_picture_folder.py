from pathlib import Path

import pytest

from cinescribe.corpus.core.picture_folder import link_pictures
from cinescribe.errors import OutputError


def test_pictures_inside_are_named_and_others_linked(tmp_path):
    (tmp_path / "corpus" / "deep" / "jpg").mkdir(parents=True)
    assert link_pictures(tmp_path / "corpus", tmp_path / "corpus" / "deep" / "jpg") == Path("deep/jpg")
    assert link_pictures(tmp_path / "corpus", tmp_path / "corpus") == Path()
    assert not (tmp_path / "corpus" / "pictures").exists()
    (tmp_path / "jpg").mkdir()
    assert link_pictures(tmp_path / "corpus", tmp_path / "jpg") == Path("pictures")
    assert (tmp_path / "corpus" / "pictures").resolve() == (tmp_path / "jpg").resolve()


def test_a_link_that_cannot_be_made_is_an_error(tmp_path):
    (tmp_path / "file").write_text("")
    (tmp_path / "jpg").mkdir()
    with pytest.raises(
        OutputError, match=r"cannot be made a link to .*build the corpus in a folder above the pictures"
    ):
        link_pictures(tmp_path / "file" / "corpus", tmp_path / "jpg")
