"""Models behind servers that break off, and models that answer nonsense."""

import pytest

from cinescribe.errors import ModelError
from cinescribe.generate.narration.narrate import Narrators, narrate
from cinescribe.models.vlm.answer_store import AnswerStore
from cinescribe.models.vlm.served_model import ServedModel
from cinescribe.models.vlm.server import ChatServer
from cinescribe.models.vlm.server_address import server_address
from tests.generate.narration.scenes import ABLE, ScriptedModel, moment
from tests.generate.narration.test_narrate import ROLES, tools, truthful
from tests.models.vlm.scripted_server import Reply, scripted_server


def said(found):
    return [None if one.said is None else one.said.text for one in found]


def request_of(body):
    """A request as the scripted model of the other tests reads it."""
    content = body["messages"][0]["content"]
    text = content if isinstance(content, str) else content[-1]["text"]
    return type("Request", (), {"text": text})


def test_what_was_answered_before_a_break_is_not_asked_again(tmp_path):
    is_broken, steps = True, []

    def reply(body, _):
        text = request_of(body).text
        steps.append("check" if "one word" in text else "write" if text.startswith("You write") else "see")
        if is_broken and steps[-1] == "check":
            return Reply(status=400)
        answer = truthful(request_of(body))
        return Reply(answer if isinstance(answer, str) else answer.text, log_probabilities=(-0.1,))

    with scripted_server(reply) as running:
        server = ChatServer(server_address(f"{running.url}#tiny"), AnswerStore(tmp_path), n_parallel=1)
        with server:
            model = ServedModel(server, ABLE)
            with pytest.raises(ModelError, match="HTTP 400"):
                narrate([moment()], ROLES, Narrators(model, model), tools())
            assert steps[:3] == ["see", "write", "check"]
            is_broken = False
            n_before = len(steps)
            found = narrate([moment()], ROLES, Narrators(model, model), tools())
            assert set(steps[n_before:]) == {"check"}
            n_before = len(steps)
            assert narrate([moment()], ROLES, Narrators(model, model), tools()) == found
            assert len(steps) == n_before
    assert said(found) == ["Anna, in blue, opens a door."]


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
    assert said(narrate([moment()], ROLES, Narrators(model, model), tools())) == [None]
    writer = ScriptedModel(lambda _: nonsense)
    seer = ScriptedModel(truthful)
    assert said(narrate([moment()], ROLES, Narrators(seer, writer), tools())) == [None]


def test_a_model_that_repeats_the_question_says_nothing():
    model = ScriptedModel(lambda request: request.text)
    assert said(narrate([moment()], ROLES, Narrators(model, model), tools())) == [None]
    echo = ScriptedModel(lambda request: f"{request.text}\n{truthful(request)}" if "You write" in request.text else "")
    assert said(narrate([moment()], ROLES, Narrators(ScriptedModel(truthful), echo), tools())) != [None]
