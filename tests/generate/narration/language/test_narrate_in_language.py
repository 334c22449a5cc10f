"""A narration in German: what is asked, and what is said."""

import json
import re
from dataclasses import replace

import pytest

from cinescribe.generate.narration.checks import QUESTION
from cinescribe.generate.narration.language.spoken_language import SpokenLanguage
from cinescribe.generate.narration.moments import Role
from cinescribe.generate.narration.narrate import narrate
from cinescribe.generate.narration.narrated import Narrators
from cinescribe.generate.narration.wording import NarrationVoice
from cinescribe.language.identification.sentence_language import is_in_language
from tests.generate.narration.scenes import ScriptedModel
from tests.generate.narration.test_narrate import DEEDS, checked, deed, pauses, request_corner, said, tools

ANNA, BEN = Role("p1", "Anna", "Anna, in Blau,", "Anna", ("Annas",)), Role("p2", "Ben", "Ben", "Ben", ("Bens",))
DOES = dict(
    zip(
        DEEDS,
        ("öffnet eine Tür", "liest einen Brief", "trinkt einen Tee", "steigt auf eine Leiter", "bindet sich die Schuhe",
         "schält einen Apfel"),
        strict=True,
    )
)  # fmt: skip
COLOURS = {
    "gelbes": (250, 225, 20),
    "türkises": (20, 215, 225),
    "rosa": (245, 60, 200),
    "orangefarbenes": (250, 130, 10),
}


def is_true(statement, request):
    if "Quadrat" in statement:
        corner = request_corner(request)
        nearest = min(COLOURS, key=lambda name: abs(corner - COLOURS[name]).sum())
        return nearest in statement
    return statement == f"Anna {DOES[deed(request)]}."


def german(request, *, english=()):
    """Sees in English, and writes German; some deeds stay English."""
    if QUESTION in request.text:
        return checked(request, is_true)
    if request.text.startswith("Put these notes"):
        notes = re.findall(r"^(\d+)\. Anna (.+)$", request.text, re.MULTILINE)
        texts = [f"Anna {does if does in english else DOES[does]}." for _, does in notes]
        return json.dumps({"sentences": [{"number": n, "text": text} for n, text in enumerate(texts, 1)]})
    if request.text.startswith("You write"):
        does = request.text.split("1. Anna ")[1].splitlines()[0]
        texts = [f"Anna {does if does in english else DOES[does]}.", f"Anna {DOES[does]} mit roten Händen."]
        return json.dumps({"sentences": [{"text": text, "notes": [1]} for text in texts], "synopsis": "Anna ist da."})
    action = {"who": "Anna", "does": deed(request), "to_whom": "", "shot": 2}
    return json.dumps({"actions": [action], "detail": ""})


def faults(texts):
    names = {"anna", "annas", "ben", "bens"}
    return [() if is_in_language(text, "de", names=names) else ("is no German sentence",) for text in texts]


def film(reply=german, *, n=8, **given):
    model, lines = ScriptedModel(reply), list[str]()
    speaker = NarrationVoice(lambda text: len(text.split()) / 2.5, SpokenLanguage("de"))
    own = replace(tools(announce=lines.append), speaker=speaker, faults=faults)
    found = narrate(pauses(n), [0] * n, (ANNA, BEN), Narrators(model, model, **given), own)
    return found, model, lines


def test_sentences_are_in_the_language_and_introduce_people_in_it():
    found, _, _ = film(n=6)
    assert said(found)[:2] == ["Anna, in Blau, öffnet eine Tür.", "Anna liest einen Brief."]
    assert all(one.sentence is None or one.sentence.probability > 0.9 for one in found)
    assert all("roten Händen" not in (text or "") for text in said(found))


def test_statements_of_checks_are_in_the_language():
    _, model, _ = film()
    asked = [request.text.split(QUESTION)[1] for request in model.asked if QUESTION in request.text]
    statements = [line.split(". ", 1)[1] for text in asked for line in text.strip().splitlines()]
    assert len(statements) > 40
    assert [text for text, faulty in zip(statements, faults(statements), strict=True) if faulty] == []
    assert any(text.startswith("Ben ") for text in statements)  # somebody else does it


def test_questions_say_the_language_and_facts_stay_english():
    _, model, _ = film()
    views = [request.text for request in model.asked if request.text.endswith("whatever language is spoken.")]
    (wording,) = [request.text for request in model.asked if request.text.startswith("Put these notes")]
    drafts = [request.text for request in model.asked if request.text.startswith("You write")]
    assert len(views) >= 8
    assert wording.startswith("Put these notes from a film into German (Deutsch)")
    assert drafts[0].startswith(
        "You write the audio description of a film for blind people, in German (Deutsch). Notes"
    )
    assert "1. Anna opens a door" in drafts[0]
    assert "Keep names as they are, inflected only as German does." in drafts[0]
    assert drafts[0].endswith("Every sentence and the synopsis are in German; no word of them is English.")
    examples = re.findall(r"^- (.+)$", drafts[0], re.MULTILINE)
    assert len(examples) == 5
    assert all(is_in_language(text, "de", names={"anna", "ben", "marias", "maria", "omar"}) for text in examples)
    assert "The listener knows already: Anna liest einen Brief; Anna trinkt einen Tee;" in drafts[-1]


def test_requests_a_pause_stay_within_the_budget():
    found, model, _ = film()
    assert len({request.text + repr(request.pictures) for request in model.asked}) <= 4 * len(found)


def test_english_fallback_of_a_model_is_not_spoken():
    found, _, _ = film(lambda request: german(request, english=DEEDS[:3]))
    texts = [text for text in said(found) if text]
    assert texts
    assert not any(faults(texts)[0])
    assert any("is no German sentence" in one.faults for each in found for one in each.draft.candidates)


def test_few_translated_notes_are_announced():
    _, _, lines = film(lambda request: german(request, english=DEEDS))
    assert [line for line in lines if "put only 0 of 6 notes into German" in line]


def test_notes_are_not_translated_without_checks():
    found, model, _ = film(checks=False)
    assert not any(request.text.startswith("Put these notes") for request in model.asked)
    assert any(one.sentence is not None for one in found)


@pytest.mark.parametrize("answer", ["none", "1", lambda text: is_in_language(text, "de", names={"anna", "ben"})])
def test_model_that_only_tells_languages_apart_is_silent(answer):
    def reply(request):
        if QUESTION not in request.text:
            return german(request)
        return answer if isinstance(answer, str) else checked(request, lambda statement, _: answer(statement))

    found, _, lines = film(reply)
    assert said(found) == [None] * 8
    assert any("cannot tell what is true" in line for line in lines)
