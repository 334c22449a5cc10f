import pytest

from cinescribe.export.heard_cues import film_time, heard_cues, in_order
from cinescribe.export.holds import film_holds, with_joined_holds
from cinescribe.schema import Cue, Film, Script
from cinescribe.timing import Span

HELD = Cue(Span(5.0, 5.0), "Anna waits.", status="extended", pause=2.0, id="held")
SCRIPT = Script(
    Film("f.mp4", 20.0),
    cues=(
        Cue(Span(1.0, 2.0), "Anna waits.", id="first"),
        Cue(Span(5.0, 6.0), "Anna waits.", id="with it"),
        HELD,
        HELD.replace(span=Span(9.0, 9.0), id="later"),
        Cue(Span(12.0, 13.0), "Anna waits.", id="last"),
        Cue(Span(14.0, 14.0), "Nobody says this.", status="dropped", id="dropped"),
    ),
)


def test_cues_start_later_by_the_preceding_holds():
    joined = in_order(with_joined_holds(SCRIPT))
    found = {cue.id: start for cue, start in heard_cues(joined, film_holds(joined))}
    assert found == {"first": 1.0, "held": 5.0, "with it": 7.0, "later": 11.0, "last": 16.0}


@pytest.mark.parametrize(
    ("described", "film"), [(4.0, 4.0), (5.0, 5.0), (6.5, 5.0), (7.0, 5.0), (8.0, 6.0), (12.0, 9.0), (16.0, 12.0)]
)
def test_film_time_maps_described_time_to_the_film(described, film):
    assert film_time(described, film_holds(SCRIPT)) == film
