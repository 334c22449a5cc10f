import pickle

import pytest

from cinescribe.corpus.narration.recognisers import recogniser
from cinescribe.errors import ModelError
from cinescribe.media.speech.pocketsphinx_asr import PocketsphinxAsr


def test_the_installed_recogniser_goes_to_other_processes_and_loads_there():
    found = pickle.loads(pickle.dumps(recogniser()))
    assert found.name == "pocketsphinx"
    assert isinstance(found.load(), PocketsphinxAsr)


def test_a_folder_is_whisper_and_loads_later(tmp_path):
    (tmp_path / "model.bin").write_bytes(b"")
    (tmp_path / "config.json").write_text("{}")
    found = recogniser(str(tmp_path))
    assert found.name == str(tmp_path)
    with pytest.raises(ModelError, match=r"has no 'tokenizer.json'; name a folder with a Whisper model"):
        found.load()


def test_a_model_that_is_not_here_is_not_fetched_unasked():
    with pytest.raises(ModelError, match="'nobody/whisper-none' is not on this machine"):
        recogniser("nobody/whisper-none")
