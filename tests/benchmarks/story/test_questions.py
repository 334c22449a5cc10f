"""Questions about a story have one right answer, and it cannot be guessed."""

from collections import Counter

import pytest

from benchmarks.story.learned_guesser import LearnedGuesser, planned_items, planned_truth
from benchmarks.story.questions import FEWEST_CHOICES, KINDS, MOST_OF_A_KIND, StoryItem, story_items
from cinescribe.backlot.plan.truth import CastMember, FilmedClip, FilmTruth
from cinescribe.metrics.description.story_questions import CHOICES
from cinescribe.timing import Span

PEOPLE = {"P1": "Anna", "P2": "Ben", "P3": "Cara", "P4": "Dan"}


def film(*acts: tuple[str, str, str, str | None, str | None]) -> FilmTruth:
    """A film of clips: place, actor, action, partner, thing."""
    clips = [
        FilmedClip(
            id=f"c{n:03d}", span=Span(n, n + 1), scene=n, place=place, layout=0, light="day", action=action,
            action_span=Span(n, n + 1), actor=actor, people=(actor, *([partner] if partner else [])), captions=(),
            intentions=(f"{actor} wants to {action} it.",), effects=(), attributes=(), costumes=(), partner=partner,
            thing=thing,
        )
        for n, (place, actor, action, partner, thing) in enumerate(acts)
    ]  # fmt: skip
    return FilmTruth(
        id="film", seed=0, title="", film="", screenplay="", described="", sightings="", duration=len(acts), width=0,
        height=0, rate_hz=0, hard=False, cast=tuple(CastMember(id, name, "woman") for id, name in PEOPLE.items()),
        clips=tuple(clips), shots=(),
    )  # fmt: skip


STORY = film(
    ("kitchen", "P1", "hug", "P2", None),
    ("kitchen", "P3", "pick up", None, "box"),
    ("beach", "P2", "wave", None, None),
    ("bar", "P4", "put down", None, "hat"),
    ("bar", "P1", "hand over", "P3", "key"),
    ("park", "P3", "clap", None, None),
)


def asked(truth: FilmTruth, kind: str) -> dict[str, tuple[str, set[str]]]:
    """The right answer and the other choices, by question."""
    found = {}
    for item in story_items(truth):
        if item.kind == kind:
            right = item.question.options[CHOICES.index(item.question.answer)]
            found[item.question.question] = right, {one for one in item.question.options if one} - {right}
    return found


@pytest.mark.parametrize(
    ("kind", "question", "right", "wrong"),
    [
        ("who", "Who picks up a box in the kitchen?", "Cara", {"Anna", "Ben", "Dan"}),
        ("whom", "Whom does Anna hug in the kitchen?", "Ben", {"Cara", "Dan"}),
        ("thing", "What does Anna give to Cara in the bar?", "a key", {"a box", "a hat"}),
        ("where", "Where does Ben wave?", "on the beach", {"in the kitchen", "in the bar", "in the park"}),
        ("again", "Who does something both in the kitchen and in the bar?", "Anna", {"Ben", "Dan"}),
    ],
)
def test_answers_are_true_of_the_film(kind: str, question: str, right: str, wrong: set[str]) -> None:
    found: dict[str, tuple[str, set[str]]] = {}
    for n in range(30):  # at most three of a kind are drawn, by the film's name
        found |= asked(STORY.replace(id=f"film{n}"), kind)
    assert found[question] == (right, wrong)


def test_what_happens_next_and_first_follow_the_order_of_the_film() -> None:
    found: dict[str, str] = {}
    firsts = set()
    for n in range(30):
        found |= {question: right for question, (right, _) in asked(STORY.replace(id=f"film{n}"), "next").items()}
        firsts |= {
            (right, one) for right, wrong in asked(STORY.replace(id=f"film{n}"), "first").values() for one in wrong
        }
    assert found["What happens right after Ben waves?"] == "Dan puts down a hat."
    order = [
        "Anna hugs Ben.", "Cara picks up a box.", "Ben waves.", "Dan puts down a hat.", "Anna gives a key to Cara.",
        "Cara claps.",
    ]  # fmt: skip
    assert firsts
    assert all(order.index(right) < order.index(wrong) for right, wrong in firsts)


def test_a_question_with_two_right_answers_is_not_asked() -> None:
    twice = film(*[("kitchen", who, "wave", None, None) for who in ("P1", "P2")], ("bar", "P1", "wave", None, None))
    for n in range(10):
        own = twice.replace(id=f"film{n}")
        assert "Who waves in the kitchen?" not in asked(own, "who")
        assert "Where does Anna wave?" not in asked(own, "where")


def test_reasons_that_may_be_the_same_are_no_wrong_choices() -> None:
    for seed in range(30):
        for item in story_items(planned_truth(seed, n_clips=10)):
            if item.kind == "why":
                verbs = [one.split()[1] for one in item.question.options if one]
                right = verbs[CHOICES.index(item.question.answer)]
                assert verbs.count(right) == 1


def test_questions_are_balanced_and_repeatable() -> None:
    items = planned_items(range(20), n_clips=10)
    assert items == planned_items(range(20), n_clips=10)
    assert {item.kind for item in items} == set(KINDS)
    assert max(Counter((item.question.file, item.kind) for item in items).values()) == MOST_OF_A_KIND
    assert all(FEWEST_CHOICES <= len(set(item.statements)) == len(item.statements) <= len(CHOICES) for item in items)
    letters = Counter(item.question.answer for item in items if item.question.options[-1])
    assert min(letters[one] for one in CHOICES) > sum(letters.values()) / 10  # no letter is favoured


def test_right_choices_cannot_be_learned_from_other_films() -> None:
    guesser = LearnedGuesser(planned_items(range(20_000, 20_100), n_clips=10))
    items = planned_items(range(21_000, 21_060), n_clips=10)
    right = sum(letter == item.question.answer for item, letter in zip(items, guesser.letters(items), strict=True))
    assert right / len(items) < sum(item.chance for item in items) / len(items) + 0.04


def test_guesser_learns_what_gives_choices_away() -> None:
    items = planned_items(range(20_000, 20_030), n_clips=10)

    def marked(item: StoryItem) -> StoryItem:
        options = [
            f"{one} really" if CHOICES[n] == item.question.answer else one
            for n, one in enumerate(item.question.options)
        ]
        return StoryItem(
            type(item.question)(item.question.file, 0, item.question.question, tuple(options), item.question.answer),
            item.kind,
            item.statements,
        )

    guesser = LearnedGuesser(tuple(map(marked, items[:300])))
    letters = guesser.letters([marked(item) for item in items[300:]])
    right = [letter == item.question.answer for item, letter in zip(items[300:], letters, strict=True)]
    assert sum(right) / len(right) > 0.9
