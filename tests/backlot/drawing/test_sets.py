import itertools

import numpy as np
import pytest

from cinescribe.backlot.drawing.brush import StageView
from cinescribe.backlot.drawing.sets import Backdrop, painted_set
from cinescribe.backlot.plan.plan import N_LAYOUTS, PLACES

VIEW = StageView(0.0, -105.0, 0.6, 320, 180)


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES)
def test_the_layouts_of_a_place_differ(place):
    small = [painted_set(place, k, night=False)[::8, ::8].astype(int) for k in range(N_LAYOUTS)]
    for one, other in itertools.combinations(small, 2):
        assert (np.abs(one - other).max(axis=2) > 25).mean() > 0.15


def test_places_look_different():
    small = [painted_set(place, 0, night=False)[::8, ::8].astype(int) for place in PLACES]
    for one, other in itertools.combinations(small, 2):
        assert (np.abs(one - other).max(axis=2) > 25).mean() > 0.4


@pytest.mark.parametrize("place", PLACES)
def test_night_is_darker_and_bluer(place):
    day, night = (painted_set(place, 0, night=night).reshape(-1, 3).mean(axis=0) for night in (False, True))
    assert night.mean() < 0.75 * day.mean()
    assert night[2] / night[0] > day[2] / day[0]


def test_a_set_is_painted_the_same_each_time():
    first = painted_set("forest", 1, night=True).copy()
    painted_set.cache_clear()
    assert (painted_set("forest", 1, night=True) == first).all()


def test_a_backdrop_is_a_fresh_picture_each_time():
    backdrop = Backdrop(painted_set("bar", 0, night=False), VIEW, VIEW, blur=0.0)
    first = backdrop.behind(VIEW)
    copy = first.copy()
    first[:] = 0
    assert (backdrop.behind(VIEW) == copy).all()


def test_moving_backdrop_matches_a_still_one():
    picture = painted_set("street", 0, night=False)
    first, last = StageView(-30.0, -105.0, 0.6, 320, 180), StageView(30.0, -105.0, 0.72, 320, 180)
    moving = Backdrop(picture, first, last, blur=0.0)
    for view in (first, last, StageView(4.0, -105.0, 0.66, 320, 180)):
        still = Backdrop(picture, view, view, blur=0.0).behind(view)
        assert np.abs(moving.behind(view).astype(int) - still).mean() < 5


def test_a_blurred_backdrop_has_fewer_edges():
    picture = painted_set("office", 0, night=False)
    sharp, soft = (Backdrop(picture, VIEW, VIEW, blur=blur).behind(VIEW).astype(int) for blur in (0.0, 3.0))
    assert np.abs(np.diff(soft, axis=1)).mean() < 0.7 * np.abs(np.diff(sharp, axis=1)).mean()
