import numpy as np

from cinescribe.media.text.scene_views import MAX_VIEWS, SceneViews
from cinescribe.timing import Span
from tests.media.text.test_overlay_evidence import scene, written

BOX = (340, 210, 470, 260)


def marked(seed: int, opacity: float) -> np.ndarray:
    out = scene(seed).copy()
    left, top, right, bottom = BOX
    out[top:bottom, left:right] = written(out[top:bottom, left:right], opacity)
    return out


def found(pictures: list[np.ndarray]) -> int:
    """In how many other scenes the line of the first picture stands, of scenes of two seconds each."""
    views = SceneViews()
    for n, one in enumerate(pictures):
        for k in range(4):
            views.take(2 * n + k / 2, one)
    left, top, right, bottom = BOX
    return views.n_showing(pictures[0][top:bottom, left:right], BOX, Span(0.0, 0.9))


def test_a_faint_mark_is_found_in_all_scenes():
    assert found([marked(n, 0.35) for n in range(9)]) == 8


def test_a_line_of_one_scene_is_in_no_other():
    assert found([marked(0, 1.0), *(scene(n) for n in range(1, 9))]) == 0
    assert found([marked(0, 1.0), scene(1), marked(0, 1.0), scene(2), marked(0, 1.0), scene(3)]) == 0  # seen again


def test_one_other_scene_is_no_evidence():
    assert found([marked(0, 1.0), marked(1, 1.0)]) == 0
    assert SceneViews().n_showing(scene(0), (0, 0, 480, 270), Span(0.0, 1.0)) == 0


def test_few_pictures_are_kept():
    views = SceneViews()
    for n in range(2 * MAX_VIEWS):
        for _ in range(2):
            views.take(float(n), scene(n))
    assert len(views._views) <= MAX_VIEWS
