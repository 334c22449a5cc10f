"""Backlot's claims in other languages come back as they went."""

import json
import random
from dataclasses import replace
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

from benchmarks.describer.stand_ins.film_truth import Claim, claims
from benchmarks.describer.stand_ins.languages.german import GERMAN
from benchmarks.describer.stand_ins.languages.phrasing import in_english
from benchmarks.describer.stand_ins.languages.polish import POLISH
from benchmarks.describer.stand_ins.requests import CHECK
from benchmarks.describer.stand_ins.translated_witness import TranslatedWitness
from cinescribe.backlot.plan.caption_templates import TEMPLATES
from cinescribe.backlot.plan.plan import PLACES, THINGS
from cinescribe.backlot.plot.screenplay import NAMES
from cinescribe.language.names.name_inflection import inflected_forms
from cinescribe.models.vlm.chat import ChatRequest

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
def test_claims_survive_a_round_trip_through_a_sentence(phrasing):
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


def test_person_without_a_name_is_called_by_the_given_words():
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


def witness(**changes):
    cast = [SimpleNamespace(name=name) for name in ("Anna", "Tom")]
    seer: Any = SimpleNamespace(truth=SimpleNamespace(cast=cast), seed=0, name="w", can=None)
    return TranslatedWitness(seer, GERMAN, **changes)


NOTES = "Put these notes from a film into German (Deutsch).\n" + "\n".join(
    f"{n}. {who} {does}" for n, (who, does) in enumerate(product(("Anna", "Tom"), ("waves", "dances", "sits down")), 1)
)


def said(model, text):
    (answer,) = model.ask([ChatRequest(text)])
    return [one["text"] for one in json.loads(answer.text)["sentences"]]


def test_notes_and_drafts_are_put_into_the_language():
    assert len(said(witness(), NOTES)) == 6
    assert all(GERMAN.claims(text, {}) for text in said(witness(), NOTES))
    draft = (
        "You write the audio description of a film. Notes of what is seen now:\n1. Anna dances\n2. Tom waves\n"
        "The listener knows already: Anna tanzt.\nWrite 5 different sentences in German, each of at most 9 words."
    )
    assert all("Tom" in text and GERMAN.claims(text, {}) for text in said(witness(), draft))  # Anna's dance is known


def test_witness_with_fallback_leaves_some_notes_in_english():
    texts = said(witness(english=0.5), NOTES)
    english = [text for text in texts if claims(text, ["Anna", "Tom"])]
    assert 0 < len(english) < 6
    assert said(witness(english=0.5), NOTES) == texts


def test_witness_that_only_tells_languages_apart_accepts_non_english():
    (answer,) = witness(tells_languages_only=True).ask(
        [ChatRequest(f"{CHECK} Some are not.\n1. Anna winkt.\n2. Tom dances.\n3. Tom tanzt.")]
    )
    assert answer.text == "1, 3"


def test_statements_are_read_in_english():
    assert witness().english_of("Anna, in Blau, winkt.", {}) == "Anna waves."
    assert witness().english_of("In der Ecke ist ein orangefarbenes Quadrat.", {}).startswith("An orange square is in")
    assert witness().english_of("Anna jongliert.", {}) == "Anna jongliert."
    polish = replace(witness(), phrasing=POLISH)
    assert polish.english_of("Tom w niebieskim ubraniu bije brawo.", {}) == "Tom claps."
