import json

from cinescribe.generate.narration.language.fact_wordings import N_AT_ONCE, fact_wordings
from cinescribe.generate.narration.language.spoken_language import SpokenLanguage
from cinescribe.models.vlm.chat import ChatAnswer
from tests.generate.narration.language.test_statement_words import ROLES

GERMAN = SpokenLanguage("de")
TEXTS = ("Anna waves", "Ben laughs", "a man sits")
SAID = ("Anna winkt.", "Ben lacht.", "Ein Mann sitzt.")


def worded(answer, texts=TEXTS, faults=lambda found: [()] * len(found), language=GERMAN):
    asked = []

    def ask(requests):
        asked.extend(requests)
        return [ChatAnswer(answer if isinstance(answer, str) else answer(request)) for request in requests]

    return fact_wordings(texts, ROLES, language, ask=ask, faults=faults), asked


def answer_of(pairs):
    return json.dumps({"sentences": [{"number": n, "text": text} for n, text in pairs]})


def test_notes_are_put_into_the_language():
    found, (request,) = worded(answer_of(enumerate(SAID, 1)))
    assert found == dict(zip(TEXTS, SAID, strict=True))
    assert request.text.startswith("Put these notes from a film into German (Deutsch), each as one plain sentence")
    assert "1. Anna waves\n2. Ben laughs\n3. a man sits" in request.text
    assert request.pictures == ()


def test_people_without_a_name_are_called_by_words_of_the_language():
    _, (request,) = worded("[]", texts=("the person in red waves",))
    assert "In German, call the person in red `die Person in Rot`." in request.text


def test_numbered_lines_are_read():
    assert worded("\n".join(f"{n}. {text}" for n, text in enumerate(SAID, 1)))[0] == dict(zip(TEXTS, SAID, strict=True))
    assert worded("I cannot do that.")[0] == {}


def test_a_sentence_that_names_others_is_left_out():
    found, _ = worded(answer_of([(1, "Ben winkt."), (2, "Ben umarmt Anna."), (3, "Annas Freund sitzt.")]))
    assert found == {}


def test_an_inflected_name_is_the_same_person():
    found, _ = worded(answer_of([(1, "Annas Hand winkt.")]))
    assert found == {"Anna waves": "Annas Hand winkt."}


def test_a_faulty_sentence_is_left_out():
    found, _ = worded(
        answer_of(enumerate((*SAID[:2], "A man sits."), 1)),
        faults=lambda texts: [("is no German sentence",) if text.startswith("A ") else () for text in texts],
    )
    assert list(found) == ["Anna waves", "Ben laughs"]


def test_many_notes_are_translated_in_parts():
    texts = [f"Anna takes {n} steps" for n in range(N_AT_ONCE + 3)]
    _, asked = worded("[]", texts=(*texts, *texts))
    assert [request.text.count("\n") for request in asked] == [N_AT_ONCE + 2, 5]


def test_other_scripts_are_read():
    found, _ = worded(answer_of([(3, "男が座る。")]), language=SpokenLanguage("ja"))
    assert found == {"a man sits": "男が座る。"}


def test_unrequested_numbers_are_ignored():
    found, _ = worded(
        json.dumps({"sentences": [{"number": 9, "text": "Anna winkt."}, {"number": "x", "text": "Hm."}, 3]})
    )
    assert found == {}
