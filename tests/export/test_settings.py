"""Settings are read strictly, and what a person wrote beside them stays."""

from dataclasses import replace

import pytest

from cinescribe.errors import RecordError
from cinescribe.export.folder import SETTINGS
from cinescribe.export.settings import (
    DisclosureSettings,
    Settings,
    read_settings,
    settings_lines,
    settings_over,
    write_settings,
)
from cinescribe.media.sound.mix_levels import MixLevels

BY_HAND = """\
# Anna's film
[voice]
name = 'espeak'   # until Piper is here
rate = 1.15

[ mix ] # ask Bo
ducking = 12
"""
CHANGED = Settings("piper:/voices/joe.onnx", 1.2, MixLevels(loudness=-23.0))


def written(folder, text):
    (folder / SETTINGS).write_text(text)
    return folder


def test_a_folder_without_settings_has_the_defaults(tmp_path):
    assert read_settings(tmp_path) == Settings("espeak", 1.0, MixLevels(None, None))


@pytest.mark.parametrize(
    "settings",
    [
        Settings(),
        CHANGED,
        Settings('a "b"', 0.7, MixLevels(0.0, -31.0), DisclosureSettings("Clara", ""), "pt-BR"),
        Settings(pronunciation=(("Siobhán", "Shivawn"),), glossary=(("the bar", 'the "Blue Note"'),)),
    ],
)
def test_written_settings_are_read_back(tmp_path, settings):
    write_settings(tmp_path / "film.ad", settings)
    assert read_settings(tmp_path / "film.ad") == settings


def test_a_person_finds_every_setting_in_the_file(tmp_path):
    write_settings(tmp_path, Settings())
    text = (tmp_path / SETTINGS).read_text()
    voice, mix = '[voice]\nname = "espeak"\nrate = 1.0\n', '[mix]\nducking = "auto"\nloudness = "film"\n'
    assert text.endswith(
        f'\n{voice}\n{mix}\n[disclosure]\nreviewed_by = ""\ntext = "auto"\n\n[language]\ntag = "auto"\n'
    )


def test_settings_by_hand(tmp_path):
    assert read_settings(written(tmp_path, BY_HAND)) == Settings("espeak", 1.15, MixLevels(ducking=12.0))
    assert read_settings(written(tmp_path, "[mix]\nloudness = 'film'\n")) == Settings()


def test_writing_equal_settings_leaves_the_file_unchanged(tmp_path):
    written(tmp_path, BY_HAND)
    write_settings(tmp_path, Settings("espeak", 1.15, MixLevels(ducking=12.0)))
    assert (tmp_path / SETTINGS).read_text() == BY_HAND


def test_writing_settings_changes_only_differing_values(tmp_path):
    write_settings(written(tmp_path, BY_HAND), CHANGED)
    assert read_settings(tmp_path) == CHANGED
    expected = BY_HAND.replace("'espeak'", '"piper:/voices/joe.onnx"').replace("rate = 1.15", "rate = 1.2")
    expected = expected.replace("ducking = 12\n", 'ducking = "auto"\n').replace(
        "# ask Bo\n", "# ask Bo\nloudness = -23.0\n"
    )
    assert (tmp_path / SETTINGS).read_text() == expected


def test_a_missing_table_is_added(tmp_path):
    reviewed = replace(CHANGED, disclosure=DisclosureSettings("Clara Diaz", "In my own words."))
    write_settings(written(tmp_path, "[voice]\nrate = 1.1"), reviewed)
    assert read_settings(tmp_path) == reviewed


@pytest.mark.parametrize("text", ["voice.name = 'espeak:de'\n", "voice = {name = 'espeak:de'}\n"])
def test_settings_that_cannot_be_changed_in_place(tmp_path, text):
    assert read_settings(written(tmp_path, text)).voice == "espeak:de"
    with pytest.raises(RecordError, match=r"cannot be changed: put each key on a line of its own under \[voice\]"):
        write_settings(tmp_path, CHANGED)
    with pytest.raises(RecordError, match=r"cannot be changed"):
        write_settings(tmp_path, replace(CHANGED, glossary=(("the bar", "the Blue Note"),)))
    assert (tmp_path / SETTINGS).read_text() == text


WORDS = """
[pronunciation]
"Siobhan" = "Shivawn"  # as she says it
Zoe = "Zoey"
"""


def test_words_are_changed_where_they_are(tmp_path):
    settings = read_settings(written(tmp_path, BY_HAND + WORDS))
    assert settings.pronunciation == (("Siobhan", "Shivawn"), ("Zoe", "Zoey"))
    write_settings(tmp_path, replace(settings, pronunciation=(("Anna", "Ah na"), ("Siobhan", "Shivawn"))))
    text = (tmp_path / SETTINGS).read_text()
    kept = '"Siobhan" = "Shivawn"  # as she says it\n'
    assert text == f'{BY_HAND}\n[pronunciation]\nAnna = "Ah na"\n{kept}'


def test_what_a_file_of_several_descriptions_leaves_out_stays(tmp_path):
    base = Settings("espeak:de", 0.9, MixLevels(6.0, -23.0), DisclosureSettings("Clara", ""), "de", (("A", "B"),))
    assert settings_over(base, {}, tmp_path) == base
    wanted = replace(base, mix=MixLevels(None, -23.0), glossary=(("the bar", "the Blue Note"),), pronunciation=())
    values = {"mix": {"ducking": "auto"}, "glossary": {"the  bar": "the Blue Note"}, "pronunciation": {}}
    assert settings_over(base, values, tmp_path) == wanted
    assert settings_over(base, {"language": {"tag": "auto"}, "disclosure": {"text": "auto"}}, tmp_path) == replace(
        base, language=None, disclosure=DisclosureSettings("Clara")
    )
    assert list(settings_lines(base, wanted)) == [
        '[mix] ducking is "auto", and was 6.0',
        '[pronunciation] A is not there, and was "B"',
        '[glossary] the bar is "the Blue Note", and was not there',
    ]


def test_with_choices_replaces_only_given_values():
    assert Settings().with_choices() == Settings()
    assert CHANGED.with_choices(voice="espeak") == Settings("espeak", 1.2, CHANGED.mix)
    reviewed = replace(CHANGED, disclosure=DisclosureSettings("Clara"))
    assert reviewed.with_choices(voice="espeak").disclosure.reviewed_by == "Clara"
    assert CHANGED.with_choices(rate=0.8) == Settings(CHANGED.voice, 0.8, CHANGED.mix)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[voice\n", r"settings\.toml' is not TOML: .*; correct that line"),
        ("[sound]\n", r"unknown table 'sound'; voice, mix, disclosure, language, pronunciation and glossary are known"),
        ("[voice]\nspeed = 1\n", r"unknown key of \[voice\] 'speed'; name and rate are known"),
        ("[mix]\nname = 'espeak'\n", r"unknown key of \[mix\] 'name'; ducking and loudness are known"),
        ("voice = 'espeak'\n", r"voice is 'espeak'; expected a table \[voice\]"),
        ("[voice]\nname = 3\n", r"name is 3; expected a voice in quotes, such as \"espeak\""),
        ("[voice]\nname = ''\n", r"name is ''; expected a voice in quotes"),
        ("[voice]\nrate = 'fast'\n", r"rate is 'fast'; expected a number"),
        ("[voice]\nrate = true\n", r"rate is True; expected a number"),
        ("[disclosure]\nreviewed_by = true\n", r"reviewed_by is True; expected words in quotes"),
        ("[mix]\nducking = 'film'\n", r"ducking is 'film'; expected a number or \"auto\""),
        ("[mix]\nloudness = 'auto'\n", r"loudness is 'auto'; expected a number or \"film\""),
        ("[mix]\nloudness = -5\n", r"settings\.toml': `loudness` is -5\.0; expected -31\.0 to -14\.0 LUFS"),
        ("[language]\ntag = 'xx'\n", r"settings\.toml': unknown language 'xx'; give a tag such as `de`"),
        ("pronunciation = 3\n", r"pronunciation is 3; expected a table \[pronunciation\]"),
        ("[pronunciation]\nSiobhan = 3\n", r"Siobhan is 3; expected words in quotes"),
        ("[glossary]\nbar = ' '\n", r"\[glossary\] has 'bar' without words; expected \"words\" = \"other words\""),
        ("[language]\ntag = 7\n", r"tag is 7; expected words in quotes"),
    ],
)
def test_faults_are_named(tmp_path, text, words):
    with pytest.raises(RecordError, match=words):
        read_settings(written(tmp_path, text))
