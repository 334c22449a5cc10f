"""What is written is whole, in step, and a copy where it should be one."""

import importlib
import logging
import wave
from fractions import Fraction

import av
import numpy as np
import pytest
from scipy.signal import correlate

from cinescribe.errors import FilmError, OutputError
from cinescribe.media.film.container import film_start
from cinescribe.media.film.probe import probe
from cinescribe.media.sound.soundtrack import (
    Pause,
    Soundtrack,
    film_soundtrack,
    silent_track,
    with_pauses,
)
from cinescribe.media.sound.track_label import TrackLabel
from cinescribe.media.sound.write import write_described, write_wav
from tests.dummies import with_first_sound
from tests.full_disk import small_disk
from tests.media.sounds import noise, speech_samples
from tests.shared import shared

GERMAN = TrackLabel("Hörfilmfassung", "de-AT")

write = importlib.import_module("cinescribe.media.sound.write")

FILM = "data/video/w3c_perspective/perspective-video.mp4"
PAUSES = (Pause(2.013, 1.5), Pause(5.0, 0.7))


def picture_times(path):
    """Times of the pictures in seconds from the start of the film."""
    with av.open(path) as container:
        start, stream = film_start(container), container.streams.video[0]
        shown = [packet.pts * packet.time_base - start for packet in container.demux(stream) if packet.size]
    return [float(time) for time in sorted(shown)]


def packets_of(path, kind):
    """Every packet of the first stream of a kind, as bytes."""
    with av.open(path) as container:
        stream = next(stream for stream in container.streams if stream.type == kind)
        return [bytes(packet) for packet in container.demux(stream) if packet.size]


def described_time(time, pauses):
    """Time of a picture after the pauses before it; the picture that begins at a pause stays, and is not late."""
    return time + sum(pause.seconds for pause in pauses if pause.at + 0.005 <= time)


def described_sound(film):
    """Something that correlates with nothing else, as long as the film."""
    sound = film_soundtrack(film)
    sound.samples[:] = noise(film.duration + 1, rate_hz=sound.rate_hz)[:, : sound.samples.shape[1]]
    voice = speech_samples(rate_hz=sound.rate_hz)[: sound.samples.shape[1]]
    sound.samples[:, : len(voice)] += voice
    return sound


def lag(one, two, rate_hz):
    """Delay, in samples, of the first 7 s of a sound against another."""
    one, two = (sound[0, : 7 * rate_hz] for sound in (one, two))
    return int(np.argmax(correlate(one, two, method="fft"))) - (len(two) - 1)


@pytest.mark.slow
@pytest.mark.parametrize("suffix", [".mp4", ".mkv", ".mov"])
@pytest.mark.parametrize("pauses", [(), PAUSES], ids=["plain", "paused"])
@pytest.mark.parametrize("name", [FILM, "data/video/nasa/nasa_13013.mp4"])
def test_pictures_are_copied_and_sound_is_in_step(tmp_path, name, suffix, pauses):
    film = probe(shared(name))
    sound = with_pauses(described_sound(film), pauses)
    path = tmp_path / f"out{suffix}"
    write_described(film, sound, path, pauses=pauses)
    assert packets_of(path, "video") == packets_of(film.path, "video")
    expected = [described_time(time, pauses) for time in picture_times(film.path)]
    assert picture_times(path) == pytest.approx(expected, abs=0.001)
    heard = film_soundtrack(with_first_sound(probe(path)))
    assert abs(lag(heard.samples, sound.samples, sound.rate_hz)) <= 1


@pytest.mark.slow
@pytest.mark.parametrize("at", [4.999, 5.0, 5.001])
def test_the_picture_that_begins_at_a_pause_is_the_one_that_stays(tmp_path, at):
    film = probe(shared(FILM))  # 24 pictures a second: one begins at 5.0 s
    pauses = (Pause(at, 2.0),)
    write_described(film, with_pauses(silent_track(film.duration), pauses), tmp_path / "out.mp4", pauses=pauses)
    times = picture_times(tmp_path / "out.mp4")
    assert times[120:122] == pytest.approx([5.0, 5.0 + 1 / 24 + 2.0], abs=0.001)


@pytest.mark.slow
@pytest.mark.parametrize("pauses", [(), PAUSES], ids=["plain", "paused"])
def test_pictures_without_decoding_times_are_copied(tmp_path, pauses):
    film = probe(shared("data/video/popeye/p2.mkv"))
    path = tmp_path / "out.mp4"
    write_described(film, with_pauses(silent_track(film.duration), pauses), path, pauses=pauses)
    assert packets_of(path, "video") == packets_of(film.path, "video")
    expected = [described_time(time, pauses) for time in picture_times(film.path)]
    assert picture_times(path) == pytest.approx(expected, abs=0.001)


@pytest.mark.slow
@pytest.mark.parametrize("pauses", [(), PAUSES], ids=["plain", "paused"])
def test_film_with_a_late_clock_is_written_in_step(tmp_path, pauses):
    with av.open(str(shared(FILM))) as source, av.open(str(tmp_path / "film.ts"), "w") as target:
        own = [source.streams.video[0], source.streams.audio[0]]
        copies = {stream.index: target.add_stream_from_template(stream) for stream in own}
        for packet in source.demux(own):
            if packet.size:
                packet.stream = copies[packet.stream_index]
                target.mux(packet)
    film = probe(tmp_path / "film.ts")
    sound = with_pauses(described_sound(film), pauses)
    write_described(film, sound, tmp_path / "out.mp4", pauses=pauses)
    expected = [described_time(time, pauses) for time in picture_times(film.path)]
    assert picture_times(tmp_path / "out.mp4") == pytest.approx(expected, abs=0.001)
    heard = film_soundtrack(with_first_sound(probe(tmp_path / "out.mp4")))
    assert abs(lag(heard.samples, sound.samples, sound.rate_hz)) <= 1


@pytest.mark.parametrize("suffix", [".mp4", ".mkv"])
def test_original_sound_before_the_pictures_is_kept_in_step(tmp_path, suffix):
    film = probe(film_of_noise(tmp_path / f"film{suffix}", pictures_at=0.5))
    before = film_soundtrack(film)
    write_described(film, before, tmp_path / f"out{suffix}")
    copy = probe(tmp_path / f"out{suffix}")
    described = film_soundtrack(with_first_sound(copy)).samples
    own = heard(copy.path, 1, rate_hz=before.rate_hz, like=described)
    assert abs(lag(own, described, before.rate_hz)) <= 0.002 * before.rate_hz
    start = round(0.1 * before.rate_hz)
    assert np.abs(own[:, :start]).max() > 0.5 * np.abs(before.samples[:, :start]).max()


def film_of_noise(path, *, pictures_at):
    """A film of two seconds whose sound begins at once, and whose pictures begin later."""
    rate_hz, sound = 48_000, noise(2.0, rate_hz=48_000)
    with av.open(str(path), "w") as out:
        pictures, audio = out.add_stream("h264", rate=10), out.add_stream("aac", rate=rate_hz, layout="mono")
        pictures.width, pictures.height, pictures.pix_fmt = 64, 48, "yuv420p"
        for first in range(0, sound.shape[1], 1024):
            frame = av.AudioFrame.from_ndarray(np.ascontiguousarray(sound[:1, first : first + 1024]), "fltp", "mono")
            frame.sample_rate, frame.pts, frame.time_base = rate_hz, first, Fraction(1, rate_hz)
            out.mux(audio.encode(frame))
        for n in range(15):
            picture = av.VideoFrame.from_ndarray(np.full((48, 64, 3), 9 * n, np.uint8), "rgb24")
            picture.pts, picture.time_base = n + round(10 * pictures_at), Fraction(1, 10)
            out.mux(pictures.encode(picture))
        out.mux(pictures.encode())
        out.mux(audio.encode())
    return path


def heard(path, track, *, rate_hz, like):
    """A sound track as a player hears it: each block at its time stamp."""
    out = np.zeros_like(like)
    with av.open(str(path)) as container:
        for frame in container.decode(container.streams.audio[track]):
            first = round(float(frame.time) * rate_hz)
            block = frame.to_ndarray()[:, max(-first, 0) :][:, : out.shape[1] - max(first, 0)]
            out[:, max(first, 0) : max(first, 0) + block.shape[1]] = block
    return out


def test_a_film_damaged_on_the_way(tmp_path, monkeypatch):
    def broken(*_):
        raise av.error.InvalidDataError(1, "Invalid data found", "film.mp4")

    film = film_at(tmp_path / "film.mp4")
    monkeypatch.setattr(write, "_packets", broken)
    with pytest.raises(FilmError, match=r"cannot be read to its end \(Invalid data found\); copy or download it again"):
        write_described(film, Soundtrack(noise(1), 16000), tmp_path / "out.mp4")
    assert [path.name for path in tmp_path.iterdir()] == ["film.mp4"]


@pytest.mark.slow
def test_the_described_sound_comes_first_and_the_films_own_after_it(tmp_path):
    film = probe(shared(FILM))
    write_described(film, described_sound(film), tmp_path / "out.mp4", label=GERMAN)
    with av.open(str(tmp_path / "out.mp4")) as container:
        first, own = container.streams.audio
        assert first.disposition & av.stream.Disposition.default
        assert first.disposition & av.stream.Disposition.descriptions
        assert not own.disposition & av.stream.Disposition.default
        assert first.language == "deu"
        assert GERMAN.title in (first.metadata.get("title"), first.metadata.get("handler_name"))
        copied = [bytes(packet) for packet in container.demux(own) if packet.size]
    assert copied == packets_of(film.path, "audio")


@pytest.mark.parametrize(
    ("suffix", "language", "code"),
    [
        (".mp4", "de", "deu"),
        (".mov", "de", "ger"),
        (".mkv", "zh-Hant", "chi"),
        (".mkv", "pt-BR", "por"),
        (".mp4", "x", None),
    ],
)
def test_each_container_names_the_language_in_its_own_code(tmp_path, suffix, language, code):
    film = probe(film_of_noise(tmp_path / "film.mp4", pictures_at=0.0))
    write_described(film, described_sound(film), tmp_path / f"out{suffix}", label=TrackLabel("AD", language))
    with av.open(str(tmp_path / f"out{suffix}")) as container:
        first = container.streams.audio[0]
        assert first.language in ((code,) if code else (None, "und"))
        assert "AD" in first.metadata.values()


@pytest.mark.slow
def test_subtitles_stay_where_the_container_holds_them(tmp_path, caplog):
    film = probe(shared("data/video/nasa/nasa_13013.mp4"))
    write_described(film, described_sound(film), tmp_path / "out.mp4")
    assert sum(stream.kind == "subtitle" for stream in probe(tmp_path / "out.mp4").streams) == 2
    with caplog.at_level(logging.WARNING):
        write_described(film, described_sound(film), tmp_path / "out.mkv")
    assert probe(tmp_path / "out.mkv").track("subtitle") is None
    assert ".mkv cannot hold the film's subtitle track 2 (mov_text); it is dropped" in caplog.text


@pytest.mark.slow
def test_picture_subtitles_stay_in_matroska(tmp_path):
    film = probe(shared("data/video/popeye/p1.mkv"))
    write_described(film, silent_track(film.duration), tmp_path / "out.mkv")
    assert packets_of(tmp_path / "out.mkv", "subtitle") == packets_of(film.path, "subtitle")


def film_at(path, codec="mpeg4", *, n_pictures=50, rate=25):
    """A film of grey pictures that grow lighter."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream(codec, rate=rate, width=64, height=48, pix_fmt="yuv420p")
        for i in range(n_pictures):
            frame = av.VideoFrame.from_ndarray(np.full((72, 64), 40 + i, np.uint8), "yuv420p")
            frame.pts, frame.time_base = i, Fraction(1, rate)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return probe(path)


def test_webm_gets_opus(tmp_path):
    film = film_at(tmp_path / "film.webm", "libvpx-vp9")
    sound = Soundtrack(noise(2, rate_hz=44100), 44100)
    write_described(film, sound, tmp_path / "out.webm", comment="By Ann.")
    with av.open(str(tmp_path / "out.webm")) as container:
        assert {key.lower(): value for key, value in container.metadata.items()}["comment"] == "By Ann."
    stream = probe(tmp_path / "out.webm").track("audio")
    assert stream is not None
    assert stream.codec == "opus"


def test_pictures_the_container_cannot_hold(tmp_path):
    with pytest.raises(OutputError, match=r"\.webm cannot hold the film's pictures \(mpeg4\); use \.mkv"):
        write_described(film_at(tmp_path / "film.mp4"), Soundtrack(noise(1), 16000), tmp_path / "out.webm")
    assert not (tmp_path / "out.webm").exists()


@pytest.mark.parametrize("name", ["out", "out.film"])
def test_unknown_containers_are_refused(tmp_path, name):
    with pytest.raises(OutputError, match=r"is not the suffix of a film container; use \.mp4, \.mkv, \.mov or \.webm"):
        write_described(film_at(tmp_path / "film.mp4"), Soundtrack(noise(1), 16000), tmp_path / name)


@pytest.mark.parametrize("name", ["cut 1:2.mp4", "-%d.mkv"])
def test_a_name_is_only_a_name(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    write_described(film_at(tmp_path / "film.mp4"), Soundtrack(noise(1), 16000), name)
    assert probe(name).track("audio") is not None


def test_source_film_is_not_overwritten(tmp_path):
    film = film_at(tmp_path / "film.mp4")
    before = (tmp_path / "film.mp4").read_bytes()
    with pytest.raises(OutputError, match="is the film itself; name another file"):
        write_described(film, Soundtrack(noise(1), 16000), tmp_path / "film.mp4")
    assert (tmp_path / "film.mp4").read_bytes() == before


def test_a_missing_film(tmp_path):
    film = film_at(tmp_path / "film.mp4")
    (tmp_path / "film.mp4").unlink()
    with pytest.raises(FilmError, match="No such file"):
        write_described(film, Soundtrack(noise(1), 16000), tmp_path / "out.mp4")
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
@pytest.mark.parametrize("suffix", [".mp4", ".mkv"])
def test_full_disk_leaves_no_file(tmp_path, suffix):
    film, sound = film_at(tmp_path / "film.mp4"), Soundtrack(noise(10, rate_hz=48000), 48000)
    full = r"cannot be written \(File too large\); name a writable folder with free space"
    with small_disk(), pytest.raises(OutputError, match=full):
        write_described(film, sound, tmp_path / f"out{suffix}")
    assert [path.name for path in tmp_path.iterdir()] == ["film.mp4"]


def test_a_full_disk_leaves_no_wav(tmp_path):
    with small_disk(), pytest.raises(OutputError, match="cannot be written"):
        write_wav(tmp_path / "out.wav", Soundtrack(noise(10), 16000))
    assert not list(tmp_path.iterdir())


def test_wav_holds_the_samples(tmp_path):
    samples = np.array([[0, 0.5, -1, 2], [1, -0.5, 0.25, 0]], np.float32)
    write_wav(tmp_path / "out.wav", Soundtrack(samples, 44100))
    with wave.open(str(tmp_path / "out.wav")) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (2, 2, 44100)
        read = np.frombuffer(file.readframes(4), "<i2").reshape(-1, 2).T
    assert read.tolist() == [[0, 16384, -32767, 32767], [32767, -16384, 8192, 0]]


@pytest.mark.parametrize("comment", ["odd", "even", "größer"])
def test_wav_holds_a_comment_behind_its_sound(tmp_path, comment):
    write_wav(tmp_path / "out.wav", Soundtrack(noise(1), 16000), comment=comment)
    with wave.open(str(tmp_path / "out.wav")) as file:
        assert file.getnframes() == noise(1).shape[1]
    with av.open(str(tmp_path / "out.wav")) as container:
        assert container.metadata["comment"] == comment
    data = (tmp_path / "out.wav").read_bytes()
    assert int.from_bytes(data[4:8], "little") == len(data) - 8


def test_wav_has_a_greatest_length(tmp_path, monkeypatch):
    monkeypatch.setattr(write, "MAX_WAV_BYTES", 1000)
    with pytest.raises(OutputError, match=r"h of sound do not fit into the 4 GB of a WAV file"):
        write_wav(tmp_path / "out.wav", Soundtrack(noise(1), 16000))
