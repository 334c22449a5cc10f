from itertools import pairwise

import pytest

from cinescribe.describe.placement.placement import place
from cinescribe.export.tracks.cue_time_limits import BREATH, FASTEST
from cinescribe.schema import Caption, Clip, Cue, Evidence, Gap, Speech
from cinescribe.timing import Span
from tests.dummies import SteadyVoice

VOICE = SteadyVoice()


def clip(start: float, end: float) -> Clip:
    return Clip(f"c{start}", "film", Span(start, end))


def words(n: int, word: str = "word") -> str:
    return " ".join([word] * n) + "."


def placed(text: str, gap: Span, *, shorter: tuple[str, ...] = (), extended: bool = False, speech=()):
    caption = Caption("c10", text, shorter=shorter, by="observer")
    return place([caption], [clip(10, 15)], [Gap(gap)], voice=VOICE, extended=extended, speech=speech)


def test_a_cue_starts_with_its_clip_and_lasts_as_long_as_it_takes_to_say():
    (cue,) = placed(words(5), Span(8, 20))
    assert (cue.span, cue.rate, cue.status) == (Span(10, 12), 1.0, "spoken")
    assert cue.reason is None


def test_shorter_wording_comes_before_speed():
    (cue,) = placed(words(10), Span(10, 13), shorter=(words(7),))
    assert cue.text == words(7)
    assert cue.rate == 1.0
    assert "shorter" in cue.reason


def test_the_shortest_wording_is_hurried_no_more_than_a_fifth():
    (cue,) = placed(words(10), Span(10, 13.5), shorter=(words(10),))
    assert 1.0 < cue.rate <= FASTEST
    assert cue.span.end <= 13.5


def test_whole_sentences_are_dropped_and_logged():
    first, second = words(5, "first"), words(9, "second")
    spoken, dropped = placed(f"{first} {second}", Span(10, 12.5))
    assert (spoken.text, spoken.status) == (first, "spoken")
    assert (dropped.text, dropped.status) == (second, "dropped")
    assert dropped.reason == "the gap is 2.5 s, and with this sentence it would take 5.6 s"


def test_caption_that_fits_nowhere_is_dropped_whole():
    (cue,) = placed(words(30), Span(10, 12))
    assert (cue.status, cue.text) == ("dropped", words(30))


def test_a_caption_far_from_every_gap_is_dropped():
    (cue,) = placed(words(3), Span(40, 60))
    assert cue.status == "dropped"


def test_an_extended_cue_holds_the_film_outside_speech():
    speech = [Speech(Span(9, 12), "vad")]
    (cue,) = placed(words(30), Span(30, 31), extended=True, speech=speech)
    assert (cue.status, cue.span.start) == ("extended", 12)
    assert cue.pause == pytest.approx(12.0)


def test_a_hold_stands_between_two_subtitles_and_inside_the_film():
    speech = [Speech(Span(5, 10.5), "subtitles", "One."), Speech(Span(10.5, 16), "subtitles", "Two.")]
    (cue,) = placed(words(30), Span(30, 31), extended=True, speech=speech)
    assert cue.span == Span(10.5, 10.5)


def test_holds_keep_the_order_of_their_captions():
    captions = [Caption("c8", words(30, "first")), Caption("c10", words(20, "second"))]
    speech = [Speech(Span(0, 12), "vad")]
    first, second = place(captions, [clip(8, 10), clip(10, 12)], [], voice=VOICE, speech=speech, extended=True)
    assert first.text.startswith("first")
    assert first.span.start <= second.span.start <= 12


def test_cue_never_starts_before_its_picture():
    (cue,) = placed(words(2), Span(7, 10))
    assert cue.status == "dropped"
    (held,) = placed(words(2), Span(7, 10), extended=True, speech=[Speech(Span(2, 9.5), "vad")])
    assert (held.status, held.span.start) == ("extended", 10)


def test_a_wording_that_the_picture_contradicts_gives_way_to_one_that_holds():
    caption = Caption("", words(5), shorter=(words(4),), span=Span(11, 15), until=(12.9, 20.0))
    (cue,) = place([caption], [], [Gap(Span(8, 20))], voice=VOICE)
    assert (cue.text, cue.span) == (words(4), Span(11, 12.6))
    (late,) = place([caption], [], [Gap(Span(14, 20))], voice=VOICE)
    assert late.text == words(4)


def test_outdated_wording_is_dropped_and_never_held():
    caption = Caption("", words(5), span=Span(11, 15), until=(12.0,))
    (cue,) = place([caption], [], [Gap(Span(8, 20))], voice=VOICE)
    assert (cue.status, cue.span.start) == ("dropped", 11)
    speech = [Speech(Span(10, 13), "vad")]
    (cue,) = place([caption], [], [], voice=VOICE, speech=speech, extended=True)
    assert cue.status == "dropped"


def test_film_does_not_wait_for_a_past_picture():
    caption = Caption("", words(5), span=Span(1, 4))
    (cue,) = place([caption], [], [], voice=VOICE, speech=[Speech(Span(0, 16), "vad")], extended=True)
    assert cue.status == "dropped"


def test_captions_are_placed_by_time_and_ids_are_unique():
    captions = [Caption("", words(n), span=Span(at, at + 1)) for at, n in ((5, 1), (2, 2), (2, 3))]
    cues = place(captions, [], [Gap(Span(0, 20))], voice=VOICE)
    assert [(cue.id, len(cue.text.split())) for cue in cues] == [("c2000", 2), ("c2000.2", 3), ("c5000", 1)]


def test_notes_go_with_the_cue():
    caption = Caption("c0", words(5), notes=("0.0 s: Music plays.",))
    (cue,) = place([caption], [clip(0, 10)], [Gap(Span(0, 20))], voice=VOICE)
    assert cue.notes == ("0.0 s: Music plays.",)


def test_cue_after_a_hold_stays_after_it():
    captions = [Caption("c4.5", words(30, "first")), Caption("c5", words(1, "second"))]
    speech = [Speech(Span(0, 6), "vad")]
    cues = place(captions, [clip(4.5, 5), clip(5, 6)], [Gap(Span(6, 8))], voice=VOICE, speech=speech, extended=True)
    assert [cue.status for cue in cues] == ["extended", "spoken"]
    assert [cue.span.start for cue in cues] == [6, 6]


def test_cues_share_a_gap_in_order_with_a_breath_between():
    captions = [Caption("c0", words(10)), Caption("c2", words(5))]
    first, second = place(captions, [clip(0, 2), clip(2, 4)], [Gap(Span(0, 20))], voice=VOICE)
    assert first.span == Span(0, 4)
    assert second.span.start == pytest.approx(4 + BREATH)


def test_no_cue_leaves_its_gap_whatever_the_captions():
    gaps = [Gap(Span(start, start + length)) for start, length in ((0, 3), (7, 1.3), (12, 6), (30, 2))]
    clips = [clip(start, start + 2.5) for start in range(0, 36, 3)]
    captions = [Caption(c.id, f"{words(n % 9 + 1)} {words(n % 4 + 2)}") for n, c in enumerate(clips)]
    cues = place(captions, clips, gaps, voice=VOICE)
    for cue in cues:
        assert cue.status == "dropped" or any(
            g.span.start <= cue.span.start and cue.span.end <= g.span.end for g in gaps
        )
    said = " ".join(cue.text for cue in cues)
    assert sum(said.count(s) for s in {words(n) for n in range(1, 10)}) >= len(captions)
    spoken = [cue.span for cue in cues if cue.status == "spoken"]
    assert all(a.end + BREATH <= b.start + 1e-9 for a, b in pairwise(spoken))


def test_an_empty_caption_makes_no_cue():
    assert placed("", Span(0, 30)) == ()


def test_word_evidence_does_not_move_cues():
    seen = Evidence(4.0, "face of P1")
    looked = Evidence(1.0, "the picture", word="P1")
    caption = Caption("c0", words(5), evidence=(seen,))
    both = caption.replace(evidence=(seen, looked))
    (plain,), (explained,) = (place([one], [clip(0, 10)], [Gap(Span(0, 20))], voice=VOICE) for one in (caption, both))
    assert plain.span == explained.span
    assert explained.evidence == (seen, looked)


def test_ids_name_the_clip_and_stay_when_the_words_change():
    for word in ("first", "other"):
        cues = placed(f"{words(5, word)} {words(9, word)}", Span(10, 12.5))
        assert [cue.id for cue in cues] == ["c10000", "c10000-2"]


def around(hand_made, *, edited=(), extended=False):
    captions = [Caption("c10", words(5)), Caption("c15", words(5, "later"))]
    clips, gaps = [clip(10, 15), clip(15, 20)], [Gap(Span(10, 16.5))]
    return place(captions, clips, gaps, voice=VOICE, hand_made=hand_made, edited=edited, extended=extended)


def hand_made(start: float, end: float, **values) -> Cue:
    return Cue(Span(start, end), "By hand.", id="h1", hand_made=True, **values)


def test_drafts_are_placed_around_hand_made_cues():
    first, second = around([hand_made(10.5, 12)])
    assert first.span == Span(12 + BREATH, 14 + BREATH)
    assert second.status == "dropped"  # what is left of the gap is too short


def test_a_dropped_hand_made_cue_takes_no_room():
    assert around([hand_made(10.5, 10.5, status="dropped")]) == around([])


def test_the_moment_of_a_hold_made_by_hand_is_kept_free():
    first, _ = around([hand_made(11, 11, status="extended", pause=3.0)])
    assert first.span.start == 11 + BREATH


def test_no_hold_falls_into_a_hand_made_cue():
    cues = around([hand_made(9, 17)], extended=True)
    assert [(cue.status, cue.span.start) for cue in cues] == [("extended", 17), ("extended", 17)]


def test_the_draft_of_an_edited_cue_takes_no_room_from_others():
    alone = around([])
    draft, other = around([hand_made(10, 10, status="dropped")], edited={"c10000"})
    assert draft == alone[0]
    assert other.span.start == 15
