"""The sound that is used: by its flag, not by its number."""

import av
import pytest

from cinescribe.errors import FilmError
from cinescribe.media.film.probe import probe
from cinescribe.media.film.read import read_through
from cinescribe.media.film.resample import Sound
from cinescribe.media.film.tracks import Tracks, sound_line, track_name, with_tracks
from cinescribe.schema import Film, Stream
from tests.media.films import SoundCollector, grey, tone, write_film


def film(*flags, chosen=None):
    """A film with a sound track for each group of flags, from number 0 on."""
    streams = tuple(Stream(n, "audio", "aac", "eng" if n else "fra", flags=each) for n, each in enumerate(flags))
    return Film("f.mkv", 60.0, streams, audio=chosen)


@pytest.mark.parametrize(
    ("flags", "chosen", "number", "why"),
    [
        ([()], None, 0, "sound: track 0 (aac, fra), the only one"),
        ([(), ("default",)], None, 1, "sound: track 1 (aac, eng, default), marked as default; left out: 0 (aac"),
        ([(), ()], None, 0, "the first; left out: 1 (aac, eng) (`audio_track` chooses)"),
        ([("default",), ("default",)], None, 0, "the first marked as default; left out"),
        ([("default", "comment"), ()], None, 1, "the first of the film itself; left out"),
        ([("visual_impaired",), ()], None, 1, "sound: track 1 (aac, eng), the first of the film itself; left out"),
        ([("default",), ()], 1, 1, "sound: track 1 (aac, eng), chosen; left out: 0 (aac, fra, default)"),
    ],
)
def test_the_track_and_the_reason(flags, chosen, number, why):
    whole = film(*flags, chosen=chosen)
    used = whole.track("audio")
    assert used is not None
    assert used.index == number
    assert why in sound_line(whole)


def test_a_track_is_named_with_its_title():
    stream = Stream(3, "audio", "aac", "eng", flags=("comment",), title="The director's \x1b[2J" + "long " * 90)
    name = track_name(stream)
    assert name.startswith("3 (aac, eng, \"The director's \\x1b[2Jlong")
    assert name.endswith(", comment)")
    assert len(name) < 200


def test_film_without_sound_has_a_line_about_it():
    assert sound_line(Film("f.mkv", 60.0)) == "sound: the film has none"


def test_a_track_that_is_not_there_is_refused():
    assert with_tracks(film((), ()), Tracks(audio=1)).audio == 1
    with pytest.raises(
        FilmError, match=r"track 7 is not its sound track \(`audio_track`\); expected one of 0 \(aac, fra\)"
    ):
        with_tracks(film((), ()), Tracks(audio=7))
    with pytest.raises(FilmError, match=r"track 1 is not its subtitle track \(`subtitle_track`\); it has no subtitle"):
        with_tracks(film((), ()), Tracks(subtitle=1))


def test_a_film_is_heard_by_its_flag(tmp_path):
    path = write_film(tmp_path / "f.mkv", [grey(9)] * 10, sounds=[(0, tone(1, level=lv), "mono") for lv in (0.1, 0.8)])
    marked = tmp_path / "marked.mkv"
    with av.open(str(path)) as source, av.open(str(marked), "w") as target:
        copies = [target.add_stream_from_template(stream) for stream in source.streams]
        copies[1].disposition, copies[0].disposition = av.stream.Disposition.default, av.stream.Disposition(0)
        for packet in source.demux():
            if packet.dts is not None:
                packet.stream = copies[packet.stream_index]
                target.mux(packet)
    whole = probe(marked)
    assert [stream.flags for stream in whole.of_kind("audio")] == [(), ("default",)]
    for chosen, level in ((whole, 0.8), (with_tracks(whole, Tracks(audio=0)), 0.1)):
        sink = SoundCollector(Sound(8000))
        read_through(chosen, sounds=[sink])
        assert abs(sink.all()).max() == pytest.approx(level, abs=0.02)
