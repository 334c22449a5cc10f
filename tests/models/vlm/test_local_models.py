import http.server
import json
import threading
from contextlib import contextmanager

import pytest

from cinescribe.errors import ModelError
from cinescribe.models.vlm.local_models import LocalServer, cached_captioners, local_servers
from tests.models.vlm.scripted_server import Reply, scripted_server

PORTS = "CINESCRIBE_LOCAL_PORTS"


@contextmanager
def other_program(body: bytes):
    """A server that is no chat server, but answers everything."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format, *args):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


def test_servers_on_named_ports_are_found(monkeypatch):
    with scripted_server(lambda *_: Reply(), models=("llama3", "qwen2.5vl:7b")) as running:
        port = int(running.url.rpartition(":")[2])
        monkeypatch.setenv(PORTS, f"9, {port}")
        (found,) = local_servers()
    assert found == LocalServer(f"http://localhost:{port}", "a server", ("llama3", "qwen2.5vl:7b"))
    assert found.seeing == "qwen2.5vl:7b"
    assert running.requests == []  # no question was asked


def test_models_that_see_are_known_by_their_names():
    seeing = ["llava:7b", "Qwen/Qwen2.5-VL-3B-Instruct", "HuggingFaceTB/SmolVLM2-2.2B", "gemma3:4b", "llama3.2-vision"]
    for name in (*seeing, "minicpm-v:8b", "moondream", "OpenGVLab/InternVL3-2B"):
        assert LocalServer("u", "p", ("mistral", name)).seeing == name
    for name in ("mistral", "llama3.1", "qwen2.5:7b", "gpt-oss:20b", "phi4", "gemma2", "deepseek-r1"):
        assert LocalServer("u", "p", (name,)).seeing is None


@pytest.mark.parametrize("body", [b"<html>", b"[]", b'{"data": [1]}', b'{"data": []}', b" " * 2_000_000])
def test_other_programs_on_these_ports_are_passed_over(monkeypatch, body):
    with other_program(body) as port:
        monkeypatch.setenv(PORTS, str(port))
        assert local_servers() == []


def test_nobody_is_asked_where_the_variable_is_empty_or_in_an_automatic_build(monkeypatch):
    def fail(*_, **__):
        raise AssertionError("asked")

    monkeypatch.setattr("httpx.Client.stream", fail)
    assert local_servers() == []  # as all tests
    monkeypatch.delenv(PORTS)
    monkeypatch.setenv("CI", "true")
    assert local_servers() == []
    monkeypatch.delenv("CI")
    with pytest.raises(AssertionError, match="asked"):
        local_servers()


def test_ports_that_are_none_are_refused(monkeypatch):
    monkeypatch.setenv(PORTS, "11434,ollama")
    with pytest.raises(ModelError, match=r"'ollama'.*numbers separated by commas are wanted, such as 11434,8000"):
        local_servers()


def cache(folder, name, model_type):
    snapshot = folder / f"models--{name.replace('/', '--')}" / "snapshots" / "abc"
    snapshot.mkdir(parents=True)
    (snapshot / "model.safetensors").write_bytes(b"")
    (snapshot / "config.json").write_text(json.dumps({"model_type": model_type}))
    refs = snapshot.parents[1] / "refs"
    refs.mkdir()
    (refs / "main").write_text("abc")
    return snapshot


def test_captioners_in_the_cache_are_found(monkeypatch, tmp_path):
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    assert cached_captioners() == []
    cache(tmp_path, "someone/vl-model", "qwen2_vl")
    cache(tmp_path, "microsoft/git-base", "git")
    cache(tmp_path, "someone/text", "llama")
    (cache(tmp_path, "someone/damaged", "git") / "config.json").write_text("{")
    (cache(tmp_path, "someone/partial", "git") / "model.safetensors").unlink()
    assert cached_captioners() == ["microsoft/git-base", "someone/vl-model"]
