from cinescribe.corpus.alignment.passages import AROUND, action_scores, passages
from cinescribe.corpus.alignment.speech_matching import Heard
from cinescribe.corpus.screenplays.fountain import fountain_elements
from cinescribe.timing import Span

TEXT = """INT. HALL - DAY

ANNA
One.

She sits.

ANNA
Two.

BOB
Three.

EXT. STREET - DAY

A car.

INT. BAR - NIGHT

Bob drinks.

BOB
Four.
"""
ELEMENTS = fountain_elements(TEXT)  # 0 heading, 1 One, 2 sits, 3 Two, 4 Three, 5 heading, 6 car, 7 heading, 8, 9 Four


def place(start):
    return Heard(Span(start, start + 1), 1.0, (0, 0), True)


def test_passages_are_paragraphs_with_the_speeches_after_them():
    found = passages(ELEMENTS, {1: place(1), 4: place(9), 9: place(20)})
    assert [(one.action, one.n_words, one.opens, one.evidence, one.n_unheard) for one in found] == [
        (None, 0, True, "heard", 0),
        (2, 2, False, "heard", 1),
        (6, 2, True, "silent", 0),
        (8, 2, True, "heard", 0),
    ]
    assert [one.heard for one in found] == [(Span(1, 2),), (Span(9, 10),), (), (Span(20, 21),)]


def test_scenes_stand_where_they_are_heard_and_silent_ones_after_those_before_them():
    found = passages(ELEMENTS, {1: place(41), 4: place(49), 9: place(20)})
    assert [one.action for one in found] == [8, None, 2, 6]


def test_a_speech_out_of_line_is_held_for_unheard():
    found = passages(ELEMENTS, {1: place(1), 3: place(9), 4: place(5), 9: place(20)})
    assert [(len(one.heard), one.n_unheard) for one in found] == [(1, 0), (1, 1), (0, 0), (1, 0)]


def test_the_score_is_the_share_of_found_words_near_by_in_the_scene():
    found = {1: (3, 4), 3: (0, 2), 4: (2, 2), 9: (0, 6)}
    scores = action_scores(ELEMENTS, found, filmed={2: 1.0, 6: 0.5, 8: 0.5})
    assert scores[2] == 5 / 8  # One before, Two and Three after
    assert scores[6] == AROUND * 2 / 2  # nobody speaks in it: Three before it is found, nothing after
    assert scores[8] == AROUND * 0.5 * 2 / 2  # somebody does, and is not found


def test_without_any_speech_found_the_score_is_nought():
    assert action_scores(ELEMENTS, {1: (0, 4)}, filmed={2: 1.0, 6: 1.0}) == {2: 0.0, 6: 0.0}
