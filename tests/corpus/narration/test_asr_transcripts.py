import numpy as np
import pytest

from cinescribe.corpus.narration.asr_transcripts import transcribe_narration, transcribe_segments
from cinescribe.corpus.narration.narration_segments import NarrationSegment
from cinescribe.media.sound.mono import MonoTrack
from cinescribe.media.sound.soundtrack import Soundtrack
from cinescribe.media.sound.write import write_wav
from cinescribe.media.transcription.transcriber import TRANSCRIBER_RATE_HZ, HeardWord, Transcription
from cinescribe.timing import Span
from tests.media.mixes import RATE_HZ as MIX_RATE_HZ
from tests.media.mixes import film, with_narration


class FixedAsr:
    """Returns fixed words, a list of (start, end, word) for each segment, and keeps the sound it got."""

    name = "fixed"

    def __init__(self, *segments):
        self._segments = list(segments)
        self.sounds = []

    def transcribe(self, samples, *, language=None):
        self.sounds.append(samples)
        words = self._segments.pop(0)
        return Transcription(tuple(HeardWord(Span(a, b), word, 0.5) for a, b, word in words))


@pytest.fixture
def voice():
    """Ten seconds in which every sample is a tenth of its second."""
    track = MonoTrack(TRANSCRIBER_RATE_HZ)
    track.append(np.repeat(np.arange(10, dtype=np.float32) / 10, TRANSCRIBER_RATE_HZ))
    return track


def test_a_segment_is_a_sentence_on_the_films_clock(voice):
    asr = FixedAsr([(0.5, 1.0, "anna"), (1.1, 1.5, "sits")])
    (only,) = transcribe_segments(voice, [NarrationSegment(Span(4, 6), 0.75)], asr, film_time=lambda time: time - 1)
    assert (only.id, only.text, only.score) == ("d0001", "anna sits.", 0.75)
    assert (only.span.start, only.span.end) == pytest.approx((3.3, 4.3))  # the sound begins 0.2 s before the segment


def test_the_recogniser_gets_the_segment_and_a_margin(voice):
    asr = FixedAsr([])
    assert transcribe_segments(voice, [NarrationSegment(Span(4, 6), 0.75)], asr) == ()
    assert len(asr.sounds[0]) == round(2.4 * TRANSCRIBER_RATE_HZ)
    assert asr.sounds[0][0] == pytest.approx(0.3)
    assert asr.sounds[0][TRANSCRIBER_RATE_HZ] == pytest.approx(0.4)


def test_pauses_separate_sentences_without_punctuation(voice):
    asr = FixedAsr([(0.2, 0.5, "anna"), (0.6, 1.0, "sits"), (1.7, 2.0, "ben"), (2.1, 2.5, "runs")])
    found = transcribe_segments(voice, [NarrationSegment(Span(2, 5), 0.9)], asr)
    assert [one.text for one in found] == ["anna sits.", "ben runs."]


def test_punctuation_separates_sentences_and_pauses_do_not(voice):
    asr = FixedAsr([(0.2, 0.5, "Anna"), (1.5, 2.0, "sits."), (2.0, 2.2, "Ben"), (2.2, 2.5, "runs.")])
    found = transcribe_segments(voice, [NarrationSegment(Span(2, 5), 0.9)], asr)
    assert [one.text for one in found] == ["Anna sits.", "Ben runs."]


def test_ids_continue_through_all_segments_and_progress_is_reported(voice):
    reports = []
    asr = FixedAsr([(0.2, 0.5, "one")], [], [(0.2, 0.5, "two")])
    segments = [NarrationSegment(Span(n, n + 1), 0.9) for n in (1, 3, 5)]
    found = transcribe_segments(voice, segments, asr, progress=lambda stage, share: reports.append((stage, share)))
    assert [(one.id, one.text) for one in found] == [("d0001", "one."), ("d0002", "two.")]
    assert [stage for stage, _ in reports] == ["recognition"] * 3
    assert [share for _, share in reports] == pytest.approx([n / 3 for n in (1, 2, 3)])


@pytest.mark.slow
def test_from_two_tracks_to_sentences_on_the_films_clock(tmp_path):
    sound = film(30.0)
    mixed, spans = with_narration(sound, 4.0, 15.0)
    late = np.concatenate([np.zeros(MIX_RATE_HZ // 2, np.float32), mixed])
    for name, samples in (("original", sound), ("described", late)):
        write_wav(tmp_path / f"{name}.wav", Soundtrack(np.asarray(samples, np.float32)[None], MIX_RATE_HZ))
    asr = FixedAsr([(0.2, 0.6, "one")], [(0.2, 0.6, "two")])
    found = transcribe_narration(tmp_path / "original.wav", tmp_path / "described.wav", asr=asr)
    assert [one.text for one in found] == ["one.", "two."]
    assert [one.span.start for one in found] == pytest.approx([start for start, _ in spans], abs=0.1)
    assert all(np.abs(samples).max() > 0.01 for samples in asr.sounds)


@pytest.mark.slow
def test_a_track_without_narration_has_no_sentences(tmp_path):
    for name, level in (("original", 1.0), ("described", 0.5)):
        write_wav(tmp_path / f"{name}.wav", Soundtrack(np.asarray(film(30.0) * level, np.float32)[None], MIX_RATE_HZ))
    assert transcribe_narration(tmp_path / "original.wav", tmp_path / "described.wav", asr=FixedAsr()) == ()
