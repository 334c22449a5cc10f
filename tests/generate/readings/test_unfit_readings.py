"""What is never noted: topics that pictures do not decide, looks, states in place of acts, and habits of one moment."""

import pytest

from cinescribe.generate.readings.reading import Reading
from cinescribe.generate.readings.unfit_readings import unfit_because


def reading(
    kind="why", text="to comfort Ben", alternative="to tease Ben", *, evidence=("Anna hugs Ben.",), moments=(0,)
):
    return Reading(kind, "Anna", text, alternative, evidence, moments)


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("to hide an illness", "health"),
        ("to seem less drunk", "health"),
        ("to greet a foreigner", "origin"),
        ("to speak German with Ben", "origin"),
        ("to pray", "faith"),
        ("to please God", "faith"),
        ("to flirt with Ben", "sexuality"),
        ("to hide that she is gay", "sexuality"),
        ("to hide her guilt", "guilt"),
        ("to steal a phone", "guilt"),
        ("to look like a rich woman", "looks"),
        ("to show her dress", "looks"),
    ],
)
def test_topics_that_pictures_do_not_decide_are_not_noted(text, topic):
    assert unfit_because(reading(text=text)) == f"it is about {topic}, which is not noted"
    assert unfit_because(reading(alternative=text)) == f"it is about {topic}, which is not noted"


@pytest.mark.parametrize("text", ["to comfort Ben", "to have free hands", "to be alone", "to quench the thirst"])
def test_other_wishes_are_noted(text):
    assert unfit_because(reading(text=text)) is None


@pytest.mark.parametrize("text", ["is kind", "seems angry", "has a temper", "looks tired", "Is always late"])
def test_a_trait_that_says_what_somebody_is_is_not_noted(text):
    found = unfit_because(reading("trait", text, "acts coldly", moments=(0, 3)))
    assert found == "it says what somebody is, not how they act"


def test_a_trait_needs_two_moments():
    assert unfit_because(reading("trait", "helps others", "acts coldly", moments=(0, 3))) is None
    assert unfit_because(reading("trait", "helps others", "acts coldly")) == "it rests on one moment; a trait needs two"


def test_a_reading_needs_evidence_and_another_alternative():
    assert unfit_because(reading(evidence=())) == "it names no accepted fact as evidence"
    same = reading(alternative="To comfort Ben")
    assert unfit_because(same) == "its alternative is the reading itself"
