import itertools
import random

import numpy as np
import pytest

from cinescribe.generate.narration.choice import choose, gains
from cinescribe.generate.narration.wording import Candidate
from tests.generate.narration.scenes import ANNA, BEN


class Letters:
    """Vectors of texts by their letters."""

    def vectors(self, texts):
        counts = np.array([[text.lower().count(letter) for letter in "abcdefghijklmnopqrstuvwxyz"] for text in texts])
        return counts / np.linalg.norm(counts, axis=1, keepdims=True)


ROLES = (ANNA, BEN)


def picks(*moments):
    return choose([[*one] for one in moments], ROLES, Letters()).picks


def test_most_probable_sentence_is_chosen():
    assert picks([Candidate("Rain falls.", probability=0.6), Candidate("Snow lies.", probability=0.9)]) == (1,)


def test_faulty_sentence_is_never_chosen():
    assert picks([Candidate("Rain falls.", probability=0.9, faults=("camera",))]) == (None,)
    assert picks([]) == (None,)


def test_sentence_is_not_repeated():
    same = Candidate("Rain falls.", probability=0.9)
    assert picks([same], [same]).count(None) == 1
    assert picks([same], [same, Candidate("A dog jumps over.", probability=0.8)]) == (0, 1)


def both(text: str) -> list[Candidate]:
    """A sentence about Anna, plain and with her introduction."""
    longer = text.replace("Anna", "Anna, in blue,")
    return [Candidate(text, probability=0.9), Candidate(longer, probability=0.9, introduces=("p1",))]


def test_a_person_is_introduced_first_and_only_once():
    assert picks(both("Anna sits."), both("Anna runs out.")) == (1, 0)


def test_more_facts_and_earlier_notes_are_worth_more():
    rain = Candidate("Rain falls.", (0,), probability=0.9)
    assert picks([rain, Candidate("Wet dogs jump.", (0, 1), probability=0.9)]) == (1,)
    assert picks([Candidate("Wet dogs jump.", (2,), probability=0.9), rain]) == (1,)


def test_a_hurried_sentence_is_worth_less():
    assert picks([Candidate("Rain falls.", probability=0.9, hurry=0.1), Candidate("Snow lies.", probability=0.8)]) == (
        1,
    )


def test_action_is_preferred_to_a_state():
    stands = Candidate("Ben stands nearby.", (0,), probability=0.95, is_state=True)
    assert picks([stands, Candidate("Ben opens a door.", (1,), probability=0.9)]) == (1,)
    assert picks([stands]) == (0,)


def test_unchecked_sentence_is_worth_half():
    assert picks([Candidate("Rain falls.", probability=0.6), Candidate("Snow lies.")]) == (0,)


@pytest.mark.parametrize("seed", range(12))
def test_the_choice_is_the_best_of_all(seed):
    rng = random.Random(seed)
    words = ["Anna sits", "Ben runs", "Anna hugs Ben", "Rain falls", "a dog jumps", "Anna sits down", "Ben ran"]

    def some():
        text = rng.choice(words)
        introduces = ("p1",) if text.startswith("Anna") and rng.random() < 0.4 else ()
        faults = ("x",) if rng.random() < 0.1 else ()
        return Candidate(
            text, (rng.randrange(3),), 1.0, 0.0, 0.0, introduces, rng.choice([None, 0.3, 0.6, 0.9]), faults
        )

    moments = [[some() for _ in range(rng.randrange(4))] for _ in range(5)]
    found = choose(moments, ROLES, Letters())
    every = itertools.product(*([None, *(n for n, one in enumerate(moment) if not one.faults)] for moment in moments))
    best = max(gains(each, moments, ROLES, Letters()).score for each in every)
    assert found.score == pytest.approx(best)
    assert gains(found.picks, moments, ROLES, Letters()) == found
