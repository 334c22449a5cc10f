"""The observer on measurements of made-up films: every sentence has its measurement, and nothing else is said."""

import itertools
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from cinescribe.features.clip_sets.batch import Batch, ClipInput, PictureLevels
from cinescribe.generate.captioner import Captioner
from cinescribe.media.sound.levels import SoundLevels
from cinescribe.models.observer.observer import Observer
from cinescribe.models.observer.wording import Placed, in_view, listed
from cinescribe.schema import Clip, Face, Person, Shot
from cinescribe.timing import Span

FACES_HZ, PICTURES_HZ = 4.0, 5.0
PEOPLE = tuple(Person(f"p{n}", f"P{n}") for n in range(1, 6))
NO_FRAMES = np.zeros((0, 0, 0, 3), np.uint8)


def faces(
    person: int,
    start: float,
    end: float,
    *,
    across: Callable[[float], float] | float = 0.5,
    height: Callable[[float], float] | float = 0.2,
    score: float = 1.0,
    facing: Callable[[float], float] = lambda since: 0.0,
) -> list[Face]:
    """A person's faces from `start` to `end`; functions take the seconds since `start`."""
    out: list[Face] = []
    for n in range(round((end - start) * FACES_HZ)):
        since = n / FACES_HZ
        x = across(since) if callable(across) else across
        tall = height(since) if callable(height) else height
        wide = tall * 0.6
        box = (x - wide / 2, 0.3, x + wide / 2, 0.3 + tall)
        row = 1000 * person + len(out)
        out.append(Face(start + since, box, score, row, track=person, person=f"p{person}", facing=facing(since)))
    return out


def levels(duration: float, **columns: Callable[[np.ndarray], np.ndarray] | float) -> PictureLevels:
    """Picture measurements: a still camera, medium light, some activity, unless `columns` gives others."""
    times = np.arange(0, duration, 1 / PICTURES_HZ)

    def column(name: str, usual: float) -> np.ndarray:
        value = columns.get(name, usual)
        return np.broadcast_to(value(times) if callable(value) else value, times.shape).astype(np.float32)

    shift = np.stack([column("right", 0.0), column("down", 0.0)], axis=1)
    return PictureLevels(
        times, column("brightness", 0.4), column("warmth", 0.1), shift, column("zoom", 0.0), column("activity", 0.02)
    )


def part(measured, span: Span):
    inside = slice(*np.searchsorted(measured.times, [span.start, span.end]))
    return type(measured)(**{name: column[inside] for name, column in vars(measured).items()})


def film(
    shown: Sequence[Face] = (),
    *,
    shots: Sequence[Shot] | None = None,
    clips: Sequence[tuple[float, float]] | None = None,
    duration: float = 6.0,
    pictures: PictureLevels | None = None,
    sounds: SoundLevels | None = None,
    people: Sequence[Person] = PEOPLE,
) -> Batch:
    """A film as a batch; by default one shot of six seconds, one clip, with quiet sound."""
    shots = shots or [Shot(Span(0.0, duration))]
    pictures = pictures or levels(duration)
    sounds = sounds or sound(duration)
    seen = []
    for n, (start, end) in enumerate(clips or [(shot.span.start, shot.span.end) for shot in shots]):
        span = Span(start, end)
        seen.append(
            ClipInput(
                Clip(f"c{n}", "film", span),
                (),
                NO_FRAMES,
                tuple(sorted((face for face in shown if span.has(face.time)), key=lambda face: face.time)),
                tuple(shot for shot in shots if shot.span.overlap(span) > 0),
                part(pictures, span),
                part(sounds, span),
            )
        )
    return Batch(tuple(seen), tuple(people))


def sound(duration: float, *, level_db=-30.0, music=0.0) -> SoundLevels:
    times = np.arange(0, duration, 0.5)
    columns = (np.broadcast_to(v(times) if callable(v) else v, times.shape) for v in (level_db, music))
    return SoundLevels(times, *(column.astype(np.float32) for column in columns))


def texts(batch: Batch) -> list[str]:
    return [caption.text for caption in Observer().caption(batch)]


def cuts(*times: float) -> list[Shot]:
    return [Shot(Span(start, end)) for start, end in itertools.pairwise(times)]


def test_it_captions_whole_films_without_frames():
    observer: Captioner = Observer()
    assert (observer.name, observer.n_frames, observer.n_clips) == ("observer", 0, None)


@pytest.mark.parametrize(
    ("across", "height", "text"),
    [
        (0.5, 0.2, "P1 appears."),
        (0.2, 0.2, "P1 appears on the left."),
        (0.8, 0.4, "P1 appears in close-up on the right."),
        (0.5, 0.05, "P1 appears in the distance."),
    ],
)
def test_who_appears_how_close_and_where(across, height, text):
    assert texts(film(faces(1, 0, 6, across=across, height=height))) == [text]


def test_a_name_is_used_where_there_is_one():
    named = (Person("p1", "P1", name="Hildy"), *PEOPLE[1:])
    assert texts(film(faces(1, 0, 6), people=named)) == ["Hildy appears."]


def test_people_in_one_frame_are_mentioned_together_from_left_to_right():
    two = [*faces(1, 0, 6, across=0.7), *faces(2, 0, 6, across=0.3)]
    assert texts(film(two)) == ["P2 and P1 appear, P2 on the left, P1 on the right."]
    three = [*two, *faces(3, 0, 6, across=0.5)]
    assert texts(film(three)) == ["Three people appear, from left to right: P2, P3 and P1."]


def test_two_who_are_never_seen_at_once_are_not_together():
    missed_cut = [*faces(1, 0, 1.5), *faces(2, 1.5, 6)]
    assert texts(film(missed_cut)) == ["P1 appears. P2 appears."]


def test_a_single_face_is_ignored():
    assert texts(film(faces(1, 2, 2.25))) == [""]


def test_faces_in_a_transition_and_faces_of_nobody_are_not_mentioned():
    blended = [Shot(Span(0, 6)), Shot(Span(6, 12), "dissolve", Span(5.0, 7.0))]
    ghost = faces(2, 5.2, 6.8)
    assert "P2" not in " ".join(texts(film([*faces(1, 0, 5), *ghost], shots=blended, duration=12)))
    nobody = [face.replace(person=None) for face in faces(1, 0, 6)]
    assert texts(film(nobody)) == [""]


def test_a_person_is_not_mentioned_again_in_the_next_clip_or_shot():
    assert texts(film(faces(1, 0, 12), duration=12, clips=[(0, 6), (6, 12)])) == ["P1 appears.", ""]
    assert texts(film(faces(1, 0, 12), duration=12, shots=cuts(0, 6, 12))) == ["P1 appears.", ""]


def test_a_person_who_was_away_is_mentioned_again_in_other_words():
    shown = [*faces(1, 0, 5), *faces(2, 5, 20), *faces(1, 20, 25, across=0.2)]
    assert texts(film(shown, shots=cuts(0, 5, 20, 25), duration=25)) == [
        "P1 appears.",
        "P2 appears.",
        "P1 is back, on the left.",
    ]


def test_sentences_about_people_are_in_order_of_time():
    first = [*faces(1, 0, 9), *faces(2, 9, 12)]
    out = faces(3, 12, 16, across=lambda since: 0.5 if since < 2 else 0.5 + 0.3 * (since - 2))
    shown = [*first, *out, *faces(4, 18, 24)]
    captions = texts(film(shown, shots=cuts(0, 9, 12, 18, 24), duration=24, clips=[(0, 9), (9, 12), (12, 24)]))
    assert captions == ["P1 appears.", "P2 appears.", "P3 appears. P3 leaves to the right. P4 appears."]


def test_a_newcomer_displaces_known_people_in_view_in_the_same_clip():
    shown = [*faces(1, 0, 4), *faces(2, 4, 12), *faces(1, 12, 14), *faces(3, 14, 16)]
    captions = texts(film(shown, shots=cuts(0, 4, 12, 14, 16), duration=16, clips=[(0, 4), (4, 12), (12, 16)]))
    assert captions == ["P1 appears.", "P2 appears.", "P1 is back. P3 appears."]
    shown = [*faces(1, 0, 7), *faces(2, 7, 12), *faces(1, 12, 14), *faces(3, 14, 16)]
    captions = texts(film(shown, shots=cuts(0, 7, 12, 14, 16), duration=16, clips=[(0, 7), (7, 12), (12, 16)]))
    assert captions == ["P1 appears.", "P2 appears.", "P3 appears."]


def test_several_known_people_are_mentioned_from_left_to_right():
    known = [Placed(f"P{n}", across, 0.2, is_new=False) for n, across in ((2, 0.2), (1, 0.5), (3, 0.8))]
    assert in_view(known) == ("From left to right are P2, P1 and P3.", "P2, P1 and P3 are in view.")


def test_cuts_of_a_dialogue_are_not_all_mentioned():
    times = [0, 3, 6, 9, 12, 15]
    shown = [face for n, start in enumerate(times[:-1]) for face in faces(1 + n % 2, start, start + 3)]
    captions = texts(film(shown, shots=cuts(*times), duration=15))
    assert captions == ["P1 appears.", "P2 appears.", "", "", "P1 is in view."]


def test_known_people_first_seen_together():
    shown = [*faces(1, 0, 4), *faces(2, 4, 8), *faces(1, 8, 12, across=0.3), *faces(2, 8, 12, across=0.7)]
    assert texts(film(shown, shots=cuts(0, 4, 8, 12), duration=12))[2] == "P1 is on the left, P2 on the right."


def test_a_new_person_with_a_known_one():
    shown = [*faces(1, 0, 4), *faces(1, 4, 8, across=0.3), *faces(2, 4, 8, across=0.7)]
    captions = Observer().caption(film(shown, shots=cuts(0, 4, 8), duration=8))[1]
    assert captions.text == "P2 appears with P1, P1 on the left, P2 on the right."
    assert captions.shorter == ("P2 appears with P1.",)
    assert captions.people == ("p1", "p2")


def from_left(since):
    return min(0.08 + 0.2 * since, 0.5)


def test_somebody_enters_and_leaves():
    captions = texts(film([*faces(1, 0, 6, across=0.8), *faces(2, 2, 6, across=from_left)]))
    assert captions == ["P1 appears on the right. P2 enters from the left."]
    out = faces(1, 0, 3, across=lambda since: 0.5 if since < 1.5 else 0.5 + 0.3 * (since - 1.5))
    assert texts(film(out)) == ["P1 appears. P1 leaves to the right."]


def test_somebody_who_leaves_and_returns_comes_back():
    out = faces(1, 0, 3, across=lambda since: 0.5 if since < 1.5 else 0.5 + 0.3 * (since - 1.5))
    back = faces(1, 8, 12, across=lambda since: max(0.92 - 0.2 * since, 0.5))
    captions = texts(film([*out, *back], duration=12, clips=[(0, 6), (6, 12)]))
    assert captions == ["P1 appears.", "P1 comes back from the right."]


def test_a_pan_to_a_person_is_no_entrance():
    # The camera turns left: who stands still drifts to the right in the picture.
    panned = levels(6, right=lambda times: np.where((times > 2) & (times < 4.2), -0.2, 0.0))
    captions = texts(film([*faces(2, 2, 6, across=from_left)], pictures=panned))
    assert captions == ["P2 appears on the left. The camera moves to the left."]


def test_movements_under_unknown_camera_movement_are_not_mentioned():
    unknown = levels(6, right=np.nan, down=np.nan, zoom=np.nan)
    assert texts(film(faces(2, 2, 6, across=from_left), pictures=unknown)) == ["P2 appears on the left."]
    crossing = faces(1, 0, 6, across=lambda since: 0.2 + 0.1 * since)
    assert texts(film(crossing, pictures=unknown)) == ["P1 appears on the left."]


def test_movements_in_the_picture():
    crossing = faces(1, 0, 6, across=lambda since: 0.2 + 0.15 * min(since, 4.0))
    assert texts(film(crossing)) == ["P1 appears on the left. P1 moves from left to right."]
    nearing = faces(1, 0, 6, height=lambda since: 0.12 + 0.05 * since)
    assert texts(film(nearing)) == ["P1 appears. P1 comes closer."]
    going = faces(1, 0, 6, height=lambda since: 0.32 - 0.05 * since)
    assert texts(film(going)) == ["P1 appears. P1 moves further away."]


@pytest.mark.parametrize(
    ("facing", "words"),
    [
        (lambda since: -0.4 if since > 3 else 0.0, "P1 turns to the left."),
        (lambda since: 0.4 if since > 3 else -0.4, "P1 turns to the right."),
        (lambda since: 0.0 if since > 3 else 0.4, "P1 turns towards us."),
    ],
)
def test_somebody_turns(facing, words):
    captions = Observer().caption(film(faces(1, 0, 6, facing=facing)))[0]
    assert captions.text == f"P1 appears. {words}"
    assert captions.shorter == ("P1 appears. P1 turns.",)
    assert captions.people == ("p1",)


def test_a_turn_has_its_measurements():
    captions = Observer().caption(film(faces(1, 0, 6, facing=lambda since: -0.4 if since > 3 else 0.0)))[0]
    before, after = captions.evidence[1:]
    assert (before.time, after.time) == (3.0, 3.25)
    assert before.box == after.box == pytest.approx((0.44, 0.3, 0.56, 0.5))
    start = "face of P1, nose"
    end = "eye distances off the eyes' middle (+ to the right): median of"
    assert before.what == f"{start} +0.00 {end} 13 faces from 0.00 to 3.00 s"
    assert after.what == f"{start} -0.40 {end} 11 faces from 3.25 to 5.75 s"


def test_swaying_is_not_mentioned_and_faces_without_direction_still_are():
    assert texts(film(faces(1, 0, 6, facing=lambda since: 0.28 if since > 3 else 0.0))) == ["P1 appears."]
    without = [face.replace(facing=None) for face in faces(1, 0, 6)]
    assert texts(film(without)) == ["P1 appears."]


def test_a_turn_does_not_displace_a_newcomer():
    turning = faces(1, 0, 12, across=0.3, facing=lambda since: -0.4 if since > 8 else 0.0)
    shown = [*turning, *faces(2, 10, 12, across=0.7)]
    captions = texts(film(shown, duration=12, clips=[(0, 6), (6, 12)]))
    assert captions == ["P1 appears on the left.", "P2 appears on the right."]


def test_a_turn_in_a_transition_is_not_mentioned():
    blended = [Shot(Span(0, 6)), Shot(Span(6, 12), "dissolve", Span(3.0, 9.0))]
    captions = texts(film(faces(1, 0, 12, facing=lambda since: -0.4 if since > 3 else 0.0), shots=blended, duration=12))
    assert "turns" not in " ".join(captions)


def test_jitter_of_boxes_is_no_movement():
    random = np.random.default_rng(3)
    jittering = faces(
        1,
        0,
        6,
        across=lambda since: 0.5 + float(random.normal(0, 0.03)),
        height=lambda since: 0.2 * float(random.normal(1, 0.08)),
    )
    assert texts(film(jittering)) == ["P1 appears."]


def test_a_zoom_is_a_movement_of_the_camera_only():
    zoomed = levels(6, zoom=0.2)
    nearing = faces(1, 0, 6, height=lambda since: 0.15 * np.exp(0.2 * since))
    assert texts(film(nearing, pictures=zoomed)) == ["P1 appears. The camera moves closer."]


@pytest.mark.parametrize(
    ("columns", "text"),
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
        ({"brightness": lambda times: np.clip(0.3 * times, 0, 0.4)}, "The picture fades in."),
        ({"right": 0.03}, ""),  # an unsteady hand
        ({"right": lambda times: 0.5 * np.sign(np.sin(12 * times))}, ""),
        ({}, ""),
    ],
)
def test_the_picture(columns, text):
    assert texts(film(pictures=levels(6, **columns))) == [text]


def test_a_shot_has_one_remark_about_light():
    lit = levels(6, brightness=lambda times: 0.74 + 0.26 * (times > 4))
    assert texts(film(pictures=lit)) == ["The picture is bright."]


def test_a_brighter_shot():
    lit = levels(8, brightness=lambda times: np.where(times < 4, 0.3, 0.6))
    assert texts(film(pictures=lit, shots=cuts(0, 4, 8), duration=8)) == ["", "The picture is brighter."]


def test_transitions_with_and_without_people():
    blended = [Shot(Span(0, 5)), Shot(Span(5, 10), "dissolve", Span(4.5, 5.5)), Shot(Span(10, 15), "fade", Span(9, 11))]
    shown = faces(1, 5.5, 9, across=0.2)
    captions = Observer().caption(film(shown, shots=blended, duration=15))
    assert [caption.text for caption in captions] == [
        "",
        "After a dissolve, P1 appears on the left.",
        "The picture fades to another view.",
    ]
    assert captions[1].shorter == ("P1 appears on the left.", "P1 appears.")
    assert [evidence.what for evidence in captions[1].evidence][1] == "dissolve of 1.0 s"


def test_a_new_view_with_people_has_no_other_remark():
    blended = [Shot(Span(0, 3)), Shot(Span(3, 6), "dissolve", Span(2.5, 3.5)), Shot(Span(6, 9), "fade", Span(5.5, 6.5))]
    captions = texts(film(faces(1, 3.5, 5.5), shots=blended, duration=9, clips=[(0, 9)]))
    assert captions == ["After a dissolve, P1 appears."]


def test_sound():
    assert texts(film(sounds=sound(6, music=0.9))) == ["Music plays."]
    assert texts(film(sounds=sound(6, level_db=lambda times: np.where(times < 2, -20, -80)))) == ["There is silence."]
    assert texts(film(sounds=sound(6, level_db=-90))) == ["The film has no sound."]
    silent = film()
    without = Batch(tuple(ClipInput(**{**vars(seen), "sounds": None}) for seen in silent.clips), silent.people)
    assert texts(without) == ["The film has no sound."]


def test_a_caption_has_the_three_most_important_sentences():
    busy = levels(6, right=0.1, brightness=0.05, activity=0.0005)
    captions = texts(film(faces(1, 0, 6), pictures=busy, sounds=sound(6, music=0.9)))
    assert captions == ["P1 appears. The camera moves to the right. The picture is dark."]


def test_adjacent_clips_never_say_the_same():
    flicker = levels(30, brightness=lambda times: np.where(times % 10 < 5, 0.05, 0.4))
    captions = texts(film(pictures=flicker, shots=cuts(0, 5, 10, 15, 20, 25, 30), duration=30))
    assert captions[0] == captions[2] == "The picture is dark."
    assert all(one != other or not one for one, other in itertools.pairwise(captions))


def test_every_sentence_has_its_measurement():
    captions = Observer().caption(film([*faces(1, 0, 6, across=0.2, score=0.9)]))[0]
    (evidence,) = captions.evidence
    assert evidence.what == "face of P1, 0.20 of the picture's height, centre at 0.20 of its width"
    assert evidence.time == 0.0
    assert evidence.box == pytest.approx((0.14, 0.3, 0.26, 0.5))
    assert evidence.score == 0.9
    assert (captions.by, captions.people, captions.clip) == ("observer", ("p1",), "c0")


def test_the_same_film_in_finer_clips_has_the_same_people():
    shown = [*faces(1, 0, 12, across=0.3), *faces(2, 3, 12, across=0.7)]
    coarse, fine = film(shown, duration=12), film(shown, duration=12, clips=[(0, 4), (4, 8), (8, 12)])
    assert "P2 appears on the right." in texts(coarse)[0]
    assert texts(fine) == [texts(coarse)[0], "", ""]


def test_gaps_between_clips_are_no_exits():
    out = faces(1, 0, 3, across=lambda since: 0.5 if since < 1.5 else 0.5 + 0.3 * (since - 1.5))
    assert texts(film(out, duration=12, clips=[(0, 3), (9, 12)])) == ["P1 appears. P1 moves to the right.", ""]


def test_calls_are_independent():
    batch = film(faces(1, 0, 6))
    observer = Observer()
    assert observer.caption(batch) == observer.caption(batch)
    assert observer.caption(Batch((), ())) == []


def test_lists_and_many_people():
    assert [listed(["P1"]), listed(["P1", "P2"])] == ["P1", "P1 and P2"]
    crowd = [Placed(f"P{n}", n / 20, 0.1, is_new=n > 2) for n in range(1, 14)]
    assert in_view(crowd[2:])[-1] == "Eleven people appear."
    assert in_view(crowd)[0].endswith("P12 and P13 appear with P1 and P2.")
