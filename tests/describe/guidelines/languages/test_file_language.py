import pytest

from cinescribe.describe.guidelines.languages.file_language import file_language
from cinescribe.describe.guidelines.lint import lint
from cinescribe.describe.guidelines.read_description import read_description
from cinescribe.errors import LanguageError
from cinescribe.export.tracks.vtt import write_vtt
from cinescribe.schema import Film, Script

CUE = "00:00:01.000 --> 00:00:09.000\nWir sehen einen Mann.\n"


@pytest.mark.parametrize(
    ("name", "text", "language"),
    [
        ("a.vtt", "WEBVTT\nkind: descriptions\nlanguage: de-AT\n\n" + CUE, "de-AT"),
        ("a.vtt", "WEBVTT\r\nLanguage: de\r\n\r\n" + CUE, "de"),
        ("a.vtt", "WEBVTT\n\nNOTE\nlanguage: de\n\n" + CUE, None),
        ("a.vtt", "WEBVTT\n\nNOTE\nkind: descriptions\nlanguage: pl\nfilm: a.mkv\n\n" + CUE, "pl"),
        ("a.vtt", "WEBVTT\nlanguage: nonsense\n\n" + CUE, None),
        ("a.xml", '<?xml version="1.0"?>\n<tt xmlns="http://www.w3.org/ns/ttml" xml:lang="pl">', "pl"),
        ("a.de.srt", "1\n" + CUE.replace(".", ",", 2), "de"),
        ("a.pt-BR.srt", "1\n" + CUE.replace(".", ",", 2), "pt-BR"),
        ("take.no.srt", "1\n" + CUE.replace(".", ",", 2), None),
        ("a.vtt", "WEBVTT\n\n" + CUE, None),
    ],
)
def test_a_file_says_its_language(tmp_path, name, text, language):
    path = tmp_path / name
    path.write_bytes(text.encode())
    assert file_language(path) == language


def test_cues_are_checked_in_the_language_of_their_file(tmp_path):
    path = tmp_path / "a.vtt"
    path.write_text("WEBVTT\nlanguage: de\n\n" + CUE, encoding="utf-8")
    assert [one.rule for one in lint(path)] == ["we-see", "unchecked"]
    assert [one.rule for one in lint(path, language="fr")] == ["unchecked"]
    assert read_description(path, language="ger").script.language == "de"
    with pytest.raises(LanguageError, match="unknown language 'nonsense'"):
        lint(path, language="nonsense")


def test_an_exported_file_says_its_language(tmp_path):
    path = tmp_path / "a.vtt"
    write_vtt(Script(Film("a.mkv", 9.0), language="pl"), path)
    assert file_language(path) == "pl"
