import cv2
import numpy as np

from cinescribe.describe.narration.film_moments import FilmFrames, film_moments, window_moments
from cinescribe.describe.placement.placement import place
from cinescribe.export.tracks.cue_time_limits import BREATH
from cinescribe.schema import Caption, Cue, Face, Gap, Shot, Speech
from cinescribe.timing import Span
from tests.dummies import SteadyVoice

SHOTS = tuple(Shot(Span(start, end)) for start, end in ((0, 4), (4, 5), (5, 10), (10, 12), (12, 40)))


def moments(*gaps, shots=SHOTS, speech=()):
    return film_moments([Gap(Span(*gap)) for gap in gaps], shots, speech)


def test_a_short_pause_is_one_moment_with_the_shots_around_it():
    (one,) = moments((5.5, 8.0))
    assert one.span == Span(5.5, 8.0)
    assert one.described == Span(0.0, 8.0)
    assert [(shot.number, shot.is_context) for shot in one.shots] == [
        (1, False), (2, False), (3, False), (4, True), (5, True)
    ]  # fmt: skip


def test_moment_describes_everything_since_the_last_one():
    first, second = moments((1.0, 3.0), (11.0, 12.0 + 2))
    assert (first.described, second.described) == (Span(0.0, 3.0), Span(3.0, 14.0))
    assert [shot.span.start for shot in second.own_shots] == [0, 4, 5, 10, 12]


def test_a_long_pause_is_cut_at_shots_and_leaves_breath():
    found = moments((0.0, 13.0))
    assert [one.span for one in found] == [Span(0.0, 3.6), Span(4.0, 9.6), Span(10.0, 13.0)]
    assert [one.described.start for one in found] == [0.0, 4.0, 10.0]


def test_a_long_shot_is_divided_and_old_news_left_out():
    found = moments((12.0, 36.0))
    assert [round(one.span.duration, 1) for one in found] == [7.6, 7.6, 8.0]
    assert moments((36.0, 40.0))[0].described.start == 16.0


def test_pause_without_room_is_not_a_moment():
    assert moments((5.0, 6.0)) == ()
    assert moments((1.0, 3.0), shots=())[0].shots == ()


def test_moment_lists_the_dialogue_since_the_last_one():
    speech = (
        Speech(Span(0.0, 1.0), "subtitles", "Hello."),
        Speech(Span(4.0, 5.0), "vad"),
        Speech(Span(8.0, 9.0), "subtitles", "Bye."),
    )
    first, second = moments((1.5, 4.0), (9.5, 12.0), speech=speech)
    assert (first.dialogue, second.dialogue) == (("Hello.",), ("Bye.",))


def test_frames_come_with_the_nearest_face_of_each_person(tmp_path):
    for time in np.arange(0, 14, 0.5):
        cv2.imwrite(str(tmp_path / f"{round(time * 1000):09d}.jpg"), np.full((36, 64, 3), 80, np.uint8))

    def face(time, person):
        return Face(time, (0.1, 0.1, 0.2, 0.2), 1.0, 0, 0, person)

    faces = (face(5.6, "p1"), face(5.9, "p1"), face(6.0, None), face(6.2, "p2"), face(9.9, "p1"), face(10.1, "p2"))
    (one,) = moments((5.0, 10.0))
    frames = FilmFrames(tmp_path, faces)(one)
    assert [frame.shot for frame in frames].count(4) == 1  # context
    assert 8 <= sum(frame.shot <= 3 for frame in frames) <= 12
    times = [frame.time for frame in frames]
    assert times == sorted(times)
    at_six = next(frame for frame in frames if frame.time in (6.0, 6.5))
    assert {item.person for item in at_six.faces} >= {"p2"}
    last = max((frame for frame in frames if frame.shot == 3), key=lambda frame: frame.time)
    assert {item.person for item in last.faces} <= {"p1"}  # a face of the next shot is not drawn


def read_cue(start, end, status="spoken"):
    return Cue(Span(start, end), "Title: Home.", status=status)


def test_moment_begins_after_a_title_is_read():
    gap, read = [Gap(Span(5.0, 9.9))], [read_cue(5.0, 7.0)]
    (one,) = film_moments(gap, SHOTS, (), read=read)
    assert one.span == Span(7.0 + BREATH, 9.9)
    assert one.described == Span(0.0, 9.9)  # what is seen while it is read is described after it


def test_a_title_in_a_pause_leaves_room_before_it():
    found = film_moments([Gap(Span(12.0, 30.0))], SHOTS, (), read=[read_cue(15.0, 17.0), read_cue(24.0, 29.8)])
    assert [(one.span.start, one.span.end) for one in found] == [(12.0, 14.6), (17.4, 23.6)]
    assert [one.described.start for one in found] == [0.0, 14.6]


def test_pause_filled_by_a_title_is_not_a_moment():
    assert film_moments([Gap(Span(5.0, 8.0))], SHOTS, (), read=[read_cue(5.0, 7.0)]) == ()
    assert film_moments([Gap(Span(5.0, 8.0))], SHOTS, (), read=[read_cue(5.0, 8.0)]) == ()


def test_unplaced_title_takes_no_room():
    gap = [Gap(Span(5.0, 8.0))]
    assert film_moments(gap, SHOTS, (), read=[read_cue(6.0, 6.0, status="dropped")]) == film_moments(gap, SHOTS, ())


def test_titles_take_the_place_that_placement_gives_them():
    title = Caption("", "Title: Home.", span=Span(6.0, 8.0))
    gap = [Gap(Span(5.0, 20.0))]
    (read,) = place([title], (), gap, voice=SteadyVoice())
    (one,) = film_moments(gap, SHOTS, (), read=[read])[:1]
    assert read.span.start == 6.0
    assert one.span.start >= read.span.end + BREATH
    said = Caption("", "A man waves.", span=Span(one.span.start, 20.0))
    assert place([title, said], (), gap, voice=SteadyVoice())[0] == read


def test_given_windows_are_moments_that_may_overlap():
    shots = [Shot(Span(0.0, 4.0)), Shot(Span(4.0, 8.0))]
    said = [Speech(Span(1.0, 2.0), "subtitles", "Hello.")]
    first, second = window_moments([Span(0.0, 3.0), Span(2.5, 6.0)], shots, said)
    assert (first.span, first.described, first.dialogue) == (Span(0.0, 3.0), Span(0.0, 3.0), ("Hello.",))
    assert [shot.is_context for shot in first.shots] == [False, True]
    assert (second.dialogue, [shot.is_context for shot in second.shots]) == ((), [False, False])
