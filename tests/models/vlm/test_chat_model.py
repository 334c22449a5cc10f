import json
from dataclasses import replace

import pytest

from cinescribe.models.vlm.capabilities import Capabilities
from cinescribe.models.vlm.chat import ChatAnswer, ChatRequest
from cinescribe.models.vlm.chat_model import THOUGHT_TOKENS, ChatModel, as_possible
from cinescribe.models.vlm.served_model import served_model
from tests.models.vlm.scripted_server import Reply, scripted_server

SCHEMA = {"type": "object", "properties": {"who": {"type": "string"}}}
WANTED = ChatRequest("Who?", schema=SCHEMA, log_probability=True)


def test_a_request_asks_for_no_more_than_a_model_can_do():
    able = Capabilities(images=True, sees=True, several_images=True, schema=True, log_probabilities=True)
    assert as_possible(WANTED, able) == WANTED
    unable = Capabilities(images=True, sees=True, several_images=True, schema=False, log_probabilities=False)
    possible = as_possible(WANTED, unable)
    assert possible.max_tokens == WANTED.max_tokens
    thinking = as_possible(WANTED, replace(unable, thinks=True))
    assert thinking.max_tokens == WANTED.max_tokens + THOUGHT_TOKENS
    assert (possible.schema, possible.log_probability) == (None, False)
    assert possible.text.startswith("Who?\nAnswer with one JSON value and nothing else.")
    assert json.loads(possible.text.partition("schema: ")[2]) == SCHEMA
    assert as_possible(ChatRequest("Who?"), unable) == ChatRequest("Who?")


def test_a_text_model_behind_a_server_answers(tmp_path):
    def text_only(request, _):
        if not isinstance(request["messages"][0]["content"], str) or "logprobs" in request:
            return Reply(status=400)
        return Reply('{"who": "Anna"}')

    with scripted_server(text_only) as running:
        model: ChatModel = served_model(f"{running.url}#tiny", answers=tmp_path)
        assert model.name == f"server:{running.url}/v1#tiny"
        assert model.can == Capabilities(False, False, False, False, False)
        assert model.ask([WANTED]) == [ChatAnswer('{"who": "Anna"}')]
    assert "response_format" not in running.requests[-1]


@pytest.mark.parametrize(
    ("key", "value", "found"),
    [
        ("chat_template_kwargs", {"enable_thinking": False}, {"plain_template": True}),
        ("reasoning_effort", "none", {"no_effort": True}),
        (None, None, {"thinks": True}),
    ],
)
def test_a_model_that_thinks_is_asked_not_to(tmp_path, key, value, found):
    def thinking(request, _):
        if key is not None and request.get(key) == value:
            return Reply("Hello.")
        if request.keys() & {"chat_template_kwargs", "reasoning_effort"}:
            return Reply(status=400)
        thoughts = {"message": {"content": "<think>They say"}, "finish_reason": "length"}
        return Reply(body=json.dumps({"choices": [thoughts]}).encode())

    lines: list[str] = []
    with scripted_server(thinking) as running:
        model = served_model(f"{running.url}#tiny", answers=tmp_path, announce=lines.append)
        (answer,) = model.ask([ChatRequest("Who?")])
    assert model.can == Capabilities(True, key is None, True, False, False, **found)
    assert answer.text == ("" if key is None else "Hello.")
    assert [line.partition(",")[0] for line in lines] == ([] if key else ["tiny thinks before it answers"])
