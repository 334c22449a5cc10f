import json
from dataclasses import replace

import numpy as np
import pytest

from cinescribe.errors import ModelError
from cinescribe.features.clip_sets.batch import Batch, ClipInput, PictureLevels
from cinescribe.language.messages import spoken_messages
from cinescribe.models.vlm.capabilities import Capabilities
from cinescribe.models.vlm.chat_captioner import server_captioner
from cinescribe.schema import Clip, Evidence, Face, Person
from cinescribe.timing import Span
from tests.models.vlm.scripted_server import Reply, scripted_server

ANNA = Person("p1", "P1", "Anna")


def clip(name: str, n_frames: int) -> ClipInput:
    none = np.zeros(0, np.float32)
    levels = PictureLevels(np.zeros(0), none, none, np.zeros((0, 2), np.float32), none, none)
    face = Face(0.0, (0.1, 0.2, 0.3, 0.4), 1.0, 0, 0, "p1")
    frames = np.full((n_frames, 60, 100, 3), 90, np.uint8)
    return ClipInput(
        Clip(name, "film", Span(0, 4)), tuple(map(float, range(n_frames))), frames, (face,), (), levels, None
    )


def able(request, _):
    """A server that can do everything."""
    content = request["messages"][0]["content"]
    pictures = [] if isinstance(content, str) else [part for part in content if part["type"] == "image_url"]
    log_probabilities = (-0.25,) if request.get("logprobs") else ()
    if "response_format" in request:
        return Reply('{"n": 3}', log_probabilities=log_probabilities)
    if pictures and "colour" in content[-1]["text"]:
        return Reply(str(hash(pictures[0]["image_url"]["url"])))
    return Reply("The image shows a man who opens a door. He smiles.", log_probabilities=log_probabilities)


def simple(request, n):
    """A server that ignores schemas and log-probabilities in silence, and refuses several pictures."""
    content = request["messages"][0]["content"]
    if isinstance(content, str):
        return Reply("Hello.")
    return Reply(str(hash(content[0]["image_url"]["url"])), status=400 if len(content) > 2 else 200)


@pytest.fixture
def captioner(tmp_path):
    """Give a function of a server its captioner, and what was announced."""

    def made(running):
        lines: list[str] = []
        return server_captioner(f"{running.url}#tiny", announce=lines.append, answers=tmp_path), lines

    return made


def test_clips_are_captioned_with_the_names_of_their_people(captioner):
    with scripted_server(able) as running:
        captioned, lines = captioner(running)
        first, empty = captioned.caption(Batch((clip("a", 3), clip("b", 0)), (ANNA,)))
    assert lines == []
    assert captioned.model.can == Capabilities(True, True, True, True, True)
    assert captioned.n_frames == 8
    assert (first.text, first.people, first.score) == ("Anna who opens a door.", ("p1",), -0.25)
    assert first.by == captioned.name == f"server:{running.url}/v1#tiny"
    assert first.evidence == tuple(Evidence(float(n), f"frame shown to {captioned.name}") for n in range(3))
    assert (empty.text, empty.by) == ("", captioned.name)
    assert "Anna (on the left)" in json.dumps(running.requests[-1])


def test_a_model_is_asked_for_the_language_of_the_messages(captioner):
    with scripted_server(able) as running:
        captioned, _ = captioner(running)
        german = replace(captioned, messages=spoken_messages("de"))
        german.caption(Batch((clip("a", 3),), (ANNA,)))
    assert "Write the sentence in German." in json.dumps(running.requests[-1])


def test_what_a_server_cannot_do_is_found_out_once(captioner):
    with scripted_server(simple) as running:
        captioned, _ = captioner(running)
        n_questions = len(running.requests)
        assert captioner(running)[0].model.can == captioned.model.can
    assert captioned.model.can == Capabilities(True, True, False, False, False)
    assert captioned.n_frames == 1
    assert len(running.requests) == n_questions  # remembered


def test_a_model_that_drops_pictures_in_silence_is_refused(captioner):
    with (
        scripted_server(lambda *_: Reply("Hello.")) as running,
        pytest.raises(ModelError, match=r"'tiny' of http.* does not see: it gave the same answers to a red and a blue"),
    ):
        captioner(running)


def test_a_model_that_takes_no_pictures_is_refused(captioner):
    def text_only(request, _):
        return Reply(status=200 if isinstance(request["messages"][0]["content"], str) else 400)

    with (
        scripted_server(text_only) as running,
        pytest.raises(ModelError, match=r"'tiny' of http.* takes no pictures; name a vision-language model"),
    ):
        captioner(running)


def test_an_unknown_model_is_refused_with_those_that_are_there(captioner):
    with (
        scripted_server(lambda *_: Reply(status=404, body=b"model 'tiny' not found")) as running,
        pytest.raises(
            ModelError,
            match=r"with the model 'tiny': it answers HTTP 404, .*not found.*; it offers other, tiny; name one "
            r"of these, or add this one there \(with Ollama: ollama pull MODEL\)",
        ),
    ):
        captioner(running)


def test_a_server_without_a_list_of_models_is_refused_all_the_same(captioner):
    with (
        scripted_server(lambda *_: Reply(status=400), models=()) as running,
        pytest.raises(ModelError, match="it lists no models; name one that it has, or add this one there"),
    ):
        captioner(running)


def test_sending_frames_to_another_machine_is_said_first(tmp_path):
    lines: list[str] = []
    with pytest.raises(ModelError, match="nothing answers there"):
        server_captioner("http://cinescribe.invalid#tiny", announce=lines.append, answers=tmp_path)
    assert lines == ["frames of the film are sent to http://cinescribe.invalid/v1"]


def test_kept_answers_can_be_used_without_the_server(captioner):
    batch = Batch((clip("a", 3),), (ANNA,))
    with scripted_server(able) as running:
        first = captioner(running)[0].caption(batch)
    captioned, lines = captioner(running)
    assert lines == [f"nothing answers at {running.url}/v1; only answers that are kept can be used"]
    assert captioned.caption(batch) == first
