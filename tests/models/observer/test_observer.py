"""The observer on measurements of made-up films: every sentence has its measurement, and nothing else is said."""

import numpy as np
import pytest

from cinescribe.features.clip_sets.batch import Batch
from cinescribe.generate.captioner import Captioner
from cinescribe.models.observer.observer import Observer
from cinescribe.schema import Shot
from cinescribe.timing import Span
from tests.models.observer.films import NAMED, PEOPLE, captions, cuts, faces, film, levels, texts

LEFT, RIGHT, CENTRE = 0.2, 0.8, 0.5


def from_left(since):
    return min(0.08 + 0.2 * since, 0.5)


def to_right(since):
    return 0.5 if since < 1.5 else 0.5 + 0.3 * (since - 1.5)


def test_it_captions_whole_films_without_frames():
    observer: Captioner = Observer()
    assert (observer.name, observer.n_frames, observer.n_clips) == ("observer", 0, None)


@pytest.mark.parametrize(("across", "text"), [(0.5, "Anna appears."), (0.2, "Anna appears on the left.")])
def test_who_appears_and_where(across, text):
    assert texts(film(faces(1, 0, 6, across=across))) == [text]


def test_clothes_are_told_at_the_first_mention():
    shown = [*faces(1, 0, 4, clothes="blue"), *faces(1, 40, 44, clothes="blue")]
    assert texts(film(shown, shots=cuts(0, 4, 40, 44), duration=44)) == ["Anna, in blue, appears.", "Anna is back."]


def test_who_is_known_from_an_earlier_episode_is_not_introduced_again():
    known = (NAMED[0].replace(introduced="e01.ad"), *NAMED[1:])
    batch = film(
        [*faces(1, 0, 4, clothes="blue"), *faces(2, 40, 44, clothes="red")],
        shots=cuts(0, 4, 40, 44),
        duration=44,
        people=known,
    )
    first, second = texts(batch)
    assert first == "Anna appears."
    assert second.endswith(", in red, appears.")


def test_somebody_without_a_name_is_told_by_their_clothes():
    shown = [*faces(1, 0, 4, clothes="blue"), *faces(1, 40, 44, clothes="blue")]
    batch = film(shown, shots=cuts(0, 4, 40, 44), duration=44, people=PEOPLE)
    assert texts(batch) == ["A person in blue appears.", "The person in blue is back."]


def test_people_in_the_same_colour_have_numbers_if_they_come_again():
    shown = [*faces(1, 0, 4, clothes="dark"), *faces(2, 4, 8, clothes="dark"), *faces(1, 40, 44, clothes="dark")]
    batch = film(shown, shots=cuts(0, 4, 8, 40, 44), duration=44, people=PEOPLE)
    assert texts(batch) == [
        "Person 1, in dark clothing, appears.",
        "A person in dark clothing appears.",
        "Person 1 is back.",
    ]


def test_somebody_whom_there_was_no_time_to_introduce_is_introduced_later():
    glimpse, later = faces(1, 0, 0.75, clothes="blue"), faces(1, 40, 44, clothes="blue")
    batch = film([*glimpse, *later], shots=cuts(0, 1, 40, 44), duration=44, people=PEOPLE)
    assert texts(batch)[-1] == "A person in blue is back."


def test_changed_clothes_are_not_told():
    shown = [*faces(1, 0, 4, clothes="blue"), *faces(1, 40, 44, clothes="red")]
    assert texts(film(shown, shots=cuts(0, 4, 40, 44), duration=44)) == ["Anna appears.", "Anna is back."]


def test_somebody_of_whom_nothing_is_known_is_introduced_once_a_scene():
    assert texts(film(faces(1, 0, 6, across=LEFT), people=PEOPLE)) == ["A person appears on the left."]
    shown = [*faces(1, 0, 4), *faces(2, 4, 8), *faces(1, 34, 38), *faces(3, 40, 44)]
    batch = film(shown, shots=cuts(0, 4, 8, 34, 40, 44), duration=44, people=PEOPLE)
    assert texts(batch) == ["A person appears."] * 2  # the second is of the third: who is known may be back or not
    late = film([*faces(1, 0, 4), *faces(2, 1, 4)], duration=6, people=PEOPLE)
    assert texts(late) == ["People appear."]


def test_somebody_new_with_somebody_of_whom_nothing_is_known():
    shown = [*faces(1, 0, 4), *faces(1, 34, 38, across=LEFT), *faces(2, 34, 38, across=RIGHT)]
    batch = film(shown, shots=cuts(0, 4, 34, 38), duration=38, people=PEOPLE)
    assert texts(batch) == ["A person appears.", "A person appears on the right."]


def test_a_list_ends_with_others():
    four = [*faces(1, 0, 6, across=0.2, clothes="red"), *faces(2, 0, 6), *faces(3, 0, 6, across=0.8)]
    assert texts(film(four, people=PEOPLE)) == ["A person in red and others appear."]
    assert texts(film(four[:48], people=(NAMED[0], *PEOPLE[1:]))) == ["Anna and another person appear."]


def test_people_in_one_frame_are_mentioned_together_from_left_to_right():
    two = [*faces(1, 0, 6, across=RIGHT), *faces(2, 0, 6, across=LEFT)]
    (caption,) = captions(film(two))
    assert (caption.text, caption.shorter) == ("Ben appears on the left, Anna on the right.", ("Ben and Anna appear.",))
    assert caption.people == ("p2", "p1")
    assert texts(film([*two, *faces(3, 0, 6, across=CENTRE)])) == ["Ben, Cleo and Anna appear."]
    unknown = texts(film(two, people=PEOPLE))
    assert unknown == ["A person appears on the left, another on the right."]


def test_many_people_are_not_listed():
    five = [face for n in range(1, 6) for face in faces(n, 0, 6, across=n / 6)]
    assert texts(film(five)) == ["Several people appear."]
    before = faces(1, 0, 4)
    crowd = [face for n in range(1, 6) for face in faces(n, 4, 8, across=n / 6)]
    assert (
        texts(film([*before, *crowd], shots=cuts(0, 4, 8), duration=8))[1] == "Several people appear, among them Anna."
    )


def test_two_who_are_never_seen_at_once_are_not_together():
    missed_cut = [*faces(1, 0, 1.5), *faces(2, 1.5, 6)]
    assert texts(film(missed_cut)) == ["Anna appears.", "Ben appears."]


def test_a_single_face_is_ignored():
    assert texts(film(faces(1, 2, 2.25))) == []


def test_faces_in_a_transition_and_faces_of_nobody_are_not_mentioned():
    blended = [Shot(Span(0, 6)), Shot(Span(6, 12), "dissolve", Span(5.0, 7.0))]
    ghost = faces(2, 5.2, 6.8)
    assert "Ben" not in " ".join(texts(film([*faces(1, 0, 5), *ghost], shots=blended, duration=12)))
    nobody = [face.replace(person=None) for face in faces(1, 0, 6)]
    assert texts(film(nobody)) == []


def test_what_is_in_view_is_not_said_again():
    assert texts(film(faces(1, 0, 12), duration=12, clips=[(0, 6), (6, 12)])) == ["Anna appears."]
    assert texts(film(faces(1, 0, 12), duration=12, shots=cuts(0, 6, 12))) == ["Anna appears."]


def test_cuts_of_a_dialogue_are_not_mentioned():
    times = [0, 3, 6, 9, 12, 15]
    shown = [face for n, start in enumerate(times[:-1]) for face in faces(1 + n % 2, start, start + 3)]
    assert texts(film(shown, shots=cuts(*times), duration=15)) == ["Anna appears.", "Ben appears."]


def test_known_people_first_seen_together():
    shown = [*faces(1, 0, 4), *faces(2, 4, 8), *faces(1, 8, 12, across=LEFT), *faces(2, 8, 12, across=RIGHT)]
    assert texts(film(shown, shots=cuts(0, 4, 8, 12), duration=12))[2] == "Anna and Ben are together."


def test_a_new_person_with_a_known_one():
    shown = [*faces(1, 0, 4), *faces(1, 4, 8, across=LEFT), *faces(2, 4, 8, across=RIGHT)]
    caption = captions(film(shown, shots=cuts(0, 4, 8), duration=8))[1]
    assert (caption.text, caption.people) == ("Ben is with Anna.", ("p1", "p2"))


def test_of_people_with_a_known_one_those_of_whom_nothing_is_known_come_last():
    later = [*faces(1, 4, 8, across=LEFT), *faces(2, 4, 8, across=CENTRE), *faces(3, 4, 8, across=RIGHT, clothes="red")]
    people = (NAMED[0], *PEOPLE[1:])
    said = texts(film([*faces(1, 0, 4), *later], shots=cuts(0, 4, 8), duration=8, people=people))
    assert said == ["Anna appears.", "A person in red and another person are with Anna."]


def test_a_place_holds_until_somebody_leaves_it():
    wandering = faces(1, 0, 8, across=lambda since: 0.2 if since < 4 else 0.5)
    (caption, *_) = captions(film(wandering, duration=8))
    assert (caption.text, *caption.shorter) == ("Anna appears on the left.", "Anna appears.")
    assert caption.until == (4.0, 8.75)  # the last face is at 7.75; people are remembered for a second


def test_somebody_enters_and_leaves():
    assert texts(film([*faces(1, 0, 6, across=RIGHT), *faces(2, 2, 6, across=from_left)])) == [
        "Anna appears on the right.",
        "Ben enters from the left.",
    ]
    (_, gone) = captions(film(faces(1, 0, 3, across=to_right)))
    assert (gone.text, gone.shorter) == ("Anna leaves to the right.", ("Anna leaves.",))
    assert gone.span is not None
    assert gone.span.start == 2.75  # not before she goes


def test_somebody_who_leaves_and_returns_comes_back():
    back = faces(1, 8, 12, across=lambda since: max(0.92 - 0.2 * since, 0.5))
    said = texts(film([*faces(1, 0, 3, across=to_right), *back], duration=12, clips=[(0, 6), (6, 12)]))
    assert said == ["Anna appears.", "Anna comes back from the right."]


def test_a_pan_to_a_person_is_no_entrance():
    # The camera turns left: who stands still drifts to the right in the picture.
    panned = levels(6, right=lambda times: np.where((times > 2) & (times < 4.2), -0.2, 0.0))
    assert texts(film([*faces(2, 2, 6, across=from_left)], pictures=panned)) == ["Ben appears on the left."]


def test_movements_under_unknown_camera_movement_are_not_mentioned():
    unknown = levels(6, right=np.nan, down=np.nan, zoom=np.nan)
    assert texts(film(faces(2, 2, 6, across=from_left), pictures=unknown)) == ["Ben appears on the left."]
    crossing = faces(1, 0, 6, across=lambda since: 0.2 + 0.1 * since)
    assert texts(film(crossing, pictures=unknown)) == ["Anna appears on the left."]


def test_movements_in_the_picture():
    crossing = faces(1, 0, 6, across=lambda since: 0.2 + 0.15 * min(since, 4.0))
    assert texts(film(crossing)) == ["Anna appears on the left.", "Anna moves from left to right."]
    nearing = faces(1, 0, 6, height=lambda since: 0.12 + 0.05 * since)
    (_, closer) = captions(film(nearing))
    assert closer.text == "Anna comes closer."
    assert closer.span is not None
    assert closer.span.start == 2.0  # half of it is seen
    going = faces(1, 0, 6, height=lambda since: 0.32 - 0.05 * since)
    assert texts(film(going)) == ["Anna appears.", "Anna moves further away."]


def test_jitter_of_boxes_is_no_movement():
    random = np.random.default_rng(3)
    jittering = faces(
        1,
        0,
        6,
        across=lambda since: 0.5 + float(random.normal(0, 0.03)),
        height=lambda since: 0.2 * float(random.normal(1, 0.08)),
    )
    assert texts(film(jittering)) == ["Anna appears."]


def test_a_zoom_is_a_movement_of_the_camera_only():
    nearing = faces(1, 0, 6, height=lambda since: 0.15 * np.exp(0.2 * since))
    assert texts(film(nearing, pictures=levels(6, zoom=0.2))) == ["Anna appears."]


def test_every_sentence_has_its_measurement():
    (caption,) = captions(film([*faces(1, 0, 6, across=0.2, score=0.9, clothes="red")]))
    (evidence,) = caption.evidence
    assert evidence.what == "face of Anna, 0.20 of the picture's height, centre at 0.20 of its width; red below it"
    assert evidence.time == 0.0
    assert evidence.box == pytest.approx((0.14, 0.3, 0.26, 0.5))
    assert evidence.score == 0.9
    assert (caption.by, caption.people, caption.clip) == ("observer", ("p1",), "c0")


def test_the_same_film_in_finer_clips_has_the_same_people():
    shown = [*faces(1, 0, 12, across=LEFT), *faces(2, 3, 12, across=RIGHT)]
    coarse, fine = film(shown, duration=12), film(shown, duration=12, clips=[(0, 4), (4, 8), (8, 12)])
    assert texts(fine) == texts(coarse) == ["Anna appears on the left.", "Ben appears on the right."]


def test_gaps_between_clips_are_no_exits():
    assert texts(film(faces(1, 0, 3, across=to_right), duration=12, clips=[(0, 3), (9, 12)])) == ["Anna appears."]


def test_calls_are_independent():
    batch = film(faces(1, 0, 6))
    observer = Observer()
    assert observer.caption(batch) == observer.caption(batch)
    assert observer.caption(Batch((), ())) == []
