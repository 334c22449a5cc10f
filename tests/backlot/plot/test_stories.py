import random
from collections import Counter
from itertools import pairwise

import pytest

from cinescribe.backlot.plan.plan import PLACES, SHARED_ACTIONS, SOLO_ACTIONS, THINGS, UNBUILT
from cinescribe.backlot.plot.stories import USED_IN, Deck, story


def stories(n=60, **more):
    return [story(random.Random(seed), n_beats=12, n_people=2 + seed % 4, **more) for seed in range(n)]


def test_the_same_seed_gives_the_same_story():
    assert story(random.Random(5), n_beats=10, n_people=3) == story(random.Random(5), n_beats=10, n_people=3)
    assert story(random.Random(5), n_beats=10, n_people=3) != story(random.Random(6), n_beats=10, n_people=3)


def test_every_action_place_and_thing_occurs_and_actions_are_equally_frequent():
    beats = [beat for one in stories(200) for beat in one]
    actions = Counter(beat.action for beat in beats)
    assert set(actions) == {*SOLO_ACTIONS, *SHARED_ACTIONS}
    assert max(actions.values()) < 1.5 * min(actions.values())
    assert {beat.place for beat in beats} == set(PLACES)
    assert {beat.thing for beat in beats} == {*THINGS, None}


def test_people_are_numbered_by_first_appearance_and_each_does_something():
    for n, beats in enumerate(stories()):
        order = list(dict.fromkeys(person for beat in beats for person in beat.people))
        assert order == list(range(2 + n % 4))
        doers = {person for beat in beats for person in (beat.actor, beat.partner)} - {None}
        assert doers == set(order)


def test_shared_actions_have_a_partner_and_things_suit_the_action():
    for beat in (beat for beats in stories() for beat in beats):
        assert (beat.partner is not None) == (beat.action in SHARED_ACTIONS)
        assert beat.actor not in (beat.partner, *beat.bystanders)
        assert (beat.thing is not None) == (beat.action in {"pick up", "put down", "hand over", *USED_IN})
        assert beat.action not in USED_IN or beat.thing in USED_IN[beat.action]
        assert beat.action != "open door" or beat.place not in UNBUILT


def test_people_are_in_a_scene_only_between_entering_and_leaving():
    for beats in stories():
        seen: set[int] = set()
        left: set[int] = set()
        scene = -1
        for beat in beats:
            if beat.scene != scene:
                seen, left, scene = set(), set(), beat.scene
            assert not left & set(beat.people)
            assert beat.action != "enter" or beat.actor not in seen
            seen.update(beat.people)
            left |= {beat.actor} if beat.action == "leave" else set()


def test_sitting_people_stand_up_before_other_actions():
    for beats in stories():
        for n, beat in enumerate(beats):
            later = [one for one in beats[n + 1 :] if one.scene == beat.scene and beat.actor in one.people]
            if beat.action == "sit" and later:
                assert (later[0].action, later[0].actor) == ("stand", beat.actor)


def test_people_continue_from_clip_to_clip_and_all_have_their_turns():
    pairs = [pair for beats in stories() for pair in pairwise(beats) if pair[0].scene == pair[1].scene]
    goes_on = [bool(set(last.people) & set(one.doers)) for last, one in pairs]
    assert sum(goes_on) / len(goes_on) > 0.74
    turns = [Counter(person for beat in beats for person in beat.doers) for beats in stories()]
    assert sum(max(each.values()) - min(each.values()) for each in turns) / len(turns) < 2.2


def test_scenes_change_place_and_hard_films_are_darker():
    for beats in stories():
        for one, other in pairwise(beats):
            assert (one.scene == other.scene) == (one.place == other.place)
    nights = [sum(beat.night for beats in stories(hard=hard) for beat in beats) for hard in (False, True)]
    assert nights[1] > 1.5 * nights[0] > 0


def test_a_deck_deals_every_card_before_any_again():
    deck = Deck(random.Random(1), "abc")
    assert sorted(deck.deal("abc") for _ in range(3)) == ["a", "b", "c"]
    assert not deck.has("abc")
    assert {deck.deal("b") for _ in range(3)} == {"b"}
    assert deck.has("a")
    with pytest.raises(AssertionError, match="no card of"):
        deck.deal("z")
