import http.server
import importlib
import json
import threading
from collections.abc import Mapping
from contextlib import contextmanager

import pytest

from cinescribe.errors import ModelError
from cinescribe.models.vlm.local_models import LocalServer, cached_captioners, is_seeing_name, local_servers
from tests.models.vlm.scripted_server import Reply, scripted_server

local_models = importlib.import_module("cinescribe.models.vlm.local_models")

PORTS = "CINESCRIBE_LOCAL_PORTS"

# As they are published: on the hub, by Ollama, and as files for llama.cpp.
SEEING_NAMES = """
HuggingFaceTB/SmolVLM2-2.2B-Instruct SmolVLM-500M-Instruct-Q8_0.gguf
qwen3-vl:2b qwen3-vl:8b-instruct-q4_K_M Qwen/Qwen3-VL-4B-Instruct qwen2.5vl:7b Qwen/Qwen2.5-VL-3B-Instruct
qwen3.5:4b Qwen/Qwen3.5-9B qwen3.6:27b unsloth/Qwen3.6-35B-A3B-GGUF Qwen/Qwen2.5-Omni-7B
gemma3:4b gemma4:e2b google/gemma-4-E4B-it gemma-4-12b-it-qat google/medgemma-4b-it
moondream vikhyatk/moondream2 llava:7b bakllava llava-phi3 minicpm-v:8b openbmb/MiniCPM-V-4.6 openbmb/MiniCPM-o-2_6
llama3.2-vision llama4:scout meta-llama/Llama-4-Scout-17B-16E-Instruct
mistral-small3.2:24b mistralai/Mistral-Small-3.1-24B-Instruct-2503 mistralai/Pixtral-12B-2409
ministral-3:8b mistralai/Ministral-3-8B-Instruct-2512 mistral-large-3:675b-cloud
zai-org/GLM-4.1V-9B-Thinking zai-org/GLM-4.6V-Flash zai-org/glm-4v-9b moonshotai/Kimi-VL-A3B-Instruct
deepseek-ai/deepseek-vl2-tiny OpenGVLab/InternVL3-2B OpenGVLab/InternVL3_5-4B-HF allenai/Molmo2-8B AIDC-AI/Ovis2.5-9B
LiquidAI/LFM2-VL-1.6B microsoft/Phi-3.5-vision-instruct microsoft/Phi-4-multimodal-instruct granite3.2-vision
CohereLabs/aya-vision-8b HuggingFaceM4/Idefics3-8B-Llama3 baidu/ERNIE-4.5-VL-28B-A3B-PT
"""
OTHER_NAMES = """
mistral mistral-small:24b mistralai/Ministral-8B-Instruct-2410 ministral-3b mistral-nemo devstral codestral
llama3.1 llama3.3:70b meta-llama/Llama-Guard-4-12B
qwen2.5:7b qwen3:8b Qwen/Qwen3-4B-Instruct-2507 qwen3-coder:30b qwen3-next:80b
Qwen/Qwen3-Embedding-0.6B Qwen/Qwen3-VL-Embedding-2B Qwen/Qwen3-VL-Reranker-2B
gemma:7b gemma2 google/gemma-2-9b-it gemma3:1b google/gemma-3-1b-it gemma3:270m google/medgemma-27b-text-it
embeddinggemma:300m nomic-embed-text nomic-ai/nomic-embed-vision-v1.5 bge-m3
gpt-oss:20b phi4 phi4-mini deepseek-r1 deepseek-v3.1 deepseek-ocr zai-org/GLM-4.6 glm-4.7-flash zai-org/GLM-OCR
smollm2:1.7b HuggingFaceTB/SmolLM3-3B moonshotai/Kimi-K2-Instruct openbmb/MiniCPM4-8B internlm2:7b olmo-3:7b
granite4:3b ibm-granite/granite-docling-258M allenai/olmOCR-2-7B-1025 command-r
mmproj-SmolVLM-500M-Instruct-Q8_0.gguf
"""


@contextmanager
def other_program(body: bytes):
    """A server that is no chat server, but answers everything."""
    with answering({"/v1/models": body}) as port:
        yield port


@contextmanager
def answering(bodies: Mapping[str, bytes | dict[str, bytes]]):
    """A server that sends bodies by path, or by path and the model that is asked about; 404 for all else."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self._send(bodies.get(self.path))

        def do_POST(self):
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            found = bodies.get(self.path)
            self._send(found.get(asked["model"]) if isinstance(found, dict) else found)

        def _send(self, body):
            self.send_response(404 if body is None else 200)
            self.end_headers()
            self.wfile.write(body or b"")

        def log_message(self, format, *args):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


def found_on(port: int, monkeypatch, program: str) -> LocalServer:
    monkeypatch.setenv(PORTS, str(port))
    monkeypatch.setattr(local_models, "_USUAL", {**local_models._USUAL, port: program})
    (found,) = local_servers()
    return found


def list_of(*names: str) -> bytes:
    return json.dumps({"data": [{"id": name, "object": "model"} for name in names]}).encode()


def test_servers_on_named_ports_are_found(monkeypatch):
    with scripted_server(lambda *_: Reply(), models=("llama3", "qwen2.5vl:7b")) as running:
        port = int(running.url.rpartition(":")[2])
        monkeypatch.setenv(PORTS, f"9, {port}")
        (found,) = local_servers()
    assert found == LocalServer(f"http://localhost:{port}", "a server", ("llama3", "qwen2.5vl:7b"))
    assert found.seeing == "qwen2.5vl:7b"
    assert running.requests == []  # no question was asked


@pytest.mark.parametrize("name", SEEING_NAMES.split())
def test_models_that_take_pictures_are_known_by_their_names(name):
    assert is_seeing_name(name)
    assert LocalServer("u", "p", ("mistral", name)).seeing == name


@pytest.mark.parametrize("name", OTHER_NAMES.split())
def test_models_for_text_and_for_other_tasks_are_known_by_their_names(name):
    assert not is_seeing_name(name)
    assert LocalServer("u", "p", (name,)).seeing is None


def test_ollama_is_believed_rather_than_the_name(monkeypatch):
    said = {
        "llava:text": b'{"capabilities": ["completion"]}',
        "gemma2": b'{"capabilities": ["completion", "vision", "tools"]}',
        "qwen3-vl:4b": b'{"capabilities": ["completion"]}',
    }
    with answering({"/v1/models": list_of("llava:text", "gemma2", "qwen3-vl:4b"), "/api/show": said}) as port:
        found = found_on(port, monkeypatch, "Ollama")
        assert found.seeing == "gemma2"
        assert found.declared == {"llava:text": False, "gemma2": True}  # the first that sees is enough
        assert found_on(port, monkeypatch, "vLLM").declared == {}  # only Ollama is asked


@pytest.mark.parametrize("said", [b"{}", b"[]", b"{", b'{"capabilities": "vision"}', b'{"capabilities": null}'])
def test_names_decide_where_ollama_does_not_say_what_a_model_takes(monkeypatch, said):
    with answering({"/v1/models": list_of("gemma2", "llava"), "/api/show": said}) as port:
        found = found_on(port, monkeypatch, "Ollama")
    assert (found.declared, found.seeing) == ({}, "llava")


def test_what_ollama_says_may_hold_anything(monkeypatch):
    with answering({"/v1/models": list_of("llava"), "/api/show": b'{"capabilities": [["vision"], 1, null]}'}) as port:
        assert found_on(port, monkeypatch, "Ollama").declared == {"llava": False}


def test_lm_studio_is_believed_rather_than_the_name(monkeypatch):
    kinds = [("llava-text", "llm"), ("my-tune", "vlm"), ("nomic", "embeddings"), ("qwen3-vl", None)]
    listed = [{"id": name} | ({"type": kind} if kind else {}) for name, kind in kinds]
    pages = {"/v1/models": list_of(*dict(kinds)), "/api/v0/models": json.dumps({"data": listed}).encode()}
    with answering(pages) as port:
        found = found_on(port, monkeypatch, "LM Studio")
    assert found.declared == {"llava-text": False, "my-tune": True, "nomic": False}
    assert found.seeing == "my-tune"


def test_llama_cpp_is_believed_rather_than_the_name(monkeypatch):
    def body(*capabilities: str) -> bytes:
        models = [{"name": "Qwen3.5-4B.gguf", "capabilities": capabilities}, {"name": "x"}, "x"]
        return json.dumps(json.loads(list_of("Qwen3.5-4B.gguf")) | {"models": models}).encode()

    with answering({"/v1/models": body("completion")}) as port:  # without its projector, it reads text only
        assert found_on(port, monkeypatch, "llama.cpp").seeing is None
    with answering({"/v1/models": body("completion", "multimodal")}) as port:
        assert found_on(port, monkeypatch, "llama.cpp").seeing == "Qwen3.5-4B.gguf"


@pytest.mark.parametrize("body", [b"<html>", b"[]", b'{"data": [1]}', b'{"data": []}', b" " * 2_000_000])
def test_other_programs_on_these_ports_are_passed_over(monkeypatch, body):
    with other_program(body) as port:
        monkeypatch.setenv(PORTS, str(port))
        assert local_servers() == []


def test_nobody_is_asked_where_the_variable_is_empty_or_in_an_automatic_build(monkeypatch):
    def fail(*_, **__):
        raise AssertionError("asked")

    monkeypatch.setattr("cinescribe.models.vlm.connection.timed_client.TimedClient.send", fail)
    assert local_servers() == []  # as all tests
    monkeypatch.delenv(PORTS)
    monkeypatch.setenv("CI", "true")
    assert local_servers() == []
    monkeypatch.delenv("CI")
    with pytest.raises(AssertionError, match="asked"):
        local_servers()


def test_ports_that_are_none_are_refused(monkeypatch):
    monkeypatch.setenv(PORTS, "11434,ollama")
    with pytest.raises(ModelError, match=r"'ollama'.*expected numbers separated by commas, such as 11434,8000"):
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
    cache(tmp_path, "someone/reads-ocr", "qwen2_vl")
    assert cached_captioners() == ["someone/vl-model", "microsoft/git-base"]  # those that take instructions first
