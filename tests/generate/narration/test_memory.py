from dataclasses import replace

from cinescribe.generate.narration.memory import ListenerMemory
from cinescribe.generate.narration.wording import Candidate, Draft
from tests.generate.narration.test_wording import ROLES, view


def after(memory, text, **changes):
    draft = Draft(replace(view(), detail="a bright kitchen", scale="long"), synopsis="Anna waits " * 50)
    return memory.after(replace(draft, **changes), Candidate(text), ROLES)


def test_spoken_people_and_places_are_remembered():
    memory = after(after(ListenerMemory("The Key: a key is lost."), "Anna sits in the kitchen."), "Ben runs.")
    lines = memory.lines()
    assert lines[0] == "The film: The Key: a key is lost."
    assert lines[1].startswith("So far in this scene: Anna waits Anna")
    assert len(lines[1].split()) == 5 + 70
    assert lines[2:] == [
        "The listener knows already: Anna sits in the kitchen; Ben runs.",
        "The listener has heard of: Anna, Ben.",
        "The listener knows the place: a bright kitchen.",
    ]


def test_unspoken_place_is_not_remembered():
    assert after(ListenerMemory(), "Anna sits.").place == ""


def test_silence_does_not_change_the_memory():
    memory = ListenerMemory("x", "y", ("Anna sits.",))
    assert memory.after(Draft(view(), synopsis="new"), None, ROLES) == memory


def test_a_writer_without_a_synopsis_keeps_the_old_one():
    assert after(ListenerMemory(synopsis="Anna came."), "Anna sits.", synopsis="").synopsis == "Anna came."


def test_only_the_last_sentences_are_kept():
    memory = ListenerMemory()
    for n in range(9):
        memory = after(memory, f"Anna sits {n}.")
    assert memory.sentences == tuple(f"Anna sits {n}." for n in range(3, 9))


def test_initial_memory_is_empty():
    assert ListenerMemory().lines() == []
