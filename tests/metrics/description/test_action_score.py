import pytest

from cinescribe.errors import ScoreError
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.description.action_score import Action, action_score, actions
from tests.metrics.description.plain_scores import BagOfWords, plain_action_value
from tests.metrics.plain_parser import PlainParser


def parsed(text):
    return [(action.phrase, action.verb) for action in actions([text], shipped_parser())[0]]


@pytest.mark.slow
def test_action_is_a_verb_with_its_complements():
    assert parsed("Anna wakes up, and Joey pats his shoulder.") == [
        ("wakes up", "wake up"),
        ("pats their shoulder", "pat"),
    ]
    assert parsed("She sees him standing over her.") == [("sees someone standing over someone", "see")]
    assert parsed("He hands Anna Smith the broom as she passes.")[0] == ("hands someone the broom", "hand")
    assert parsed("Monica beams and sidles back inside.") == [("beams", "beam"), ("sidles back inside", "sidle")]
    assert parsed("A dark kitchen.") == []


@pytest.mark.slow
@pytest.mark.xfail(reason="the parser that learned from descriptions reads this `down` as a place")
def test_particle_is_part_of_the_verb():
    assert parsed("Anna sits down.") == [("sits down", "sit down")]


@pytest.mark.slow
def test_complement_distinguishes_senses():
    texts = ["Anna takes a seat.", "Anna walks away.", "Anna walks into the bar.", "He pushes Anna.", "Anna waves."]
    found = [own[0].complement for own in actions(texts, shipped_parser())]
    assert found == ["seat", "away", "into", "someone", None]


def test_the_score_equals_its_definition():
    pairs = Pairs.of(
        {"a": "Anna sees Ben. Ben runs.", "b": "Anna holds it."}, {"a": "Carl holds Ben.", "b": "Ben runs."}
    )
    score = action_score(pairs, PlainParser(), BagOfWords())
    first = plain_action_value(
        [("holds someone", "hold")],
        [("sees someone", "see"), ("runs", "run")],
        ["someone sees someone", "someone runs"],
    )
    second = plain_action_value([("runs", "run")], [("holds someone", "hold")], ["someone holds someone"])
    assert score.per_item == pytest.approx({"a": first, "b": second})
    assert score.value == pytest.approx((first + second) / 2)


def test_names_and_extra_actions_do_not_change_the_score():
    reference = {"a": "Anna sees Ben."}
    same = action_score(Pairs.of({"a": "Carl sees Dora."}, reference), PlainParser(), BagOfWords())
    more = action_score(Pairs.of({"a": "Carl sees Dora. Carl runs."}, reference), PlainParser(), BagOfWords())
    assert same.value == more.value == pytest.approx(1)


def test_empty_description_scores_zero_and_references_without_action_are_skipped():
    pairs = Pairs.of({"a": "", "b": "Ben runs."}, {"a": "Anna nods.", "b": "Ben runs."}, allow_empty=True)
    score = action_score(pairs, PlainParser(), BagOfWords(), given={"a": ["Anna nods."], "b": []})
    assert score.per_item == {"a": 0.0}
    empty = Pairs.of({"a": ""}, {"a": "Anna nods."}, allow_empty=True)
    assert action_score(empty, PlainParser(), BagOfWords()).value == 0


def test_actions_of_several_references_all_count():
    pairs = Pairs.of({"a": "Anna nods."}, {"a": ["Ben nods.", "Ben runs."]})
    assert action_score(pairs, PlainParser(), BagOfWords()).value == pytest.approx(0.5)


def test_given_actions_replace_those_of_the_parser():
    pairs = Pairs.of({"a": "Anna nods."}, {"a": "Anna sees Ben."})
    score = action_score(pairs, PlainParser(), BagOfWords(), given={"a": ["She nods."]})
    assert score.value == pytest.approx(1)
    assert "|actions:given|parser:plain|sim:bag|weights:0.8,0.2|rescale:no|approx:yes|" in score.signature
    with pytest.raises(ScoreError, match=r"item 'a' has no actions; give those of every item \(`actions`\)"):
        action_score(pairs, PlainParser(), BagOfWords(), given={})


def test_no_action_at_all_is_refused():
    pairs = Pairs.of({"a": "Anna nods."}, {"a": "Anna nods."})
    with pytest.raises(ScoreError, match="none of the 1 items has an action in its reference"):
        action_score(pairs, PlainParser(), BagOfWords(), given={"a": []})


def test_actions_with_equal_fields_are_equal():
    assert Action("nods", "nod") == Action("nods", "nod", None)
