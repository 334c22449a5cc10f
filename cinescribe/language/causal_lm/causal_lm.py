"""Causal language models of transformers, with their tokenizers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

from cinescribe.language.causal_lm.packaged_smollm2 import PACKAGED_LM, packaged_smollm2
from cinescribe.language.vectors.encoders import encoder_name
from cinescribe.language.vectors.hub_files import model_folder, to_stderr, weights_digest
from cinescribe.language.vectors.hub_loading import load_pretrained, loading


@dataclass(frozen=True)
class CausalLM:
    """A causal language model of transformers, in evaluation mode.

    Args:
        name: as it was asked for, in signatures and messages.
        folder: where its files are.
        tokenizer: a tokenizer of transformers.
        network: an `AutoModelForCausalLM`.
        identity: its name without parents, and the digest of its weights.
    """

    name: str
    folder: Path
    tokenizer: Any
    network: Any
    identity: str = ""


def load_causal_lm(
    name: str,
    *,
    fetch: bool = False,
    announce: Callable[[str], None] = to_stderr,
    dtype: torch.dtype = torch.float32,
) -> CausalLM:
    """Load a causal language model and its tokenizer.

    Args:
        name: `SmolLM2-135M-Instruct`, which a package holds; a folder in the hub's layout; or an id of the hub.
        fetch: whether a missing model may be downloaded from the hub.
        announce: receives one line before a download or a conversion.
        dtype: of the weights.

    Raises:
        ModelError: when the model is not on this machine, may not or cannot be downloaded, or cannot be loaded.
    """
    if name == PACKAGED_LM:
        folder = packaged_smollm2(announce=announce)
    else:
        folder = model_folder(name, fetch=fetch, announce=announce)
    with loading(name, wanted="a causal language model of transformers"):
        tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
        network = load_pretrained(AutoModelForCausalLM, folder, name=name, dtype=dtype).model
    if not torch.cuda.is_available():
        network.set_attn_implementation("eager")  # a training step of short texts takes a quarter less on processors
    return CausalLM(name, folder, tokenizer, network, f"{encoder_name(name)} {weights_digest(folder)}")
