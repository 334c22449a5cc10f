"""The language of a description is what was asked for, else what its film speaks, if it can be spoken here."""

import importlib

import pytest

from cinescribe.describe.film_language.film_language import chosen_language
from cinescribe.describe.film_language.spoken_settings import description_language, spoken_settings
from cinescribe.errors import LanguageError, ModelError, SubtitleError, VoiceError
from cinescribe.export.folder import SCRIPT
from cinescribe.export.settings import Settings, write_settings
from cinescribe.models.observer.observer import Observer
from cinescribe.schema import Film, Script, Stream
from cinescribe.store import write_record
from tests.dummies import EveryClip

module = importlib.import_module("cinescribe.describe.film_language.film_language")
USUAL = ("en", "the usual one")


def film(sound=None, subtitles=None, codec="subrip", **chosen):
    streams = [Stream(0, "video", "h264"), Stream(1, "audio", "aac", language=sound)]
    streams += [Stream(2, "subtitle", codec, language=subtitles)] * (subtitles is not None)
    return Film("film.mp4", 9.0, tuple(streams), **chosen)


def chosen(*args, **options):
    choice = chosen_language(film(*args), **options)
    return choice.tag, choice.why


@pytest.mark.parametrize(
    ("sound", "subtitles", "file", "expected"),
    [
        ("ger", None, None, ("de", "that of the film's sound")),
        ("pol", "eng", None, ("pl", "that of the film's sound")),
        (None, "fre", None, ("fr", "that of the subtitles")),
        ("zxx", "dut", None, ("nl", "that of the subtitles")),
        (None, "fre", "my.film.de.srt", ("de", "that of the subtitles")),
        (None, None, "film.pt-BR.forced.vtt", ("pt-BR", "that of the subtitles")),
        (None, None, None, USUAL),
    ],
)
def test_default_language_is_that_of_the_film(sound, subtitles, file, expected):
    assert chosen(sound, subtitles, subtitles=file) == expected


def test_untagged_subtitles_are_known_by_their_words(tmp_path):
    line = "{0}\n00:00:0{0},000 --> 00:00:0{0},900\nIch weiß doch, dass wir uns hier schon einmal gesehen haben.\n\n"
    (tmp_path / "film.srt").write_text("".join(line.format(n) for n in range(1, 7)))
    assert chosen(None, "fre", subtitles=tmp_path / "film.srt") == ("de", "that of the subtitles")
    (tmp_path / "film.srt").write_text(line.format(1))  # too short to say
    assert chosen(None, "fre", subtitles=tmp_path / "film.srt") == USUAL


def test_a_language_that_cannot_be_spoken_here_is_named(monkeypatch):
    tag, why = chosen("swe")
    assert (tag, why) == ("en", "the usual one; that of the film's sound is svenska, for which there are no sentences")

    def mute(tag):
        raise VoiceError("no voice")

    monkeypatch.setattr(module, "language_voice", mute)
    assert chosen("ger") == ("en", "the usual one; that of the film's sound is Deutsch, for which there is no voice")


def test_requested_language_precedes_the_stored_one():
    assert chosen("ger", asked="fra", kept="it") == ("fr", "chosen")
    assert chosen("ger", kept="it") == ("it", "as in the settings of this description")
    assert chosen_language(film("ger")).line == "language: Deutsch (de), that of the film's sound (`language` chooses)"


def test_a_captioner_of_english_writes_english():
    assert chosen("ger", english_only="micap") == ("en", "since micap writes no other")
    assert chosen("ger", english_only="micap", asked="en-GB")[0] == "en-GB"
    with pytest.raises(ModelError, match="micap writes English only, and the `language` is 'de'; name observer, or"):
        chosen("ger", english_only="micap", asked="de")
    with pytest.raises(ModelError, match="micap writes English only"):
        chosen("ger", english_only="micap", kept="de")


def test_unknown_language_is_refused():
    with pytest.raises(LanguageError, match="unknown language 'xx'"):
        chosen(asked="xx")
    with pytest.raises(SubtitleError, match="holds pictures, not text"):
        chosen_language(film(None, "ger", "hdmv_pgs_subtitle", subtitle=2))


def test_captioner_of_one_language_decides_or_refuses_language(tmp_path):
    choice = description_language(film("ger"), tmp_path, captioner=EveryClip())
    assert (choice.tag, choice.why) == ("en", "since every writes no other")
    assert description_language(film("ger"), tmp_path, captioner=Observer()).tag == "de"
    with pytest.raises(ModelError, match="the captioner every writes English only"):
        description_language(film("ger"), tmp_path, asked="de", captioner=EveryClip())


def test_the_folder_keeps_the_language(tmp_path):
    write_settings(tmp_path, Settings(language="nl"))
    assert description_language(film("ger"), tmp_path).tag == "nl"
    assert description_language(film("ger"), tmp_path, asked="pl").tag == "pl"
    assert description_language(film("ger"), tmp_path / "new").tag == "de"
    write_record(tmp_path / "old" / SCRIPT, Script(film("ger")))  # by a release that knew English only
    assert description_language(film("ger"), tmp_path / "old").tag == "en"


def test_voice_follows_the_language_until_chosen(tmp_path):
    assert spoken_settings(tmp_path, "de") == Settings("espeak:de", language="de")
    assert spoken_settings(tmp_path, "de", voice="espeak:fr", rate=1.2) == Settings("espeak:fr", 1.2, language="de")
    assert spoken_settings(tmp_path, "en") == Settings(language="en")
    write_settings(tmp_path, Settings("espeak:fr"))
    assert spoken_settings(tmp_path, "de").voice == "espeak:fr"
    assert spoken_settings(tmp_path, "de", is_asked=True).voice == "espeak:de"
    assert spoken_settings(tmp_path, "fr-CA", is_asked=True).voice == "espeak:fr"
    with pytest.raises(VoiceError, match="no voice on this machine speaks 'nv'"):
        spoken_settings(tmp_path, "nv", is_asked=True)
