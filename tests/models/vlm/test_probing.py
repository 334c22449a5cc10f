import json

import pytest

from cinescribe.errors import ModelError
from cinescribe.models.vlm.answer_store import AnswerStore
from cinescribe.models.vlm.capabilities import Capabilities
from cinescribe.models.vlm.connection.server_address import server_address
from cinescribe.models.vlm.probing import capabilities
from cinescribe.models.vlm.server import ChatServer
from tests.models.vlm.answers.odd_servers import THOUGHT, n_pictures, refused, said
from tests.models.vlm.scripted_server import Reply, scripted_server


@pytest.fixture
def probed(tmp_path):
    """Give a function that asks a server what it can do."""

    def run(reply, **settings):
        with scripted_server(lambda body, _: reply(body), **settings) as running:
            server = ChatServer(server_address(f"{running.url}#m"), AnswerStore(tmp_path), sleep=lambda _: None)
            with server:
                return capabilities(server), server.limits

    return run


def able(body):
    """What a model that can do everything answers."""
    text = str(body["messages"][-1]["content"])
    if "response_format" in body:
        return '{"n": 1}'
    return f"Colour {hash(text) % 1000}." if n_pictures(body) else "Hello."


def test_a_model_that_can_do_everything(probed):
    def reply(body):
        return Reply(able(body), log_probabilities=(-0.1,) if "logprobs" in body else ())

    can, _ = probed(reply)
    assert can == Capabilities(images=True, sees=True, several_images=True, schema=True, log_probabilities=True)


@pytest.mark.parametrize(("n", "several"), [(1, False), (2, True)])
def test_how_many_pictures_it_takes_is_learnt(probed, n, several):
    can, limits = probed(
        lambda body: refused(f"At most {n} image(s) may be provided") if n_pictures(body) > n else said(able(body))
    )
    assert (can.images, can.several_images, limits.n_pictures) == (True, several, n)


def test_a_schema_that_is_refused_is_none(probed):
    can, limits = probed(
        lambda body: refused("response_format is not supported") if "response_format" in body else said('{"n": 1}')
    )
    assert not can.schema
    assert limits.without == ("response_format",)


def test_thoughts_that_take_the_room_of_the_answer_are_given_more(probed):
    def reply(body):
        budget = body["max_tokens"]
        if budget < 60:
            return said(THOUGHT[: budget * 4], "length")  # the opening tag is a part of the prompt
        return said(f"{THOUGHT}\n</think>\n{able(body)}")

    can, _ = probed(reply)
    assert can.thinks
    assert can.sees
    assert can.schema


@pytest.mark.parametrize("parameter", ["chat_template_kwargs", "reasoning_effort"])
def test_thoughts_are_turned_off_where_that_works(probed, parameter):
    def reply(body):
        if parameter in body:
            return said(able(body))
        if body.keys() & {"chat_template_kwargs", "reasoning_effort"}:
            return refused("Unsupported parameter: 'chat_template_kwargs'")
        return said(f"<think>{THOUGHT}", "length")

    can, _ = probed(reply)
    assert not can.thinks
    assert (can.plain_template, can.no_effort) == (parameter != "reasoning_effort", parameter == "reasoning_effort")


def test_a_model_that_thinks_and_does_not_answer_is_not_called_blind(probed):
    body = json.dumps({"choices": [{"message": {"content": None, "reasoning": THOUGHT}, "finish_reason": "length"}]})
    can, _ = probed(lambda _: Reply(body=body.encode()))
    assert can.thinks
    assert can.sees


def test_a_model_that_says_the_same_of_all_pictures_is_blind(probed):
    can, _ = probed(lambda _: said("Hello."))
    assert can.images
    assert not can.sees


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (
            refused("model 'm' not found", 404),
            "model 'm' not found.; it offers a, b; name one of these, or add this one",
        ),
        (refused("strange"), "'strange'; it offers a, b; name one of these"),
        (refused("the request exceeds the available context size"), "; give the model a longer context"),
        (Reply(status=401), "it refuses the key"),
    ],
)
def test_a_model_that_does_not_answer_says_what_to_do(probed, reply, words):
    with pytest.raises(ModelError, match=words):
        probed(lambda _: reply, models=("b", "a"))
