"""Chat models of `transformers` in this process, on tiny random models in the hub's layout."""

import dataclasses
import io
import json
import shutil
from pathlib import Path

import numpy as np
import PIL.Image
import pytest
import torch
import transformers as hf

from cinescribe.errors import ModelError
from cinescribe.models.vlm.capabilities import Capabilities
from cinescribe.models.vlm.chat import ChatAnswer, ChatPicture, ChatRequest
from cinescribe.models.vlm.chat_model import ChatModel
from cinescribe.models.vlm.hub_chat_loading import hub_chat
from tests.models.tiny_hub import FAMILIES, TEXT, tokenizer

pytestmark = pytest.mark.usefixtures("one_thread")

SEVERAL = ("llava", "qwen2_vl", "internvl", "smolvlm")


def jpeg(seed: int, size: tuple[int, int] = (60, 100)) -> ChatPicture:
    pixels = np.random.default_rng(seed).integers(0, 256, (*size, 3), np.uint8)
    data = io.BytesIO()
    PIL.Image.fromarray(pixels).save(data, "JPEG")
    return ChatPicture(data.getvalue(), f"shot {seed}")


QUESTIONS = [
    ChatRequest("a man sits", (jpeg(1), jpeg(2)), max_tokens=6, log_probability=True),
    ChatRequest("a man", (jpeg(3), jpeg(4, (80, 50))), max_tokens=6, log_probability=True),
    ChatRequest("two people at the table by the window", (jpeg(5), jpeg(1)), max_tokens=6, log_probability=True),
]


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    made = {}
    for name in (*SEVERAL, "llava_next"):
        torch.manual_seed(0)
        made[name] = FAMILIES[name](tmp_path_factory.mktemp(name))
    made["text"] = text_model(tmp_path_factory.mktemp("text"))
    return made


def text_model(folder: Path) -> Path:
    torch.manual_seed(0)
    hf.LlamaForCausalLM(hf.LlamaConfig(**TEXT)).save_pretrained(folder)
    words = tokenizer()
    words.chat_template = "<s>{% for m in messages %}{{ m['role'] }}: {{ m['content'] }}</s>{% endfor %}assistant:"
    words.save_pretrained(folder)
    return folder


@pytest.fixture
def chat(folders, tmp_path):
    """Give a function of a family its model."""
    return lambda family: hub_chat(str(folders[family]), answers=tmp_path / "answers")


@pytest.mark.parametrize("family", SEVERAL)
def test_a_batch_equals_its_rows(family, chat, tmp_path):
    model = dataclasses.replace(chat(family), n_batch=3)
    together = model.ask(QUESTIONS)
    shutil.rmtree(tmp_path / "answers")
    alone = [dataclasses.replace(model, n_batch=1).ask([question])[0] for question in QUESTIONS]
    assert [answer.text for answer in together] == [answer.text for answer in alone]
    for one, other in zip(together, alone, strict=True):
        assert one.log_probability == pytest.approx(other.log_probability, abs=1e-4)
    assert len({answer.log_probability for answer in alone}) == 3  # pictures and questions reach the model


def test_what_it_can_do(chat, folders):
    model: ChatModel = chat("llava")
    assert model.name == f"hub:{folders['llava']}"
    can = Capabilities(True, True, True, schema=False, log_probabilities=True, longest_side=57)  # 16:9 of 32 pixels
    assert model.can == can
    assert chat("llava_next").can.several_images is False
    assert chat("text").can == Capabilities(False, False, False, schema=False, log_probabilities=True)


def test_nothing_is_answered_twice_not_even_by_another_process(chat, monkeypatch):
    model = chat("text")
    question = ChatRequest("a man", max_tokens=4)
    asked = []
    generate = model.model.generate

    def counted(**inputs):
        asked.append(1)
        return generate(**inputs)

    monkeypatch.setattr(model.model, "generate", counted)
    first, again = model.ask([question, question])
    assert first == again == model.ask([question])[0]
    assert asked == [1]
    assert first.log_probability is None  # nobody asked for it
    other = chat("text")
    monkeypatch.setattr(other.model, "generate", lambda **inputs: pytest.fail("asked again"))
    assert other.ask([question]) == [first]


def test_answers_are_those_of_their_weights(chat, folders, tmp_path):
    question = ChatRequest("a man", max_tokens=4, log_probability=True)
    first = chat("text").ask([question])
    copy = shutil.copytree(folders["text"], tmp_path / "copy")
    model = hf.LlamaForCausalLM.from_pretrained(copy)
    with torch.no_grad():
        for weights in model.parameters():
            weights.mul_(3)
    model.save_pretrained(copy)
    assert hub_chat(str(copy), answers=tmp_path / "answers").ask([question]) != first


def test_instructions_and_a_schema_reach_the_model(chat):
    plain = ChatRequest("a man", max_tokens=4, log_probability=True)
    with_system = dataclasses.replace(plain, system="two people")
    with_schema = dataclasses.replace(plain, schema={"type": "object"})
    for family in ("text", "llava"):
        answers = chat(family).ask([plain, with_system, with_schema])
        assert len({answer.log_probability for answer in answers}) == 3


def test_sampling_follows_the_seed(chat, tmp_path):
    model = chat("text")
    warm = [ChatRequest("a man", max_tokens=8, temperature=2.0, seed=seed) for seed in range(4)]
    first = model.ask(warm)
    shutil.rmtree(tmp_path / "answers")
    before = torch.random.get_rng_state()
    assert model.ask(warm[::-1]) == first[::-1]
    assert torch.equal(torch.random.get_rng_state(), before)
    assert len({answer.text for answer in first}) > 1


def test_an_answer_ends_where_the_model_ends_it(chat, monkeypatch):
    model = chat("text")
    long = model.ask([ChatRequest("a man", max_tokens=6, log_probability=True)])[0]
    assert (long.is_whole, long.trouble, long.text) == (False, "cut", "")  # no whole sentence
    assert 0 < len(long.tokens) <= 6  # special ones have no text
    first = long.tokens[0].text
    tokens = model.tokenizer(first, add_special_tokens=False)["input_ids"]
    monkeypatch.setattr(model.model.generation_config, "eos_token_id", [tokens[0]])
    ended = model.ask([ChatRequest("a man", max_tokens=7)])[0]
    assert ended.is_whole
    assert ended.text == first


def test_a_model_that_takes_one_picture_is_shown_a_sheet(chat, monkeypatch):
    model = chat("llava_next")
    shown = []
    inputs = type(model.viewer).inputs

    def noted(viewer, pictures, prompt, **more):
        shown.append(([picture.shape for picture in pictures], prompt))
        return inputs(viewer, pictures, prompt, **more)

    monkeypatch.setattr(type(model.viewer), "inputs", noted)
    model.ask([ChatRequest("a man", (jpeg(1), jpeg(2)), max_tokens=2)])
    words = "The picture holds frames of a film, in rows, in order. Frames: 1: shot 1, 2: shot 2.\na man"
    assert shown == [([(60, 200, 3)], words)]


def test_pictures_that_a_model_does_not_take_are_refused(chat):
    with pytest.raises(ModelError, match="was asked about 1 pictures, but takes none; name a vision-language model"):
        chat("text").ask([ChatRequest("a man", (jpeg(1),))])
    with pytest.raises(ModelError, match=r"a picture of a question is not a JPEG file .*; encode it again"):
        chat("llava").ask([ChatRequest("a man", (ChatPicture(b"no picture"),))])


def test_answers_are_kept_by_what_was_asked_and_not_by_what_was_shown(chat, monkeypatch):
    model = chat("llava_next")
    question = ChatRequest("a man", (jpeg(1), jpeg(2)), schema={"type": "object"})
    model.answers.put(question.digest(model.identity), ChatAnswer("Kept."))
    assert model.ask([question]) == [ChatAnswer("Kept.")]


def test_thoughts_and_stop_tokens_are_left_out(chat, monkeypatch):
    model = chat("text")
    monkeypatch.setattr(type(model.tokenizer), "decode", lambda *_, **__: "Hm.</think>A man.<|im_end|>")
    (answer,) = model.ask([ChatRequest("a man", max_tokens=4)])
    assert (answer.text, answer.has_thoughts) == ("A man.", True)


def half(folder: Path, to: Path) -> Path:
    shutil.copytree(folder, to)
    hf.LlamaForCausalLM.from_pretrained(to, dtype=torch.bfloat16).save_pretrained(to)
    return to


def test_weights_in_half_precision_run_in_it_where_the_hardware_does(folders, tmp_path, monkeypatch):
    copy = half(folders["text"], tmp_path / "half")
    question = ChatRequest("a man", max_tokens=4, log_probability=True)
    answers = {}
    for has in (True, False):
        monkeypatch.setattr(torch.cpu, "get_capabilities", lambda has=has: {"amx_bf16": has})
        model = hub_chat(str(copy), answers=tmp_path / "answers")
        answers[model.model.dtype] = model.ask([question])[0].log_probability
    assert set(answers) == {torch.bfloat16, torch.float32}
    assert answers[torch.bfloat16] != answers[torch.float32]
    assert answers[torch.bfloat16] == pytest.approx(answers[torch.float32], abs=0.1)


def test_quantised_weights_need_the_package_that_made_them(folders, tmp_path):
    copy = shutil.copytree(folders["text"], tmp_path / "copy")
    config = json.loads((copy / "config.json").read_text())
    config["quantization_config"] = {"quant_method": "awq", "bits": 4}
    (copy / "config.json").write_text(json.dumps(config))
    with pytest.raises(ModelError, match=r"cannot be loaded \(.+\); expected a chat model of transformers"):
        hub_chat(str(copy), answers=tmp_path)


@pytest.mark.parametrize(
    "data", [b"", b"no model", b"GGUF\x03\0\0\0" + b"\x01" + b"\0" * 7 + b"\x01" + b"\0" * 7 + b"\x05"]
)
def test_damaged_gguf_files_are_refused(tmp_path, data):
    (tmp_path / "model.gguf").write_bytes(data)
    with pytest.raises(
        ModelError, match=r"model\.gguf' cannot be loaded \(.+\); expected a chat model of transformers"
    ):
        hub_chat(str(tmp_path / "model.gguf"), answers=tmp_path)


def test_a_text_model_without_a_template_is_refused(folders, tmp_path):
    copy = shutil.copytree(folders["text"], tmp_path / "copy")
    (copy / "chat_template.jinja").unlink()
    with pytest.raises(ModelError, match="has no chat template, so it takes no prompt"):
        hub_chat(str(copy), answers=tmp_path)
