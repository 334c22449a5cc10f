import re
from dataclasses import replace

import pytest

from cinescribe.backlot.plan.caption_templates import (
    N_CAPTIONS,
    TEMPLATES,
    TemplateCaption,
    article,
    shortest_caption,
    template_captions,
)
from cinescribe.backlot.plan.naming import named_text
from cinescribe.backlot.plan.plan import PLACES, SHARED_ACTIONS, SOLO_ACTIONS
from tests.backlot.dummies import take

ACTIONS = SOLO_ACTIONS + SHARED_ACTIONS


def shown(action, n=0, **more):
    partner = "P2" if action in SHARED_ACTIONS else None
    thing = "umbrella" if any("{o}" in text for text, *_ in TEMPLATES[action]) else None
    return take(0, 4, action=action, grey=n, partner=partner, thing=thing, **more)


@pytest.mark.parametrize("action", ACTIONS)
def test_every_action_has_several_captions_of_whole_sentences(action):
    for n in range(20):
        captions = template_captions(shown(action, n, bystanders=("P3",), n_extras=n % 3), "woman")
        assert len({one.text for one in captions}) == N_CAPTIONS
        for one in captions:
            assert re.fullmatch(r"([A-Z][^.{}]*\.)( [A-Z][^.{}]*\.)*", one.text), one.text
            assert "  " not in one.text
            assert " a umbrella" not in one.text


@pytest.mark.parametrize("action", ACTIONS)
def test_tuples_name_people_and_words_of_their_own_caption(action):
    for n in range(20):
        for one in template_captions(shown(action, n, bystanders=("P3", "P4")), "man"):
            ids = {part for parts in one.tuples for part in parts if re.fullmatch(r"p\d", part)}
            assert {person.lower() for person in one.people} == ids
            assert all(2 <= len(parts) <= 3 and all(parts) for parts in one.tuples)
            for parts in one.tuples:
                assert len(parts) == 2 or parts[2][:3] in one.text.lower() or parts[2] == "foot", (one.text, parts)


def test_reference_names_people_in_view_with_the_actor_first():
    for action in ACTIONS:
        for n in range(10):
            one = shown(action, n, bystanders=("P3",))
            expected = ("P1", "P2", "P3") if one.partner else ("P1", "P3")
            assert template_captions(one, "man")[0].people == expected


def test_people_are_in_the_order_of_mention():
    captions = [one for n in range(10) for one in template_captions(shown("follow", n), "man")]
    assert all(list(one.people) == sorted(one.people, key=one.text.index) for one in captions)
    assert any(one.people == ("P2", "P1") for one in captions)


def test_captions_of_a_take_are_deterministic_and_differ_between_takes():
    assert template_captions(shown("wave", 3), "man") == template_captions(shown("wave", 3), "man")
    assert len({template_captions(shown("wave", n), "man")[0].text for n in range(20)}) > 3


def test_night_and_bystanders_are_mentioned_only_when_present():
    day = [one.text for n in range(30) for one in template_captions(shown("run", n), "man")]
    assert not any("night" in text or "background" in text for text in day)
    dark = [
        one.text for n in range(30) for one in template_captions(take(0, 4, action="run", grey=n, n_extras=1), "man")
    ]
    assert any("Somebody is in the background." in text for text in dark)


def test_pronouns_agree_with_the_actor():
    hers = " ".join(one.text for n in range(30) for one in template_captions(shown("hug", n), "woman"))
    assert " her arms" in hers
    assert " his " not in hers


def test_the_shortest_caption_is_no_longer_than_any():
    for action in ACTIONS:
        one = shown(action, 1)
        assert len(shortest_caption(one, "man").text) <= min(
            len(caption.text) for caption in template_captions(one, "man")
        )


def test_articles_and_names():
    assert [article(one) for one in ("box", "umbrella", "flowers")] == ["a box", "an umbrella", "some flowers"]
    assert (
        named_text("P1 hugs P2. P10 waves.", {"P1": "Anna", "P2": "Tom", "P10": "Leo"}) == "Anna hugs Tom. Leo waves."
    )


def test_a_caption_survives_its_dict():
    one = template_captions(shown("hand over"), "man")[0]
    assert TemplateCaption.from_dict(one.to_dict()) == one


def test_every_place_has_phrases():
    for place in PLACES:
        texts = " ".join(
            one.text for n in range(10) for one in template_captions(replace(shown("run", n), place=place), "man")
        )
        assert place in texts
