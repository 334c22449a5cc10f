"""The disclosure says who wrote, spoke and reviewed a description, as far as that is known."""

import pytest

import cinescribe
from cinescribe.describe.editing.edit import edit_description
from cinescribe.describe.editing.workspace import Workspace
from cinescribe.export.description import export_description, stale_line
from cinescribe.export.disclosure import disclosure, folder_disclosure, without_heading
from cinescribe.export.settings import DisclosureSettings, Settings, write_settings
from cinescribe.language.messages.spoken_messages import SPOKEN_LANGUAGES
from cinescribe.media.film.disclosure import is_disclosure
from cinescribe.schema import Cue, Film, Script
from cinescribe.timing import Span
from tests.describe.editing.scripts import script as editable
from tests.dummies import SteadyVoice

MADE = f"Made with Cinescribe {cinescribe.__version__}."


def script(*cues: Cue) -> Script:
    return Script(Film("film.mp4", 60.0), cues=cues)


def cue(by: str | None, **values) -> Cue:
    return Cue(Span(1.0, 2.0), "Anna waits.", by=by, **values)


def test_disclosure_names_writers_voice_and_reviewer():
    made = script(
        cue("observer"), cue("observer"), cue("observer", hand_made=True), cue("hand", hand_made=True),
        cue("observer", status="dropped"), cue("observer", accepted=True),
    )  # fmt: skip
    settings = Settings("espeak:en-gb+f3", disclosure=DisclosureSettings("Clara Diaz"))
    assert disclosure(made, settings, ["Ann", "Bo"]) == (
        "About this audio description: 2 of 5 cues are AI-generated. 1 of 5 cues is AI-generated and accepted by a "
        "person. 1 of 5 cues is AI-generated and edited by a person. 1 of 5 cues is written by a person. AI: observer. "
        f"Edited by Ann, Bo. Synthetic voice: espeak en-gb+f3. Reviewed by Clara Diaz. {MADE}"
    )


def test_disclosure_omits_unknown_facts():
    assert disclosure(script(), Settings()) == f"About this audio description: {MADE}"
    assert disclosure(script(cue(None)), Settings()) == (
        f"About this audio description: Synthetic voice: espeak. {MADE}"
    )
    assert "Edited" not in disclosure(script(cue("observer")), Settings(), ["Ann"])


def test_recorded_cues_have_no_synthetic_voice():
    recorded = cue("hand", hand_made=True, recording="recordings/a.wav")
    assert disclosure(script(recorded), Settings()) == (
        "About this audio description: The only cue is written by a person. The only cue is recorded by a person. "
        f"{MADE}"
    )
    both = disclosure(script(recorded, cue("hand")), Settings("piper:/voices/joe.onnx"))
    assert "All 2 cues are written by a person. Synthetic voice: piper joe. 1 of 2 cues is recorded" in both


@pytest.mark.parametrize(
    ("by", "name"),
    [
        ("observer", "observer"),
        ("on-screen text", "on-screen text"),
        ("hub:microsoft/git-base", "microsoft/git-base"),
        ("hub:/home/ann/models/git", "git"),
        ("micap:/home/ann/run 3", "micap run 3"),
        ("server:http://192.168.0.7:11434/v1#qwen2.5vl:7b", "qwen2.5vl:7b"),
        ("server:http://secret.example/v1", "a chat model"),
        ("server:http://a/v1#one and server:http://b/v1#two", "one and two"),
    ],
)
def test_addresses_and_folders_stay_private(by, name):
    assert f" AI: {name}. " in disclosure(script(cue(by)), Settings())


def test_disclosure_text_from_settings_replaces_the_generated_one():
    own = Settings(disclosure=DisclosureSettings("Clara", "Written and spoken\x07\nby Clara."))
    assert disclosure(script(cue("observer")), own) == "Written and spoken by Clara."
    assert disclosure(script(), Settings(disclosure=DisclosureSettings(text=""))) == ""


def test_disclosure_is_in_every_text_format_and_updated(tmp_path):
    folder = tmp_path / "film.ad"
    Workspace(folder).save_draft(editable())
    edited = export_description(folder, to="csv", path=tmp_path / "edited.csv")
    edited.write_text(edited.read_text("utf-8-sig").replace("opens", "shuts"))
    edit_description(folder, edited, voice=SteadyVoice(), who="Ann")
    export_description(folder, to="csv", path=edited)
    write_settings(folder, Settings(disclosure=DisclosureSettings("Clara")))
    line = folder_disclosure(editable(), folder)
    assert line.endswith(f"Reviewed by Clara. {MADE}")
    paths = {to: export_description(folder, to=to) for to in ("text", "vtt", "srt", "dapt", "csv", "script", "page")}
    carrying = {to for to, path in paths.items() if "Edited by Ann" in path.read_text("utf-8-sig")}
    assert carrying == {"text", "vtt", "dapt", "script", "page"}
    assert stale_line(folder) is None
    write_settings(folder, Settings(disclosure=DisclosureSettings("Dora")))
    assert stale_line(folder) == (
        "older than the script: descriptions.ttml, descriptions.txt, descriptions.vtt, page.html, script.txt; "
        "`all` exports those in the folder again"
    )


@pytest.mark.parametrize("language", SPOKEN_LANGUAGES)
def test_disclosure_is_in_the_language_of_the_description(language):
    spoken = script(cue("observer"), cue("hand"), cue("server:http://localhost#")).replace(language=language)
    line = disclosure(spoken, Settings(disclosure=DisclosureSettings("Clara")), ["Ann"])
    facts = without_heading(line, language)
    assert line.endswith(facts) and len(facts) < len(line)  # noqa: PT018
    assert is_disclosure(line)
    assert all(part in facts for part in ("observer", "Clara", "espeak", "1"))
    assert ("generated" in line) == (language == "en")
    assert ("chat model" in line) == (language == "en")


def test_unsupported_language_has_an_english_disclosure():
    japanese = script(cue("observer")).replace(language="ja")
    assert disclosure(japanese, Settings()).startswith("About this audio description: The only cue is AI-generated.")
