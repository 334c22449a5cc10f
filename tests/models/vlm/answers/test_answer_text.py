import pytest

from cinescribe.models.vlm.answers.answer_text import AnswerText, answer_text, is_refusal, whole_sentences
from tests.growth_of_readers.growth import TOO_MUCH, growth


@pytest.mark.parametrize("text", ["A man.", "12", "Yes", "{}", "[]", "A man -- old -- sits.", "Anna (a nurse) waits."])
def test_an_answer_without_marks_stays_as_it_is(text):
    assert answer_text(f" {text}\n") == AnswerText(text)


@pytest.mark.parametrize(
    "text",
    [
        "<think>red?\nno</think>\nA man.",
        "Let me see.\n</think>\n\nA man.",
        "<THINKING>x</Thinking>A man.",
        "<thought>x</thought><think>y</think> A man.",
        "<reasoning effort=1>x</reasoning>A man.",
        "<seed:think>x</seed:think>A man.",
        "[THINK]x[/THINK]A man.",
        "\u25c1think\u25b7x\u25c1/think\u25b7A man.",
        "<|begin_of_thought|>x<|end_of_thought|><|begin_of_solution|>A man.<|end_of_solution|>",
        "<|START_THINKING|>x<|END_THINKING|><|START_RESPONSE|>A man.<|END_RESPONSE|>",
        "<|channel|>analysis<|message|>x<|end|><|start|>assistant<|channel|>final<|message|>A man.<|return|>",
        "<|channel|>final<|message|>No.<|end|><|channel|>analysis<|message|>x<|end|><|channel|>final<|message|>A man.",
        "<|channel>thought\nx<channel|>A man.",
        "analysisThe user asks.assistantfinalA man.",
        "<think>a<think>b</think>c</think>A man.",
    ],
)
def test_thoughts_are_left_out(text):
    assert answer_text(text) == AnswerText("A man.", None, has_thoughts=True)


@pytest.mark.parametrize(
    "text",
    [
        "<think>and on. A man opens.",
        "Out loud.</think>",
        "<think>a</think> \n",
        "<|channel|>analysis<|message|>A robber.<|end|>",
        "<|channel>thought\nA robber.<channel|>",
        "analysisA robber opens a safe.",
    ],
)
def test_thoughts_alone_are_no_answer(text):
    assert answer_text(text) == AnswerText("", "thoughts", has_thoughts=True)


@pytest.mark.parametrize(
    "text",
    [
        "A man.<|im_end|>\n<|im_start|>user\nWhat?",
        "A man.</s>",
        "A man.<end_of_turn>\n<start_of_turn>user",
        "A man.<end_of_utterance>",
        "A man.<|eot_id|>",
        "A man.<|endoftext|>Human: What?",
        "A man.<\uff5cend\u2581of\u2581sentence\uff5c>",
        "A man.<|im_en",
        "A man.[/INST]",
        "A man.<turn|>",
        "A man. USER: What? ASSISTANT: A dog.",
        "A man.\nHuman: What?\nAssistant: A dog.",
        "A man.\nuser\nWhat?",
        "A man.\n\n### Instruction:\nGo on.",
        "<|im_start|>assistant\nA man.<|im_end|>",
        "<|start_header_id|>assistant<|end_header_id|>\n\nA man.",
        "assistant\n\nA man.",
        "ASSISTANT: A man.",
        "### Response:\nA man.",
        "<|begin_of_box|>A man.<|end_of_box|>",
        "The answer is <|begin_of_box|>A man.",
        "<answer>A man.</answer>",
        r"So it is \boxed{A man.}",
        r"\boxed{\text{A man.}}",
        "A man.<|box_start|>(1,2),(3,4)<|box_end|>",
        "<image> A man.",
    ],
)
def test_marks_of_templates_and_what_follows_the_end_are_left_out(text):
    assert answer_text(text) == AnswerText("A man.")


@pytest.mark.parametrize("text", ["", " \n", "<|im_end|>", "USER: What?", "</s></s>"])
def test_an_answer_without_words_is_empty(text):
    assert answer_text(text) == AnswerText("", "empty")


@pytest.mark.parametrize(
    "text",
    ["!" * 2000, "." * 24, "\ufffd" * 40, "the " * 30, "abc" * 20, "G" * 40, "?! ?!", "0" * 500, "-> " * 9],
)
def test_rows_of_the_same_mark_are_noise(text):
    assert answer_text(text) == AnswerText("", "noise")


def test_what_stands_before_noise_counts_up_to_its_last_whole_sentence():
    assert answer_text("A man opens a door. He" + "!" * 50) == AnswerText("A man opens a door.", "noise")
    assert answer_text('{"a": "b' + "!" * 50) == AnswerText('{"a": "b', "noise")


REFUSALS = [
    "I apologize, but I can't identify the people in these images. However, I can describe the scene.",
    "I'm sorry, but I cannot help with that.",
    "I\u2019m sorry.",
    "I'm unable to help.",
    "I am not able to assist with identifying people.",
    "I cannot assist with that request.",
    "I can not see the images.",
    "I won't describe this.",
    "My apologies, this is not possible.",
    "Sorry, I can't.",
    "Unfortunately, I cannot see any people.",
    "As an AI language model, I cannot look at pictures.",
    "Thank you for the picture, but I can't help with this.",
    "I must decline.",
    "It is not appropriate to describe this scene.",
    "Unable to process the image.",
    "Your request was flagged as violating our policy.",
    "No images were provided.",
    "Please upload the picture.",
    "**I'm sorry**, I can't.",
]


@pytest.mark.parametrize("text", REFUSALS)
def test_refusals_are_known_by_their_beginning(text):
    assert is_refusal(text)
    assert answer_text(text) == AnswerText("", "refusal")


@pytest.mark.parametrize(
    "text",
    [
        "She can't see him.",
        '"Sorry, we are closed" hangs on the door.',
        "Anna is unable to help him.",
        "Please, a sign says.",
        "I, Claudius plays on a screen.",
        "No smoke rises.",
    ],
)
def test_descriptions_are_no_refusals(text):
    assert not is_refusal(text)


def test_a_refusal_before_json_is_left_to_the_reader_of_json():
    text = 'I\'m sorry, no names. {"a": 1}'
    assert answer_text(text) == AnswerText(text)


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("A man opens a door. He si", "A man opens a door."),
        ('He says "Go!" She', 'He says "Go!"'),
        ("A man in a hat.", "A man in a hat."),
        ("He greets Mr. Sm", ""),
        ("It costs 3.5 and", ""),
        ("- Anna opens\n- Ben sits\n- Eve ru", "- Anna opens\n- Ben sits"),
        ("Yes, the picture", "Yes"),
        ("12 of th", "12"),
        ("", ""),
    ],
)
def test_half_a_sentence_is_no_answer(text, whole):
    assert whole_sentences(text) == whole
    assert answer_text(text, is_whole=False) == AnswerText(whole, "cut")


def test_json_that_is_cut_off_is_left_to_its_reader():
    assert answer_text('{"a": [1, 2', is_whole=False) == AnswerText('{"a": [1, 2', "cut")


@pytest.mark.slow
@pytest.mark.parametrize(
    "part", ["<", "<|", "<think>", "<box>", "[", "\\boxed{", "ab", "USER", "x.", "x. ", "\n", " \t", "I'm sorry "]
)
def test_text_is_read_in_linear_time(part):
    assert growth(lambda n: answer_text(part * n, is_whole=False), 2000) < TOO_MUCH
