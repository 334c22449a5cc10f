import pytest

from cinescribe.backlot.plan.plan import PLACES, SHARED_ACTIONS, SOLO_ACTIONS, THINGS, UNBUILT
from cinescribe.backlot.plot.adverts import IDEAS, plan_advert


def test_every_idea_can_be_filmed():
    for idea in IDEAS:
        assert idea.thing in THINGS
        assert {idea.place, idea.scene_place} <= set(PLACES)
        assert {idea.action, idea.scene_action} <= {*SOLO_ACTIONS, *SHARED_ACTIONS}
        assert idea.scene_action != "open door" or idea.scene_place not in UNBUILT


@pytest.mark.parametrize("seed", range(30))
def test_an_advert_shows_the_product_then_what_it_is_compared_to(seed):
    plan, metaphor = plan_advert(seed)
    product, scene = plan.takes
    assert product.thing == metaphor.primary
    assert product.span.end == scene.span.start
    assert (scene.transition, scene.thing) == ("dissolve", None)
    assert (scene.partner is not None) == (scene.action in SHARED_ACTIONS)
    assert plan.lines == ()
    assert metaphor.text.endswith(f"as {metaphor.property} as {metaphor.secondary}.")
    assert metaphor.primary in metaphor.text
    assert plan_advert(seed) == (plan, metaphor)


def test_a_metaphor_is_a_sentence_whatever_the_thing():
    sentences = {one.primary: one.text for one in (plan_advert(seed)[1] for seed in range(200))}
    assert sentences["flowers"] == "Some flowers are as loving as an embrace."
    assert sentences["umbrella"] == "An umbrella is as protective as a friend's arms."


def test_adverts_differ():
    assert len({plan_advert(seed)[1].text for seed in range(60)}) > 10
