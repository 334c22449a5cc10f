import pytest

from cinescribe.models.vlm.answers.server_reason import server_reason
from cinescribe.models.vlm.chat import ChatRequest
from cinescribe.models.vlm.limit_reasons import learnt
from cinescribe.models.vlm.limits import ServerLimits, fitted
from tests.models.vlm.test_picture_fitting import picture

PICTURES = tuple(picture(25 * n, (432, 768)) for n in range(8))
SEEING = ChatRequest("What?", PICTURES, max_tokens=500)
TEXT = ChatRequest("What?", max_tokens=500)
FULL = ChatRequest(
    "What?", system="Be brief.", schema={}, log_probability=True, plain_template=True, no_effort=True, max_tokens=500
)


def after(words, sent, limits=None, status=400):
    return learnt(limits or ServerLimits(), server_reason(words), status=status, sent=sent)


@pytest.mark.parametrize(
    ("words", "n"),
    [
        ("At most 5 image(s) may be provided in one request.", 5),
        ("At most 1 image(s) may be provided in one prompt.", 1),
        ("`--limit-mm-per-prompt` is 3, but 8 images were given; at most 3 images are allowed", 3),
        ("vision model only supports a single image per message", 1),
        ("this model only supports one image while more than one image requested", 1),
        ("Too many images in request: 8. Maximum is 4 images.", 4),
        ("The number of images exceeds the limit of 6", 6),
        ("max number of images is 2", 2),
        ("Images per request: up to 2 images are allowed", 2),
        ("Multiple images are not supported by this model", 1),
        ("Too many images", 4),
        ("Maximum of five images allowed", 5),
        ('{"error": {"message": "failed to process image", "code": 500}}', 4),
        ("Failed to load image or audio file", 4),
        ("mtmd_helper_eval failed", 4),
    ],
)
def test_the_number_of_pictures_is_learnt(words, n):
    limits = after(words, SEEING)
    assert limits is not None
    assert limits.n_pictures == n


@pytest.mark.parametrize(
    ("words", "n_context", "n_pictures"),
    [
        ('{"error": {"message": "exceeds the context", "n_prompt_tokens": 5000, "n_ctx": 4096}}', 4096, 5),
        ("maximum context length is 4,096 tokens. However, you requested 8500 (8000 in the messages)", 4096, 3),
        ("The prompt (total length 8000) is too long to fit into the model (context length 4096).", 4096, 3),
        ("request (8000 tokens) exceeds the available context size (4096 tokens), try increasing it", 4096, 3),
        ("Requested tokens (8000) exceed context window of 4096", 4096, 3),
        ("Prompt exceeds n_ctx: 8000 > 4096", 4096, 3),
        ("Trying to keep the first 8000 tokens, but the context length is only 4096 tokens", 4096, 3),
        ("The input (8000 tokens) is longer than the model's context length (4096 tokens).", 4096, 3),
        ("`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 8000 `inputs` tokens", 4096, 3),
        ("the request exceeds the available context size", None, 4),
        ("Prompt is too long", None, 4),
        ("The number of tokens to keep from the initial prompt is greater than the context length", None, 4),
        ("input is too large to process. increase the physical batch size", None, 4),
    ],
)  # fmt: skip
def test_a_context_that_is_too_small_is_learnt(words, n_context, n_pictures):
    limits = after(words, SEEING)
    assert limits is not None
    assert limits.n_context == n_context
    assert len(fitted(SEEING, limits).pictures) == n_pictures


def test_a_body_that_is_too_large_is_made_smaller():
    limits = after("", SEEING, status=413)
    assert limits == ServerLimits(n_pictures=4)


def test_less_is_sent_until_nothing_less_can_be():
    limits: ServerLimits | None = ServerLimits()
    steps = []
    while limits is not None:
        limits = after("context length exceeded", fitted(SEEING, limits), limits)
        steps.append(limits and (limits.n_pictures, limits.longest_side))
    assert steps == [(4, None), (4, 512), (4, 341), (2, 341), (1, 341), (1, 228), (1, 224), None]


def test_each_step_sends_less_where_a_server_gives_no_true_number():
    refused = '{"error": {"message": "exceeds the available context size", "n_ctx": 4096, "n_prompt_tokens": 5000}}'
    limits: ServerLimits | None = ServerLimits()
    steps: list[tuple[int, int | None]] = []
    while limits is not None and len(steps) < 20:
        sent = fitted(SEEING, limits)
        steps.append((len(sent.pictures), limits.longest_side))
        limits = after(refused, sent, limits)
    counts = [n for n, _ in steps]
    sides = [side for _, side in steps if side is not None]
    assert counts == sorted(counts, reverse=True)
    assert sides == sorted(sides, reverse=True)
    assert steps[-1] == (1, 224)


def test_a_long_question_leaves_less_room_for_its_answer():
    assert after("maximum context length is 600 tokens", TEXT) == ServerLimits(n_context=600)
    assert after("context length exceeded", TEXT) == ServerLimits(max_tokens=250)
    assert (
        after("context length exceeded", fitted(TEXT, ServerLimits(max_tokens=64)), ServerLimits(max_tokens=64)) is None
    )
    words = "'max_tokens' is too large: 500; the maximum context length is 512 tokens, your request has 100"
    assert after(words, TEXT) == ServerLimits(n_context=512)


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("Unsupported parameter: 'seed'", {"seed"}),
        ('{"detail": [{"loc": ["body", "seed"], "msg": "Extra inputs are not permitted"}]}', {"seed"}),
        ("Unrecognized request argument supplied: chat_template_kwargs", {"chat_template_kwargs"}),
        ("unknown field enable_thinking", {"chat_template_kwargs"}),
        ("Invalid value: 'none'. Supported values for 'reasoning_effort' are: 'low' and 'high'.", {"reasoning_effort"}),
        ("You are not allowed to request logprobs from this model", {"logprobs"}),
        ("This response_format type is unavailable now", {"response_format"}),
        ("Failed to initialize samplers: failed to parse grammar", {"response_format"}),
        ("'temperature' does not support 0 with this model. Only the default (1) value is supported.", {"temperature"}),
        ("System role not supported", {"system"}),
        ("Conversation roles must alternate user/assistant/user/assistant/...", {"system"}),
        ("Unsupported parameter: 'max_tokens'", {"max_tokens"}),
    ],
)  # fmt: skip
def test_refused_parameters_are_learnt(words, names):
    limits = after(words, FULL)
    assert limits is not None
    assert set(limits.without) == names


def test_the_length_of_an_answer_is_learnt():
    words = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
    limits = after(words, FULL)
    assert limits == ServerLimits(without=("max_tokens",), has_completion_tokens=True)
    again = after("Unknown parameter: 'max_completion_tokens'", FULL, limits)
    assert again is not None
    assert again.without == ("max_tokens", "max_completion_tokens")
    assert after("max_tokens must be at most 256", FULL) == ServerLimits(max_tokens=256)


def test_a_temperature_of_0_may_be_refused():
    assert after("`temperature` has to be a strictly positive float", FULL) == ServerLimits(lowest_temperature=0.01)
    sent = fitted(FULL, ServerLimits(lowest_temperature=0.01))
    limits = after("temperature must be greater than 0", sent, ServerLimits(lowest_temperature=0.01))
    assert limits == ServerLimits(lowest_temperature=0.01, without=("temperature",))


@pytest.mark.parametrize(
    "words",
    [
        "",
        "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj",
        "This model does not support images",
        "Unsupported content part type: image_url",
        "No endpoints found that support image input",
        "is not a multimodal model",
        "boom",
        "model 'm' not found",
        "invalid api key",
    ],
)
def test_other_errors_teach_nothing(words):
    assert after(words, SEEING) is None
