import pytest

from cinescribe.models.vlm.chat import ChatRequest
from cinescribe.models.vlm.limits import ServerLimits, fitted, sent_body, text_tokens, with_cost
from tests.models.vlm.test_picture_fitting import image, picture

PICTURES = tuple(picture(25 * n, (90, 160), str(n), is_context=n in (0, 7)) for n in range(8))
FULL = ChatRequest(
    "What?",
    PICTURES,
    system="Be brief.",
    schema={"type": "object"},
    max_tokens=500,
    log_probability=True,
    plain_template=True,
    no_effort=True,
)


def test_a_request_within_the_limits_stays_as_it_is():
    assert fitted(FULL, ServerLimits()) == FULL
    assert fitted(FULL, ServerLimits(n_pictures=8, longest_side=160, n_context=100_000, tokens_a_picture=100.0)) == FULL


@pytest.mark.parametrize(
    ("limits", "kept"),
    [
        (ServerLimits(n_pictures=6), "123456"),
        (ServerLimits(n_pictures=2), "16"),
        (ServerLimits(n_context=2900, tokens_a_picture=400.0), "12356"),
        (ServerLimits(n_context=3000, tokens_a_picture=400.0, n_pictures=3), "136"),
    ],
)
def test_pictures_are_left_out_until_they_fit(limits, kept):
    assert "".join(one.label for one in fitted(FULL, limits).pictures) == kept


def test_a_model_for_one_picture_gets_a_sheet():
    for limits in (ServerLimits(n_pictures=1), ServerLimits(n_context=1000, tokens_a_picture=400.0)):
        (one,) = fitted(FULL, limits).pictures
        assert one.frames == tuple("01234567")
    assert image(fitted(FULL, ServerLimits(n_pictures=1, longest_side=240)).pictures[0]).shape[1] == 240
    single = ChatRequest("What?", PICTURES[:1])
    assert fitted(single, ServerLimits(n_pictures=1)) == single


def test_pictures_are_made_smaller():
    small = fitted(FULL, ServerLimits(longest_side=80))
    assert {image(one).shape for one in small.pictures} == {(45, 80, 3)}


def test_an_answer_gets_the_room_that_there_is():
    assert fitted(FULL, ServerLimits(max_tokens=99)).max_tokens == 99
    assert fitted(FULL, ServerLimits(n_context=512)).max_tokens == 256
    text = ChatRequest("word " * 200, max_tokens=500)
    assert fitted(text, ServerLimits(n_context=512)).max_tokens == 512 - int(text_tokens(text)) - 64 - 1
    assert fitted(text, ServerLimits(n_context=256)).max_tokens == 32


def test_refused_parameters_are_left_out():
    names = ("system", "response_format", "logprobs", "chat_template_kwargs", "reasoning_effort", "seed", "temperature")
    limits = ServerLimits(without=names)
    request = fitted(FULL, limits)
    assert request.text.startswith("Be brief.\nWhat?\nAnswer with one JSON value")
    assert sent_body(request, "m", limits).keys() == {"model", "messages", "max_tokens"}
    assert [message["role"] for message in sent_body(request, "m", limits)["messages"]] == ["user"]
    assert fitted(FULL, ServerLimits(lowest_temperature=0.01)).temperature == 0.01


def test_the_length_of_an_answer_may_have_another_name():
    limits = ServerLimits(without=("max_tokens",), has_completion_tokens=True)
    body = sent_body(FULL, "m", limits)
    assert body["max_completion_tokens"] == 500
    assert "max_tokens" not in body


def test_the_cost_of_a_picture_is_learnt_from_the_tokens_of_a_question():
    text = round(text_tokens(FULL))
    assert with_cost(ServerLimits(), FULL, text + 800).tokens_a_picture == pytest.approx(100, abs=0.2)
    for known, n_tokens in (
        (ServerLimits(), None),
        (ServerLimits(), 1),
        (ServerLimits(tokens_a_picture=200.0), text + 800),
    ):
        assert with_cost(known, FULL, n_tokens) == known
    assert with_cost(ServerLimits(), ChatRequest("What?"), 500) == ServerLimits()


def test_limits_come_back():
    limits = ServerLimits(5, 512, 4096, 99.5, 300, 0.01, ("seed", "system"), True)
    assert ServerLimits.from_dict(limits.to_dict()) == limits
    assert ServerLimits.from_dict(ServerLimits().to_dict()) == ServerLimits()
