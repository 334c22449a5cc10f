"""Servers that answer oddly, in ways that users reported: what comes out of the whole reading stack."""

from zlib import crc32

import pytest

from cinescribe.generate.narration.answers import read_answer_form
from cinescribe.models.vlm.chat import ChatRequest
from cinescribe.models.vlm.served_model import served_model
from tests.models.vlm.answers.odd_servers import DRAFT, READ, SENTENCE, UNREAD, VIEW, n_pictures
from tests.models.vlm.scripted_server import scripted_server
from tests.models.vlm.test_picture_fitting import picture

ACTION = {
    "type": "object",
    "properties": {"who": {"type": "string"}, "does": {"type": "string"}, "shot": {"type": "integer"}},
    "required": ["who", "does", "shot"],
}
VIEW_SCHEMA = {
    "type": "object",
    "properties": {"actions": {"type": "array", "items": ACTION}, "detail": {"type": "string"}},
    "required": ["actions", "detail"],
}
LINE = {
    "type": "object",
    "properties": {"text": {"type": "string"}, "notes": {"type": "array", "items": {"type": "integer"}}},
    "required": ["text", "notes"],
}
DRAFT_SCHEMA = {
    "type": "object",
    "properties": {"sentences": {"type": "array", "items": LINE}},
    "required": ["sentences"],
}
PICTURES = tuple(picture(20 * n, label=f"shot {n}") for n in range(6))
LOOK = ChatRequest("What happens?", PICTURES, schema=VIEW_SCHEMA, max_tokens=300, log_probability=True)
WRITE = ChatRequest("Write.", schema=DRAFT_SCHEMA, max_tokens=300)


def truth(body):
    content = body["messages"][-1]["content"]
    text = content if isinstance(content, str) else content[-1]["text"]
    if "hello" in text:
        return "Hello."
    if "What colour" in text or "red?" in text:
        return f"Colour {len(str(content)) % 97} {crc32(str(content).encode()) % 97}"  # another one for another picture
    return VIEW if n_pictures(body) else DRAFT


def read(oddity, tmp_path):
    with scripted_server(lambda body, _: oddity(body, truth(body))) as running:
        model = served_model(f"{running.url}#m", answers=tmp_path)
        model.server._sleep = lambda seconds: None
        answers = [model.ask([request])[0] for request in (LOOK, WRITE)]
    return model, [
        read_answer_form(answer, prompt=request.words, schema=request.schema or {})
        for answer, request in zip(answers, (LOOK, WRITE), strict=True)
    ]


@pytest.mark.parametrize("name", READ)
def test_odd_answers_are_read(name, tmp_path):
    model, (view, draft) = read(READ[name], tmp_path)
    assert view.value == {"actions": [{"who": "somebody", "does": "lifts a green lamp", "shot": 2}], "detail": ""}
    assert draft.value == {"sentences": [{"text": SENTENCE, "notes": [1]}]}
    assert model.can.images
    assert model.can.sees


@pytest.mark.parametrize("name", UNREAD)
def test_what_is_no_answer_says_why(name, tmp_path):
    oddity, form = UNREAD[name]
    model, found = read(oddity, tmp_path)
    assert [(one.form, one.value, one.lines) for one in found] == [(form, None, ())] * 2
    if form == "thoughts":
        assert model.can.thinks
        assert model.can.sees
