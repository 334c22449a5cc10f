import torch

from cinescribe.models.video_lm.pooled_frames import all_features, frames_and_places, place_features, places_and_classes

FEATURES = torch.arange(2 * 4 * 3).reshape(2, 4, 3) ** 2 / 7  # two frames of a class and three places


def test_all_features_go_frame_by_frame():
    assert torch.equal(all_features(FEATURES), torch.cat([FEATURES[0], FEATURES[1]]))


def test_places_leave_the_class_out():
    assert torch.equal(place_features(FEATURES), torch.cat([FEATURES[0, 1:], FEATURES[1, 1:]]))


def test_video_chatgpt_has_means_over_space_before_means_over_time():
    expected = [(FEATURES[t, 1] + FEATURES[t, 2] + FEATURES[t, 3]) / 3 for t in range(2)]
    expected += [(FEATURES[0, n] + FEATURES[1, n]) / 2 for n in (1, 2, 3)]
    assert torch.allclose(frames_and_places(FEATURES), torch.stack(expected))


def test_valley_has_means_over_time_before_the_class_of_each_frame():
    expected = [(FEATURES[0, n] + FEATURES[1, n]) / 2 for n in (1, 2, 3)] + [FEATURES[0, 0], FEATURES[1, 0]]
    assert torch.allclose(places_and_classes(FEATURES), torch.stack(expected))
