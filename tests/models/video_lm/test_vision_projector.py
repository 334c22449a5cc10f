import pytest
import torch

from cinescribe.errors import ModelError
from cinescribe.models.video_lm.vision_projector import (
    LlavaSettings,
    PooledFramesSettings,
    VideoLlavaSettings,
    build_llava,
    build_video_chatgpt,
)
from tests.models.video_lm.tiny_baselines import backlot_git, video
from tests.models.video_lm.tiny_video_lm import tiny_llama


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    folder = tmp_path_factory.mktemp("small")
    names = {"vision": str(backlot_git(folder / "git")), "language_model": str(tiny_llama(folder / "llama"))}
    return {**names, "prompt_format": "plain"}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"tuning": "half"}, "tuning is 'half'; expected one of none, lora, full"),
        ({"prompt_format": "alpaca"}, "prompt_format is 'alpaca'; expected one of plain"),
        ({"n_frames": 0}, "n_frames is 0; expected 1 or more"),
        ({"lora_rank": 0}, "lora_rank is 0; expected 1 or more"),
    ],
)
@pytest.mark.parametrize("settings", [PooledFramesSettings, VideoLlavaSettings, LlavaSettings])
def test_settings_out_of_range_are_refused(settings, changes, words):
    with pytest.raises(ModelError, match=words):
        settings(**changes)


def test_video_chatgpt_has_one_linear_layer_and_llava_two(small):
    assert isinstance(build_video_chatgpt(PooledFramesSettings(**small)).map, torch.nn.Linear)
    assert [type(part).__name__ for part in build_llava(LlavaSettings(**small)).map.children()] == [
        "Linear",
        "GELU",
        "Linear",
    ]


@pytest.mark.parametrize(
    ("bf16", "tuning", "dtype"),
    [(True, "lora", torch.bfloat16), (True, "full", torch.float32), (False, "none", torch.float32)],
)
def test_only_frozen_weights_are_in_bfloat16(small, bf16, tuning, dtype):
    model = build_video_chatgpt(PooledFramesSettings(**small, bf16=bf16, tuning=tuning))
    assert model.language.network.get_input_embeddings().weight.dtype == dtype
    assert model.map.weight.dtype == torch.float32
    assert all(weight.dtype == torch.float32 for weight in model.parameters() if weight.requires_grad)


def test_llava_sees_one_frame_of_the_video(small):
    model = build_llava(LlavaSettings(**small))
    frames = video(model.n_frames)
    seen = model.look(frames)
    alone = [model._vision.pool(model._vision.encoder.features(frames[n : n + 1])) for n in range(len(frames))]
    assert sum(torch.equal(seen, one) for one in alone) == 1
