import re
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from cinescribe.backlot.adverts.ideas import ideas
from cinescribe.backlot.drawing.camera import Snapshot
from cinescribe.backlot.drawing.cast import costume_of
from cinescribe.backlot.drawing.labels import LabelMap, Piece
from cinescribe.backlot.drawing.sets import set_labels
from cinescribe.backlot.plan.plan import N_LAYOUTS, PLACES, SHARED_ACTIONS, SOLO_ACTIONS, THINGS, UNBUILT
from cinescribe.backlot.stills.still_actions import STILL_ACTIONS
from cinescribe.backlot.stills.stills import draw_still, piece_class, plan_metaphor_still, plan_still
from cinescribe.metrics.embedding.metaphor import metaphor

pytestmark = pytest.mark.slow

N_DRAWN = 24


@pytest.fixture(scope="module")
def drawn():
    plans = sorted((plan_still(seed) for seed in range(N_DRAWN)), key=lambda plan: plan.setting)
    return [(plan, draw_still(plan)) for plan in plans]


def test_a_seed_gives_one_still():
    one, again, other = (draw_still(plan_still(seed), width=160, height=90) for seed in (3, 3, 4))
    assert (one.picture == again.picture).all()
    assert (one.regions, one.captions) == (again.regions, again.captions)
    assert one.captions != other.captions
    assert one.picture.shape == (90, 160, 3)


def test_plans_vary_and_hold_together():
    plans = [plan_still(seed) for seed in range(400)]
    assert {plan.action.name for plan in plans} == {action.name for action in STILL_ACTIONS}
    assert {plan.take.thing for plan in plans} == {None, *THINGS}
    assert {plan.take.scale for plan in plans} == {"medium", "wide"}
    assert 0.1 < sum(plan.take.night for plan in plans) / 400 < 0.3
    for plan in plans:
        assert (plan.take.partner is not None) == plan.action.is_shared
        assert plan.action.name != "open door" or plan.take.place not in UNBUILT
        assert plan.setting == (plan.take.place, plan.take.layout, plan.take.night)


def test_still_actions_are_actions_of_films():
    for action in STILL_ACTIONS:
        assert action.name in (SHARED_ACTIONS if action.is_shared else SOLO_ACTIONS)
        assert any("{b}" in words for words in action.phrases) == action.is_shared
        assert all(("{o}" in words) == bool(action.things) for words in action.phrases)


def test_the_actor_is_always_visible_and_boxes_are_inside(drawn):
    for plan, still in drawn:
        genders = Counter(member.gender for member in plan.cast)
        labels = Counter(region.label for region in still.regions)
        assert labels[plan.cast[0].gender] >= 1
        assert labels["woman"] + labels["man"] <= sum(genders.values()) + plan.take.n_extras
        for region in still.regions:
            x0, y0, x1, y1 = region.box
            assert 0 <= x0 < x1 <= 1
            assert 0 <= y0 < y1 <= 1


def test_a_box_holds_its_thing():
    """An umbrella's red is where its box is, and nearly nowhere else."""
    plan = next(
        plan
        for plan in map(plan_still, range(400))
        if (plan.take.thing, plan.take.scale, plan.take.night) == ("umbrella", "medium", False)
    )
    still = draw_still(plan)
    box = next(region.box for region in still.regions if region.label == "umbrella")
    height, width = still.picture.shape[:2]
    x0, y0, x1, y1 = (round(v * d) for v, d in zip(box, (width, height, width, height), strict=True))
    picture = still.picture.astype(int)
    red = (np.abs(picture - (196, 56, 66)).sum(2) < 40) | (np.abs(picture - (226, 92, 94)).sum(2) < 40)
    assert red[y0:y1, x0:x1].mean() > 0.2
    assert red[y0:y1, x0:x1].sum() > 0.7 * red.sum()


def test_five_captions_a_still_all_different_and_plain(drawn):
    for _, still in drawn:
        assert len(still.captions) == len(set(still.captions)) == 5
        for text in still.captions:
            assert text == text.lower().strip()
            assert re.fullmatch(r"[a-z]+( [a-z]+)*", text), text
            assert not re.search(r"\ba [aeiou]|\ban [^aeiou]", text), text


def test_captions_mention_only_known_regions(drawn):
    """Every class and every person that a caption mentions is among the regions."""
    known = {region.label for _, still in drawn for region in still.regions} | set(THINGS)
    for _, still in drawn:
        labels = {region.label for region in still.regions}
        for text in still.captions:
            mentioned = {"flower" if word == "flowers" else word for word in text.split()} & known
            assert mentioned <= labels, (text, labels)


def test_captions_of_a_still_mention_different_regions(drawn):
    known = {region.label for _, still in drawn for region in still.regions}
    n_different = sum(len({frozenset(set(text.split()) & known) for text in still.captions}) >= 3 for _, still in drawn)
    assert n_different > 0.8 * N_DRAWN


def test_captions_name_the_colour_of_clothes():
    plan = next(plan for plan in map(plan_still, range(200)) if costume_of(plan.cast[0], 0).top_colour == (196, 62, 58))
    captions = [text for text in draw_still(plan).captions if " in a red " in text]
    assert captions


def test_the_number_of_classes():
    places = [set_labels(place, layout) for place in PLACES for layout in range(N_LAYOUTS)]
    labels = {piece_class(piece) for found in places for piece in found.pieces[1:]}
    labels |= {piece_class(Piece(thing)) for thing in THINGS} | {"chair", "table", "door", "woman", "man"}
    assert len(labels) == 41
    assert "flower" in labels


def test_a_moment_without_the_actor_is_drawn_without_captions():
    plan = next(plan for plan in map(plan_still, range(400)) if plan.action.name == "enter")
    before = draw_still(replace(plan, action=replace(plan.action, phase=0.0)), width=160, height=90)
    assert before.captions == ()
    assert before.picture.any()
    assert len(draw_still(plan, width=160, height=90).captions) == 5


def test_a_moment_without_the_partner_has_no_captions(monkeypatch):
    plan = next(plan for plan in map(plan_still, range(400)) if plan.action.is_shared)
    assert draw_still(plan, width=160, height=90).captions
    monkeypatch.setattr("cinescribe.backlot.stills.stills.seen_people", lambda shown: {plan.take.actor: shown[0]})
    assert draw_still(plan, width=160, height=90).captions == ()


def test_furniture_hidden_by_two_thirds_is_not_a_region(monkeypatch):
    def moment(*_, **__):
        before, after = np.zeros((20, 50), np.uint8), np.zeros((20, 50), np.uint8)
        before[:10, :20], before[10:, :20] = 1, 2
        after[:10, :6], after[10:, :8] = 1, 2  # 30 and 40 of 100 of their pixels are left
        after[0, 49] = 3  # one pixel of a thousand is too few even of a thing
        pieces = (Piece(""), Piece("table"), Piece("bench"))
        found = LabelMap(after, (*pieces, Piece("cup")))
        return Snapshot(np.zeros((20, 50, 3), np.uint8), backdrop=LabelMap(before, pieces), pieces=found)

    monkeypatch.setattr("cinescribe.backlot.stills.stills.draw_moment", moment)
    assert [region.label for region in draw_still(plan_still(0)).regions] == ["bench"]


def test_a_still_with_a_metaphor_shows_the_product_in_the_scene():
    for seed in range(25):
        plan = plan_metaphor_still(seed, of=ideas())
        idea = plan.idea
        assert idea is not None
        assert (plan.take.action, plan.take.place, plan.take.night) == idea.secondary.scene
        still = draw_still(plan)
        labels = [region.label for region in still.regions]
        assert idea.product.thing.removesuffix("s") in labels
        assert sum(label in ("woman", "man") for label in labels) >= 1 + idea.secondary.is_shared
        assert len(set(still.captions)) == 3
        assert all(metaphor(text) is not None for text in still.captions)
        assert plan_metaphor_still(seed, of=ideas()) == plan
    (only,) = ideas()[:1]
    assert {plan_metaphor_still(seed, of=[only]).idea for seed in range(5)} == {only}
