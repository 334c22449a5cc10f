from dataclasses import replace

from cinescribe.generate.narration.marked_frames import legend_of
from cinescribe.generate.narration.scene_writing import check_frames
from cinescribe.generate.narration.viewing import View
from tests.generate.narration.scenes import ANNA, BEN, face, frame, moment


def shown(frames, n=10):
    pause = moment()
    found = check_frames(View(pause, legend_of(frames, (ANNA, BEN)), "", ()), frames, n)
    return [each.time for each in found]


def test_check_shows_frames_of_the_described_shots():
    frames = [frame(2.5, 1), frame(4.5, 2, face(4.5, "p1")), frame(5.5, 2), frame(8.5, 3)]
    assert shown(frames) == [4.5, 5.5]


def test_person_visible_only_in_another_shot_is_shown_from_there():
    frames = [frame(2.5, 1, face(2.5, "p2")), frame(4.5, 2, face(4.5, "p1")), frame(8.5, 3, face(8.5, "p2"))]
    assert shown(frames) == [2.5, 4.5]


def test_frames_without_marks_need_no_others():
    frames = [replace(frame(4.5, 2), bodies=()), frame(8.5, 3)]
    assert shown(frames) == [4.5]
