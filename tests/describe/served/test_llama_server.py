"""A second real server, llama.cpp's in Python, with a text model: as captioner, as writer, and with little room."""

import json
import re

import pytest
from click.testing import CliRunner

from cinescribe.cli.main import main
from cinescribe.errors import ModelError
from cinescribe.export.folder import SCRIPT
from cinescribe.models.vlm.capabilities import Capabilities
from cinescribe.models.vlm.chat import ChatRequest
from cinescribe.models.vlm.served_model import served_model
from cinescribe.schema import Script
from cinescribe.store import read_record
from tests.dummies import write_film
from tests.models.vlm.real_server import (
    SMOLLM2,
    free_port,
    llama_server,
    needs_llama,
    needs_serving,
    tiny_llava,
    transformers_server,
)
from tests.models.vlm.scripted_server import Reply, scripted_server

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_thread"), needs_llama]

NOTE = "opens the red door"
SHORT = 512  # tokens: a writer's question of this film has about 400
SENTENCE = ChatRequest("Write one short sentence in the present tense: Anna opens the red door.", max_tokens=30)


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    """A server of SmolLM2 with room for a writer's questions."""
    with llama_server(tmp_path_factory.mktemp("llama") / "log", n_context=4096) as url:
        yield url


@pytest.fixture(scope="module")
def short_url(tmp_path_factory):
    """The same with a tiny context."""
    with llama_server(tmp_path_factory.mktemp("short") / "log", n_context=SHORT) as url:
        yield url


@pytest.fixture
def describe(tmp_path, monkeypatch):
    """Describe the small film by the command line; give the result and the folder."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    film, folder = write_film(tmp_path / "two.mp4"), tmp_path / "two.ad"

    def run(*options):
        return CliRunner().invoke(main, ["describe", str(film), "-o", str(folder), *options]), folder

    return run


def complaint(result):
    """The one line that a command printed that could not do its work."""
    assert result.exit_code == 1
    assert result.stdout == ""
    return result.stderr.splitlines()[-1]


def seer(request, number):
    """A model that sees, as far as it is asked: it tells red from blue, and reports one action."""
    words = str(request["messages"][-1]["content"])
    if "What colour" in words:
        return Reply("Red" if number % 2 else "Blue")
    shot = re.search(r'\\?"shot\\?": (\d+)', words)
    if shot is None:
        return Reply("Hello.")
    action = {"who": "Anna", "does": NOTE, "to_whom": "", "shot": int(shot[1])}
    return Reply(json.dumps({"actions": [action], "detail": ""}))


def answers_to(folder, step):
    """How many answers came to a step, by form."""
    events = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    (found,) = [event for event in events if event["event"] == "answers" and event["to"] == step]
    return {form: n for form, n in found.items() if form not in ("at", "event", "to")}


def test_capabilities_of_the_server_are_detected(url, tmp_path):
    served = served_model(f"{url}#{SMOLLM2}", answers=tmp_path)
    assert served.can == Capabilities(False, False, False, schema=False, log_probabilities=False)
    assert served.server.limits.without == ("response_format",)
    (answer,) = served.ask([SENTENCE])
    assert "door" in answer.text


def test_text_model_is_refused_as_captioner(describe, url):
    result, folder = describe("--captioner", f"server:{url}#{SMOLLM2}")
    assert complaint(result) == (
        f"Error: the model {SMOLLM2!r} of {url}/v1 takes no pictures; name a vision-language model"
    )
    assert not (folder / SCRIPT).exists()


def test_port_without_a_server_is_reported(describe):
    result, _ = describe("--captioner", f"server:http://127.0.0.1:{free_port()}#{SMOLLM2}")
    assert complaint(result).endswith("nothing answers there; start the server, or correct its address")


def test_writer_uses_views_of_a_stand_in_server(describe, url):
    with scripted_server(seer) as running:
        captioner, writer = f"server:{running.url}#tiny", f"server:{url}#{SMOLLM2}"
        result, folder = describe("--captioner", captioner, "--writer", writer, "--unchecked")
    assert result.exit_code == 0, result.output
    assert sum(answers_to(folder, "written").values()) >= 2
    assert "repeats an example" in (folder / "narration.jsonl").read_text()  # so small a model mostly does
    names = {cue.by for cue in read_record(folder / SCRIPT, Script).cues}
    assert names <= {f"server:{running.url}/v1#tiny and server:{url}/v1#{SMOLLM2}"}


@needs_serving
def test_writer_uses_views_of_another_real_server(describe, url, tmp_path):
    llava = tiny_llava(tmp_path / "llava")
    with transformers_server(llava, tmp_path / "log") as seeing:
        result, folder = describe(
            "--captioner", f"server:{seeing}#{llava}", "--writer", f"server:{url}#{SMOLLM2}", "--unchecked"
        )
    assert result.exit_code == 0, result.output
    assert read_record(folder / SCRIPT, Script).film.path == str(tmp_path / "two.mp4")
    assert answers_to(folder, "seen")


def test_question_beyond_the_context_is_refused_with_a_remedy(short_url, tmp_path):
    served = served_model(f"{short_url}#{SMOLLM2}", answers=tmp_path)
    with pytest.raises(ModelError, match=f"maximum context length is {SHORT} tokens.*give the model a longer context"):
        served.ask([ChatRequest("Anna opens the red door. " * 200, max_tokens=400)])


def test_a_film_is_described_although_the_context_is_tiny(describe, short_url):
    with scripted_server(seer) as running:
        captioner, writer = f"server:{running.url}#tiny", f"server:{short_url}#{SMOLLM2}"
        result, folder = describe("--captioner", captioner, "--writer", writer, "--unchecked")
    assert result.exit_code == 0, result.output
    assert sum(answers_to(folder, "written").values()) >= 2  # the server ends them where the context is full
