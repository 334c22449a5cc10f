import importlib

import pytest

from cinescribe.errors import ModelError
from cinescribe.models.vlm.capabilities import Capabilities
from cinescribe.models.vlm.chat import ChatAnswer
from cinescribe.models.vlm.known_server import KnownServer
from cinescribe.models.vlm.limits import ServerLimits
from cinescribe.models.vlm.text_answers import text_answers
from tests.models.vlm.scripted_server import Reply, scripted_server


def test_a_served_model_answers_texts_in_order(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with scripted_server(lambda request, _: Reply(str(request["messages"][0]["content"])[-1])) as running:
        model = text_answers(f"server:{running.url}#tiny", announce=pytest.fail)
        assert model.answers(["question a", "question b"]) == ["a", "b"]
        assert model.name == f"server:{running.url}/v1#tiny"
        assert [request["temperature"] for request in running.requests[-2:]] == [0, 0]


def test_a_model_of_the_hub_answers_too(monkeypatch):
    class Model:
        name = "hub:some"

        def ask(self, requests):
            return [ChatAnswer(request.text.upper()) for request in requests]

    module = importlib.import_module("cinescribe.models.vlm.text_answers")
    monkeypatch.setattr(module, "hub_chat", lambda name, **_: Model())
    model = text_answers("hub:some")
    assert (model.name, model.answers(["yes"])) == ("hub:some", ["YES"])


@pytest.mark.parametrize("name", ["tiny", "server:", "hub:", "http://localhost#tiny"])
def test_other_names_are_refused(name):
    with pytest.raises(ModelError, match=r"the language model is .*; name server:<URL>#<model> or hub:<id>"):
        text_answers(name)


def test_what_leaves_this_machine_is_said(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    module = importlib.import_module("cinescribe.models.vlm.served_model")
    can = Capabilities(images=False, sees=False, several_images=False, schema=False, log_probabilities=False)
    monkeypatch.setattr(module, "known_server", lambda *_: KnownServer(can, ServerLimits()))
    monkeypatch.setattr(module.ChatServer, "is_up", lambda _: True)
    monkeypatch.setattr(module.ChatServer, "models", lambda _: ())
    lines: list[str] = []
    text_answers("server:http://elsewhere.example#tiny", announce=lines.append)
    assert lines == ["the descriptions and references are sent to http://elsewhere.example/v1"]
