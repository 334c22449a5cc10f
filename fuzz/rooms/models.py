"""Checkpoints, published weights and vocabularies, recipes and states of runs."""

from __future__ import annotations

import json
import shutil
from functools import partial
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np
import torch

from cinescribe.arrays import write_arrays
from cinescribe.explain.words.explain_words import read_regions
from cinescribe.features.encoders.appearance_net import load_appearance_net
from cinescribe.features.encoders.backlot_actions import load_action_net
from cinescribe.features.encoders.backlot_frames import load_frame_net
from cinescribe.features.encoders.body_net import load_body_net
from cinescribe.features.encoders.encoder_weights import (
    ENCODER,
    action_weights,
    appearance_weights,
    body_weights,
    frame_weights,
    read_encoder,
)
from cinescribe.features.encoders.hub_encoders import hub_settings
from cinescribe.features.encoders.hub_frames import preparation
from cinescribe.generate.narration.answers import read_answer_form
from cinescribe.input_files import decoded, read_bytes, read_text
from cinescribe.language.next_phrases.ranker_files import RankerCard, read_card
from cinescribe.models.checkpoint import CHECKPOINT, read_checkpoint
from cinescribe.models.hub.inputs import model_type, processor_settings, read_model_settings
from cinescribe.models.m2.published_files import read_m2_words
from cinescribe.models.published.torch_files import read_torch_file
from cinescribe.models.published.weight_files import read_published_weights
from cinescribe.models.video_lm.video_checkpoint import load_learned, read_video_card
from cinescribe.models.vlm.answer_store import AnswerStore
from cinescribe.models.vlm.answers.answer_json import found_json, json_in
from cinescribe.models.vlm.answers.answer_text import answer_text
from cinescribe.models.vlm.answers.completion import read_completion
from cinescribe.models.vlm.answers.prose import prose_lines
from cinescribe.models.vlm.answers.server_reason import server_reason
from cinescribe.models.vlm.capabilities import Capabilities
from cinescribe.models.vlm.chat import ChatAnswer, ChatPicture, ChatRequest
from cinescribe.models.vlm.connection.server_address import server_address
from cinescribe.models.vlm.known_server import KnownServer, known_server, remember_server
from cinescribe.models.vlm.limit_reasons import learnt
from cinescribe.models.vlm.limits import ServerLimits, fitted
from cinescribe.models.vlm.server_models import read_models
from cinescribe.store import record_text
from cinescribe.train.data.gender import read_genders
from cinescribe.train.recipes.recipe import read_recipe
from cinescribe.train.recipes.recipe_file import as_toml
from cinescribe.train.training_state import read_state
from fuzz.reader import Reader, Seed, file_reader, files_below
from fuzz.samples.models import RECIPES, checkpoint_files, run_parts, state_files, torch_files

_CHANGES = (b"optimizer.lr=0.001", b"training.epochs=3", b'validation.metrics=["CIDEr"]', b"fp16=true", b"seed=2")
_WORDS = ["<unk>", "<pad>", "a", "dog"]
_VOCABULARY = (  # a pickle as torchtext wrote it: an object of a class `vocab.Vocab` with its words
    b"\x80\x04\x95\x20\x00\x00\x00\x00\x00\x00\x00\x8c\x05vocab\x94\x8c\x05Vocab\x94\x93\x94)\x81\x94}\x94"
    b"\x8c\x04itos\x94]\x94(\x8c\x01a\x94\x8c\x01b\x94esb."
)
_REGIONS = b'[{"box": [0.1, 0.2, 0.5, 0.9], "label": "woman"}, {"box": [0, 0, 1, 1]}]'


def _signed_checkpoint(folder: Path) -> None:
    """Read a checkpoint whose card has the digest of the damaged weights, as a hostile one would."""
    card = json.loads((folder / CHECKPOINT.card).read_text())
    card["weights"] = sha256(read_bytes(folder / CHECKPOINT.weights)).hexdigest()
    (folder / CHECKPOINT.card).write_text(json.dumps(card))
    read_checkpoint(folder)


def _state(folder: Path) -> None:
    model, optimizer, recipe = run_parts()
    read_state(folder, model, optimizer, recipe=recipe.to_dict())
    optimizer.step()


def _change(path: Path) -> None:
    read_recipe(RECIPES / "backlot" / "tiny.toml", changes=[decoded(read_bytes(path), path)])


def _encoder(folder: Path) -> None:
    shutil.copy(action_weights() / ENCODER.weights, folder)
    load_action_net(folder)


def _body_encoder(folder: Path) -> None:
    shutil.copy(body_weights() / ENCODER.weights, folder)
    load_body_net(folder)


def _looks_encoder(folder: Path) -> None:
    shutil.copy(appearance_weights() / ENCODER.weights, folder)
    load_appearance_net(folder)


def _frame_encoder(folder: Path) -> None:
    shutil.copy(frame_weights() / ENCODER.weights, folder)
    load_frame_net(folder)


def _hub(folder: Path) -> None:
    preparation(hub_settings(folder, "some"), model_type="clip")


def _chat(folder: Path) -> None:
    preparation(processor_settings(folder), model_type=model_type(folder))


def _learned(folder: Path) -> None:
    load_learned(torch.nn.Linear(2, 1), folder)


def _learned_files() -> list[Seed]:
    with TemporaryDirectory() as folder:
        weights = {name: value.numpy() for name, value in torch.nn.Linear(2, 1).state_dict().items()}
        write_arrays(Path(folder) / CHECKPOINT.weights, weights)
        return [Seed(files_below(Path(folder)))]


def _recipes() -> list[bytes]:
    names = ("backlot/tiny", "backlot/shipped", "lsmdc/micap-joint", "stills/smart-regions-scst", "backlot/gpt2")
    return [as_toml(read_recipe(RECIPES / f"{name}.toml").to_dict()).encode() for name in names]


def _recipe_with_base() -> list[Seed]:
    files = {name: (RECIPES / "backlot" / name).read_bytes() for name in ("tiny.toml", "micap-joint.toml")}
    return [Seed(files)]


def _completion(path: Path) -> None:
    _read(read_completion(read_text(path)))


def _answer_text(path: Path) -> None:
    found = answer_text(decoded(read_bytes(path), path), is_whole=False)
    _read(ChatAnswer(found.text, is_whole=False, trouble=found.trouble))


def _read(answer: ChatAnswer) -> None:
    found_json(answer.text, _ACTIONS)
    read = read_answer_form(answer, prompt="What?", schema=_ACTIONS)
    # What is never said: JSON, stop tokens, the marks of a template.
    assert not any(mark in line for line in read.lines for mark in ("{", "}", "<|", "</", "[INST]", '":'))


def _reason(path: Path) -> None:
    """Read an error, and learn from it until nothing less can be sent."""
    reason = server_reason(read_text(path))
    request = ChatRequest("What?", (_jpeg(),) * 6, system="Be brief.", schema=_ACTIONS, log_probability=True)
    limits: ServerLimits | None = ServerLimits()
    for _ in range(_MOST_LEARNT):
        limits = None if limits is None else learnt(limits, reason, status=400, sent=fitted(request, limits))
    assert limits is None


def _jpeg() -> ChatPicture:
    return ChatPicture(cv2.imencode(".jpg", np.zeros((300, 400, 3), np.uint8))[1].tobytes(), "shot 1")


def _known(folder: Path) -> None:
    known_server(server_address("http://localhost#m"), folder)


def _known_files() -> list[Seed]:
    can = Capabilities(images=True, sees=True, several_images=True, schema=False, log_probabilities=True)
    with TemporaryDirectory() as folder:
        known = KnownServer(can, ServerLimits(n_pictures=5, n_context=4096, without=("seed",)), "ab")
        remember_server(server_address("http://localhost#m"), Path(folder), known)
        return [Seed(files_below(Path(folder)))]


def _kept_answer(folder: Path) -> None:
    AnswerStore(folder).get("ab")


_MOST_LEARNT = 40  # errors of one kind, until nothing less can be sent
_ACTION = {
    "type": "object",
    "properties": {"who": {"type": "string"}, "does": {"type": "string"}, "shot": {"type": "integer"}},
    "required": ["who", "does", "shot"],
}
_ACTIONS = {
    "type": "object",
    "properties": {"actions": {"type": "array", "items": _ACTION}, "detail": {"type": "string"}},
    "required": ["actions", "detail"],
}
_TEXTS = (
    b'<think>A robber.</think>{"actions": [{"who": "Anna", "does": "opens a door", "shot": "3"}], "detail": "a key"}',
    b"Let me see.\n</think>\n\n1. **Anna** opens a door.\n2. Ben sits.<|im_end|>\n<|im_start|>user\nWhat?",
    b"<|channel|>analysis<|message|>A safe.<|end|><|start|>assistant<|channel|>final<|message|>Anna opens a door.",
    b"Sure!\n```json\n{'actions': [{'who': 'Anna', 'does': 'opens the \"red\" door', 'shot': 1,}, {'who': 'Ben', 'do",
    b"| n | Sentence |\n|---|---|\n| 1 | [Anna](a) opens a `door`. |\nI apologize, but I can't. \\boxed{Yes}",
)
_REASONS = (
    b'{"error": {"code": 400, "message": "the request exceeds the available context size", "n_prompt_tokens": 5000, '
    b'"n_ctx": 4096}}',
    b'{"object": "error", "message": "At most 5 image(s) may be provided in one request.", "code": 400}',
    b'{"error": {"message": "Unsupported: \'max_tokens\'; use \'max_completion_tokens\'.", "param": "max_tokens"}}',
    b'{"detail": [{"loc": ["body", "seed"], "msg": "Extra inputs are not permitted", "type": "extra_forbidden"}]}',
    b"<html><head><title>502 Bad Gateway</title></head><body>System role not supported</body></html>",
)
_MODELS = b'{"object": "list", "data": [{"id": "m", "created": 1, "max_model_len": 4096, "meta": {"n_ctx": 2048}}]}'
_STREAM = (
    b'data: {"choices": [{"delta": {"content": "Anna opens"}}]}\n\ndata: {"choices": [{"delta": {"content": " it."}, '
    b'"finish_reason": "stop"}], "usage": {"prompt_tokens": 9}}\n\ndata: [DONE]\n\n'
)
_ANSWER = (
    b'{"id": "1", "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": '
    b'"<think>so</think>```json\\n{\\"a\\": 1}\\n```"}, "logprobs": {"content": [{"token": "a", "logprob": -0.5}]}}]}'
)
_HUB = (
    b'{"image_processor_type": "CLIPImageProcessor", "image_mean": [0.48, 0.45, 0.4], '
    b'"image_std": [0.26, 0.26, 0.27], "size": {"shortest_edge": 224}, '
    b'"crop_size": {"height": 224, "width": 224}, "resample": 3, "do_resize": true, "do_center_crop": true, '
    b'"do_rescale": true, "rescale_factor": 0.0039, "do_normalize": true}'
)
_VIDEO_CARD = (
    b'{"version": 1, "video": {"model": "git-llava", "n_tokens": 40, "settings": {"n_clips": 2, "tuning": "lora"}, '
    b'"parts": {"git": "backlot-git-0"}, "scores": {"captions/CIDEr": 0.5}, "seed": 1}, "weights": "0", "versions": {}}'
)
READERS = (
    Reader(
        "models.read_checkpoint.card",
        read_checkpoint,
        lambda: [Seed(checkpoint_files(), (CHECKPOINT.card,))],
        (read_checkpoint,),
        share=0.5,
    ),
    Reader(
        "models.read_checkpoint.weights",
        _signed_checkpoint,
        lambda: [Seed(checkpoint_files(), (CHECKPOINT.weights,))],
        (read_checkpoint,),
        share=0.5,
    ),
    Reader(
        "models.read_video_card", read_video_card, lambda: [Seed({CHECKPOINT.card: _VIDEO_CARD})], (read_video_card,)
    ),
    Reader("models.load_learned", _learned, _learned_files, (load_learned,)),
    file_reader(
        partial(read_published_weights, model="M²", file="m2.pth"),
        "m2.pth",
        torch_files,
        label="models.read_published_weights",
        covers=[read_published_weights, read_torch_file],
    ),
    file_reader(read_m2_words, "vocab.pkl", [_VOCABULARY], label="models.read_m2_words.pkl"),
    file_reader(read_m2_words, "vocab.json", [json.dumps(_WORDS).encode()], label="models.read_m2_words.json"),
    file_reader(read_m2_words, "vocab.txt", ["\n".join(_WORDS).encode()], label="models.read_m2_words.txt"),
    file_reader(read_recipe, "recipe.toml", _recipes),
    Reader(
        "train.read_recipe.base", lambda folder: read_recipe(folder / "tiny.toml"), _recipe_with_base, (read_recipe,)
    ),
    file_reader(_change, "change.txt", _CHANGES, label="train.read_recipe.set", covers=[read_recipe, read_text]),
    Reader("train.read_state", _state, lambda: [Seed(state_files())], (read_state,), share=0.5),
    Reader(
        "language.read_card",
        read_card,
        lambda: [Seed({"ranker.json": record_text(RankerCard(("effect",), 0.5, data=(("a", "0"),))).encode()})],
        (read_card,),
    ),
    file_reader(read_genders, "genders.tsv", [b"f1\tP1\tman\nf1\tP2\twoman\n"]),
    Reader(
        "features.load_action_net",
        _encoder,
        lambda: [Seed({ENCODER.card: (action_weights() / ENCODER.card).read_bytes()})],
        (load_action_net, read_encoder),
        share=0.1,
    ),
    Reader(
        "features.load_body_net",
        _body_encoder,
        lambda: [Seed({ENCODER.card: (body_weights() / ENCODER.card).read_bytes()})],
        (load_body_net, read_encoder),
        share=0.1,
    ),
    Reader(
        "features.load_appearance_net",
        _looks_encoder,
        lambda: [Seed({ENCODER.card: (appearance_weights() / ENCODER.card).read_bytes()})],
        (load_appearance_net, read_encoder),
        share=0.1,
    ),
    Reader(
        "features.load_frame_net",
        _frame_encoder,
        lambda: [Seed({ENCODER.card: (frame_weights() / ENCODER.card).read_bytes()})],
        (load_frame_net, read_encoder),
        share=0.1,
    ),
    Reader(
        "features.hub_settings", _hub, lambda: [Seed({"preprocessor_config.json": _HUB})], (hub_settings, preparation)
    ),
    Reader(
        "models.processor_settings",
        _chat,
        lambda: [
            Seed(
                {"config.json": b'{"model_type": "llava"}', "processor_config.json": b'{"image_processor": %s}' % _HUB}
            )
        ],
        (processor_settings, read_model_settings),
    ),
    file_reader(
        _completion,
        "answer.json",
        [_ANSWER, _STREAM],
        label="models.read_completion",
        covers=[read_completion, json_in, found_json],
    ),
    file_reader(
        _answer_text,
        "answer.txt",
        _TEXTS,
        label="models.answer_text",
        covers=[answer_text, prose_lines, read_answer_form],
    ),
    file_reader(_reason, "reason.json", _REASONS, label="models.server_reason", covers=[server_reason, learnt]),
    file_reader(
        lambda path: read_models(read_text(path)),
        "models.json",
        [_MODELS],
        label="models.read_models",
        covers=[read_models],
    ),
    Reader("models.known_server", _known, _known_files, (known_server,)),
    Reader(
        "models.AnswerStore.get",
        _kept_answer,
        lambda: [Seed({"ab/ab.json": b'{"text": "A dog.", "log_probability": -0.5, "is_whole": true}'})],
        (AnswerStore.get,),
    ),
    file_reader(read_regions, "regions.json", [_REGIONS]),
)
