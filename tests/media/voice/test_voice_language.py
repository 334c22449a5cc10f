import pytest

from cinescribe.media.voice.voice_language import voice_language, voice_line


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("espeak", "en"),
        ("espeak:en-gb+f3", "en"),
        ("espeak-ng:en-us+f3", "en"),
        ("espeak:fr-fr", "fr"),
        ("espeak:de+m1", "de"),
        ("piper:en_US-joe-medium", "en"),
        ("piper:voices/fr_FR-siwis-medium.onnx", "fr"),
        ("piper:mine.onnx", None),
        ("kokoro:af_heart", "en"),
        ("kokoro:models/ff_siwis", "fr"),
        ("steady", None),
    ],
)
def test_language_of_a_voice_follows_from_its_name(name, language):
    assert voice_language(name) == language


def test_another_language_than_that_of_the_sentences_is_named():
    assert voice_line("espeak:en-gb", language="en") is None
    assert voice_line("steady", language="en") is None
    assert voice_line("espeak:fr", language="en-GB") == (
        "voice: 'espeak:fr' speaks 'fr', the sentences are 'en-GB'; choose a voice that speaks it (`voice`)"
    )
