import json

import pytest

from cinescribe.models.vlm.answers.completion import NoAnswerError, read_completion
from cinescribe.models.vlm.chat import ChatAnswer, Token


def sent(message, finish="stop", **more):
    return json.dumps({"choices": [{"index": 0, "message": message, "finish_reason": finish, **more}]})


def logprobs(*values):
    return {"content": [{"token": "A", "logprob": value} for value in values]}


A = (Token("A", -1.0),)
THOUGHT = "Okay, the user wants a sentence."


@pytest.mark.parametrize(
    ("body", "answer"),
    [
        (sent({"content": " A man. "}), ChatAnswer("A man.")),
        (sent({"content": "<think>no</think>\nA man."}), ChatAnswer("A man.", has_thoughts=True)),
        (sent({"content": "A man.", "reasoning_content": THOUGHT}), ChatAnswer("A man.", has_thoughts=True)),
        (sent({"content": "<think>on"}, "length"), ChatAnswer("", None, False, "thoughts", has_thoughts=True)),
        (sent({"content": "A man. He"}, "length"), ChatAnswer("A man.", None, False, "cut")),
        (sent({"content": [{"text": "A "}, {"type": "text", "text": "man."}]}), ChatAnswer("A man.")),
        (sent({"content": [{"type": "thinking", "thinking": [{"text": "x"}]}, "A man."]}), ChatAnswer("A man.")),
        (sent({"content": {"type": "text", "text": "A man."}}), ChatAnswer("A man.")),
        (sent({"content": None}), ChatAnswer("", trouble="empty")),
        (sent({"content": ""}, "length"), ChatAnswer("", None, False, "cut")),
        (sent({"content": None, "refusal": "no"}), ChatAnswer("", trouble="refusal")),
        (sent({"content": "I'm sorry."}), ChatAnswer("", trouble="refusal")),
        (sent({"content": "A ma"}, "content_filter"), ChatAnswer("", None, False, "refusal")),
        (sent({"content": "!" * 99}), ChatAnswer("", trouble="noise")),
        (json.dumps({"choices": [{"text": " A man."}]}), ChatAnswer("A man.")),
        ('{"message": {"content": "A."}, "done": true, "prompt_eval_count": 7}', ChatAnswer("A.", n_prompt_tokens=7)),
        (sent({"content": "A."})[:-1] + ', "usage": {"prompt_tokens": 9}}', ChatAnswer("A.", n_prompt_tokens=9)),
        (sent({"content": "A."})[:-1] + ', "usage": {"prompt_tokens": "x"}}', ChatAnswer("A.")),
    ],
)  # fmt: skip
def test_answers_are_read(body, answer):
    assert read_completion(body) == answer


@pytest.mark.parametrize("name", ["reasoning", "reasoning_content", "thinking"])
@pytest.mark.parametrize(
    ("thoughts", "text"),
    [
        (THOUGHT, ""),
        (THOUGHT + '{"a": [1]}', '{"a": [1]}'),
        (THOUGHT + ' Perhaps {"b": 2}? No:\n```json\n{"a": 1}\n```', '{"a": 1}'),
        (THOUGHT + ' Perhaps {"b": 2}, or not.', ""),
        (THOUGHT + "</think>\nA man.", "A man."),
        (THOUGHT + "<think>more", ""),
    ],
)
def test_an_answer_among_thoughts_is_used_only_if_it_is_told_from_them(name, thoughts, text):
    answer = read_completion(sent({"content": "", name: thoughts}))
    assert answer == ChatAnswer(text, trouble=None if text else "thoughts", has_thoughts=True)


@pytest.mark.parametrize(
    ("listed", "mean", "tokens"),
    [
        (logprobs(-1), -1.0, A),
        (logprobs("-1.0"), -1.0, A),
        (logprobs(1e-7), 0.0, (Token("A", 0.0),)),
        (logprobs(-9999.0), None, ()),
        (logprobs("much", None, True), None, ()),
        ({"tokens": ["A"], "token_logprobs": [-1], "top_logprobs": None}, -1.0, A),
        ({"tokens": ["A"], "token_logprobs": None}, None, ()),
        ({"content": ["x", 3]}, None, ()),
        ({"content": None}, None, ()),
        ([], None, ()),
        (None, None, ()),
    ],
)
def test_log_probabilities_are_read_or_ignored(listed, mean, tokens):
    assert read_completion(sent({"content": "A"}, logprobs=listed)) == ChatAnswer("A", mean, tokens=tokens)


def test_infinite_log_probabilities_are_ignored():
    body = sent({"content": "A, Infinity"}, logprobs=logprobs(-1)).replace("-1}", "-Infinity}")
    assert read_completion(body) == ChatAnswer("A, Infinity")


def test_log_probabilities_are_those_of_the_answer_without_thoughts_and_template():
    texts = ["<think>", "No", "</think>", "\n", "Ye", "s", "<|im_end|>"]
    listed = {"content": [{"token": text, "logprob": -n} for n, text in enumerate(texts)]}
    answer = read_completion(sent({"content": "".join(texts)}, logprobs=listed))
    assert answer.tokens == (Token("Ye", -4.0), Token("s", -5.0))
    assert answer.log_probability == -4.5


def test_streams_that_nobody_asked_for_are_joined():
    events = [
        {"choices": [{"delta": {"role": "assistant", "reasoning_content": "Hm."}}]},
        {"choices": [{"delta": {"content": "A man "}}]},
        {"choices": [{"delta": {"content": "sits."}, "finish_reason": "stop"}]},
        {"choices": [], "usage": {"prompt_tokens": 4}},
    ]
    stream = ": ping\n\n" + "".join(f"event: x\ndata: {json.dumps(event)}\n\n" for event in events) + "data: [DONE]\n\n"
    assert read_completion(stream) == ChatAnswer("A man sits.", n_prompt_tokens=4, has_thoughts=True)
    lines = "\n".join(json.dumps({"message": {"content": text}, "done_reason": "stop"}) for text in ("A ", "man."))
    assert read_completion(lines) == ChatAnswer("A man.")


def test_a_stream_that_breaks_off_is_cut_off():
    assert read_completion('data: {"choices": [{"delta": {"content": "A man. He"}}]}\n\n') == ChatAnswer(
        "A man.", None, False, "cut"
    )


@pytest.mark.parametrize(
    ("body", "words", "status", "may_pass"),
    [
        ('{"choices": []}', "it sent no choices", None, True),
        ('{"error": {"code": 502, "message": "Provider returned error"}}', "Provider returned error", 502, False),
        ('data: {"error": {"message": "boom", "code": 500}}\n\n', "boom", 500, False),
        ('{"choices": [{"error": {"code": 429, "message": "rate"}, "message": {"content": ""}}]}', "rate", 429, False),
        (sent({"content": "A ma"}, "error"), r"the model failed \(finish_reason 'error'\)", None, True),
        ("<html><title>Welcome</title></html>", "Welcome", None, False),
        *((body, None, None, False) for body in ("", "[]", "{}", '{"choices": [{"message": null}]}', '{"choices": 1}')),
    ],
)
def test_what_is_no_answer_is_refused(body, words, status, may_pass):
    with pytest.raises(NoAnswerError, match=words) as caught:
        read_completion(body)
    assert caught.value.reason.status == status
    assert caught.value.may_pass is may_pass
