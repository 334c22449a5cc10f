"""Which weights of a language model are learned: none, low-rank adapters (LoRA, Hu et al. 2022), or all."""

from __future__ import annotations

import warnings
from importlib import import_module
from typing import Any

import torch
from torch import nn

from cinescribe.errors import ModelError

TUNINGS = ("none", "lora", "full")
_ADAPTER = "lora_"  # in the names of an adapter's weights


def tune(network: Any, tuning: str, *, rank: int) -> None:
    """Set which weights of a language model are learned.

    LoRA adapters are put beside all linear layers but the output, as in QLoRA (Dettmers et al. 2023, section 4): with
    only those beside queries and values the small model learns Backlot's wordings in twice as many steps. They are
    scaled by 2 and have no dropout. The layers themselves stay as they are.

    Args:
        network: a causal language model of transformers; it is changed.
        tuning: one of `TUNINGS`.
        rank: of the adapters.

    Raises:
        ModelError: for another tuning, or when `peft` is not installed.
    """
    if tuning not in TUNINGS:
        raise ModelError(f"tuning is {tuning!r}; expected one of {', '.join(TUNINGS)}")
    network.requires_grad_(tuning == "full")
    if tuning == "lora":
        _add_adapters(network, rank)


def merge_adapters(network: nn.Module) -> None:
    """Add the adapters of a model to the weights beside them, which saves two products in each layer and step.

    The adapters' own weights stay as they are, so that the model can be written. It is not trained after that. Weights
    in 16 bits are unchanged: rounded to them, the sums would differ.

    Args:
        network: a model with or without adapters; it is changed.
    """
    for layer in network.modules():
        if hasattr(layer, "lora_A") and layer.get_base_layer().weight.dtype == torch.float32:  # type: ignore[operator]
            layer.merge()  # type: ignore[operator]


def _add_adapters(network: Any, rank: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # peft uses a name that transformers will drop
        try:
            peft = import_module("peft")
        except ImportError as error:
            raise ModelError(
                "LoRA needs peft, which is not installed; run: pip install 'cinescribe[metaphor]'"
            ) from error
        config = peft.LoraConfig(r=rank, lora_alpha=2 * rank, target_modules="all-linear")
        peft.inject_adapter_in_model(config, network)
    for name, weight in network.named_parameters():
        weight.requires_grad_(_ADAPTER in name)
        if _ADAPTER in name:
            weight.data = weight.data.float()
