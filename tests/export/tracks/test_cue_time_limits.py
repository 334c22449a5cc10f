import pytest

from cinescribe.export.tracks.cue_time_limits import free_until, rooms
from cinescribe.schema import Cue, Film, Gap, Script, Speech
from cinescribe.timing import Span

SPEECH = (Speech(Span(4.0, 6.0), "vad"), Speech(Span(5.0, 8.0), "vad"), Speech(Span(12.0, 14.0), "vad"))


def spoken(start: float) -> Cue:
    return Cue(Span(start, start + 1), "Anna waits.")


def test_a_cue_has_room_until_the_next_dialogue_the_next_cue_or_the_end() -> None:
    dropped = Cue(Span(2.5, 2.5), "Nobody says this.", status="dropped")
    script = Script(Film("f.mp4", 20.0), speech=SPEECH, cues=(spoken(1), spoken(2), dropped, spoken(9), spoken(15)))
    assert free_until(script) == (2.0, 4.0, 2.5, 12.0, 20.0)
    assert rooms(script) == (1.0, 2.0, 0.0, 3.0, 5.0)


def test_an_extended_cue_also_has_its_pause() -> None:
    held = Cue(Span(9.0, 9.0), "Anna waits.", status="extended", pause=3.0)
    assert rooms(Script(Film("f.mp4", 20.0), speech=SPEECH, cues=(held, spoken(9.5)))) == (3.5, 2.5)
    inside = held.replace(span=Span(7.0, 7.0))
    assert rooms(Script(Film("f.mp4", 20.0), speech=SPEECH, cues=(inside,))) == (3.0,)


@pytest.mark.parametrize(("start", "room"), [(4.0, 0.0), (7.0, 0.0), (7.95, 4.05), (8.0, 4.0)])
def test_cue_that_begins_during_speech_has_no_room(start: float, room: float) -> None:
    script = Script(Film("f.mp4", 20.0), speech=SPEECH, cues=(spoken(start),))
    assert rooms(script) == pytest.approx((room,))


def test_a_cue_may_last_to_the_end_of_its_gap_over_translated_dialogue() -> None:
    script = Script(Film("f.mp4", 20.0), speech=SPEECH, gaps=(Gap(Span(3.0, 11.0)),), cues=(spoken(5), spoken(10)))
    assert rooms(script) == (5.0, 2.0)
