"""What `describe` prints for people and machines when it is done."""

import importlib
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from cinescribe.cli.main import main
from cinescribe.export.settings import Settings, read_settings, write_settings
from cinescribe.media.film.tracks import Tracks
from cinescribe.media.sound.mix_levels import MixLevels
from cinescribe.schema import Cue, Film, Person, Script, Stream
from cinescribe.timing import Span

describe = importlib.import_module("cinescribe.describe.describe_film")

SPOKEN = Cue(Span(0.0, 1.0), "P1 appears.")
DROPPED = Cue(Span(2.0, 2.0), "P1 leaves.", status="dropped", reason="no room")
HELD = Cue(Span(3.0, 3.0), "P1 enters.", status="extended", pause=1.0)
LONG = DROPPED.replace(id="c9", reason="the gap is 1.1 s, and the sentence takes 1.8 s", could_wait=True)


class Speaker:
    """Stands for a voice; `asked` is how the last one was asked for."""

    asked: tuple[str, float, bool] | None = None

    pronunciation: tuple[tuple[str, str], ...] = ()

    def __init__(self, name, *, rate, pronunciation, fetch, announce):
        Speaker.asked, Speaker.pronunciation = (name, rate, fetch), pronunciation
        self.name = name.replace("piper:joe.onnx", "piper:/voices/joe.onnx")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


@pytest.fixture(autouse=True)
def _film(monkeypatch):
    """A film that is there, with a second sound and with subtitles."""
    streams = (
        Stream(0, "video", "h264"),
        Stream(1, "audio", "aac", language="eng"),
        Stream(2, "audio", "aac", language="eng"),
        Stream(3, "subtitle", "subrip", language="eng"),
    )
    monkeypatch.setattr(describe, "seeable_film", lambda path: Film(str(path), 4.0, streams))


@pytest.fixture
def printed(monkeypatch, tmp_path):
    """What `describe` prints about a script with the given cues."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(describe, "voice_named", Speaker)

    def run(*cues, folder="film.ad", options=()):
        script = Script(Film("film.mp4", 4.0), people=(Person("p1", "P1"),), cues=cues)
        monkeypatch.setattr(describe, "write_description", lambda *_, **__: script)
        result = CliRunner().invoke(main, ["describe", "film.mp4", "-o", folder, *options])
        assert result.exit_code == 0, result.output
        return result.stdout

    return run


def test_people_see_the_outcome_and_the_next_command(printed):
    assert printed(SPOKEN, HELD, DROPPED).splitlines() == [
        "film.ad/script.json: 2 cues (1 extended), 1 dropped, 1 person",
        "next: cinescribe export film.ad --to page",
    ]


def test_next_command_is_quoted_for_the_shell(printed):
    assert "next: cinescribe export 'my film.ad' --to page" in printed(SPOKEN, folder="my film.ad")


def test_extended_description_is_suggested_only_where_it_helps(printed):
    assert "with --extended 1 more cue is heard, for which the film waits" in printed(SPOKEN, LONG)
    assert "with --extended 2 more cues are heard" in printed(SPOKEN, LONG, LONG.replace(id="c10"))
    for cues, options in (((SPOKEN, DROPPED), []), ((SPOKEN, LONG), ["--extended"])):
        assert "--extended" not in printed(*cues, options=options)


def test_a_silent_film_says_why(printed):
    assert "nothing is said: there is no pause of 1.2 s in the speech. Seen and not said: " in printed(LONG)
    assert "nothing is said" not in printed(SPOKEN)


def test_machines_get_one_value_and_no_hint(printed):
    value = json.loads(printed(SPOKEN, DROPPED, options=["--json"]))
    assert value.pop("seconds") >= 0
    assert value == {
        "script": "film.ad/script.json",
        "cues": 1,
        "people": 1,
        "dropped": 1,
        "extended": 0,
        "film_seconds": 4.0,
    }


@pytest.fixture
def settings(printed):
    """Describes with the given options; returns the settings in the folder afterwards, and how the voice was chosen."""

    def run(*options):
        printed(SPOKEN, options=options)
        return read_settings(Path("film.ad")), Speaker.asked

    return run


def test_voice_of_the_folder_is_used_until_another_is_named(settings):
    assert settings() == (Settings(language="en"), ("espeak", 1.0, False))
    german = Settings("espeak:de", 1.2, language="en")
    assert settings("--voice", "espeak:de", "--rate", "1.2") == (german, ("espeak:de", 1.2, False))
    assert settings() == (german, ("espeak:de", 1.2, False))
    assert settings("--rate", "0.9", "--fetch") == (
        Settings("espeak:de", 0.9, language="en"),
        ("espeak:de", 0.9, True),
    )


def test_the_voice_is_one_that_speaks_the_language(settings, printed):
    assert settings("--language", "de") == (Settings("espeak:de", language="de"), ("espeak:de", 1.0, False))
    assert settings() == (Settings("espeak:de", language="de"), ("espeak:de", 1.0, False))  # kept
    assert settings("--language", "pt_BR")[0] == Settings("espeak:pt-br", language="pt-BR")
    assert settings("--voice", "espeak:fr")[0] == Settings("espeak:fr", language="pt-BR")  # said, not changed
    assert settings("--language", "fr-CA")[0] == Settings("espeak:fr", language="fr-CA")


def test_an_episode_has_the_language_voice_and_words_of_its_series(settings, monkeypatch):
    folder = Path("series")
    folder.mkdir()
    words = '[glossary]\n"the bar" = "the Blue Note"\n[pronunciation]\nSiobhan = "Shivawn"\n'
    (folder / "series.toml").write_text(f'[language]\ntag = "de"\n[voice]\nrate = 1.2\n{words}')
    joined = []

    def described(describing, folder, series, *, settings, options, new):
        joined.append((series, settings, options.glossary))
        return describing(options=options, new=new)

    monkeypatch.setattr(describe, "describe_episode", described)
    found, asked = settings("--series", "series")
    glossary, pronunciation = (("the bar", "the Blue Note"),), (("Siobhan", "Shivawn"),)
    wanted = Settings("espeak:de", 1.2, language="de", pronunciation=pronunciation, glossary=glossary)
    assert (found, asked, Speaker.pronunciation) == (wanted, ("espeak:de", 1.2, False), pronunciation)
    assert joined == [(Path("series"), wanted, glossary)]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--rate", "1.1"), "--rate is given, and 'series/series.toml' sets it for all episodes"),
        (("--cast", "cast.toml"), "--cast and --series are both given"),
    ],
)
def test_what_the_series_says_is_not_said_again(printed, options, says):
    Path("series").mkdir()
    Path("series/series.toml").write_text("[voice]\nrate = 1.2\n")
    result = CliRunner().invoke(main, ["describe", "film.mp4", "-o", "new.ad", "--series", "series", *options])
    assert result.exit_code == 2
    assert says in result.stderr
    assert not Path("new.ad").exists()


def test_unknown_language_is_refused(printed, tmp_path):
    result = CliRunner().invoke(main, ["describe", "film.mp4", "-o", "new.ad", "--language", "klingonish"])
    assert result.exit_code == 1
    assert "unknown language 'klingonish'; give a tag such as `de`" in result.stderr
    assert not Path("new.ad").exists()


@pytest.mark.parametrize(
    ("captioner", "says"), [("auto", "that of the film's sound"), ("micap", "since micap writes no other")]
)
def test_language_is_printed_first(printed, captioner, says):
    result = CliRunner().invoke(main, ["describe", "film.mp4", "-o", "new.ad", "--captioner", captioner])
    assert result.stderr.splitlines()[0] == f"language: English (en), {says} (--language chooses)"


def test_voice_file_is_stored_with_an_absolute_path(settings):
    assert settings("--voice", "piper:joe.onnx")[0].voice == "piper:/voices/joe.onnx"


def test_the_mix_that_a_person_chose_stays(settings):
    write_settings(Path("film.ad"), Settings("espeak:de", 1.0, MixLevels(ducking=9.0)))
    assert settings("--rate", "1.1")[0] == Settings("espeak:de", 1.1, MixLevels(ducking=9.0), language="en")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--voice", "espeak:xx"], "espeak-ng has no voice 'xx'"),
        (["--rate", "9"], "--rate is 9.0; expected 0.7 to 1.6 times"),
    ],
)
def test_a_voice_that_cannot_speak_is_refused_before_the_film_is_watched(monkeypatch, tmp_path, options, words):
    monkeypatch.setattr(describe, "write_description", lambda *_, **__: pytest.fail("the film was watched"))
    result = CliRunner().invoke(main, ["describe", "film.mp4", "-o", str(tmp_path / "film.ad"), *options])
    assert (result.exit_code, words in result.stderr) == (1, True), result.stderr
    assert not (tmp_path / "film.ad").exists()


def test_output_names_the_predictions_of_windows(printed):
    assert "film.ad/predictions.jsonl: a caption for each window" in printed(SPOKEN, options=("--windows", "w.csv"))
    value = json.loads(printed(SPOKEN, options=("--windows", "w.csv", "--json")))
    assert value["predictions"] == "film.ad/predictions.jsonl"


@pytest.mark.parametrize(
    ("named", "folder", "stay"),
    [("captioner", None, True), ("some/folder", Path("some/folder"), False), (None, None, False)],
)
def test_pointer_and_captioned_people_are_passed_on(monkeypatch, tmp_path, named, folder, stay):
    asked = []
    monkeypatch.setattr(describe, "voice_named", Speaker)
    monkeypatch.setattr(describe, "load_pointer", lambda path: ("pointer", path))
    monkeypatch.setattr(describe, "write_description", lambda *_, options, **__: asked.append(options))
    options = [] if named is None else ["--people-model", named]
    CliRunner().invoke(main, ["describe", "film.mp4", "-o", str(tmp_path / "film.ad"), *options])
    assert [(one.pointer, one.captioned_people) for one in asked] == [(folder and ("pointer", folder), stay)]


def test_people_model_is_refused_with_a_captioner_that_names_people(monkeypatch, tmp_path):
    monkeypatch.setattr(describe, "voice_named", Speaker)
    monkeypatch.setattr(describe, "narrator_of", lambda *_, **__: "a narrator")
    options = ["--people-model", str(tmp_path)]
    result = CliRunner().invoke(main, ["describe", "film.mp4", "-o", str(tmp_path / "film.ad"), *options])
    assert result.exit_code == 2
    assert (
        "--people-model is not used by a captioner that words the whole film and names people itself" in result.stderr
    )


def test_chosen_tracks_reach_the_description(monkeypatch, tmp_path):
    asked = []
    script = Script(Film("film.mp4", 4.0))
    monkeypatch.setattr(describe, "voice_named", Speaker)

    def described(*_, tracks, **__):
        asked.append(tracks)
        return script

    monkeypatch.setattr(describe, "write_description", described)
    command = ["describe", "film.mp4", "-o", str(tmp_path / "film.ad"), "--subtitle-track", "3"]
    CliRunner().invoke(main, [*command, "--audio-track", "2"], catch_exceptions=False)
    assert asked == [Tracks(audio=2, subtitle=3)]
    result = CliRunner().invoke(main, [*command, "--subtitles", "film.srt"])
    assert result.exit_code == 2
    assert "--subtitles and --subtitle-track are both given; give one of them" in result.stderr


def test_a_transcriber_hears_the_film(monkeypatch, tmp_path):
    asked = []
    monkeypatch.setattr(describe, "voice_named", Speaker)

    def described(*_, options, ignore_subtitles, **__):
        asked.append((options.transcriber and options.transcriber.name, ignore_subtitles))
        return Script(Film("film.mp4", 4.0))

    monkeypatch.setattr(describe, "write_description", described)
    command = ["describe", "film.mp4", "-o", str(tmp_path / "film.ad")]
    CliRunner().invoke(main, command, catch_exceptions=False)
    options = ["--transcriber", "server:http://127.0.0.1:9#whisper-1", "--ignore-subtitles"]
    result = CliRunner().invoke(main, [*command, *options], catch_exceptions=False)
    assert asked == [(None, False), ("server:http://127.0.0.1:9/v1#whisper-1", True)]
    assert "nothing answers at http://127.0.0.1:9/v1; only what was written down before can be used" in result.stderr


def test_subtitles_are_not_given_and_ignored(tmp_path):
    command = ["describe", "film.mp4", "-o", str(tmp_path / "film.ad"), "--subtitles", "film.srt"]
    result = CliRunner().invoke(main, [*command, "--ignore-subtitles"])
    assert result.exit_code == 2
    assert "--subtitles and --ignore-subtitles are both given; give one of them" in result.stderr


def test_an_unknown_transcriber_is_refused(tmp_path):
    command = ["describe", "film.mp4", "-o", str(tmp_path / "film.ad"), "--transcriber", "whisper"]
    result = CliRunner().invoke(main, command)
    assert result.exit_code == 1
    assert "the transcriber is 'whisper'; name hub:<id or folder>" in result.stderr
