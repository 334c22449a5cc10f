from collections import Counter

from cinescribe.describe.narration.unusable_answers import unusable


def test_answers_that_cannot_be_used_are_counted_by_kind():
    forms = {"seen": Counter(json=4, thoughts=2), "written": Counter(cut=1, prose=3), "checked": Counter(numbers=5)}
    assert unusable(forms) == (
        "3 of 15 answers could not be used: 2 held only thoughts (turn thinking off on the server, or name a model "
        "that does not think), 1 were cut off (give the model a longer context on the server)"
    )


def test_nothing_is_said_if_all_could_be_used():
    assert unusable({"seen": Counter(json=4, fence=1, repaired=1), "checked": Counter(numbers=1)}) is None
    assert unusable({}) is None
