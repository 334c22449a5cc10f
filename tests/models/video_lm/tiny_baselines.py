"""Tiny random parts of the baselines, in folders: our GIT, a CLIP, a LLaVA and a Video-LLaVA."""

import json
from pathlib import Path

import numpy as np
import torch
import transformers as hf

from cinescribe.features.encoders.encoder_weights import write_encoder
from cinescribe.models.video_lm.backlot_git import BacklotGit, BacklotGitSizes
from tests.models.tiny_hub import TEXT, VISION, VOCABULARY, llava, tokenizer, write
from tests.models.video_lm.tiny_video_lm import tiny_git, tiny_llama

PIXELS = {"size": {"shortest_edge": 32}, "crop_size": {"height": 32, "width": 32}}
TINY_VISION = {**VISION, "image_size": 32, "patch_size": 16}
GIT_WORDS = ("a", "as", "is", "man", "the", "woman")


def video(n: int, seed: int = 0) -> np.ndarray:
    """Random frames, (n, 40, 64, 3)."""
    return np.random.default_rng(seed).integers(0, 256, (n, 40, 64, 3)).astype(np.uint8)


def backlot_git(folder: Path) -> Path:
    torch.manual_seed(3)
    net = BacklotGit(BacklotGitSizes(GIT_WORDS, width=16, n_layers=2, n_heads=2))
    with torch.no_grad():
        for weights in net.git.parameters():
            if weights.dim() > 1:
                weights.mul_(2)
    write_encoder(folder, net, {})
    return folder


def clip(folder: Path) -> Path:
    torch.manual_seed(4)
    config = hf.CLIPConfig(
        text_config={"vocab_size": 9, "hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2},
        vision_config=TINY_VISION,
    )
    hf.CLIPModel(config).save_pretrained(folder)
    (folder / "preprocessor_config.json").write_text(
        json.dumps({"image_processor_type": "CLIPImageProcessor", **PIXELS})
    )
    return folder


def tiny_llava(folder: Path) -> Path:
    torch.manual_seed(5)
    return llava(folder)


def tiny_video_llava(folder: Path) -> Path:
    torch.manual_seed(6)
    config = hf.VideoLlavaConfig(
        vision_config=hf.CLIPVisionConfig(**TINY_VISION),
        text_config=hf.LlamaConfig(**TEXT),
        image_token_index=VOCABULARY["<image>"],
        video_token_index=VOCABULARY["<img>"],
    )
    settings = {"image_processor_type": "VideoLlavaImageProcessor", **PIXELS}
    return write(folder, hf.VideoLlavaForConditionalGeneration(config), settings, picture="<img>")


def all_parts(folder: Path) -> Path:
    """All of them, each in a folder of its name."""
    tiny_git(folder / "git")
    tiny_llama(folder / "llama")
    backlot_git(folder / "backlot-git")
    clip(folder / "clip")
    tiny_llava(folder / "llava")
    tiny_video_llava(folder / "video-llava")
    return folder


def n_words() -> int:
    return len(tokenizer())
