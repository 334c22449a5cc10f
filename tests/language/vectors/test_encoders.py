"""The packaged encoder, and names of encoders."""

import pytest

from cinescribe.errors import ModelError
from cinescribe.language.vectors.encoders import PACKAGED_ENCODER, encoder_folder, encoder_name


def test_the_packaged_encoder_is_available():
    folder = encoder_folder(PACKAGED_ENCODER, fetch=False, announce=pytest.fail)
    assert (folder / "model.safetensors").is_file()


def test_folder_is_named_by_its_last_part(tmp_path):
    (tmp_path / "mine").mkdir()
    assert encoder_name(str(tmp_path / "mine")) == "mine"
    assert encoder_name("owner/model") == "owner/model"


def test_a_folder_without_a_model_is_refused(tmp_path):
    with pytest.raises(ModelError, match="holds no model"):
        encoder_folder(str(tmp_path), fetch=True, announce=pytest.fail)
