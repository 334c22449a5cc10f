"""The subtitles inside a film: which of them is used, and why."""

import importlib
from fractions import Fraction

import av
import pytest

from cinescribe.errors import SubtitleError
from cinescribe.media.film.probe import probe
from cinescribe.media.film.tracks import Tracks, with_tracks
from cinescribe.media.speech.film_subtitles import file_line, subtitle_line, subtitle_track, subtitles_of_film
from cinescribe.media.speech.subtitles import Subtitles
from cinescribe.schema import Film, Stream, StreamFlag
from cinescribe.timing import Span
from tests.shared import shared

film_subtitles = importlib.import_module("cinescribe.media.speech.film_subtitles")
HEADER = b"[Script Info]\nScriptType: v4.00+\n\n[V4+ Styles]\nFormat: Name\nStyle: Default\n"
FORCED, DEFAULT = ("forced",), ("default",)


def film(*subtitles, language="eng", chosen=None):
    """A film in a language with subtitle streams from number 1 on: of a codec, in a language, with flags."""
    sound = Stream(0, "audio", "aac", language)
    streams = [Stream(n, "subtitle", codec, tag, flags=flags) for n, (codec, tag, flags) in enumerate(subtitles, 1)]
    return Film("f.mkv", 60.0, (sound, *streams), subtitle=chosen)


@pytest.fixture
def with_streams(tmp_path):
    """A film with ASS subtitles, some of them forced."""

    def make(*streams):
        path = tmp_path / "film.mkv"
        with av.open(path, "w") as out:
            for _ in streams:
                out.add_stream("ass").codec_context.subtitle_header = HEADER
            for written, (text, _) in zip(out.streams, streams, strict=True):
                packet = av.Packet(f"0,0,Default,,0,0,0,,{text}".encode())
                packet.stream, packet.pts, packet.dts, packet.duration = written, 1000, 1000, 500
                packet.time_base = Fraction(1, 1000)
                out.mux(packet)
        marked: list[tuple[StreamFlag, ...]] = [("forced",) if forced else () for _, forced in streams]
        return Film(str(path), 2.0, tuple(Stream(n, "subtitle", "ass", flags=f) for n, f in enumerate(marked)))

    return make


@pytest.mark.parametrize(
    ("streams", "text"),
    [
        ([("Adieu.", True), ("Hello.", False), ("Hola.", False)], "Hello."),
        ([("Adieu.", True)], "Adieu."),
        ([("JOHN: One,\\Ntwo.", False)], "One, two."),
    ],
)
def test_forced_stream_is_read_if_it_is_the_only_one(with_streams, streams, text):
    (speech,) = subtitles_of_film(with_streams(*streams)).speech
    assert (speech.span, speech.text) == (Span(1.0, 1.5), text)


def test_songs_and_drawings_inside_a_film(with_streams):
    sung = with_streams(("{\\k20}la {\\k30}la", False))
    assert subtitles_of_film(sung) == Subtitles(sounds=(Span(1.0, 1.5),))
    drawn = with_streams(("{\\p1}m 0 0 l 100 0 100 100{\\p0}", False))
    assert subtitles_of_film(drawn) == Subtitles()


@pytest.mark.parametrize(
    ("tracks", "number", "why"),
    [
        ([("subrip", "fra", ()), ("subrip", "eng", ())], 2, "in the language of the sound; left out: 1 (subrip, fra)"),
        ([("subrip", "fra", ()), ("subrip", "en-US", ())], 2, "in the language of the sound; left out: 1"),
        ([("subrip", "eng", ()), ("subrip", "fra", DEFAULT)], 2, "marked as default; left out: 1 (subrip, eng)"),
        ([("ass", "eng", (*DEFAULT, *FORCED)), ("ass", "fra", ())], 2, "the first with all the dialogue; left out"),
        ([("subrip", "eng", ("comment",)), ("subrip", "fra", ())], 2, "the first with all the dialogue; left out"),
        ([("subrip", "fra", ()), ("subrip", "deu", ())], 1, "the first with text; left out"),
        ([("pgssub", "eng", DEFAULT), ("mov_text", None, ())], 2, "the only one with text; track 1 (pgssub, eng, def"),
        ([("subrip", "eng", FORCED)], 1, "which translates foreign speech only: other speech is found by its sound"),
    ],
)
def test_the_track_and_the_reason(tracks, number, why):
    whole = film(*tracks)
    used = subtitle_track(whole)
    assert used is not None
    assert used.index == number
    line = subtitle_line(whole, Subtitles(sounds=(Span(1, 2),)))
    assert line.startswith(f"subtitles: track {number} (")
    assert why in line


def test_a_chosen_track_is_used():
    line = subtitle_line(film(("subrip", "eng", DEFAULT), ("subrip", "fra", ()), chosen=2), Subtitles())
    assert line == (
        "subtitles: track 2 (subrip, fra), chosen, has no words; speech is found by its sound; "
        "left out: 1 (subrip, eng, default) (`subtitle_track` chooses)"
    )


def test_film_without_text_subtitles_has_a_line_about_it():
    assert subtitle_line(film(), Subtitles()) == "subtitles: the film has none; speech is found by its sound"
    assert subtitle_line(Film("f.mp4", 9.0), Subtitles()) == "subtitles: the film has none; no speech is known"
    assert subtitle_line(film(("pgssub", "eng", ()), ("dvdsub", None, ())), Subtitles()) == (
        "subtitles: tracks 1 (pgssub, eng), 2 (dvdsub) hold pictures and are not read; give their words as a text file "
        "(`subtitles`); speech is found by its sound"
    )


def test_file_without_words_has_a_line_about_it():
    assert file_line(film(), "f.ttml", Subtitles(sounds=(Span(1, 2),))) == "subtitles: 'f.ttml'"
    line = "subtitles: 'f.ttml', has no words; "
    assert file_line(film(), "f.ttml", Subtitles()) == f"{line}speech is found by its sound"
    assert file_line(Film("f.mp4", 9.0), "f.ttml", Subtitles()) == f"{line}no speech is known"


def test_a_chosen_track_of_pictures_is_refused():
    with pytest.raises(SubtitleError, match=r"track 1 \(pgssub\) holds pictures, not text; choose another"):
        subtitles_of_film(film(("pgssub", None, ()), chosen=1))


def test_text_inside_a_film_is_read():
    found = subtitles_of_film(probe(shared("data/video/nasa/nasa_13013.mp4"))).speech
    assert [round(one.span.start, 2) for one in found] == [0.21, 4.26, 8.35, 12.47]
    assert found[1].text == "space telescope in one of the largest cleanrooms in the world"


def test_picture_subtitles_are_skipped_and_named():
    whole = probe(shared("data/video/popeye/p1.mkv"))
    assert subtitles_of_film(whole) == Subtitles()
    assert subtitle_line(whole, Subtitles()).startswith("subtitles: track 1 (pgssub, eng) holds pictures, not text")
    with pytest.raises(SubtitleError, match="holds pictures, not text"):
        subtitles_of_film(with_tracks(whole, Tracks(subtitle=1)))


def test_a_damaged_stream_is_reported(monkeypatch):
    def broken(*_):
        raise av.error.InvalidDataError(1, "Invalid data found", "film.mp4")

    monkeypatch.setattr(film_subtitles, "_packet_cues", broken)
    whole = probe(shared("data/video/nasa/nasa_13013.mp4"))
    with pytest.raises(
        SubtitleError,
        match=r"its subtitle stream 2 cannot be read \(Invalid data found\); give a subtitle file \(`subtitles`\)",
    ):
        subtitles_of_film(whole)


def test_film_without_subtitles_has_no_speech():
    assert subtitles_of_film(probe(shared("data/video/friday/friday.mp4"))).speech == ()
