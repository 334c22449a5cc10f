"""The rule reads what a description says, and no more."""

import pytest

from benchmarks.story.questions import StoryItem
from benchmarks.story.rule_reader import RuleReader
from cinescribe.metrics.description.story_questions import CHOICES, StoryQuestion

CAST = ("Anna", "Ben", "Cara")
SAID = (
    "In the kitchen, Anna wraps her arms around Ben.",
    "Cara grabs a box. She puts it on the table.",
    "Ben waves on the beach.",
    "Anna claps in the bar.",
)


def chosen(kind: str, statement: str, options: list[str], said: tuple[str, ...] = SAID) -> str:
    question = StoryQuestion("film/whole", 0, "?", (*options, *[""] * (len(CHOICES) - len(options))), "A")
    item = StoryItem(question, kind, tuple(statement.replace("{}", one) for one in options))
    (letter,) = RuleReader(CAST).letters([item], said)
    return options[CHOICES.index(letter)]


@pytest.mark.parametrize(
    ("kind", "statement", "options", "right"),
    [
        ("who", "{} picks up a box in the kitchen.", ["Anna", "Ben", "Cara"], "Cara"),
        ("whom", "Anna hugs {} in the kitchen.", ["Cara", "Ben"], "Ben"),
        ("what", "Ben {} on the beach.", ["claps", "hugs Anna", "waves"], "waves"),
        ("where", "Anna claps {}.", ["on the beach", "in the kitchen", "in the bar"], "in the bar"),
        ("next", "Ben waves. {}", ["Cara picks up a box.", "Anna hugs Ben.", "Anna claps."], "Anna claps."),
        ("first", "{}", ["Ben waves.", "Anna claps.", "Cara picks up a box."], "Cara picks up a box."),
        ("again", "{} is in the kitchen. {} is in the bar.", ["Ben", "Anna", "Cara"], "Anna"),
    ],
)
def test_what_is_said_is_found(kind: str, statement: str, options: list[str], right: str) -> None:
    assert chosen(kind, statement, options) == right


def test_order_of_sentences_decides_what_is_first() -> None:
    options = ["Ben waves.", "Anna claps.", "Cara picks up a box."]
    assert chosen("first", "{}", options, SAID[::-1]) == "Anna claps."


def test_pronouns_are_read() -> None:
    said = ("Anna enters the bar.", "She drinks from a cup.", "Ben waves.")
    assert chosen("who", "{} drinks from a cup.", ["Ben", "Anna"], said) == "Anna"


def test_nothing_said_is_a_guess_that_favours_no_choice() -> None:
    options = ["Anna", "Ben", "Cara"]
    letters = set()
    for n in range(40):
        question = StoryQuestion(f"{n}/whole", 0, "Who waves?", (*options, "", ""), "A")
        item = StoryItem(question, "who", tuple(f"{one} waves." for one in options))
        letters |= set(RuleReader(CAST).letters([item], ()))
    assert letters == {"A", "B", "C"}
