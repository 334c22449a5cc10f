"""Backlot's claims in other languages come back as they went."""

import random

import pytest

from benchmarks.describer.stand_ins.film_truth import Claim, claims
from benchmarks.describer.stand_ins.languages.german import GERMAN
from benchmarks.describer.stand_ins.languages.phrasing import in_english
from benchmarks.describer.stand_ins.languages.polish import POLISH
from cinescribe.backlot.plan.caption_templates import TEMPLATES
from cinescribe.backlot.plan.plan import PLACES, THINGS
from cinescribe.backlot.plot.screenplay import NAMES
from cinescribe.language.names.name_inflection import inflected_forms

PEOPLE = tuple(name for names in NAMES.values() for name in names)
LANGUAGES = pytest.mark.parametrize("phrasing", [GERMAN, POLISH], ids=lambda one: one.tag)


def some_claims(rng):
    for action, templates in TEMPLATES.items():
        for _ in range(5):
            a, b = rng.sample([*(name.casefold() for name in PEOPLE), "a man", "a woman"], 2)
            yield Claim(
                action,
                a,
                b if "{b}" in templates[0][0] else None,
                rng.choice(THINGS) if "{o}" in templates[0][0] else None,
                rng.choice((*PLACES, None)),
            )


@LANGUAGES
def test_a_claim_is_said_and_read_again(phrasing):
    rng = random.Random(0)
    for claim in some_claims(rng):
        text = phrasing.sentence([claim], {}, rng)
        assert text is not None, claim
        assert phrasing.claims(text, {}) == (claim,), text
        (english,) = claims(in_english([claim], PEOPLE), PEOPLE) or ()
        assert (english.action, english.actor, english.thing) == (claim.action, claim.actor, claim.thing)


@LANGUAGES
def test_two_clauses_are_read(phrasing):
    rng = random.Random(1)
    both = (Claim("wave", "anna"), Claim("hug", "ben", "anna"))
    text = phrasing.sentence(both, {"ben": "Ben"}, rng)
    assert phrasing.claims(text, {"ben": "Ben"}) == both


@LANGUAGES
def test_english_is_not_read(phrasing):
    assert phrasing.claims("Anna waves.", {}) is None
    assert phrasing.claims(f"Anna {phrasing.templates['dance'][0][4:-4]} and waves.", {}) is None


def test_words_for_somebody_are_those_that_are_given():
    called = {"the person in red": "die Person in Rot"}
    text = GERMAN.sentence([Claim("wave", "the person in red")], called, random.Random(0))
    assert text in ("Die Person in Rot winkt.", "Die Person in Rot hebt die Hand und winkt.")
    assert GERMAN.claims(text, called) == (Claim("wave", "the person in red"),)


def test_forms_of_the_table_are_those_that_the_rules_give():
    """Two sources that know nothing of each other; foreign names decline in more than one way."""
    missed = {
        form
        for name, forms in POLISH.people.items()
        for case, form in forms.items()
        if form not in (name, *inflected_forms(name, "pl")[case])
    }
    assert len(missed) <= 0.05 * sum(map(len, POLISH.people.values())), missed
