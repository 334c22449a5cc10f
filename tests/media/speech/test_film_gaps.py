import pytest

from cinescribe.media.speech.film_gaps import film_gaps
from tests.shared import shared


@pytest.mark.slow
def test_a_film_of_dialogue_has_no_gap_by_voice_and_by_captions():
    film = shared("data/video/friday/friday.mp4")
    assert film_gaps(film) == ()
    assert film_gaps(film, subtitles=shared("data/video/friday/friday.vtt")) == ()
