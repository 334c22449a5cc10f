from dataclasses import replace

from cinescribe.generate.narration.controls import Controls, Square, actions_of
from cinescribe.generate.narration.marked_frames import Legend
from cinescribe.generate.narration.moments import Role
from cinescribe.generate.narration.reliability import FALSE_FACTS
from cinescribe.generate.narration.viewing import Fact, View
from cinescribe.generate.narration.wording import Candidate
from tests.generate.narration.scenes import ANNA, BEN, moment
from tests.generate.narration.test_narrate import DEEDS, Apart

CARL = Role("p4", "Carl", "Carl")
ROLES = (ANNA, BEN, CARL)
LEGEND = Legend((("p1", "Anna", "red"), ("p2", "Ben", "blue")))


def view(n, *facts):
    return View(moment(10.0 * n, 10.0 * n + 4), LEGEND, "What?", (), facts=facts)


def film(n=10):
    return [view(k, Fact("Anna", DEEDS[k % len(DEEDS)], shot=2)) for k in range(n)]


def check(views=None, n=0, *texts, again=None, vectors=None):
    views = views or film()
    controls = Controls(views, again or {}, ROLES, vectors or Apart())
    candidates = [Candidate(text, (0,)) for text in texts or (f"Anna {views[n].facts[0].does}.",)]
    return controls, candidates, controls.check(n, candidates)


def of(found, *kinds):
    return [statement.text for statement in found.statements if statement.kind in kinds]


def test_a_sentence_has_the_actions_of_its_facts():
    seen = view(0, Fact("Anna", "opens a door"), Fact("Ben", "sits"))
    assert actions_of(Candidate("Ben sits.", (1,)), seen) == ("sits",)
    assert actions_of(Candidate("Somebody is there."), seen) == ("opens a door", "sits")


def test_a_check_has_candidates_and_controls_in_random_order():
    _, _, found = check()
    assert of(found, "candidate") == ["Anna opens a door."]
    assert len(of(found, *FALSE_FACTS)) == 2
    assert len(of(found, "mark")) == 1
    assert [one.text for one in found.statements] == [one.text for one in check()[2].statements]
    orders = {check(film(), n)[2].statements[0].kind for n in range(8)}
    assert len(orders) > 1


def test_controls_exchange_the_person_or_the_action():
    _, _, found = check()
    (person,) = of(found, "other person")
    assert person == "Ben opens a door."
    (action,) = of(found, "other action")
    assert action.startswith("Anna ")
    assert action.removeprefix("Anna ").rstrip(".") in DEEDS[1:]


def test_a_partner_is_not_the_other_person():
    seen = view(0, Fact("Anna", "hugs Ben", "Ben"))
    _, _, found = check([seen, *film()[1:]], 0, "Anna hugs Ben.")
    assert of(found, "other person") == ["Carl hugs Ben."]


def test_without_names_the_sex_is_exchanged():
    seen = replace(view(0, Fact("a man in a hat", "sits")), legend=Legend(()))
    controls = Controls([seen], {}, (), Apart())
    found = controls.check(0, [Candidate("A man in a hat sits.", (0,))])
    assert of(found, "other person") == ["A woman in a hat sits."]


def test_facts_of_near_moments_are_not_controls():
    views = [view(k, Fact("Anna", does)) for k, does in enumerate(DEEDS[:3])]
    _, _, found = check(views, 0)
    assert not of(found, "other action")
    assert of(found, "other moment")  # sentences that are false of nearly every film


class Alike(Apart):
    """Opening and unlocking a door are alike."""

    def vectors(self, texts):
        return super().vectors(["opens a door" if text == "unlocks a door" else text for text in texts])


def test_fact_implied_by_the_view_is_not_a_control():
    views = [view(0, Fact("Anna", "opens a door")), *[view(k, Fact("Carl", "unlocks a door")) for k in range(1, 6)]]
    _, _, found = check(views, 0, vectors=Alike())
    assert not any("unlocks" in text for text in of(found, *FALSE_FACTS))


def test_fact_in_both_views_is_a_true_control():
    views = film()
    again = {0: view(0, Fact("Anna", "unlocks a door"), Fact("Ben", "runs")), 1: view(1, Fact("Ben", DEEDS[1]))}
    controls, _, found = check(views, 0, "Anna goes out.", again=again, vectors=Alike())
    assert of(found, "agreed") == ["Anna opens a door."]
    assert controls.is_agreed(0, "Anna opens a door.")
    assert not controls.is_agreed(1, "Anna opens a door.")
    assert not of(check(views, 1, "Anna goes out.", again=again)[2], "agreed")


def test_short_films_have_more_controls_in_a_check():
    _, _, found = check(film(2), 0)
    assert len(of(found, *FALSE_FACTS)) == 4


def test_marks_are_there_or_not():
    for n in range(4):
        _, _, found = check(film(), n)
        assert of(found, "mark") == [found.square.text]
        assert len(of(found, "false mark")) == n % 2
        assert found.square.text not in of(found, "false mark")


def test_a_second_look_has_other_controls():
    controls, (candidate,), first = check()
    second = controls.further_look(0, candidate, [first])
    assert of(second, "candidate") == [candidate.text]
    assert len(of(second, *FALSE_FACTS)) == 2
    assert set(of(second, *FALSE_FACTS)) & set(of(first, *FALSE_FACTS)) == set(of(first, "other person"))


def test_film_without_facts_has_no_action_controls():
    empty = Controls([view(0)], {}, ROLES, Apart())
    found = empty.check(0, [Candidate("It rains.")])
    assert of(found, "candidate") == ["It rains."]
    assert len(of(found, "other moment")) == 4


def test_similar_actions_are_found_by_their_vectors():
    controls, _, _ = check([*film(), view(10, Fact("Ben", "unlocks a door"))], vectors=Alike())
    assert controls.likeness("opens a door", "unlocks a door") == 1
    assert controls.likeness("opens a door", "drinks tea") == 0
    assert controls.likeness("opens a door", "never seen") == 0


def test_sentence_reported_by_both_views_is_checked_once():
    views = film()
    _, _, found = check(views, 0, "Anna opens a door.", again={0: views[0]})
    assert not of(found, "agreed")
    assert [statement.text for statement in found.statements].count("Anna opens a door.") == 1


def test_squares_have_the_right_article():
    assert Square("orange").text.startswith("An orange square")
    assert Square("pink").text.startswith("A pink square")
