import numpy as np
import pytest

from benchmarks.encoders.pictures import (
    ACTIONS,
    MAN,
    NOTHING,
    STRANGER,
    UNSURE,
    WOMAN,
    action_truth,
    cuts,
    drawn,
    frame_truth,
    strips,
    training_plan,
)
from cinescribe.backlot.plan.plan import PLACES, THINGS
from cinescribe.backlot.plot.screenplay import plan_film
from cinescribe.features.encoders.backlot_actions import GREY_HZ, N_PICTURES, window

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def plan():
    return plan_film(11, n_clips=3)


@pytest.fixture(scope="module")
def strip(plan):
    return drawn(plan, 3)  # at 144 lines, the cheapest


@pytest.fixture(scope="module")
def windows(strip):
    opens = cuts(strip.grey)
    return np.stack([window(opens, at) for at in range(len(strip.grey))])


@pytest.fixture(scope="module")
def done(plan, strip, windows):
    return action_truth(plan, strip, windows=windows, moments=np.arange(len(windows)))


def test_strip_has_six_grey_pictures_a_second_and_two_in_colour(plan, strip):
    assert len(strip.grey) == len(strip.shots) == pytest.approx(plan.duration * GREY_HZ, abs=1)
    assert strip.colour_at.tolist() == list(range(0, len(strip.grey), 3))
    assert strip.colour.shape == (len(strip.colour_at), 108, 192, 3)
    assert strip.grey.shape[1:] == (72, 128)
    assert strip.shots[0] == 0
    assert strip.shots[-1] == len(plan.takes) - 1


def test_pictures_have_place_light_and_scale_of_their_take(plan, strip):
    truth = frame_truth(plan, strip)
    for n, at in enumerate(strip.colour_at):
        take = plan.takes[strip.shots[at]]
        assert PLACES[truth.place[n]] == take.place
        assert truth.night[n] == take.night
        assert ("close", "medium", "wide")[truth.scale[n]] == take.scale


def test_points_are_the_things_and_people_in_view(plan, strip):
    truth, genders = frame_truth(plan, strip), {"woman": WOMAN, "man": MAN}
    wanted = {genders[member.gender] for member in plan.cast}
    for n, at in enumerate(strip.colour_at):
        take, points = plan.takes[strip.shots[at]], truth.points[n]
        kinds = {int(what) for what in points[:, 0]}
        assert kinds & {WOMAN, MAN} <= wanted
        assert {THINGS[what] for what in kinds if what < len(THINGS)} <= {take.thing}
        assert truth.members[n] == sum(what in (WOMAN, MAN) for what in points[:, 0])
        assert truth.strangers[n] == (STRANGER in kinds)
    assert truth.members.max() >= 1


def test_windows_are_labelled_with_their_action_or_nothing(plan, strip, done):
    n_of_it = 0
    for at, found in enumerate(done.action):
        take, time = plan.takes[strip.shots[at]], at / GREY_HZ
        if take.scale == "close":
            continue
        if take.action_span.start + 0.6 < time < take.action_span.end - 0.6:
            assert ACTIONS[found] == take.action
            n_of_it += 1
        elif not take.action_span.start - 1.1 < time < take.action_span.end + 1.1:
            assert found == NOTHING
    assert n_of_it > 10


def test_a_window_with_little_of_the_action_is_unsure(done):
    assert {NOTHING, UNSURE} < set(done.action.tolist())


def test_position_and_side_follow_the_actor(plan, strip, done):
    numbers = {member.id: n for n, member in enumerate(plan.cast)}
    n_seen = 0
    for at in range(len(strip.grey)):
        take = plan.takes[strip.shots[at]]
        spots = {int(spot[5]): spot[2] for spot in strip.points if spot[0] == at and spot[5] >= 0}
        actor = spots.get(numbers[take.actor])
        if actor is None:
            assert np.isnan(done.where[at])
            assert np.isnan(done.leftward[at])
            continue
        assert done.where[at] == pytest.approx(actor)
        if take.partner and numbers[take.partner] in spots:
            assert done.leftward[at] == (actor < spots[numbers[take.partner]])
            n_seen += 1
    assert done.partner.any() == any(take.partner is not None and take.scale != "close" for take in plan.takes)


def test_most_cuts_are_found(plan, strip):
    opens = cuts(strip.grey)
    hard = [k for k, take in enumerate(plan.takes) if take.transition == "cut" and k]
    firsts = [int(np.argmax(strip.shots == k)) for k in hard]
    assert opens[0]
    assert np.mean([opens[first] for first in firsts]) >= 0.75
    assert windows_are_whole(opens)


def windows_are_whole(opens):
    return all(len(window(opens, at)) == N_PICTURES for at in range(len(opens)))


def test_films_are_drawn_once_and_then_cached(tmp_path, monkeypatch):
    monkeypatch.setattr("benchmarks.encoders.pictures.training_plan", lambda number: plan_film(11, n_clips=2))
    (plan, one), *rest = strips(range(1), folder=tmp_path)
    assert not rest
    assert plan.takes
    monkeypatch.setattr("benchmarks.encoders.pictures.drawn", lambda *_: pytest.fail("drawn again"))
    ((_, other),) = strips(range(1), folder=tmp_path)
    for name, value in vars(one).items():
        assert np.array_equal(value, getattr(other, name))


def test_every_fourth_film_is_hard_and_all_differ():
    plans = [training_plan(number) for number in range(8)]
    assert [plan.hard for plan in plans] == [False, False, False, True] * 2
    assert len({plan.seed for plan in plans}) == 8
