"""The stand-in chat server of the public cases: each of its modes against the whole reading stack."""

import sys
import threading
import time
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest

from cinescribe.errors import ModelError
from cinescribe.generate.narration.answers import ReadAnswer, read_answer_form
from cinescribe.models.vlm.chat import ChatRequest
from cinescribe.models.vlm.served_model import served_model
from tests.models.vlm.answers.test_odd_servers import DRAFT_SCHEMA, VIEW_SCHEMA
from tests.models.vlm.test_picture_fitting import picture
from tests.shared import shared

# The server leaves closing its small files to Python.
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore:unclosed file:ResourceWarning")]

SENTENCE = "Somebody lifts a green lamp."
VIEW = {"actions": [{"who": "somebody", "does": "lifts a green lamp", "shot": 2}], "detail": ""}
DRAFT = {"sentences": [{"text": SENTENCE, "notes": [1]}]}
PICTURES = tuple(picture(20 * n, (432, 768), f"shot {n}") for n in range(8))
LOOK = ChatRequest('Report shot 2 in JSON, such as {"shot": 2}.', PICTURES, schema=VIEW_SCHEMA, max_tokens=500)
WRITE = ChatRequest("You write the audio description.", schema=DRAFT_SCHEMA, max_tokens=400)
CHECK = ChatRequest("Is it true? Answer with one word, yes or no.", PICTURES[:4], max_tokens=3, log_probability=True)
# Modes of which every answer is read, by the form of the writer's.
READ = {
    "plain": "json",
    "close_only": "json",
    "close_only_short": "json",
    "close_only_prose": "prose",
    "harmony": "json",
    "harmony_prose": "prose",
    "parts": "json",
    "limit5": "json",
    "limit5_500": "json",
    "ctx": "json",
    "ctx200": "json",
    "json_then_prose": "fence",
    "shotstr": "json",
    "markdown": "json",
    "logprob_text": "json",
    "logprob_inf": "json",
    "logprob_old": "json",
    "seed_refused": "json",
    "max_tokens_refused": "json",
    "temp_refused": "json",
    "sse": "json",
    "contentlist_null": "json",
}
# What a model learns to leave out: pictures, or a parameter.
LEARNT = {
    "limit5": 5,
    "limit5_500": 4,
    "max_tokens_refused": ("max_tokens",),
    "temp_refused": ("temperature",),
    "seed_refused": ("seed",),
}


@cache
def program():
    path = shared("data/cases/chat_server.py")
    return compile(path.read_text(encoding="utf-8"), path, "exec")


@contextmanager
def public_server(mode, folder):
    """Run the server of the cases in a mode, in a thread: a process takes longer to start than the questions to answer.

    Gives the model that is served.
    """
    port = folder / "port"
    module: dict[str, Any] = {"__name__": "chat_server"}
    thread = threading.Thread(target=exec, args=(program(), module))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["chat_server.py", mode, str(port), str(folder / "log")])
        thread.start()
        while not (port.exists() and port.read_text()):
            assert thread.is_alive()
            time.sleep(0.001)
    try:
        model = served_model(f"http://127.0.0.1:{port.read_text()}#m", answers=folder / "answers")
        model.server._sleep = lambda seconds: None
        yield model
    finally:
        module["s"].shutdown()
        module["s"].server_close()
        thread.join()


def read(model, request):
    (answer,) = model.ask([request])
    return read_answer_form(answer, prompt=request.words, schema=request.schema or {})


@pytest.mark.parametrize("mode", READ)
def test_answers_are_read_and_limits_learnt_from_errors(mode, tmp_path):
    with public_server(mode, tmp_path) as model:
        assert model.can.images
        assert model.can.sees
        assert model.can.several_images
        view = read(model, LOOK)
        assert view.value == VIEW
        limits = model.server.limits
        assert mode not in LEARNT or (limits.n_pictures or limits.without) == LEARNT[mode]
        draft = read(model, WRITE)
        assert draft.form == READ[mode]
        assert (draft.value, draft.lines) == ((None, (SENTENCE,)) if READ[mode] == "prose" else (DRAFT, ()))
        assert model.ask([CHECK])[0].text == "Yes"


@pytest.mark.parametrize(
    ("mode", "forms"),
    [
        ("reasoning_null", ("thoughts", "thoughts")),
        ("bang", ("noise", "noise")),
        ("refusal_field", ("refusal", "refusal")),
        ("refuse", ("refusal", "refusal")),
        ("cut_prose", ("json", "cut")),
        ("chinese", ("json", "unreadable")),
    ],
)
def test_what_cannot_be_used_says_why(mode, forms, tmp_path):
    with public_server(mode, tmp_path) as model:
        assert model.can.sees
        found = [read(model, request) for request in (LOOK, WRITE)]
    assert tuple(one.form for one in found) == forms
    assert found[1] == ReadAnswer(forms[1])


def test_an_answer_that_stands_among_thoughts_is_used_where_it_is_told_from_them(tmp_path):
    with public_server("reasoning_only", tmp_path) as model:
        assert model.can.thinks
        assert model.can.sees
        assert read(model, LOOK).value == VIEW
        assert read(model, WRITE).value == DRAFT
        assert model.ask([CHECK])[0].trouble == "thoughts"


@pytest.mark.parametrize(
    ("mode", "words"),
    [
        ("nochoices", r"it sent no choices \(3 attempts\)"),
        ("err200", r"it answers HTTP 200 with the error 502, 'Provider returned error' \(6 attempts\)"),
    ],
)
def test_errors_say_the_reason(mode, words, tmp_path):
    with public_server(mode, tmp_path) as model, pytest.raises(ModelError, match=words):
        model.ask([LOOK])
