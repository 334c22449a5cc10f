import cv2
import numpy as np
import pytest

from cinescribe.media.text.overlay_evidence import (
    OverlayEvidence,
    PictureChange,
    is_same_scene,
    line_slices,
    movement_evidence,
    picture_change,
)
from tests.media.text.lines import grey, picture


def scene(seed: int) -> np.ndarray:
    """A grey picture of blocks, (270, 480)."""
    return np.kron(np.random.default_rng(seed).integers(0, 255, (27, 48)), np.ones((10, 10))).astype(np.uint8)


def written(behind: np.ndarray, opacity: float) -> np.ndarray:
    """A line of white letters over brightnesses (h, w)."""
    letters = grey(picture(("Night Train", 5, 40), level=0, scale=1.5))[: behind.shape[0], : behind.shape[1]] / 255
    return np.asarray(np.round(behind * (1 - opacity * letters) + 255 * opacity * letters), np.uint8)


def test_cut_is_distinguished_from_camera_movement():
    assert picture_change(scene(1), scene(2)).is_cut
    wide = np.asarray(cv2.resize(scene(1)[::50, ::50], (500, 270), interpolation=cv2.INTER_CUBIC), np.uint8)
    camera = picture_change(wide[:, 12:], wide[:, :-12]).camera
    assert camera is not None
    assert camera == pytest.approx((12, 0), abs=1.5)
    assert is_same_scene(scene(1), scene(1))
    assert not is_same_scene(grey(picture()), scene(1))


@pytest.mark.parametrize(
    ("shift", "change", "found"),
    [
        ((0, 0), PictureChange(is_cut=True), OverlayEvidence(n_cuts=1)),
        ((0, 0), PictureChange(camera=(12.0, 0.0)), OverlayEvidence(n_still=1)),
        ((11, 0), PictureChange(camera=(12.0, 0.0)), OverlayEvidence(n_along=1)),
        ((-20, 0), PictureChange(camera=(0.5, 0.0)), OverlayEvidence(n_own=1)),
        ((0, 0), PictureChange(camera=(0.5, 0.0)), OverlayEvidence()),
        ((0, 0), PictureChange(), OverlayEvidence()),
    ],
)
def test_movements_are_evidence(shift, change, found):
    assert movement_evidence(shift, change) == found


def test_evidence_adds_up():
    both = OverlayEvidence(n_along=2, slices=((1.0,) * 4,)) + OverlayEvidence(n_cuts=1)
    assert (both.n_along, both.n_cuts, len(both.slices), both.is_in_scene) == (2, 1, 1, True)


def test_transparency_of_letters_is_measured():
    behind = np.broadcast_to(np.linspace(20, 180, 300), (50, 300))
    found = [OverlayEvidence(slices=line_slices(written(behind, opacity))) for opacity in (1.0, 0.3)]
    assert found[0].see_through == pytest.approx(0, abs=0.1)
    assert found[1].see_through > 0.5


def test_transparency_is_zero_on_a_plain_ground():
    assert OverlayEvidence(slices=line_slices(written(np.full((50, 300), 60), 0.3))).see_through == pytest.approx(0)
    assert OverlayEvidence().see_through == 0
