from cinescribe.export.player.detail import cue_levels
from cinescribe.schema import Speech
from cinescribe.timing import Span
from tests.export.player.described import described


def test_each_level_says_another_wording():
    spoken, extended, dropped = cue_levels(described())
    assert (spoken.short, spoken.standard, spoken.full) == ("Anna looks.", *2 * ("Anna looks up at the sky.",))
    assert spoken.wordings == ("Anna looks up at the sky.", "Anna looks.")
    assert (spoken.start, spoken.until, spoken.waits) == (0.5, 2.0, False)
    assert (extended.short, extended.standard, extended.start, extended.until) == ("A bird.", "A bird lands.", 3.0, 3.0)
    assert (dropped.short, dropped.standard, dropped.full) == (None, None, "Tom leaves.")
    assert extended.waits
    assert dropped.waits


def test_film_waits_for_a_dropped_cue_between_lines():
    assert cue_levels(described())[-1].start == 4.6
    both = (Speech(Span(4.0, 4.6), "vad"), Speech(Span(4.5, 5.5), "vad"), Speech(Span(5.5, 7.0), "vad"))
    assert cue_levels(described(speech=both))[-1].start == 5.5


def test_a_recording_is_heard_at_each_level():
    cues = described().cues
    (spoken, *_) = cue_levels(described(cues=(cues[0].replace(recording="recordings/c1.wav"), *cues[1:])))
    assert spoken.wordings == ("Anna looks up at the sky.",)


def test_film_waits_only_for_the_first_of_two_simultaneous_cues():
    first, held, *_ = described().cues
    found = cue_levels(described(cues=(first.replace(span=Span(3.0, 3.9)), held)))
    assert [one.waits for one in found] == [True, False]
