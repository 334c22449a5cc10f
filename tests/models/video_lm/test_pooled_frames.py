import torch

from cinescribe.models.video_lm.pooled_frames import all_rows, frames_and_places, place_rows, places_and_classes

ROWS = torch.arange(2 * 4 * 3).reshape(2, 4, 3) ** 2 / 7  # two frames of a class and three places


def test_all_rows_go_frame_by_frame():
    assert torch.equal(all_rows(ROWS), torch.cat([ROWS[0], ROWS[1]]))


def test_places_leave_the_class_out():
    assert torch.equal(place_rows(ROWS), torch.cat([ROWS[0, 1:], ROWS[1, 1:]]))


def test_video_chatgpt_has_means_over_space_before_means_over_time():
    expected = [(ROWS[t, 1] + ROWS[t, 2] + ROWS[t, 3]) / 3 for t in range(2)]
    expected += [(ROWS[0, n] + ROWS[1, n]) / 2 for n in (1, 2, 3)]
    assert torch.allclose(frames_and_places(ROWS), torch.stack(expected))


def test_valley_has_means_over_time_before_the_class_of_each_frame():
    expected = [(ROWS[0, n] + ROWS[1, n]) / 2 for n in (1, 2, 3)] + [ROWS[0, 0], ROWS[1, 0]]
    assert torch.allclose(places_and_classes(ROWS), torch.stack(expected))
