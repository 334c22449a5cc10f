"""What the observer notes and never says: light, camera, transitions, sound."""

import numpy as np
import pytest

from cinescribe.features.clip_sets.batch import Batch, ClipInput
from cinescribe.schema import Shot
from cinescribe.timing import Span
from tests.models.observer.films import captions, cuts, faces, film, levels, notes, sound, texts


@pytest.mark.parametrize(
    ("columns", "note"),
    [
        ({"right": 0.1}, "The camera moves to the right."),
        ({"right": -0.1}, "The camera moves to the left."),
        ({"down": 0.1}, "The camera moves down."),
        ({"down": -0.1}, "The camera moves up."),
        ({"zoom": 0.1}, "The camera moves closer."),
        ({"zoom": -0.1}, "The camera moves back."),
        ({"brightness": 0.05}, "The picture is dark."),
        ({"brightness": 0.05, "warmth": -0.1}, "The picture is dark and bluish."),
        ({"brightness": 0.8}, "The picture is bright."),
        ({"brightness": lambda times: 0.2 + 0.5 * (times > 3)}, "The picture grows brighter."),
        ({"brightness": lambda times: 0.7 - 0.5 * (times > 3)}, "The picture grows darker."),
        ({"activity": 0.0005}, "The picture hardly moves."),
        ({"brightness": lambda times: np.clip(0.4 - 0.2 * (times - 2), 0, 1)}, "The picture fades to black."),
        ({"brightness": lambda times: 0.4 * (times < 3)}, "The picture is black."),
    ],
)
def test_the_picture_is_noted_and_not_described(columns, note):
    batch = film(pictures=levels(6, **columns))
    assert notes(batch) == [note]
    assert texts(batch) == []


@pytest.mark.parametrize("right", [0.0, 0.03, lambda times: 0.5 * np.sign(np.sin(12 * times))])
def test_a_hand_that_holds_the_camera_is_not_noted(right):
    assert notes(film(pictures=levels(6, right=right))) == []


def test_a_shot_has_one_note_about_light():
    lit = levels(6, brightness=lambda times: 0.74 + 0.26 * (times > 4))
    assert notes(film(pictures=lit)) == ["The picture is bright."]


def test_a_brighter_shot():
    lit = levels(8, brightness=lambda times: np.where(times < 4, 0.3, 0.6))
    assert notes(film(pictures=lit, shots=cuts(0, 4, 8), duration=8)) == ["The picture is brighter."]


def test_transitions():
    blended = [Shot(Span(0, 5)), Shot(Span(5, 10), "dissolve", Span(4.5, 5.5)), Shot(Span(10, 15), "fade", Span(9, 11))]
    batch = film(faces(1, 5.5, 9, across=0.2), shots=blended, duration=15)
    assert notes(batch) == ["The picture dissolves to another view.", "The picture fades to another view."]
    assert texts(batch) == ["Anna appears on the left."]


def test_sound():
    assert notes(film(sounds=sound(6, music=0.9))) == ["Music plays."]
    assert notes(film(sounds=sound(6, level_db=lambda times: np.where(times < 2, -20, -80)))) == ["There is silence."]
    assert notes(film(sounds=sound(6, level_db=-90))) == ["The film has no sound."]
    silent = film()
    without = Batch(tuple(ClipInput(**{**vars(seen), "sounds": None}) for seen in silent.clips), silent.people)
    assert notes(without) == ["The film has no sound."]
    assert texts(without) == []


def test_notes_have_their_time_and_measurement_and_go_with_the_first_caption_of_their_clip():
    nearing = faces(1, 0, 6, height=lambda since: 0.12 + 0.05 * since)
    first, second = captions(film(nearing, sounds=sound(6, music=0.9)))
    assert first.notes == ("0.0 s: Music plays. (like music for 6.0 s)",)
    assert second.notes == ()
