"""A described track has the title and the language of its description."""

from pathlib import Path

import pytest

from cinescribe.export.track_label import beside_film, track_label
from cinescribe.media.sound.track_label import TrackLabel


@pytest.mark.parametrize(
    ("language", "title"),
    [("de-AT", "Audiodeskription"), ("pl", "Audiodeskrypcja"), ("ja", "Audio description"), ("x", "Audio description")],
)
def test_title_is_in_the_language_where_there_is_one(language, title):
    assert track_label(language) == TrackLabel(title, language)


def test_file_beside_the_film_names_the_language():
    assert beside_film(Path("/f/my.film.mkv"), "pt-BR", ".srt") == Path("/f/my.film.audio-description.pt-BR.srt")
