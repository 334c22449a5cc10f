"""Models behind servers that break off, and models that answer nonsense."""

import base64
import re
from dataclasses import replace
from typing import Any

import pytest

from cinescribe.errors import ModelError
from cinescribe.generate.narration.checks import QUESTION
from cinescribe.generate.narration.narrate import narrate
from cinescribe.generate.narration.narrated import Narrators
from cinescribe.models.vlm.answer_store import AnswerStore
from cinescribe.models.vlm.chat import ChatPicture
from cinescribe.models.vlm.connection.server_address import server_address
from cinescribe.models.vlm.served_model import ServedModel
from cinescribe.models.vlm.server import ChatServer
from tests.generate.narration.scenes import ABLE, ScriptedModel
from tests.generate.narration.test_narrate import ROLES, pauses, said, tools, truthful
from tests.models.vlm.scripted_server import Reply, scripted_server


class Served:
    """A request as the scripted model of the other tests reads it, from what a server gets."""

    def __init__(self, body):
        content = body["messages"][0]["content"]
        parts: list[dict[str, Any]] = [{"type": "text", "text": content}] if isinstance(content, str) else content
        self.text = "".join(part.get("text", "") for part in parts)
        labels = re.findall(r"\d+: (shot \d+ at [\d.]+ s)", self.text)
        urls = [part["image_url"]["url"].split(",")[1] for part in parts if part["type"] == "image_url"]
        self.pictures = [
            ChatPicture(base64.b64decode(url), label, is_context=not label.startswith("shot 2 "))
            for url, label in zip(urls, labels, strict=True)
        ]


def narrated(model):
    return narrate(pauses(), [0] * 8, ROLES, Narrators(model, model), tools())


def test_answers_before_an_interruption_are_reused(tmp_path):
    is_broken, steps = True, []

    def reply(body, _):
        request = Served(body)
        is_check = QUESTION in request.text
        steps.append("check" if is_check else "write" if request.text.startswith("You write") else "see")
        return Reply(status=400) if is_broken and is_check else Reply(truthful(request))

    with scripted_server(reply) as running:
        server = ChatServer(server_address(f"{running.url}#tiny"), AnswerStore(tmp_path), n_parallel=1)
        with server:
            model = ServedModel(server, replace(ABLE, log_probabilities=False))
            with pytest.raises(ModelError, match="HTTP 400"):
                narrated(model)
            assert set(steps) == {"see", "write", "check"}
            is_broken = False
            n_seen = steps.count("see")
            found = narrated(model)
            assert steps.count("see") == n_seen
            n_before = len(steps)
            assert narrated(model) == found
            assert len(steps) == n_before
    assert said(found)[0] == "Anna, in blue, opens a door."


@pytest.mark.parametrize(
    "nonsense",
    [
        "",
        "{",
        "[[[[",
        '{"actions": {"who": 3}, "sentences": {"text": 3}}',
        '{"actions": [{"who": null, "does": ["x"], "shot": "two"}], "sentences": [{"text": null, "notes": "1"}]}',
        "As an AI, I cannot look at pictures.",
        "\U0001f600" * 400,
        "null",
        "0.5",
    ],
)
def test_nonsense_is_silence(nonsense):
    model = ScriptedModel(lambda _: nonsense)
    assert said(narrated(model)) == [None] * 8
    found = narrate(pauses(), [0] * 8, ROLES, Narrators(ScriptedModel(truthful), model), tools())
    assert said(found) == [None] * 8


def test_model_that_repeats_the_question_is_silent():
    model = ScriptedModel(lambda request: request.text)
    assert said(narrated(model)) == [None] * 8
    echo = ScriptedModel(lambda request: f"{request.text}\n{truthful(request)}")
    found = narrate(pauses(), [0] * 8, ROLES, Narrators(ScriptedModel(truthful), echo), tools())
    assert said(found)[0] == "Anna, in blue, opens a door."
