import json

import pytest

from cinescribe.describe.describe import write_description
from cinescribe.describe.describe_options import DescribeOptions
from cinescribe.describe.editing.workspace import Workspace
from cinescribe.export.description import export_description
from cinescribe.media.film.frame_scaling import PictureFormat
from cinescribe.media.text.script_recogniser import ScriptReaders
from cinescribe.models.observer.observer import Observer
from cinescribe.models.vlm.chat_captioner import ChatCaptioner
from cinescribe.schema import ScreenText
from cinescribe.timing import Span
from tests.describe.screen_text.test_text_translation import Model, translation
from tests.dummies import NoFaces, SteadyVoice, write_film

SIGN = "Запасный выход"


class Signs:
    """Reads one Russian sign in every film."""

    wants = PictureFormat("rgb24", rate_hz=1.0, width=32)

    def __init__(self, readers):
        self.readers = readers

    def take(self, time, image):
        """Drop a picture."""

    def texts(self, duration):
        return (ScreenText(Span(0.5, 4.0), SIGN, (0.1, 0.4, 0.9, 0.6), 0.99),)


@pytest.fixture
def described(tmp_path, monkeypatch):
    """Describe a film with the sign, and give the script with what was announced and who was to read."""
    asked = []

    def readers(languages):
        asked.append(languages)
        return ScriptReaders(expected=frozenset({"Cyrl"}))

    def run(captioner, **options):
        said: list[str] = []
        parts = DescribeOptions(captioner, SteadyVoice(), NoFaces(), announce=said.append, readers=readers)
        script = write_description(write_film(tmp_path / "film.mp4"), tmp_path / "film.ad", options=parts, **options)
        return script, said, asked

    monkeypatch.setattr("cinescribe.describe.analyse.TextFinder", Signs)
    return run


@pytest.mark.slow
def test_unreadable_sign_is_listed_and_announced_without_a_chat_model(described):
    script, said, asked = described(Observer())
    assert [(text.text, text.translation) for text in script.texts] == [(SIGN, None)]
    assert SIGN not in " ".join(cue.text for cue in script.cues)
    assert "text in Cyrillic letters is not read: install tesserocr" in "\n".join(said)
    assert "1 text in the picture is in letters that the voice does not read" in "\n".join(said)
    assert asked == [["en", None]]


@pytest.mark.slow
def test_chat_model_translation_is_stored_beside_the_text(described, tmp_path):
    class Captioning(ChatCaptioner):
        def caption(self, batch):
            return Observer().caption(batch)

    model = Model({SIGN: translation("Emergency exit")})
    script, said, _ = described(Captioning(model))
    assert [(text.text, text.translation) for text in script.texts] == [(SIGN, "Emergency exit")]
    (cue,) = (cue for cue in script.cues if cue.by == "on-screen text")
    assert cue.text == "Text: Emergency exit."
    assert SIGN in cue.evidence[0].what
    assert "does not read" not in "\n".join(said)
    kept = Workspace(tmp_path / "film.ad").load(who="me").script
    assert kept.texts == script.texts
    logged = (tmp_path / "film.ad" / "log.jsonl").read_text().splitlines()
    assert "translations" in [json.loads(line).get("stage") for line in logged]
    described(Captioning(Model({})))  # nothing is asked again


@pytest.mark.slow
def test_sign_without_a_cue_is_in_the_transcript(described, tmp_path):
    described(Observer())
    path = export_description(tmp_path / "film.ad", to="script", path=tmp_path / "film.txt")
    assert f"Text: {SIGN}" in path.read_text(encoding="utf-8")
