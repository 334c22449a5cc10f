from dataclasses import replace

import pytest

from cinescribe.generate.narration.variants import introduced, with_variants
from cinescribe.generate.narration.wording import Candidate, Draft
from tests.generate.narration.test_wording import ROLES, SPEAKER, view

SITS = Candidate("Anna sits.", (0,), 0.8, 4.0, probability=0.9)
RUNS = Candidate("Ben runs out.", (1,), 1.2, 4.0, probability=0.8)


def test_introduction_uses_the_clothes_of_a_person():
    longer = introduced(Candidate("Anna opens a door."), ROLES, SPEAKER)
    assert longer is not None
    assert (longer.text, longer.introduces) == ("Anna, in blue, opens a door.", ("p1",))
    assert longer.duration == pytest.approx(2.4)
    stranger = introduced(Candidate("The person in red sits."), ROLES, SPEAKER)
    assert stranger is not None
    assert stranger.text == "A person in red sits."
    assert introduced(Candidate("Ben sits."), ROLES, SPEAKER) is None
    assert introduced(Candidate("Slowly, Anna sits."), ROLES, SPEAKER) is None


def texts(*candidates):
    draft = with_variants(Draft(view(), candidates=candidates), ROLES, SPEAKER)
    return [one.text for one in draft.candidates[len(candidates) :]]


def test_two_sentences_may_be_joined():
    draft = with_variants(Draft(view(), candidates=(SITS, RUNS)), ROLES, SPEAKER)
    plain, longer = draft.candidates[3:]
    assert (plain.text, plain.facts, plain.duration) == ("Anna sits. Ben runs out.", (0, 1), 2.0)
    assert plain.probability == pytest.approx(0.72)
    assert (longer.text, longer.introduces) == ("Anna, in blue, sits. Ben runs out.", ("p1",))


def test_faulty_repeated_or_overlong_sentences_are_not_joined():
    assert texts(SITS, replace(RUNS, faults=("x",))) == ["Anna, in blue, sits."]
    assert texts(RUNS, replace(RUNS, text="Ben runs.")) == []
    assert texts(replace(SITS, facts=()), RUNS) == ["Anna, in blue, sits."]
    assert texts(SITS, replace(RUNS, duration=3.5)) == ["Anna, in blue, sits."]


def test_the_second_sentence_waits_for_its_shot():
    assert "Anna sits. Ben runs out." in texts(SITS, replace(RUNS, begin=4.5))
    assert "Anna sits. Ben runs out." not in texts(SITS, replace(RUNS, begin=5.0))
