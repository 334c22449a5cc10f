import math

import pytest

from cinescribe.generate.narration.checking import (
    Question,
    check_request,
    joint,
    probability,
    questions,
    reply,
    statements,
)
from cinescribe.generate.narration.marked_frames import Legend
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.models.vlm.chat import ChatAnswer

LEGEND = Legend((("p1", "Anna", "red"),))
ASKED = Question("Is it?")


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("Anna opens the door.", ("Anna opens the door.",)),
        ("Anna opens the door and walks out.", ("Anna opens the door.", "Anna walks out.")),
        ("Anna sits down and Ben leaves the room.", ("Anna sits down.", "Ben leaves the room.")),
        (
            "Ben opens the door while the person in red walks out.",
            ("Ben opens the door.", "The person in red walks out."),
        ),
        ("Anna and Ben leave the room.", ("Anna and Ben leave the room.",)),
        ("Anna takes the letter and reads it.", ("Anna takes the letter and reads it.",)),  # `it` needs the letter
        ("A red door.", ("A red door.",)),
    ],
)
def test_a_sentence_is_asked_about_by_clauses(text, clauses):
    assert statements(text, shipped_parser(), ("Anna", "Ben", "the person in red")) == clauses


def test_who_does_it_is_a_question_of_its_own():
    whole, who = questions("Anna opens the door.", LEGEND, by_vote=False)
    assert '"Anna opens the door."' in whole.text
    assert who.text == 'Is it Anna (the red circle), and nobody else, who "opens the door"?'
    _, again = questions("A man sits.", LEGEND, by_vote=False)
    assert again.text == 'Do you see who or what does this, and nothing else instead: "A man sits."'


def test_votes_ask_once_the_other_way_round():
    asked = questions("Anna opens the door.", LEGEND, by_vote=True)
    assert [question.is_denied for question in asked] == [False, False, True, False]


def test_a_question_is_short_and_says_what_it_shows():
    request = check_request(ASKED, "These are frames.", (b"jpeg",))
    assert request.text == "These are frames.\nIs it?\nAnswer with one word, yes or no."
    assert (request.images, request.log_probability, request.max_tokens) == ((b"jpeg",), True, 3)


@pytest.mark.parametrize(
    ("text", "log_probability", "expected"),
    [
        ("Yes", math.log(0.8), 0.8),
        ("No.", math.log(0.8), 0.2),
        ("**Yes**", None, 0.98),
        ("no", None, 0.02),
        ("Yes", 0.0, 0.98),
        ("Perhaps", -0.1, None),
        ("", None, None),
    ],
)
def test_an_answer_becomes_a_probability(text, log_probability, expected):
    assert reply(ASKED, ChatAnswer(text, log_probability)).probability == pytest.approx(expected)


def test_a_denied_statement_is_turned_round():
    assert reply(Question("Wrong?", is_denied=True), ChatAnswer("No", math.log(0.9))).probability == pytest.approx(0.9)


def test_odds_of_two_looks_are_multiplied_and_votes_counted():
    sure = [reply(ASKED, ChatAnswer("Yes", math.log(0.8))), reply(ASKED, ChatAnswer("Yes", math.log(0.6)))]
    assert probability(sure, by_vote=False) == pytest.approx(4 * 1.5 / (1 + 4 * 1.5))
    votes = [reply(ASKED, ChatAnswer(word)) for word in ("yes", "yes", "no", "what")]
    assert probability(votes, by_vote=True) == pytest.approx(3 / 5)
    assert probability(votes[-1:], by_vote=True) is None


def test_all_statements_must_hold():
    assert joint([0.5, 0.5]) == 0.25
    assert joint([0.5, None]) is None
    assert joint([]) == 1.0
