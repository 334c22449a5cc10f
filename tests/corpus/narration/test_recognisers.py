import pickle

import pytest

from cinescribe.corpus.narration.recognisers import recogniser
from cinescribe.errors import ModelError
from cinescribe.media.transcription.pocketsphinx_transcriber import PocketsphinxTranscriber


@pytest.mark.slow
def test_the_installed_recogniser_can_be_pickled_and_loaded():
    found = pickle.loads(pickle.dumps(recogniser()))
    assert found.name == "pocketsphinx"
    assert isinstance(found.load(), PocketsphinxTranscriber)


def test_a_folder_is_a_whisper_model_that_loads_later(tmp_path):
    (tmp_path / "model.bin").write_bytes(b"")
    (tmp_path / "config.json").write_text("{}")
    found = recogniser(str(tmp_path))
    assert found.name == str(tmp_path)
    with pytest.raises(ModelError, match=r"has no 'tokenizer.json'; name a folder with a Whisper model"):
        found.load()


def test_missing_model_is_not_downloaded_without_consent():
    with pytest.raises(ModelError, match="'nobody/whisper-none' is not on this machine"):
        recogniser("nobody/whisper-none")
