import numpy as np

from cinescribe.models.video_lm.random_frame import random_frame
from tests.models.video_lm.tiny_baselines import video


def number(frames, chosen):
    return [n for n in range(len(frames)) if np.array_equal(frames[n : n + 1], chosen)]


def test_the_frame_is_one_of_the_video_and_the_same_each_time():
    frames = video(16)
    (first,) = number(frames, random_frame(1)(frames))
    random_frame(1)(video(16, 5))
    assert number(frames, random_frame(1)(frames.copy())) == [first]


def test_all_frames_are_chosen_about_equally_often():
    chosen = [number(frames, random_frame(1)(frames))[0] for frames in (video(4, seed) for seed in range(400))]
    assert all(70 <= count <= 130 for count in np.bincount(chosen, minlength=4))  # 3.5 standard deviations


def test_the_seed_changes_the_choice():
    videos = [video(16, seed) for seed in range(20)]
    assert any(not np.array_equal(random_frame(1)(one), random_frame(2)(one)) for one in videos)
