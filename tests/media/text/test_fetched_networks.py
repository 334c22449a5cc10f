import hashlib
import importlib.util
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import numpy as np
import pytest

from cinescribe.errors import ModelError
from cinescribe.media.text import fetched_networks as module
from cinescribe.media.text.fetched_networks import ListedNetwork, ScriptNetwork, listed_network, script_network
from cinescribe.media.text.text_networks import TextRecogniser
from tests.media.text.tiny_network import WITHOUT_CHARACTERS, bars, network

NAME = "cyrillic_PP-OCRv5_rec_mobile"


@pytest.fixture
def served(monkeypatch):
    """Serves what a test puts into the list, under the name of the listed network."""
    answers = {"data": network(), "status": 200, "length": True}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(answers["status"])
            if answers["length"]:
                self.send_header("Content-Length", str(len(answers["data"])))
            self.end_headers()
            self.wfile.write(answers["data"])

        def log_message(self, *args):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        url = f"http://127.0.0.1:{server.server_address[1]}/network.onnx"
        sha256 = hashlib.sha256(network()).hexdigest()
        monkeypatch.setattr(module, "listed_network", lambda name: ListedNetwork(url, sha256))
        yield answers
        server.shutdown()
        thread.join()


def refuse(line):
    raise AssertionError(f"announced: {line}")


def test_a_network_is_fetched_once_and_reads(served, tmp_path):
    said: list[str] = []
    found = script_network("Cyrl", fetch=True, announce=said.append, folder=tmp_path)
    assert said == [f"fetching {NAME}.onnx from 127.0.0.1: 0 MB, licence: Apache-2.0"]
    again = script_network("Cyrl", fetch=False, announce=refuse, folder=tmp_path)
    assert found is not None
    assert again is not None
    assert (again.name, again.script) == (NAME, "Cyrl")
    reading = again.read(*bars(3))
    assert reading.text == "ЩЩЩ"
    assert reading.score > 0.9
    assert found.read(*bars(0)).text == ""


def test_network_is_not_fetched_without_consent(tmp_path):
    assert script_network("Grek", fetch=False, announce=refuse, folder=tmp_path) is None


def test_unknown_download_size_is_announced(served, tmp_path):
    said: list[str] = []
    served["length"] = False
    script_network("Cyrl", fetch=True, announce=said.append, folder=tmp_path)
    assert "size not stated" in said[0]


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        ({"status": 404}, r"the network 'cyrillic_PP-OCRv5_rec_mobile' cannot be fetched \(.*404.*put its file at"),
        ({"data": b"another file"}, r"is not the listed file: its SHA-256 differs; try again later"),
    ],
)
def test_failed_download_is_reported_and_removed(served, tmp_path, change, wanted):
    served.update(change)
    with pytest.raises(ModelError, match=wanted):
        script_network("Cyrl", fetch=True, announce=lambda line: None, folder=tmp_path)
    assert [*tmp_path.iterdir()] == []


def test_a_server_that_sends_too_much_is_stopped(served, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "_MAX_BYTES", 100)
    with pytest.raises(ModelError, match="sends more than 0 MiB for a network that has 8 MB"):
        script_network("Cyrl", fetch=True, announce=lambda line: None, folder=tmp_path)
    assert [*tmp_path.iterdir()] == []


def test_malformed_network_file_is_refused(tmp_path):
    path = tmp_path / "bad.onnx"
    path.write_bytes(b"no network")
    image, quad = bars(1)
    with pytest.raises(ModelError, match=r"bad\.onnx' is no network that can be loaded"):
        ScriptNetwork("Cyrl", path).read(image, quad)


def test_network_without_characters_is_refused(tmp_path):
    path = tmp_path / "bare.onnx"
    path.write_bytes(network(WITHOUT_CHARACTERS))
    with pytest.raises(ModelError, match=r"bare\.onnx' names no characters"):
        TextRecogniser(path)


@pytest.mark.parametrize("name", module.NETWORKS.values())
def test_rapidocr_lists_the_networks(name):
    listed = listed_network(name)
    assert listed.url.startswith("https://")
    assert listed.url.endswith(f"{name}.onnx")
    assert len(listed.sha256) == 64


@pytest.mark.parametrize("missing", ["package", "network"])
def test_unlisted_network_is_refused(monkeypatch, missing):
    if missing == "package":
        monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ModelError, match=r"'rapidocr' does not list the network 'absent'; pip install 'rapidocr>=3"):
        listed_network("absent")


def test_reading_does_not_change_the_picture(tmp_path):
    path = tmp_path / "tiny.onnx"
    path.write_bytes(network())
    image, quad = bars(2)
    before = image.copy()
    ScriptNetwork("Cyrl", path).read(image, quad, stretch=1.2)
    np.testing.assert_array_equal(image, before)
