from cinescribe.corpus.alignment.passages import OUTSIDE_WEIGHT, action_scores, passages
from cinescribe.corpus.alignment.speech_matching import SpeechMatch
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


def match(start):
    return SpeechMatch(Span(start, start + 1), 1.0, (0, 0), True)


def test_passages_are_paragraphs_with_the_speeches_after_them():
    found = passages(ELEMENTS, {1: match(1), 4: match(9), 9: match(20)})
    assert [(one.action, one.n_words, one.opens_scene, one.evidence, one.n_unmatched) for one in found] == [
        (None, 0, True, "matched", 0),
        (2, 2, False, "matched", 1),
        (6, 2, True, "silent", 0),
        (8, 2, True, "matched", 0),
    ]
    assert [one.speech for one in found] == [(Span(1, 2),), (Span(9, 10),), (), (Span(20, 21),)]


def test_scenes_are_in_matched_order_and_silent_ones_follow_their_predecessor():
    found = passages(ELEMENTS, {1: match(41), 4: match(49), 9: match(20)})
    assert [one.action for one in found] == [8, None, 2, 6]


def test_a_speech_out_of_order_counts_as_unmatched():
    found = passages(ELEMENTS, {1: match(1), 3: match(9), 4: match(5), 9: match(20)})
    assert [(len(one.speech), one.n_unmatched) for one in found] == [(1, 0), (1, 1), (0, 0), (1, 0)]


def test_the_score_is_the_share_of_matched_words_nearby_in_the_scene():
    found = {1: (3, 4), 3: (0, 2), 4: (2, 2), 9: (0, 6)}
    scores = action_scores(ELEMENTS, found, filmed={2: 1.0, 6: 0.5, 8: 0.5})
    assert scores[2] == 5 / 8  # One before, Two and Three after
    assert scores[6] == OUTSIDE_WEIGHT * 2 / 2  # its scene is silent; Three before it is matched, nothing after
    assert scores[8] == OUTSIDE_WEIGHT * 0.5 * 2 / 2  # its scene has only an unmatched speech


def test_the_score_is_zero_without_any_matched_speech():
    assert action_scores(ELEMENTS, {1: (0, 4)}, filmed={2: 1.0, 6: 1.0}) == {2: 0.0, 6: 0.0}
