import json

import pytest

from cinescribe.errors import RecordError
from cinescribe.models.vlm.capabilities import Capabilities
from cinescribe.models.vlm.chat import ChatRequest
from cinescribe.models.vlm.connection.server_address import server_address
from cinescribe.models.vlm.known_server import KnownServer, known_server, remember_server
from cinescribe.models.vlm.limits import ServerLimits
from cinescribe.models.vlm.served_model import served_model
from tests.models.vlm.scripted_server import Reply, scripted_server

ADDRESS = server_address("http://localhost#m")
KNOWN = KnownServer(Capabilities(True, True, True, False, False), ServerLimits(n_pictures=5), "ab")


def test_what_is_known_comes_back(tmp_path):
    assert known_server(ADDRESS, tmp_path) is None
    remember_server(ADDRESS, tmp_path, KNOWN)
    assert known_server(ADDRESS, tmp_path) == KNOWN
    assert known_server(server_address("http://localhost#other"), tmp_path) is None
    (path,) = tmp_path.iterdir()
    path.write_text("{")
    with pytest.raises(RecordError, match=path.name):
        known_server(ADDRESS, tmp_path)


def picky(body, _):
    return Reply(status=400, body=b"Unsupported parameter: 'seed'") if "seed" in body else Reply("Hello.")


def test_a_server_is_asked_once_what_it_can_do_and_its_limits_stay_known(tmp_path):
    with scripted_server(picky, models=("m",)) as running:
        first = served_model(f"{running.url}#m", answers=tmp_path)
        n = len(running.requests)
        again = served_model(f"{running.url}#m", answers=tmp_path)
        assert len(running.requests) == n
        assert again.can == first.can
        assert again.server.limits.without == ("seed",)
        again.ask([ChatRequest("What?")])
        assert len(running.requests) == n + 1


def test_a_server_that_serves_another_model_by_the_name_is_asked_again(tmp_path, monkeypatch):
    with scripted_server(picky, models=("m",)) as running:
        served_model(f"{running.url}#m", answers=tmp_path)
        n = len(running.requests)
        (path,) = (tmp_path / "servers").iterdir()
        old = json.loads(path.read_text()) | {"fingerprint": "other"}
        path.write_text(json.dumps(old))
        served_model(f"{running.url}#m", answers=tmp_path)
        assert len(running.requests) > n


def test_a_server_that_is_gone_is_known_by_its_answers(tmp_path):
    lines: list[str] = []
    with scripted_server(picky, models=("m",)) as running:
        model = served_model(f"{running.url}#m", answers=tmp_path)
        (answer,) = model.ask([ChatRequest("What?")])
    gone = served_model(f"{running.url}#m", answers=tmp_path, announce=lines.append)
    assert lines == [f"nothing answers at {running.url}/v1; only answers that are kept can be used"]
    assert gone.ask([ChatRequest("What?")]) == [answer]
    assert gone.server.limits.without == ("seed",)


def test_a_model_that_the_server_does_not_list_is_said(tmp_path):
    lines: list[str] = []
    listed = ("qwen3-vl:latest", "/models/smol.gguf", "a", "b", "c", "d", "e")
    with scripted_server(picky, models=listed) as running:
        for name in ("qwen3-vl", "smol.gguf", "qwen3-vl:latest"):
            served_model(f"{running.url}#{name}", answers=tmp_path, announce=lines.append)
        assert not lines
        served_model(f"{running.url}#qwem3", answers=tmp_path, announce=lines.append)
    names = "'qwen3-vl:latest', '/models/smol.gguf', 'a', 'b', 'c' and 2 more"
    url = f"{running.url}/v1"
    assert lines == [f"{url} does not list 'qwem3', so another model may answer; it lists {names}"]
