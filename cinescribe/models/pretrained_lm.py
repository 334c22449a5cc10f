"""Pretrained T5 and GPT-2 as the initial weights of captioners with a prefix (MICap, table 6).

The subwords of the language model are the captioner's vocabulary. Special tokens and people are new: they begin as the
mean of subwords that say the same, so that training starts near the language that the model knows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
import transformers  # its models by their full names, so that they are loaded where they are used: seconds each

from cinescribe.errors import ModelError
from cinescribe.language.tokens.subwords import Subwords
from cinescribe.language.vectors.hub_loading import load_pretrained, loading
from cinescribe.models.prefix_lm import Gpt2Prefix, T5Prefix

_SOMEONE = "someone"  # what a blank begins as


@dataclass(frozen=True)
class _Family:
    """How a family of `transformers` becomes a captioner.

    Args:
        words: what the vectors of words are called in its weights; all names are of the same ones.
        sizes: its sizes by ours.
        fixed: settings that ours have no size for, with the values they must have.
    """

    words: tuple[str, ...]
    sizes: Mapping[str, str]
    fixed: Mapping[str, Any]


_FAMILIES = {  # by `model_type`, which is our name of the model, too
    "t5": _Family(
        ("shared.weight", "encoder.embed_tokens.weight", "decoder.embed_tokens.weight", "lm_head.weight"),
        {
            "width": "d_model", "head_width": "d_kv", "ff_width": "d_ff", "n_layers": "num_layers",
            "n_heads": "num_heads",
        },
        {
            "feed_forward_proj": "relu", "tie_word_embeddings": True, "relative_attention_num_buckets": 32,
            "relative_attention_max_distance": 128, "layer_norm_epsilon": 1e-6,
        },
    ),
    "gpt2": _Family(
        ("wte.weight",),
        {"width": "n_embd", "n_layers": "n_layer", "n_heads": "n_head", "n_positions": "n_positions"},
        {
            "activation_function": "gelu_new", "n_inner": None, "layer_norm_epsilon": 1e-5, "scale_attn_weights": True,
            "scale_attn_by_inverse_layer_idx": False,
        },
    ),
}  # fmt: skip
PRETRAINED = tuple(_FAMILIES)  # the models of `MODELS` that may begin as a language model


def following_sizes(model: str) -> tuple[str, ...]:
    """Return the names of the sizes of `t5` or `gpt2` that follow from its language model."""
    return (*_FAMILIES[model].sizes, *(["gated"] if model == "t5" else ()))


def pretrained_sizes(model: str, folder: Path, *, name: str) -> dict[str, Any]:
    """Return the sizes of a captioner that follow from its language model.

    Args:
        model: `t5` or `gpt2`.
        folder: the language model in the hub's layout.
        name: its name in messages.

    Raises:
        ModelError: when it is of another family, or has settings that the captioner has no size for.
    """
    family, config = _FAMILIES[model], _config(folder, name)
    if config.model_type != model:
        raise ModelError(
            f"the language model {name!r} is a {config.model_type}, but the model of the recipe is {model!r}; name a "
            f"{model}"
        )
    fixed = dict(family.fixed)
    if model == "t5":
        fixed["num_decoder_layers"] = config.num_layers
    for key, wanted in fixed.items():
        if (found := getattr(config, key)) != wanted:
            raise ModelError(
                f"the language model {name!r} has {key} {found!r}, but the model {model!r} is built for {wanted!r}; "
                "name another language model"
            )
    return {ours: getattr(config, theirs) for ours, theirs in family.sizes.items()}


def load_language_model(model: T5Prefix | Gpt2Prefix, folder: Path, *, name: str, tokens: Subwords) -> None:
    """Load the weights of a language model into a captioner, which is changed.

    Args:
        model: of the sizes of `pretrained_sizes`.
        folder: the language model in the hub's layout.
        name: its name in messages.
        tokens: its subwords, the vocabulary of the captioner.

    Raises:
        ModelError: when weights are missing, damaged or of other sizes.
    """
    kind, words, inner = (
        (transformers.T5ForConditionalGeneration, _FAMILIES["t5"].words, model.t5)
        if isinstance(model, T5Prefix)
        else (transformers.GPT2Model, _FAMILIES["gpt2"].words, model.gpt2)
    )
    with loading(name, wanted="a T5 or a GPT-2 of transformers"):
        loaded = load_pretrained(kind, folder, name=name).model
    weights, own = loaded.state_dict(), inner.state_dict()
    if (n_vectors := len(weights[words[0]])) < tokens.n_subwords:
        raise ModelError(
            f"the language model {name!r} has {n_vectors} word vectors, but its tokenizer {tokens.n_subwords} "
            "subwords; fetch both again"
        )
    end = loaded.config.eos_token_id
    start = getattr(loaded.config, "decoder_start_token_id", None)
    added = _added_rows(tokens, start=end if start is None else start, end=end)
    with torch.no_grad():
        for key, value in weights.items():
            if key in words:
                rows = [value[: tokens.n_subwords], *(value[each].mean(0, keepdim=True) for each in added)]
                own[key].copy_(torch.cat(rows))
            else:
                own[key].copy_(value)


def _added_rows(tokens: Subwords, *, start: int, end: int) -> list[Sequence[int]]:
    """The subwords that each new token begins as the mean of, in the order of their ids."""
    by_id = {tokens.start: [start], tokens.blank: tokens.subwords(f" {_SOMEONE}")}
    special = [by_id.get(token, [end]) for token in range(tokens.n_subwords, tokens.first_person)]
    return [*special, *(tokens.subwords(f" P{n + 1}") for n in range(tokens.n_people))]


def _config(folder: Path, name: str) -> Any:
    with loading(name, wanted="a T5 or a GPT-2 of transformers"):
        return transformers.AutoConfig.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
