"""What `study serve` starts, and what it refuses."""

import socket
import subprocess
import sys

import pytest
from starlette.testclient import TestClient

from cinescribe.errors import ServeError, StudyError
from cinescribe.serve.server import serve_studies, serve_trial
from cinescribe.study.design.design import StudyDesign
from cinescribe.study.folders.make_study import make_study
from tests.commands import run_command
from tests.study.described import a_trial
from tests.study.studies import ORDER, ranked_items


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("made") / "study"
    make_study(folder, StudyDesign("s", "rank", ORDER, 2, "no corpus"), ranked_items(2))
    return folder


@pytest.fixture
def started(monkeypatch):
    """The servers that would have run; each is stopped by Ctrl-C."""
    servers = []

    def run(server, sockets):
        servers.append((server.config, sockets[0].getsockname()))
        raise KeyboardInterrupt

    monkeypatch.setattr("uvicorn.Server.run", run)
    return servers


def test_a_server_that_starts_again_loads_no_large_library():
    code = "import sys, cinescribe.serve.server; print({'torch', 'spacy', 'numba', 'scipy'} & sys.modules.keys())"
    started = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert started.stdout == "set()\n"


def test_study_is_served_on_localhost_only_until_ctrl_c(folder, started):
    said = run_command("study", "serve", folder, "--port", "0").stdout
    ((config, (host, port)),) = started
    assert (host, config.proxy_headers) == ("127.0.0.1", False)
    assert said == f"serving on http://127.0.0.1:{port}; stop with Ctrl-C\n"
    answers = {
        name: TestClient(config.app, base_url=f"http://{name}").get("/log-in").status_code
        for name in ("localhost", f"127.0.0.1:{port}", "evil.example")
    }
    assert list(answers.values()) == [200, 200, 400]


def test_behind_another_server_its_address_is_announced_and_cookies_need_https(folder, started):
    said: list[str] = []
    serve_studies([folder], port=0, public_url="https://studies.example.org", announce=said.append)
    assert said == ["https://studies.example.org"]
    config, _ = started[0]
    assert config.proxy_headers
    answer = TestClient(config.app, base_url="https://studies.example.org").get("/log-in")
    assert "Secure" in answer.headers["set-cookie"]


def test_a_trial_is_served_on_this_machine_with_a_new_key_each_time(tmp_path, started):
    folder = a_trial(tmp_path)
    said: list[str] = []
    for _ in range(2):
        serve_trial(folder, announce=said.append)
    for (config, (host, port)), address in zip(started, said, strict=True):
        assert host == "127.0.0.1"
        assert address.startswith(f"http://127.0.0.1:{port}/enter/")
        own = TestClient(config.app, base_url="http://127.0.0.1")
        assert own.get("/enter/x").status_code == 404
    assert said[0].rpartition("/")[2] != said[1].rpartition("/")[2]
    with pytest.raises(StudyError, match="has no trial"):
        serve_trial(tmp_path / "nothing", announce=said.append)


def test_invalid_servers_are_refused(folder, started):
    with pytest.raises(ServeError, match="there are 2 studies, each with a database in its folder; serve one, or make"):
        serve_studies([folder, folder], announce=print)
    for url in ("studies.example.org", "ftp://x.org", "https://x.org/path", "https://"):
        with pytest.raises(ServeError, match=r"`public_url` is .*expected an address such as https://studies\.exam"):
            serve_studies([folder], public_url=url, announce=print)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(ServeError, match=rf"cannot listen at '127.0.0.1', port {port} .*another `host` or `po"):
            serve_studies([folder], port=port, announce=print)
    assert not started
