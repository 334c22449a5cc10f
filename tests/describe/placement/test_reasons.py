"""Each dropped cue says what is in its way, in numbers."""

import pytest

from cinescribe.describe.placement.placement import place
from cinescribe.describe.placement.reasons import COULD_WAIT
from cinescribe.schema import Caption, Speech
from cinescribe.timing import Span
from tests.describe.placement.films import gaps, words
from tests.dummies import SteadyVoice

SCENES = (Span(0, 14), Span(14, 30))


def reasons(*captions, free=(), speech=(), extended=False):
    heard = [Speech(Span(*span), "vad") for span in speech]
    found = place(captions, [], gaps(*free), voice=SteadyVoice(), scenes=SCENES, speech=heard, extended=extended)
    assert all((cue.reason or "").endswith(COULD_WAIT) == cue.could_wait for cue in found)
    return {cue.id: cue.reason for cue in found}


def about(start, end, n=5, **values):
    return Caption("", words(n), span=Span(start, end), **values)


@pytest.mark.parametrize(
    ("free", "caption", "why"),
    [
        ((10, 11.1), about(10, 14), "the gap is 1.1 s, and the sentence takes 2.0 s"),
        ((8, 11.1), about(10, 14), "the gap has 1.1 s left, and the sentence takes 2.0 s"),
        ((8, 20), about(12.8, 14), "its scene is seen for only 1.2 s, and the sentence takes 2.0 s"),
        ((12.8, 20), about(10, 14), "its scene is seen for only 1.2 s more, and the sentence takes 2.0 s"),
        ((8, 20), about(10, 14, until=(11.0,)), "the picture would contradict it after 1.0 s, and the sentence takes"),
        ((20, 25), about(10, 14), "nobody pauses while its picture is seen, from 10.0 to 14.0 s"),
        ((20, 25), about(10, 14, until=(11.5,)), "nobody pauses while its picture is seen, from 10.0 to 11.5 s"),
    ],
)
def test_reason_for_a_lack_of_room_gives_the_available_time(free, caption, why):
    (reason,) = reasons(caption, free=[free]).values()
    assert reason.startswith(why)
    assert reason.endswith(COULD_WAIT)


def test_reason_for_a_taken_gap_names_the_cue():
    later = reasons(about(8, 10), about(10, 14), free=[(10, 12.1)])
    assert later["c8000"] == f"cue c10000 has its time, which describes what is on the screen then{COULD_WAIT}"
    more = reasons(about(10, 14, score=-2.0), about(10, 14), free=[(10, 12.1)])
    assert more["c10000"] == f"cue c10000.2 has its time, which is more important{COULD_WAIT}"


def test_reason_without_possible_hold_does_not_offer_one():
    (reason,) = reasons(about(10, 14), free=[(20, 25)], speech=[(9, 19)]).values()
    assert reason == "nobody pauses while its picture is seen, from 10.0 to 14.0 s"


def test_an_extended_cue_has_the_same_reason():
    (reason,) = reasons(about(10, 14), free=[(10, 11.1)], extended=True).values()
    assert reason == "the gap is 1.1 s, and the sentence takes 2.0 s; the film waits"


def test_a_gap_that_begins_between_two_milliseconds_is_found():
    two = Caption("", f"{words(3)} {words(9)}", span=Span(10, 14))
    start = 10.123 + 1e-12
    found = reasons(two, free=[(start, start + 1.4)])
    assert found["c10000-2"] == "the gap is 1.4 s, and with this sentence it would take 4.8 s"
