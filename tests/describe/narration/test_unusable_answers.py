from collections import Counter

from cinescribe.describe.narration.unusable_answers import astray, unusable
from cinescribe.export.narration import Considered, NarratedMoment
from cinescribe.timing import Span


def test_answers_that_cannot_be_used_are_counted_by_kind():
    forms = {"seen": Counter(json=4, thoughts=2), "written": Counter(cut=1, prose=3), "checked": Counter(numbers=5)}
    assert unusable(forms) == (
        "3 of 15 answers could not be used: 2 held only thoughts (turn thinking off on the server, or name a model "
        "that does not think), 1 were cut off (give the model a longer context on the server)"
    )


def test_usable_answers_give_no_message():
    assert unusable({"seen": Counter(json=4, fence=1, repaired=1), "checked": Counter(numbers=1)}) is None
    assert unusable({}) is None


def test_sentences_in_another_language_are_counted():
    moment = NarratedMoment(
        Span(0, 1),
        since=0.0,
        considered=(
            Considered("Anna winkt.", 1.0, None),
            Considered("Anna waves.", 1.0, None, ("is no German sentence",)),
        ),
    )
    assert astray([moment, moment], "German") == (
        "2 of 4 sentences were not in German, and are not spoken; if there are many, name another model as `writer`"
    )
    assert astray([], "German") is None
