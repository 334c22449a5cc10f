"""Sentences without phrases of time and place."""

import pytest

from cinescribe.describe.placement.shorter_wordings import with_shorter
from cinescribe.schema import Caption

SHORTER = {
    "In the bar, P5 passes a bag to P3.": ("P5 passes a bag to P3.",),
    "At night, P1 falls down in the bedroom.": ("P1 falls down in the bedroom.", "P1 falls down."),
    "P1 gets up from a chair in the bedroom. P6 stands nearby.": ("P1 gets up from a chair. P6 stands nearby.",),
    "A man in a suit walks in the street at night.": ("A man in a suit walks in the street.", "A man in a suit walks."),
    "P3 puts a cup on the table in the bar.": ("P3 puts a cup on the table.",),
    "In the park in the city, P1 looks at the house.": ("P1 looks at the house.",),
    "They are in the kitchen.": (),
    "P2 walks into the station.": (),
}


def test_phrases_of_time_and_place_are_left_out_where_the_grammar_allows_it():
    found = with_shorter([Caption("c", text) for text in SHORTER])
    assert {one.text: one.shorter for one in found} == SHORTER


@pytest.mark.parametrize("own", [{"shorter": ("P1 waits.",)}, {"until": (9.0,)}])
def test_wordings_of_a_captioner_stay(own):
    caption = Caption("c", "P1 waits in the bar.", **own)
    assert with_shorter([caption]) == [caption]
