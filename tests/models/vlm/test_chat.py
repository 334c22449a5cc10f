import base64
import json

import pytest

from cinescribe.errors import ModelError
from cinescribe.models.vlm.chat import ChatAnswer, ChatRequest, json_in, read_answer


def test_pictures_stand_before_the_question_as_data_uris():
    body = ChatRequest("What?", (b"one", b"two"), system="Be brief.").body("tiny")
    system, user = body["messages"]
    assert system == {"role": "system", "content": "Be brief."}
    assert [part["type"] for part in user["content"]] == ["image_url", "image_url", "text"]
    _, _, coded = user["content"][1]["image_url"]["url"].partition("data:image/jpeg;base64,")
    assert base64.b64decode(coded) == b"two"
    assert "response_format" not in body
    assert "logprobs" not in body


def test_a_schema_and_log_probabilities_are_asked_for():
    body = ChatRequest("What?", schema={"type": "object"}, log_probability=True).body("tiny")
    assert body["response_format"]["json_schema"]["schema"] == {"type": "object"}
    assert body["logprobs"] is True
    assert body["messages"] == [{"role": "user", "content": "What?"}]


def test_digests_differ_with_everything_that_the_answer_depends_on():
    requests = [
        ChatRequest("What?"),
        ChatRequest("Who?"),
        ChatRequest("What?", (b"one",)),
        ChatRequest("What?", system="Be brief."),
        ChatRequest("What?", seed=1),
        ChatRequest("What?", temperature=0.5),
        ChatRequest("What?", schema={}),
        ChatRequest("What?", plain_template=True),
        ChatRequest("What?", no_effort=True),
    ]
    digests = {request.digest(model) for request in requests for model in ("a", "b")}
    assert len(digests) == 2 * len(requests)
    assert ChatRequest("What?").digest("a") == ChatRequest("What?").digest("a")


@pytest.mark.parametrize(
    ("choice", "answer"),
    [
        ({"message": {"content": " A man. "}}, ChatAnswer("A man.")),
        ({"message": {"content": "<think>red?\nno</think>\nA man."}}, ChatAnswer("A man.")),
        ({"message": {"content": "<think>and on"}, "finish_reason": "length"}, ChatAnswer("", is_whole=False)),
        ({"message": {"content": [{"text": "A "}, {"text": "man."}]}}, ChatAnswer("A man.")),
        ({"message": {"content": None, "refusal": "no"}}, ChatAnswer("")),
        (
            {"message": {"content": "A"}, "logprobs": {"content": [{"logprob": -1}, {"logprob": -2}]}},
            ChatAnswer("A", -1.5),
        ),
        ({"message": {"content": "A."}, "logprobs": None}, ChatAnswer("A.")),
    ],
)
def test_answers_are_read(choice, answer):
    assert read_answer(json.dumps({"choices": [choice]})) == answer


@pytest.mark.parametrize(
    "body",
    [
        *("", "<html>", "[]", "{}", '{"choices": []}', '{"choices": [{"message": null}]}', '{"choices": 1}'),
        '{"choices": [{"message": {"content": "A"}, "logprobs": {"content": [{"logprob": "much"}]}}]}',
    ],
)
def test_what_is_no_answer_is_refused(body):
    with pytest.raises(ModelError, match="which is no chat completion"):
        read_answer(body)


@pytest.mark.parametrize(
    ("answer", "value"),
    [
        ('{"a": 1}', {"a": 1}),
        ('Sure!\n```json\n{"a": 1}\n```\nDone.', {"a": 1}),
        ('Here it is: {"a": 1}', {"a": 1}),
        ("[1, 2]", [1, 2]),
        ("A man opens a door.", None),
        ("{broken", None),
    ],
)
def test_json_is_found_bare_fenced_and_after_prose(answer, value):
    assert json_in(answer) == value
