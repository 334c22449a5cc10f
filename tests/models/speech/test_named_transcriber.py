import pytest

from cinescribe.errors import ModelError
from cinescribe.models.speech.named_transcriber import transcriber_named
from cinescribe.models.speech.served_transcriber import ServedTranscriber


def test_a_server_is_named_by_its_address_and_model():
    announced: list[str] = []
    made = transcriber_named("server:http://127.0.0.1:9#whisper-1", announce=announced.append)
    assert isinstance(made, ServedTranscriber)
    assert made.name == "server:http://127.0.0.1:9/v1#whisper-1"
    assert announced == ["nothing answers at http://127.0.0.1:9/v1; only what was written down before can be used"]


def test_a_model_of_the_hub_is_not_fetched_unasked():
    with pytest.raises(ModelError, match="'nobody/whisper-none' is not on this machine"):
        transcriber_named("hub:nobody/whisper-none")


@pytest.mark.parametrize("name", ["", "whisper", "hub:", "server:", "pocketsphinx:en"])
def test_another_name_is_refused(name):
    with pytest.raises(ModelError, match=r"the transcriber is .*; name hub:<id or folder>.* or server:<URL>"):
        transcriber_named(name)
