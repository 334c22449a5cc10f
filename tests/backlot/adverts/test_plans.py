from collections import Counter

import pytest

from cinescribe.backlot.adverts.concepts import PRODUCTS, SECONDARIES
from cinescribe.backlot.adverts.ideas import ideas
from cinescribe.backlot.adverts.plans import AdvertSize, plan_advert, plan_plain_advert
from cinescribe.backlot.adverts.shoot_adverts import ADVERT_SIZES
from cinescribe.backlot.plan.plan import SHARED_ACTIONS
from cinescribe.backlot.plan.scenes import takes_span

SMALL = ADVERT_SIZES["small"]
CLUES = [one.scene for one in SECONDARIES]


def sound_of(take):
    return (take.sounds_like.action, take.sounds_like.place, take.sounds_like.night)


def check_takes(plan, size):
    assert 3 <= len(plan.takes) <= 6
    assert size.shortest <= plan.duration <= size.longest
    assert takes_span(plan.takes).duration == plan.duration
    people = [one for take in plan.takes for one in (take.actor, take.partner) if one]
    assert list(dict.fromkeys(people)) == [member.id for member in plan.cast][: len(set(people))]
    for take in plan.takes:
        assert (take.partner is not None) == (take.action in SHARED_ACTIONS)
        assert take.span.overlap(take.action_span) == pytest.approx(take.action_span.duration)
        assert take.action_span.duration > 0.9
        assert take.span.duration >= 2.25
        assert take.span.duration * 12 % 3 == 0  # whole frames
        assert take.thing is not None or (take.action, take.place) not in {("hand over", take.place)}


@pytest.mark.parametrize("k", range(0, len(ideas()), 9))
def test_advert_shows_or_plays_its_secondary_concept(k):
    idea = ideas()[k]
    advert = plan_advert(idea, k, size=SMALL)
    found = advert.metaphor
    assert found is not None
    check_takes(advert.plan, SMALL)
    assert (found.primary, found.property, found.secondary) == idea.concepts()
    assert found.text == advert.captions[0]
    assert {take.thing for take in advert.plan.takes} >= {idea.product.thing}
    assert advert.plan.lines == ()
    for take in advert.plan.takes:
        shown = (take.action, take.place, take.night)
        clue = any(span.overlap(take.span) == take.span.duration for span in found.spans)
        assert clue == (sound_of(take) == idea.secondary.scene)
        assert (shown == idea.secondary.scene) == (clue and not found.needs_audio)
        assert (take.overheard is not None) == (clue and found.needs_audio)
        assert take.thing in (None, idea.product.thing)
        assert not (take.thing and take.place == idea.secondary.scene[1])
    assert plan_advert(idea, k, size=SMALL) == advert
    assert plan_advert(idea, k + 1, size=SMALL).plan.takes != advert.plan.takes


@pytest.mark.parametrize("seed", range(60))
def test_plain_advert_shows_its_product_and_no_metaphor(seed):
    advert = plan_plain_advert(seed, size=SMALL)
    check_takes(advert.plan, SMALL)
    assert advert.metaphor is None
    (thing,) = {take.thing for take in advert.plan.takes} - {None}
    places = next(product.places for product in PRODUCTS if product.thing == thing)
    for take in advert.plan.takes:
        assert take.place in places
        assert (take.action, take.place, take.night) not in CLUES
        assert take.overheard is None
    assert any(take.thing is None for take in advert.plan.takes)
    assert plan_plain_advert(seed, size=SMALL) == advert


def test_one_advert_in_ten_needs_its_sound():
    made = [plan_advert(idea, seed, size=SMALL).metaphor for seed in range(2) for idea in ideas()]
    share = sum(found is not None and found.needs_audio for found in made) / len(made)
    assert 0.08 < share < 0.13


def test_the_order_of_product_and_scene_and_the_number_of_takes_vary():
    idea = next(idea for idea in ideas() if not idea.secondary.is_heard)
    plans = [plan_advert(idea, seed, size=SMALL).plan for seed in range(80)]
    orders = Counter(
        "".join("P" if take.thing else "S" for n, take in enumerate(plan.takes) if not n or changes(plan, n))
        for plan in plans
    )
    assert set(orders) == {"PS", "SP", "PSP", "SPS"}
    assert {len(plan.takes) for plan in plans} == {3, 4, 5, 6}
    assert len({tuple(member.appearance_seed for member in plan.cast) for plan in plans}) == len(plans)
    assert len({take.layout for plan in plans for take in plan.takes}) == 3
    assert len({costume for plan in plans for take in plan.takes for _, costume in take.costumes}) == 3


def changes(plan, n):
    return (plan.takes[n].thing is None) != (plan.takes[n - 1].thing is None)


@pytest.mark.parametrize("size", ADVERT_SIZES.values(), ids=lambda size: size.name)
def test_adverts_are_as_long_as_their_size_says(size):
    for seed in range(30):
        check_takes(plan_advert(ideas()[seed], seed, size=size).plan, size)
        check_takes(plan_plain_advert(seed, size=size).plan, size)


def test_the_shortest_possible_advert_has_three_takes():
    assert len(plan_advert(ideas()[0], 0, size=AdvertSize("short", 8.0, 8.0)).plan.takes) == 3
