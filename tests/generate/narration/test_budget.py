import pytest

from cinescribe.generate.narration.budget import Meter, Pace, in_parallel, in_words, plan
from cinescribe.generate.narration.effort import EFFORTS
from cinescribe.models.vlm.chat import ChatPicture, ChatRequest
from tests.generate.narration.scenes import ScriptedModel


def test_meter_counts_requests_pictures_and_seconds():
    now = [0.0]

    def reply(request):
        now[0] += 2.0
        return "yes"

    meter = Meter(lambda: now[0])
    now[0] += 1.0
    meter.ask(
        "views", ScriptedModel(reply), [ChatRequest("a", (ChatPicture(b"1"), ChatPicture(b"2"))), ChatRequest("b")]
    )
    assert meter.ask("looks", ScriptedModel(reply), []) == []
    assert (meter.n_requests, meter.requests["views"], meter.pictures, meter.own) == (2, 2, 2, 1.0)
    counts = meter.counts()
    assert counts == {
        "views": 2, "second_views": 0, "wordings": 0, "drafts": 0, "checks": 0, "looks": 0,
        "pictures": 2, "seconds": 5.0, "own_seconds": 1.0,
    }  # fmt: skip
    assert meter.alike().n_requests == 0


def test_the_time_left_counts_rounds_of_parallel_requests():
    pace = Pace(view=1.0, draft=1.0, check=1.0, own_view=0.0, own_pause=0.0, in_parallel=True)
    assert pace.left(16, 4, [8, 8]) == 2 + 1 + 4 + 1
    one_by_one = Pace(1.0, 1.0, 1.0, 0.0, 0.0, in_parallel=False)
    assert one_by_one.left(16, 4, [8, 8]) == 16 + 4 + 32 + 5
    own = Pace(0.0, 0.0, 0.0, 0.5, 1.0, in_parallel=True)
    assert own.left(10, 2, [10]) == 16


@pytest.mark.parametrize(("two", "parallel"), [(1.0, True), (1.4, True), (2.0, False)])
def test_timing_of_two_requests_detects_parallel_servers(two, parallel):
    assert in_parallel(1.0, two) == parallel


def test_plan_states_requests_and_pictures():
    assert plan([20.0] * 100, EFFORTS["normal"], checks=True) == "100 pauses: about 355 requests with 2,950 pictures"
    assert plan([20.0], EFFORTS["quick"], checks=True) == "1 pause: about 3 requests with 14 pictures"
    assert plan([20.0] * 100, EFFORTS["normal"], checks=False) == "100 pauses: about 200 requests with 1,400 pictures"
    german = plan([20.0] * 100, EFFORTS["normal"], checks=True, is_english=False)
    assert german == "100 pauses: about 372 requests with 2,950 pictures"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.2, "about 1 second"), (40, "about 40 seconds"), (700, "about 12 minutes"), (4400, "about 1.2 hours")],
)
def test_durations_in_words(seconds, words):
    assert in_words(seconds) == words
