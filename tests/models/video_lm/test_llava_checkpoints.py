"""Logits of models read in parts are those of the whole models of transformers."""

from typing import Any

import pytest
import torch
import transformers as hf

from cinescribe.errors import ModelError
from cinescribe.features.encoders.hub_frames import preparation
from cinescribe.models.hub.inputs import processor_settings
from cinescribe.models.video_lm.random_frame import random_frame
from cinescribe.models.video_lm.vision_projector import (
    LlavaSettings,
    VideoLlavaSettings,
    build_llava,
    build_video_llava,
)
from tests.models.tiny_hub import VOCABULARY
from tests.models.video_lm.tiny_baselines import tiny_llava, tiny_video_llava, video

ANSWER = "a man sits by the window"
COMMON: dict[str, Any] = {"prompt_format": "plain", "bf16": False, "tuning": "none"}


def ids_of(model, picture, n_pictures):
    prompt, answer = model.tokens.prompt("two people?"), [*model.tokens.encode(ANSWER), model.tokens.end]
    return torch.tensor([[*model.tokens.before, *[VOCABULARY[picture]] * n_pictures, *prompt, *answer[:-1]]]), len(
        answer
    )


def logits_of(model, frames):
    return model(model.tokens.batch(model.look(frames)[None], ["two people?"], [[ANSWER]]))


def pixels_of(folder, frames, family):
    prepare = preparation(processor_settings(folder), model_type=family)
    return torch.from_numpy(prepare(frames)["pixel_values"])


@pytest.mark.parametrize("strategy", ["default", "full"])
def test_llava(tmp_path, strategy):
    folder = tiny_llava(tmp_path / "llava")
    whole = hf.LlavaForConditionalGeneration.from_pretrained(folder).eval()
    whole.config.vision_feature_select_strategy = strategy
    whole.config.save_pretrained(folder)
    model, frames = build_llava(LlavaSettings(checkpoint=str(folder), **COMMON)).eval(), video(16)
    ids, n_answer = ids_of(model, "<image>", 4 if strategy == "default" else 5)
    pixels = pixels_of(folder, random_frame(1)(frames), "llava")
    with torch.no_grad():
        expected = whole(input_ids=ids, pixel_values=pixels).logits[0, -n_answer:]
        found = logits_of(model, frames)
    assert torch.allclose(found, expected, atol=1e-5)


def test_video_llava(tmp_path):
    folder = tiny_video_llava(tmp_path / "video-llava")
    whole = hf.VideoLlavaForConditionalGeneration.from_pretrained(folder).eval()
    model, frames = build_video_llava(VideoLlavaSettings(checkpoint=str(folder), **COMMON)).eval(), video(8)
    ids, n_answer = ids_of(model, "<img>", 8 * 5)
    pixels = pixels_of(folder, frames, "video_llava")
    with torch.no_grad():
        expected = whole(input_ids=ids, pixel_values_videos=pixels[None]).logits[0, -n_answer:]
        found = logits_of(model, frames)
    assert torch.allclose(found, expected, atol=1e-5)


def test_frames_are_prepared_as_by_the_official_processor(tmp_path):
    settings: dict[str, Any] = {"size": {"shortest_edge": 32}, "crop_size": {"height": 32, "width": 32}}
    official = hf.VideoLlavaImageProcessor(**settings)
    frames = video(3)
    expected = torch.stack([official(images=frame, return_tensors="pt")["pixel_values_images"][0] for frame in frames])
    ours = preparation({"image_processor_type": "VideoLlavaImageProcessor", **settings}, model_type="video_llava")
    assert torch.allclose(torch.from_numpy(ours(frames)["pixel_values"]), expected, atol=1e-6)


def test_a_model_of_another_family_is_refused(tmp_path):
    folder = tiny_llava(tmp_path / "llava")
    with pytest.raises(ModelError, match="is of the family 'llava'; expected 'video_llava', such as LanguageBind"):
        build_video_llava(VideoLlavaSettings(checkpoint=str(folder)))
