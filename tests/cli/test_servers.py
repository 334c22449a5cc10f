"""What somebody meets whose server is not there, has another model, or serves one that does not see."""

import pytest
from click.testing import CliRunner

from cinescribe.cli.main import main
from cinescribe.models.vlm.served_model import served_model
from tests.dummies import write_film
from tests.models.vlm.scripted_server import Reply, scripted_server


@pytest.fixture
def complaint(tmp_path, monkeypatch):
    """What `describe` says about a captioner that it cannot use: one line, and nothing is written."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    film, folder = write_film(tmp_path / "two.mp4"), tmp_path / "two.ad"

    def run(captioner):
        result = CliRunner().invoke(main, ["describe", str(film), "-o", str(folder), "--captioner", captioner])
        assert result.exit_code == 1
        assert result.stdout == ""
        (line,) = result.stderr.splitlines()
        assert not (folder / "script.json").exists()
        return line

    return run


def is_text(request):
    return isinstance(request["messages"][-1]["content"], str)


def test_missing_server_is_reported(complaint):
    assert complaint("server:http://localhost:9#llava") == (
        "Error: the server http://localhost:9/v1 with the model 'llava': nothing answers there; start the server, or "
        "correct its address"
    )


def test_the_address_is_malformed(complaint):
    assert complaint("server:localhost#llava") == (
        "Error: the server is 'localhost#llava', which does not begin with http:// or https://; write "
        "http://localhost#llava"
    )
    assert complaint("server:http://0.0.0.0:8000#m").endswith("write http://localhost:8000#m")
    assert complaint("server:http://localhost:11434/api/chat#m").endswith("write http://localhost:11434#m")


def test_the_model_is_unknown(complaint):
    missing = Reply(status=404, body=b'{"error": {"message": "model \\"llava\\" not found, try pulling it first"}}')
    with scripted_server(lambda *_: missing, models=("qwen2.5vl", "llama3")) as running:
        line = complaint(f"server:{running.url}#llava")
    assert "it answers HTTP 404" in line
    assert "not found, try pulling it first" in line
    assert line.endswith(
        "; it offers llama3, qwen2.5vl; name one of these, or add this one there (with Ollama: ollama pull MODEL)"
    )


@pytest.mark.parametrize("status", [400, 422])
def test_the_model_refuses_pictures(complaint, status):
    with scripted_server(
        lambda request, _: Reply("Hello.", status=200 if is_text(request) else status), models=("phi4",)
    ) as running:
        line = complaint(f"server:{running.url}#phi4")
    assert line == (f"Error: the model 'phi4' of {running.url}/v1 takes no pictures; name a vision-language model")


def test_the_model_drops_pictures_in_silence(complaint):
    with scripted_server(lambda *_: Reply("Hello."), models=("phi4",)) as running:
        line = complaint(f"server:{running.url}#phi4")
    assert "'phi4'" in line
    assert "does not see: it gave the same answers to a red and a blue picture; name a vision-language model" in line


def test_the_key_is_wrong(complaint, monkeypatch):
    monkeypatch.setenv("CINESCRIBE_API_KEY", "sk-secret")
    with scripted_server(lambda *_: Reply(status=401, body=b"bad key sk-secret"), models=()) as running:
        line = complaint(f"server:{running.url}#m")
    assert "it refuses the key (HTTP 401, 'bad key ...'); put the right one into CINESCRIBE_API_KEY" in line
    assert "secret" not in line


def test_the_server_was_started_without_the_part_for_pictures(complaint):
    refused = Reply(status=500, body=b'{"error": {"code": 500, "message": "image input is not supported"}}')
    with scripted_server(
        lambda request, _: Reply("Hello.") if is_text(request) else refused, models=("phi4",)
    ) as running:
        line = complaint(f"server:{running.url}#phi4")
    assert line == f"Error: the model 'phi4' of {running.url}/v1 takes no pictures; name a vision-language model"


def test_reasoning_model_without_an_answer_is_not_called_blind(complaint):
    thoughts = b'{"choices": [{"message": {"content": null, "reasoning": "Hm."}, "finish_reason": "length"}]}'
    with scripted_server(lambda *_: Reply(body=thoughts)) as running:
        model = served_model(f"{running.url}#m")
    assert model.can.thinks
    assert model.can.sees


def test_the_context_is_too_small(complaint):
    small = b'{"error": {"code": 400, "message": "the request exceeds the available context size", "n_ctx": 8}}'
    with scripted_server(lambda *_: Reply(status=400, body=small)) as running:
        line = complaint(f"server:{running.url}#m")
    assert "'the request exceeds the available context size'; give the model a longer context: in Ollama" in line
