"""Segmentation of description audio files: reference pairs, small mixes and errors."""

import json
from pathlib import Path

import numpy as np
import pytest

from cinescribe.corpus.narration.described_track import Alignment, DescriptionAudio, Jump, segment_ad
from cinescribe.corpus.narration.narration_segments import NarrationSegment
from cinescribe.errors import CorpusError, FilmError
from cinescribe.media.sound.soundtrack import Soundtrack
from cinescribe.media.sound.write import write_wav
from cinescribe.timing import Span
from tests.media.films import grey, write_film
from tests.media.mixes import RATE_HZ, film, with_narration
from tests.shared import shared


def wav(path: Path, samples):
    write_wav(path, Soundtrack(np.asarray(samples, np.float32)[None], RATE_HZ))
    return path


@pytest.fixture(scope="module")
def pair(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pair")
    sound = film(30.0)
    mixed, spans = with_narration(sound, 4.0, 15.0)
    late = np.concatenate([np.zeros(RATE_HZ // 2, np.float32), mixed * 0.8])
    original, track = wav(folder / "original.wav", sound), wav(folder / "described.wav", late)
    return original, track, [(start + 0.5, end + 0.5) for start, end in spans]


def edges(audio):
    return [time for one in audio.segments for time in (one.span.start, one.span.end)]


@pytest.mark.slow
def test_narration_is_found_on_the_described_clock(pair):
    original, track, spans = pair
    reports = []
    audio = segment_ad(original, track, progress=lambda stage, share: reports.append((stage, share)))
    assert edges(audio) == pytest.approx([time for span in spans for time in span], abs=0.08)
    assert audio.alignment.offset == pytest.approx(0.5, abs=1e-4)
    assert audio.alignment.drift == pytest.approx(0, abs=1e-5)
    assert audio.alignment.gain == pytest.approx(0.8, rel=0.03)
    assert audio.alignment.film_time(10.5) == pytest.approx(10.0, abs=1e-3)
    assert [stage for stage, _ in reports][:1] == ["original"]
    assert reports[-1][0] == "narration"
    assert reports[-1][1] == pytest.approx(1.0, abs=0.01)
    assert DescriptionAudio.from_dict(json.loads(json.dumps(audio.to_dict()))) == audio


@pytest.mark.slow
def test_the_narrators_voice_is_written(pair, tmp_path):
    voice = tmp_path / "voice.wav"
    segment_ad(pair[0], pair[1], narrator=voice)
    assert voice.stat().st_size == pair[1].stat().st_size


@pytest.mark.slow
def test_film_compared_with_itself_has_no_narration(pair, tmp_path):
    quieter = wav(tmp_path / "quieter.wav", film(30.0)[1000:] * 0.5)
    audio = segment_ad(pair[0], quieter)
    assert not audio.segments
    assert audio.alignment.offset == pytest.approx(-1000 / RATE_HZ, abs=1e-4)


@pytest.mark.slow
def test_an_inserted_and_a_missing_scene_are_jumps_and_no_narration(tmp_path):
    whole, other = film(80.0), film(14.0, seed=5)
    mixed, spans = with_narration(whole, 10.0, 70.0)
    at, until, into = 25 * RATE_HZ, 33 * RATE_HZ, 60 * RATE_HZ
    cut = np.concatenate([mixed[:at], mixed[until:into], other, mixed[into:]])
    audio = segment_ad(wav(tmp_path / "a.wav", whole), wav(tmp_path / "b.wav", cut))
    (missing, inserted), alignment = audio.alignment.jumps, audio.alignment
    assert (missing.at, missing.inserted, missing.missing) == pytest.approx((25, 0, 8), abs=0.1)
    assert (inserted.at, inserted.inserted, inserted.missing) == pytest.approx((52, 14, 0), abs=0.1)
    assert edges(audio) == pytest.approx([*spans[0], *(time - 8 + 14 for time in spans[1])], abs=0.1)
    assert alignment.film_time(40) == pytest.approx(48, abs=1e-3)
    assert alignment.film_time(inserted.at + 7) == pytest.approx(inserted.at + 8, abs=1e-3)
    assert alignment.film_time(70) == pytest.approx(64, abs=1e-3)


@pytest.mark.slow
def test_replaced_scene_is_not_narration(tmp_path):
    whole = film(80.0)
    mixed, spans = with_narration(whole, 10.0)
    mixed[40 * RATE_HZ : 60 * RATE_HZ] = film(20.0, seed=6)
    audio = segment_ad(wav(tmp_path / "a.wav", whole), wav(tmp_path / "b.wav", mixed))
    assert edges(audio) == pytest.approx(spans[0], abs=0.08)
    (jump,) = audio.alignment.jumps
    assert (jump.at, jump.inserted, jump.missing) == pytest.approx((40, 20, 20), abs=0.5)


def test_missing_seconds_are_on_the_films_clock():
    alignment = Alignment(1.0, 0.01, 1.0, 1.0, 1.0, (Jump(50.0, missing=10.0),))
    at_jump = (50.0 - 1.0) / 1.01
    assert alignment.film_time(60.0) == pytest.approx(at_jump + 10.0 + 10.0 / 1.01)


def test_film_time_pauses_within_insertions():
    jumps = (Jump(10.0, inserted=5.0), Jump(30.0, missing=4.0))
    alignment = Alignment(1.0, 0.0, 1.0, 1.0, 1.0, jumps)
    times = [alignment.film_time(time) for time in (1, 9, 10, 12, 15, 29, 31)]
    assert times == [0, 8, 9, 9, 9, 23, 29]


def test_records_survive_a_round_trip():
    audio = DescriptionAudio(
        Alignment(0.4, 1e-3, 0.8, 0.5, 0.9, (Jump(3.0, missing=2.0),)), (NarrationSegment(Span(1, 2), 0.9),)
    )
    assert DescriptionAudio.from_dict(audio.to_dict()) == audio


@pytest.mark.slow
def test_another_film_is_refused_with_the_best_correlation(pair, tmp_path):
    other = wav(tmp_path / "other.wav", film(30.0, seed=9))
    with pytest.raises(CorpusError, match=r"original.wav' is not found in .*other.wav'.*correlation 0\.\d\d at offset"):
        segment_ad(pair[0], other)


def test_a_silent_track_is_refused(pair, tmp_path):
    silent = wav(tmp_path / "silent.wav", np.zeros(RATE_HZ))
    with pytest.raises(CorpusError, match=r"silent.wav' is silent; name the file that has the described sound"):
        segment_ad(pair[0], silent)


def test_a_track_too_short_to_compare_is_refused(pair, tmp_path):
    short = wav(tmp_path / "short.wav", film(1.0))
    with pytest.raises(CorpusError, match=r"short.wav' lasts 1.00 s; the comparison needs at least 5 s"):
        segment_ad(pair[0], short)


def test_a_film_without_sound_is_refused(pair, tmp_path):
    dumb = write_film(tmp_path / "dumb.mkv", [grey(1)] * 5)
    with pytest.raises(FilmError, match=r"dumb.mkv' has no sound track; name a file with one"):
        segment_ad(dumb, pair[1])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["described.wav", "described_64k.mp3", "described_shift.wav"])
def test_the_reference_mixes(name):
    folder = shared("data/ad_pair_mix")
    truth = json.loads((folder / "truth.json").read_text())
    late = truth["described_shift_offset_s"] if "shift" in name else 0.0
    audio = segment_ad(folder / "original.wav", folder / name)
    expected = [time + late for one in truth["ad_segments"] for time in (one["start"], one["end"])]
    assert edges(audio) == pytest.approx(expected, abs=0.05)
    assert audio.alignment.offset == pytest.approx(late, abs=1e-3)


@pytest.mark.slow
def test_the_narrated_rabbit_film():
    folder = shared("data/ad_pair_rabbit")
    audio = segment_ad(folder / "video.mp4", folder / "video-with-voiceover.mp4")
    truth = json.loads((folder / "truth_voice_segments.json").read_text())["ad_segments"]
    expected = [time + 0.006 for one in truth for time in (one["start"], one["end"])]
    assert edges(audio) == pytest.approx(expected, abs=0.05)
    assert audio.alignment.offset == pytest.approx(0.006, abs=1e-3)


@pytest.mark.slow
def test_the_silent_rabbit_film_is_refused():
    folder = shared("data/ad_pair_rabbit")
    with pytest.raises(CorpusError, match=r"silent.mp4' is silent"):
        segment_ad(folder / "video.mp4", folder / "silent.mp4")
