"""A tiny random GIT-LLaVA, and its parts in the hub's layout."""

from pathlib import Path
from typing import Any

import torch
import transformers as hf

from cinescribe.models.video_lm.git_llava import GitLlavaSettings
from tests.models.tiny_hub import TEXT, git, tokenizer


def tiny_git(folder: Path, *, n_frames: int | None = 6) -> Path:
    """A GIT of transformers for six frames of 32 pixels."""
    torch.manual_seed(1)
    return git(folder, n_frames=n_frames)


def tiny_llama(folder: Path) -> Path:
    torch.manual_seed(2)
    model = hf.LlamaForCausalLM(hf.LlamaConfig(**TEXT))
    with torch.no_grad():
        for weights in model.parameters():
            if weights.dim() > 1:
                weights.mul_(8)
    model.save_pretrained(folder)
    tokenizer().save_pretrained(folder)
    return folder


def git_llava_tiny(folder: Path, **changes: Any) -> GitLlavaSettings:
    """Settings of a GIT-LLaVA in the paper's shape: a GIT and a Llama of the hub, both tiny and random."""
    if not (folder / "git").is_dir():
        tiny_git(folder / "git")
        tiny_llama(folder / "llama")
    values = {"git": str(folder / "git"), "language_model": str(folder / "llama"), "prompt_format": "plain"}
    return GitLlavaSettings(**{**values, "bf16": False, **changes})
