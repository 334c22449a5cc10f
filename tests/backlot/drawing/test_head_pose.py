import pytest

from cinescribe.backlot.drawing.head_pose import HeadPose


def test_frontal_head_keeps_its_points():
    assert HeadPose().at((0.3, -0.2, 0.5)) == pytest.approx((0.3, -0.2))


def test_turn_moves_protruding_points_most():
    ear, nose = (HeadPose(yaw=0.5).at((0.0, 0.3, z))[0] for z in (-0.1, 0.8))
    assert nose > 0.2
    assert ear < 0


def test_opposite_turns_are_mirror_images():
    left, right = HeadPose(yaw=-0.4).on_face(-0.3, 0.1), HeadPose(yaw=0.4).on_face(0.3, 0.1)
    assert left == pytest.approx((-right[0], right[1]))


def test_a_bowed_head_shows_its_nose_lower():
    assert HeadPose(pitch=0.8).on_face(0.0, 0.3, 0.2)[1] > HeadPose().on_face(0.0, 0.3, 0.2)[1]
