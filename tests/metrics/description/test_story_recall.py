import importlib

import pytest

from cinescribe.errors import ScoreError
from cinescribe.language.names.names import people_from_cast
from cinescribe.metrics.description.story_recall import StoryFact, exact_story_recall, story_recall
from tests.metrics.description.plain_scores import Answering, film
from tests.metrics.plain_parser import PlainParser

CASTS = {"": people_from_cast(["Anna", "Ben"])}
FACTS = [StoryFact("", "Anna nods."), StoryFact("", "Ben runs."), StoryFact("", "It rains.")]


def fact(verb, *people):
    return StoryFact("", f"{people} {verb}", frozenset((verb,)), frozenset(people))


def exact(texts, facts):
    return exact_story_recall([film(texts)], facts, PlainParser(), casts=CASTS)[0]


def test_a_model_is_asked_about_each_fact():
    model = Answering(lambda question: "Yes" if "Statement: Anna" in question else "No, never.")
    recall, unreadable = story_recall([film(["Anna nods.", "Ben sits."])], FACTS, model)
    assert recall.per_item == {"#1": 1, "#2": 0, "#3": 0}
    assert unreadable.value == 0
    assert "Anna nods.\nBen sits." in model.asked[0]
    assert "|model:answering|prompt:" in recall.signature


def test_unreadable_answers_are_left_out_and_counted():
    model = Answering(lambda question: "Hm" if "Ben" in question else "yes")
    recall, unreadable = story_recall([film(["Anna nods."])], FACTS, model)
    assert recall.per_item == {"#1": 1, "#3": 1}
    assert unreadable.value == pytest.approx(1 / 3)


def test_long_description_is_asked_about_in_parts(monkeypatch):
    monkeypatch.setattr(importlib.import_module("cinescribe.metrics.description.story_recall"), "PART_WORDS", 4)
    model = Answering(lambda question: "yes" if "Ben runs" in question.partition("Statement")[0] else "no")
    recall, _ = story_recall([film(["Anna nods.", "Anna sits.", "Ben runs."])], FACTS[:1], model)
    assert len(model.asked) == 2
    assert recall.value == 1


def test_empty_description_is_marked_in_the_prompt():
    model = Answering(lambda question: "no")
    assert story_recall([film(["", " "])], FACTS, model)[0].value == 0
    assert "(nothing is said)" in model.asked[0]


def test_an_exact_fact_needs_its_verb_and_its_people():
    texts = ["Anna nods.", "Anna sees Ben.", "It rains."]
    assert exact(texts, [fact("nod", "Anna"), fact("nod", "Ben"), fact("see", "Anna", "Ben")]).per_item == {
        "#1": 1,
        "#2": 0,
        "#3": 1,
    }
    assert exact(texts, [fact("see", "Anna")]).value == 0  # the sentence also names Ben


def test_repeated_fact_needs_repeated_sentences():
    twice = [fact("nod", "Anna"), fact("nod", "Anna")]
    assert exact(["Anna nods."], twice).value == 0.5
    assert exact(["Anna nods.", "Anna nods."], twice).value == 1
    assert exact(["Ben runs."], twice).value == 0


def test_a_verb_may_need_its_complement():
    fact = StoryFact("", "x", frozenset(("see someone",)), frozenset(("Anna", "Ben")))
    assert exact(["Ben nods."], [fact]).value == 0


def test_facts_find_their_films():
    films = [film(["Anna nods."], name="a"), film(["Ben runs."], name="b")]
    facts = [StoryFact("b", "x", frozenset(("run",)), frozenset(("Ben",)))]
    assert exact_story_recall(films, facts, PlainParser(), casts=CASTS)[0].per_item == {"b#1": 1}
    named = [StoryFact("film", "x", frozenset(("nod",)), frozenset(("Anna",)))]
    one = exact_story_recall([film(["Anna nods."])], named, PlainParser(), casts={"film": CASTS[""]})
    assert one[0].per_item == {"film#1": 1}


def test_missing_facts_films_and_verbs_are_refused():
    with pytest.raises(ScoreError, match=r"StoryRecall needs facts of the films' stories; give them \(`facts`\)"):
        story_recall([film(["Anna nods."])], [], Answering(str))
    with pytest.raises(ScoreError, match="there are facts of the film 'c', but no description of it"):
        story_recall([film(["x"], name="a"), film(["y"], name="b")], [StoryFact("c", "x")], Answering(str))
    with pytest.raises(ScoreError, match=r"the fact 'Anna nods\.' has no verbs; ask a language model"):
        exact(["Anna nods."], FACTS)
