"""What a caption describes, its scene, and what it is worth."""

import math

import pytest

from cinescribe.describe.placement.drafts import drafts
from cinescribe.describe.text_captions import READER
from cinescribe.schema import Caption, Clip, Evidence
from cinescribe.timing import Span
from tests.describe.placement.films import words

SCENES = (Span(0, 10), Span(10, 20))


def draft(start, end, *, scenes=SCENES, **values):
    (one,) = drafts([Caption("c", words(3), **values)], [Clip("c", "film", Span(start, end))], scenes)
    return one


def test_a_clip_over_two_scenes_describes_the_one_that_it_shows_longer():
    later, earlier = draft(8, 13), draft(7, 12)
    assert (later.about, later.begin, later.scene_end) == (Span(10, 13), 8, 20)
    assert (earlier.about, earlier.scene_end) == (Span(7, 10), 10)


def test_a_span_is_as_its_captioner_says_and_may_end_with_the_later_scene():
    assert (draft(0, 20, span=Span(8, 12)).about, draft(0, 20, span=Span(8, 12)).scene_end) == (Span(8, 12), 20)
    assert draft(0, 20, span=Span(8, 10)).scene_end == 10


def test_draft_without_scenes_has_no_scene_end():
    assert (draft(8, 13, scenes=()).about, draft(8, 13, scenes=()).scene_end) == (Span(8, 13), math.inf)


def test_the_picture_with_the_most_attention_moves_no_cue():
    assert draft(2, 8, evidence=(Evidence(6.0, "pictures drew 40% of the words' attention"),)).about == Span(2, 8)


@pytest.mark.parametrize(("score", "sure"), [(None, 1.0), (-0.5, math.exp(-0.5)), (0.7, 0.7), (3.0, 1.0)])
def test_worth_of_a_caption_is_its_certainty(score, sure):
    assert draft(0, 4, score=score).worth == pytest.approx(sure)


def test_words_on_the_screen_and_new_people_are_worth_more():
    clips = [Clip("c", "film", Span(0, 4)), Clip("d", "film", Span(4, 8))]
    first, second = drafts([Caption("d", "Two.", people=("p1",)), Caption("c", "One.", people=("p1",))], clips, ())
    assert (first.caption.text, first.introduces, second.introduces) == ("One.", True, False)
    assert first.worth > second.worth == 1.0
    assert draft(0, 4, by=READER).worth > first.worth
