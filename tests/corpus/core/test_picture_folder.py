from pathlib import Path

import pytest

from cinescribe.corpus.core.picture_folder import inside
from cinescribe.errors import OutputError


def test_pictures_inside_are_named_and_others_linked(tmp_path):
    (tmp_path / "corpus" / "deep" / "jpg").mkdir(parents=True)
    assert inside(tmp_path / "corpus", tmp_path / "corpus" / "deep" / "jpg") == Path("deep/jpg")
    assert inside(tmp_path / "corpus", tmp_path / "corpus") == Path()
    assert not (tmp_path / "corpus" / "pictures").exists()
    (tmp_path / "jpg").mkdir()
    assert inside(tmp_path / "corpus", tmp_path / "jpg") == Path("pictures")
    assert (tmp_path / "corpus" / "pictures").resolve() == (tmp_path / "jpg").resolve()


def test_where_no_link_can_be_made_another_folder_is_asked_for(tmp_path):
    (tmp_path / "file").write_text("")
    (tmp_path / "jpg").mkdir()
    with pytest.raises(
        OutputError, match=r"cannot be made a link to .*build the corpus in a folder above the pictures"
    ):
        inside(tmp_path / "file" / "corpus", tmp_path / "jpg")
