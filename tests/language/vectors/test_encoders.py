"""The encoder that comes with the package, and names that do not tell where a folder stands."""

import pytest

from cinescribe.errors import ModelError
from cinescribe.language.vectors.encoders import PACKAGED, encoder_folder, encoder_name


def test_the_packaged_encoder_is_here():
    folder = encoder_folder(PACKAGED, fetch=False, announce=pytest.fail)
    assert (folder / "model.safetensors").is_file()


def test_a_folder_is_named_by_its_own_name(tmp_path):
    (tmp_path / "mine").mkdir()
    assert encoder_name(str(tmp_path / "mine")) == "mine"
    assert encoder_name("owner/model") == "owner/model"


def test_a_folder_is_looked_into(tmp_path):
    with pytest.raises(ModelError, match="holds no model"):
        encoder_folder(str(tmp_path), fetch=True, announce=pytest.fail)
