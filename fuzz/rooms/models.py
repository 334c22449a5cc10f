"""Checkpoints, published weights and vocabularies, recipes and states of runs."""

from __future__ import annotations

import json
import shutil
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import torch

from cinescribe.explain.words.explain_words import read_regions
from cinescribe.features.encoders.backlot_actions import load_action_net
from cinescribe.features.encoders.backlot_frames import load_frame_net
from cinescribe.features.encoders.body_net import load_body_net
from cinescribe.features.encoders.encoder_weights import (
    ABOUT,
    action_weights,
    body_weights,
    frame_weights,
    looks_weights,
    read_encoder,
)
from cinescribe.features.encoders.encoder_weights import (
    WEIGHTS as ENCODER,
)
from cinescribe.features.encoders.hub_encoders import hub_settings
from cinescribe.features.encoders.hub_frames import preparation
from cinescribe.features.encoders.looks_net import load_looks_net
from cinescribe.input_files import decoded, read_bytes, read_text
from cinescribe.language.next_phrases.ranker_files import RankerCard, read_card
from cinescribe.models.checkpoint import CARD, WEIGHTS, read_checkpoint
from cinescribe.models.hub.inputs import model_type, processor_settings, read_settings
from cinescribe.models.m2.published_files import read_m2_weights, read_m2_words
from cinescribe.models.m2.torch_files import read_torch_file
from cinescribe.models.video_lm.video_checkpoint import load_learned, read_video_card
from cinescribe.models.vlm.answer_store import AnswerStore
from cinescribe.models.vlm.chat import json_in, read_answer
from cinescribe.store import record_text, write_arrays
from cinescribe.train.data.gender import read_genders
from cinescribe.train.next_phrases.ranker_state import read_state as read_ranker_state
from cinescribe.train.next_phrases.ranker_state import write_state as write_ranker_state
from cinescribe.train.recipes.recipe import read_recipe
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
    card = json.loads((folder / CARD).read_text())
    card["weights"] = sha256(read_bytes(folder / WEIGHTS)).hexdigest()
    (folder / CARD).write_text(json.dumps(card))
    read_checkpoint(folder)


def _state(folder: Path) -> None:
    model, optimizer, recipe = run_parts()
    read_state(folder, model, optimizer, recipe=recipe)
    optimizer.step()


def _ranker_parts() -> tuple[torch.nn.Module, torch.optim.Optimizer]:
    torch.manual_seed(0)
    model = torch.nn.Linear(2, 1)
    optimizer = torch.optim.AdamW(model.parameters())
    model(torch.ones(1, 2)).sum().backward()
    optimizer.step()
    return model, optimizer


def _ranker_state(folder: Path) -> None:
    model, optimizer = _ranker_parts()
    read_ranker_state(folder, model, optimizer, recipe={"seed": 1})
    optimizer.step()


def _ranker_states() -> list[Seed]:
    with TemporaryDirectory() as folder:
        write_ranker_state(Path(folder), *_ranker_parts(), epoch=1, recipe={"seed": 1})
        return [Seed(files_below(Path(folder)))]


def _change(path: Path) -> None:
    read_recipe(RECIPES / "backlot" / "tiny.toml", changes=[decoded(read_bytes(path), path)])


def _encoder(folder: Path) -> None:
    shutil.copy(action_weights() / ENCODER, folder)
    load_action_net(folder)


def _body_encoder(folder: Path) -> None:
    shutil.copy(body_weights() / ENCODER, folder)
    load_body_net(folder)


def _looks_encoder(folder: Path) -> None:
    shutil.copy(looks_weights() / ENCODER, folder)
    load_looks_net(folder)


def _frame_encoder(folder: Path) -> None:
    shutil.copy(frame_weights() / ENCODER, folder)
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
        write_arrays(Path(folder) / WEIGHTS, weights)
        return [Seed(files_below(Path(folder)))]


def _recipes() -> list[bytes]:
    names = ("backlot/tiny", "backlot/shipped", "lsmdc/micap-joint", "stills/smart-regions-scst", "backlot/gpt2")
    return [(RECIPES / f"{name}.toml").read_bytes() for name in names]


def _answer(path: Path) -> None:
    json_in(read_answer(read_text(path)).text)


def _kept_answer(folder: Path) -> None:
    AnswerStore(folder).get("ab")


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
        lambda: [Seed(checkpoint_files(), (CARD,))],
        (read_checkpoint,),
        share=0.5,
    ),
    Reader(
        "models.read_checkpoint.weights",
        _signed_checkpoint,
        lambda: [Seed(checkpoint_files(), (WEIGHTS,))],
        (read_checkpoint,),
        share=0.5,
    ),
    Reader("models.read_video_card", read_video_card, lambda: [Seed({CARD: _VIDEO_CARD})], (read_video_card,)),
    Reader("models.load_learned", _learned, _learned_files, (load_learned,)),
    file_reader(read_m2_weights, "m2.pth", torch_files, covers=[read_m2_weights, read_torch_file]),
    file_reader(read_m2_words, "vocab.pkl", [_VOCABULARY], label="models.read_m2_words.pkl"),
    file_reader(read_m2_words, "vocab.json", [json.dumps(_WORDS).encode()], label="models.read_m2_words.json"),
    file_reader(read_m2_words, "vocab.txt", ["\n".join(_WORDS).encode()], label="models.read_m2_words.txt"),
    file_reader(read_recipe, "recipe.toml", _recipes),
    file_reader(_change, "change.txt", _CHANGES, label="train.read_recipe.set", covers=[read_recipe, read_text]),
    Reader("train.read_state", _state, lambda: [Seed(state_files())], (read_state,), share=0.5),
    Reader("train.ranker_state", _ranker_state, _ranker_states, (read_ranker_state,), share=0.5),
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
        lambda: [Seed({ABOUT: (action_weights() / ABOUT).read_bytes()})],
        (load_action_net, read_encoder),
        share=0.1,
    ),
    Reader(
        "features.load_body_net",
        _body_encoder,
        lambda: [Seed({ABOUT: (body_weights() / ABOUT).read_bytes()})],
        (load_body_net, read_encoder),
        share=0.1,
    ),
    Reader(
        "features.load_looks_net",
        _looks_encoder,
        lambda: [Seed({ABOUT: (looks_weights() / ABOUT).read_bytes()})],
        (load_looks_net, read_encoder),
        share=0.1,
    ),
    Reader(
        "features.load_frame_net",
        _frame_encoder,
        lambda: [Seed({ABOUT: (frame_weights() / ABOUT).read_bytes()})],
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
        (processor_settings, read_settings),
    ),
    file_reader(_answer, "answer.json", [_ANSWER], label="models.read_answer", covers=[read_answer, json_in]),
    Reader(
        "models.AnswerStore.get",
        _kept_answer,
        lambda: [Seed({"ab/ab.json": b'{"text": "A dog.", "log_probability": -0.5, "is_whole": true}'})],
        (AnswerStore.get,),
    ),
    file_reader(read_regions, "regions.json", [_REGIONS]),
)
