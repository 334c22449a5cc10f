"""The language of subtitles is told by their words, if there are enough of them."""

import pytest

from cinescribe.language.identification.text_language import text_language
from cinescribe.media.speech.subtitles import read_subtitles
from tests.shared import shared


@pytest.mark.parametrize(
    ("file", "language"),
    [
        *((f"elephants_dream_vtt/captions.{tag}.vtt", tag) for tag in ("ar", "en", "ja", "ru", "sv")),
        *((f"sintel_trailer_vtt/sintel-{tag}.vtt", tag) for tag in ("de", "en", "es")),
    ],
)
def test_subtitles_of_films(file, language):
    lines = [line.text for line in read_subtitles(shared(f"data/text/{file}")) if line.text]
    assert text_language(lines) == language
    assert text_language(lines[:1]) is None


def test_text_without_language_is_undetected():
    assert text_language(["♪ 12:30 ♪"] * 200) is None
    assert text_language([]) is None
