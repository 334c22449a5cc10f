import numpy as np
import pytest

from cinescribe.corpus.narration.asr_transcripts import narrated_sentences, recognised
from cinescribe.corpus.narration.described_track import NarrationSegment
from cinescribe.media.sound.mono import MonoTrack
from cinescribe.media.sound.soundtrack import Soundtrack
from cinescribe.media.sound.write import write_wav
from cinescribe.media.speech.asr import RATE_HZ, Heard
from cinescribe.timing import Span
from tests.media.mixes import RATE_HZ as MIX_RATE_HZ
from tests.media.mixes import described, film


class Dictated:
    """Hears what it was told to, one list of (start, end, word) a stretch; remembers the sound."""

    name = "dictated"

    def __init__(self, *stretches):
        self._stretches = list(stretches)
        self.heard = []

    def transcribe(self, samples):
        self.heard.append(samples)
        return tuple(Heard(Span(a, b), word, 0.5) for a, b, word in self._stretches.pop(0))


@pytest.fixture
def voice():
    """Ten seconds in which every sample tells its second."""
    track = MonoTrack(RATE_HZ)
    track.append(np.repeat(np.arange(10, dtype=np.float32) / 10, RATE_HZ))
    return track


def test_a_stretch_is_a_sentence_on_the_films_clock(voice):
    asr = Dictated([(0.5, 1.0, "anna"), (1.1, 1.5, "sits")])
    (only,) = recognised(voice, [NarrationSegment(Span(4, 6), 0.75)], asr, film_time=lambda time: time - 1)
    assert (only.id, only.text, only.score) == ("d0001", "anna sits.", 0.75)
    assert (only.span.start, only.span.end) == pytest.approx((3.3, 4.3))  # heard from 0.2 s before the stretch


def test_the_recogniser_hears_the_stretch_and_a_little_around_it(voice):
    asr = Dictated([])
    assert recognised(voice, [NarrationSegment(Span(4, 6), 0.75)], asr) == ()
    assert len(asr.heard[0]) == round(2.4 * RATE_HZ)
    assert asr.heard[0][0] == pytest.approx(0.3)
    assert asr.heard[0][RATE_HZ] == pytest.approx(0.4)


def test_pauses_part_sentences_where_there_are_no_marks(voice):
    asr = Dictated([(0.2, 0.5, "anna"), (0.6, 1.0, "sits"), (1.7, 2.0, "ben"), (2.1, 2.5, "runs")])
    told = recognised(voice, [NarrationSegment(Span(2, 5), 0.9)], asr)
    assert [one.text for one in told] == ["anna sits.", "ben runs."]


def test_marks_part_sentences_and_pauses_do_not(voice):
    asr = Dictated([(0.2, 0.5, "Anna"), (1.5, 2.0, "sits."), (2.0, 2.2, "Ben"), (2.2, 2.5, "runs.")])
    told = recognised(voice, [NarrationSegment(Span(2, 5), 0.9)], asr)
    assert [one.text for one in told] == ["Anna sits.", "Ben runs."]


def test_ids_go_on_through_all_stretches_and_progress_is_told(voice):
    seen = []
    asr = Dictated([(0.2, 0.5, "one")], [], [(0.2, 0.5, "two")])
    segments = [NarrationSegment(Span(n, n + 1), 0.9) for n in (1, 3, 5)]
    told = recognised(voice, segments, asr, progress=lambda stage, share: seen.append((stage, share)))
    assert [(one.id, one.text) for one in told] == [("d0001", "one."), ("d0002", "two.")]
    assert seen == [("recognition", pytest.approx(n / 3)) for n in (1, 2, 3)]


def test_from_two_tracks_to_sentences_on_the_films_clock(tmp_path):
    sound = film(30.0)
    told, spans = described(sound, 4.0, 15.0)
    late = np.concatenate([np.zeros(MIX_RATE_HZ // 2, np.float32), told])
    for name, samples in (("original", sound), ("described", late)):
        write_wav(tmp_path / f"{name}.wav", Soundtrack(np.asarray(samples, np.float32)[None], MIX_RATE_HZ))
    asr = Dictated([(0.2, 0.6, "one")], [(0.2, 0.6, "two")])
    found = narrated_sentences(tmp_path / "original.wav", tmp_path / "described.wav", asr=asr)
    assert [one.text for one in found] == ["one.", "two."]
    assert [one.span.start for one in found] == pytest.approx([start for start, _ in spans], abs=0.1)
    assert all(np.abs(heard).max() > 0.01 for heard in asr.heard)


def test_a_track_without_narration_has_no_sentences(tmp_path):
    for name, level in (("original", 1.0), ("described", 0.5)):
        write_wav(tmp_path / f"{name}.wav", Soundtrack(np.asarray(film(30.0) * level, np.float32)[None], MIX_RATE_HZ))
    assert narrated_sentences(tmp_path / "original.wav", tmp_path / "described.wav", asr=Dictated()) == ()
