import wave
from fractions import Fraction
from itertools import pairwise
from math import gcd

import av
import numpy as np
import pyloudnorm
import pytest
from scipy.signal import correlate, resample_poly

from cinescribe.errors import FilmError, OutputError, RecordError, VoiceError
from cinescribe.export.settings import Settings, write_settings
from cinescribe.export.sound import narrations, pauses, write_described_film, write_narration
from cinescribe.media.film.probe import probe
from cinescribe.media.film.tags import title_and_story
from cinescribe.media.sound.mix_levels import MixLevels
from cinescribe.media.sound.soundtrack import Soundtrack, film_soundtrack
from cinescribe.media.sound.write import write_wav
from cinescribe.media.voice.espeak import EspeakVoice
from cinescribe.schema import Cue, Film, Script, Speech
from cinescribe.timing import Span
from tests.dummies import SteadyVoice, with_first_sound
from tests.shared import shared

RATE = 48000
LATE = 0.05  # seconds by which a cue may miss its start


def comment_of(path):
    with av.open(str(path)) as container:
        return container.metadata.get("comment")


def write_film(path, *, seconds=12.0, hz=RATE):
    """A small film: grey pictures that change, and a wavering hum with noise."""
    rng = np.random.default_rng(3)
    time = np.arange(round(seconds * hz)) / hz
    hum = 0.15 * np.sin(2 * np.pi * 110 * time) * (1 + 0.3 * np.sin(2 * np.pi * 0.4 * time))
    sound = (hum + 0.03 * rng.standard_normal(len(time))).astype(np.float32)[None]
    with av.open(str(path), "w") as out:
        pictures, audio = out.add_stream("h264", rate=10), out.add_stream("aac", rate=hz, layout="mono")
        pictures.width, pictures.height, pictures.pix_fmt = 64, 48, "yuv420p"
        for n in range(round(seconds * 10)):
            image = np.full((48, 64, 3), n % 250, np.uint8)
            out.mux(pictures.encode(av.VideoFrame.from_ndarray(image, "rgb24")))
        for first in range(0, sound.shape[1], 1024):
            frame = av.AudioFrame.from_ndarray(np.ascontiguousarray(sound[:, first : first + 1024]), "fltp", "mono")
            frame.sample_rate, frame.pts, frame.time_base = hz, first, Fraction(1, hz)
            out.mux(audio.encode(frame))
        out.mux(pictures.encode())
        out.mux(audio.encode())
    return path


def cue(start, text, *, voice, rate=1.0, extended=False):
    length = voice.say(text, rate=rate).duration
    if extended:
        return Cue(Span(start, start), text, status="extended", pause=length)
    return Cue(Span(start, start + length), text, rate=rate)


MADE = "Made by Ann with Cinescribe 0.5.0."


@pytest.fixture(scope="module")
def voice():
    with EspeakVoice() as speaker:
        yield speaker


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    return probe(write_film(tmp_path_factory.mktemp("film") / "film.mp4"))


@pytest.fixture(scope="module")
def script(film, voice):
    return Script(
        film,
        speech=(Speech(Span(4.0, 5.0), "vad"),),
        cues=(
            cue(0.35, "Anna turns to the window.", voice=voice),
            cue(5.2, "A man in a dark jacket enters.", voice=voice, rate=1.2),
            Cue(Span(7.5, 7.5), "Nobody says this.", status="dropped", reason="no room"),
            cue(9.713, "Night falls.", voice=voice),
        ),
    )


@pytest.fixture(scope="module")
def held(film, voice):
    """Two holds that lie close, and a spoken cue after them."""
    return Script(
        film,
        cues=(
            cue(2.9, "Anna turns to the window.", voice=voice, extended=True),
            cue(3.0, "A man in a dark jacket enters.", voice=voice, extended=True),
            cue(6.0, "Night falls.", voice=voice),
        ),
    )


def heard_at(sound, spoken, near, *, rate_hz, within=0.5):
    """The second at which a voice is found on a track, looked for around `near`."""
    common = gcd(spoken.rate_hz, rate_hz)
    words = resample_poly(spoken.samples, rate_hz // common, spoken.rate_hz // common)
    first = max(0, round((near - within) * rate_hz))
    part = np.asarray(sound[first : first + len(words) + round(2 * within * rate_hz)], np.float64)
    return (first + int(np.argmax(np.abs(correlate(part, words, mode="valid"))))) / rate_hz


def starts_found(path, said):
    copy = probe(path)
    track = film_soundtrack(with_first_sound(copy))
    mono = np.asarray(track.samples).mean(axis=0)
    return [heard_at(mono, one.spoken, one.start, rate_hz=track.rate_hz) for one in said]


def wav_of(path):
    with wave.open(str(path)) as opened:
        samples = np.frombuffer(opened.readframes(opened.getnframes()), "<i2").astype(np.float32) / 32768
        return samples.reshape(-1, opened.getnchannels()).mean(axis=1), opened.getframerate()


def test_narration_is_as_long_as_the_film_and_starts_every_cue_on_time(script, voice, tmp_path):
    write_narration(script, tmp_path / "narration.wav", voice=voice, disclosure="By Ann.")
    assert comment_of(tmp_path / "narration.wav") == "By Ann."
    sound, rate_hz = wav_of(tmp_path / "narration.wav")
    assert len(sound) / rate_hz == pytest.approx(script.film.duration, abs=1e-3)
    said = narrations(script, voice)
    found = [heard_at(sound, one.spoken, one.start, rate_hz=rate_hz) for one in said]
    assert found == pytest.approx([0.35, 5.2, 9.713], abs=0.002)
    quiet = sound[round(7.6 * rate_hz) : round(9.6 * rate_hz)]
    assert np.abs(quiet).max() < 1e-3


@pytest.mark.slow
def test_the_described_film_starts_every_cue_on_time(script, voice, tmp_path):
    write_described_film(script, tmp_path / "described.mp4", voice=voice)
    assert starts_found(tmp_path / "described.mp4", narrations(script, voice)) == pytest.approx(
        [0.35, 5.2, 9.713], abs=LATE
    )


@pytest.mark.slow
def test_video_is_copied_unchanged_and_disclosure_is_not_its_synopsis(script, voice, tmp_path):
    write_described_film(script, tmp_path / "described.mp4", voice=voice, disclosure=MADE)
    copy = probe(tmp_path / "described.mp4")
    assert comment_of(copy.path) == MADE
    assert title_and_story(copy.path) == ""
    assert copy.duration == pytest.approx(script.film.duration, abs=0.1)
    assert _packets(copy) == _packets(script.film)


@pytest.mark.slow
def test_extended_cues_pause_the_film_one_after_the_other(held, voice, tmp_path):
    first, second = (voice.say(one.text).duration for one in held.cues[:2])
    said = narrations(held, voice)
    assert [one.start for one in said] == pytest.approx([3.0, 3.0 + first, 6.0 + first + second])
    assert [hold.at for hold in pauses(held)] == [3.0]
    write_narration(held, tmp_path / "narration.wav", voice=voice)
    sound, rate_hz = wav_of(tmp_path / "narration.wav")
    assert len(sound) / rate_hz == pytest.approx(held.film.duration + first + second, abs=2e-3)
    write_described_film(held, tmp_path / "described.mp4", voice=voice)
    assert probe(tmp_path / "described.mp4").duration == pytest.approx(held.film.duration + first + second, abs=0.15)
    assert starts_found(tmp_path / "described.mp4", said) == pytest.approx([one.start for one in said], abs=LATE)
    times = sorted(float(packet.pts * packet.time_base) for packet in _video(tmp_path / "described.mp4"))
    assert [round(later - time, 1) for time, later in pairwise(times) if later - time > 0.15] == [
        pytest.approx(first + second + 0.1, abs=0.05)
    ]


def test_a_hold_comes_before_a_cue_at_its_moment(film, voice):
    script = Script(
        film, cues=(cue(3.0, "Night falls.", voice=voice), cue(3.0, "Anna waits.", voice=voice, extended=True))
    )
    pause = script.cues[1].pause
    assert [one.start for one in narrations(script, voice)] == pytest.approx([3.0, 3.0 + pause])


@pytest.fixture
def folder(tmp_path):
    """A folder with settings and a recording of 1.5 s."""
    write_settings(tmp_path, Settings("espeak:en-gb+f3", 1.3, MixLevels(loudness=-20.0)))
    tone = 0.2 * np.sin(2 * np.pi * 330 * np.arange(round(1.5 * RATE)) / RATE).astype(np.float32)
    write_wav(tmp_path / "recordings" / "c2.wav", Soundtrack(tone[None], RATE))
    return tmp_path


def test_a_recording_is_heard_in_place_of_the_voice(script, voice, folder):
    second = script.cues[1].replace(recording="recordings/c2.wav")
    recorded = script.replace(cues=(script.cues[0], second, *script.cues[2:]))
    said = narrations(recorded, voice, folder)
    assert [one.start for one in said] == pytest.approx([0.35, 5.2, 9.713])
    assert said[1].spoken.duration == pytest.approx(1.5, abs=0.01)
    assert said[0].spoken.duration == narrations(script, voice)[0].spoken.duration


def test_recordings_that_cannot_be_heard(script, voice, folder):
    def recorded(path, start=5.2):
        return Script(script.film, cues=(Cue(Span(start, start + 1), "Night falls.", id="c12", recording=path),))

    with pytest.raises(VoiceError, match=r"the recording 'gone\.wav' of cue c12 cannot be heard: .*; record it again"):
        narrations(recorded("gone.wav"), voice, folder)
    with pytest.raises(VoiceError, match=r"cue c12 has the recording 'c\.wav'; give its description's `folder`"):
        narrations(recorded("c.wav"), voice)
    with pytest.raises(RecordError, match=r"the recording of cue 'c12' is '\.\./c\.wav'"):
        narrations(recorded("../c.wav"), voice, folder)
    with pytest.raises(VoiceError, match=r"'recordings/c2\.wav' of cue c12 takes 1\.50 s at 11\.00 s, but only 1\.0"):
        narrations(recorded("recordings/c2.wav", start=11.0), voice, folder)


@pytest.mark.slow
def test_settings_of_the_folder_choose_voice_and_levels(film, folder):
    script = Script(film, cues=(Cue(Span(1.0, 3.0), "Night falls."), Cue(Span(6.0, 8.0), "Anna waits.")))
    write_narration(script, folder / "narration.wav", folder=folder)
    sound, rate_hz = wav_of(folder / "narration.wav")
    with EspeakVoice("en-gb", variant="f3") as speaker:
        spoken = speaker.say("Night falls.", rate=1.3)
    assert heard_at(sound, spoken, 1.0, rate_hz=rate_hz) == pytest.approx(1.0, abs=0.002)
    assert np.flatnonzero(np.abs(sound[: 4 * rate_hz]) > 0.01)[-1] / rate_hz == pytest.approx(
        1 + spoken.duration, abs=0.1
    )
    assert pyloudnorm.Meter(rate_hz).integrated_loudness(sound) == pytest.approx(-20, abs=0.5)
    write_described_film(script, folder / "described.mp4", folder=folder)
    copy = film_soundtrack(with_first_sound(probe(folder / "described.mp4")))
    assert pyloudnorm.Meter(copy.rate_hz).integrated_loudness(np.array(copy.samples.T)) == pytest.approx(-20, abs=0.3)


@pytest.mark.slow
def test_a_real_film_starts_every_cue_on_time(voice, tmp_path):
    film = probe(shared("data/video/w3c_perspective/perspective-video.mp4"))
    texts = ("A hand holds a phone.", "Someone writes.", "Traffic passes.")
    script = Script(film, cues=tuple(cue(4.0 * n + 0.7, text, voice=voice) for n, text in enumerate(texts)))
    write_described_film(script, tmp_path / "described.mp4", voice=voice)
    found = starts_found(tmp_path / "described.mp4", narrations(script, voice))
    assert found == pytest.approx([0.7, 4.7, 8.7], abs=LATE)


def test_a_cue_keeps_the_length_it_was_placed_with(script, voice):
    lengths = [one.spoken.duration for one in narrations(script, voice)]
    assert lengths == pytest.approx([one.span.duration for one in script.spoken()], abs=1e-3)


def test_a_voice_too_slow_for_its_gap_is_refused():
    script = Script(
        Film("film.mp4", 9.0),
        speech=(Speech(Span(2.0, 4.0), "vad"),),
        cues=(Cue(Span(1.0, 1.9), "Five words take two seconds."),),
    )
    with pytest.raises(VoiceError, match=r"steady takes 2\.00 s for .*, but only 1\.00 s are free; shorten"):
        narrations(script, SteadyVoice())


def test_a_voice_too_slow_for_its_pause_is_refused():
    later = Cue(Span(1.0, 1.4), "Later.")
    script = Script(
        Film("film.mp4", 9.0),
        cues=(Cue(Span(1.0, 1.0), "Five words take two seconds.", status="extended", pause=1.0), later),
    )
    with pytest.raises(VoiceError, match=r"only 1\.00 s are free"):
        narrations(script, SteadyVoice())


def test_a_missing_film_and_an_unwritable_path_are_named(script, voice, tmp_path):
    with pytest.raises(FilmError, match="gone"):
        write_described_film(
            script.replace(film=Film(str(tmp_path / "gone.mp4"), 12.0, script.film.streams)),
            tmp_path / "described.mp4",
            voice=voice,
        )
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="cannot be written"):
        write_narration(script, tmp_path / "file" / "narration.wav", voice=voice)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file"]


def _packets(film):
    return [bytes(packet) for packet in _video(film.path)]


def _video(path):
    with av.open(str(path)) as opened:
        return [packet for packet in opened.demux(video=0) if packet.size]
