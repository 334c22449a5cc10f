"""A film's captions are placed with its scenes and the quiet moments of its sound."""

from types import SimpleNamespace
from typing import cast

import numpy as np

from cinescribe.describe.analyse import Analysis
from cinescribe.describe.placement.film_placement import film_placement, scene_spans
from cinescribe.media.sound.levels import SoundLevels
from cinescribe.schema import Caption, Clip, Gap, Shot, Speech
from cinescribe.timing import Span
from tests.describe.placement.films import words
from tests.dummies import SteadyVoice

SHOTS = tuple(Shot(Span(at, at + 5.0)) for at in (0.0, 5.0, 10.0))
LEVELS = SoundLevels(np.arange(30) / 2, -np.arange(30, dtype=np.float32), np.zeros(30, np.float32))


def placed(*captions, extended=False, levels=LEVELS, language="en-GB"):
    place = film_placement(
        captions,
        [Clip("a", "film", Span(1, 5)), Clip("b", "film", Span(5, 10))],
        [Gap(Span(8, 15))],
        analysis=cast(Analysis, SimpleNamespace(shots=SHOTS, sounds=levels)),
        scenes=(0, 0, 1),
        voice=SteadyVoice(),
        speech=[Speech(Span(0, 9.5), "vad")],
        extended=extended,
        language=language,
    )
    return place(hand_made=(), edited=())


def test_a_scene_is_all_of_its_shots():
    assert scene_spans(SHOTS, (0, 0, 1)) == (Span(0, 10), Span(10, 15))
    assert scene_spans((), ()) == ()


def test_a_scene_is_seen_from_the_end_of_its_dissolve():
    shots = (SHOTS[0], SHOTS[1].replace(transition="dissolve", blend=Span(4.5, 5.5)))
    assert scene_spans(shots, (0, 1)) == (Span(0, 5), Span(5.5, 10))
    assert scene_spans(shots, (0, 0)) == (Span(0, 10),)
    whole = SHOTS[1].replace(transition="fade", blend=Span(0, 12))
    assert scene_spans((whole,), (0,)) == (Span(10, 10),)


def test_a_cue_may_be_late_in_its_scene_and_gets_a_shorter_wording():
    (cue,) = placed(Caption("b", "P1 opens the door in the bar."))
    assert (cue.status, cue.text, cue.span.start) == ("spoken", "P1 opens the door.", 8)


def test_person_is_introduced_at_the_quietest_moment_of_speech():
    caption = Caption("a", words(8), people=("p1",))
    (cue,) = placed(caption, extended=True)
    assert (cue.status, cue.span.start) == ("extended", 4.75)
    (cue,) = placed(caption, extended=True, levels=None)
    assert cue.status == "dropped"


def test_only_english_is_shortened_by_its_grammar():
    long = Caption("b", "In the kitchen, Anna opens the door on the left of the old house in the evening sun.")
    assert {cue.text for cue in placed(long)} != {cue.text for cue in placed(long, language="de")}
    assert [cue.shorter for cue in placed(long, language="de")] == [()]
