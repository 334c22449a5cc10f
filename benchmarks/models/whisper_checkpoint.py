"""Writes a Whisper model in CTranslate2's format as `transformers` reads it, so that both can be measured.

Packages carry Whisper in CTranslate2's format. Its layers are fused: one matrix makes queries, keys and values. Here
they are taken apart again.
"""

from __future__ import annotations

import argparse
import json
import shutil
import struct
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from transformers import GenerationConfig, WhisperConfig, WhisperForConditionalGeneration

_TYPES = {0: np.float32, 1: np.int8, 2: np.int16, 3: np.int32, 4: np.float16}
_LAYER = {"encoder": ("self_attention", "ffn"), "decoder": ("self_attention", "attention", "ffn")}
_NAMES = {"self_attention": "self_attn", "attention": "encoder_attn"}


def joined_parts(parts: Sequence[Path], path: Path) -> None:
    """Write the parts of a file, in order, as one file."""
    with open(path, "wb") as out:
        for part in parts:
            with open(part, "rb") as opened:
                shutil.copyfileobj(opened, out)


def read_weights(path: Path) -> dict[str, Tensor]:
    """Return the arrays of a `model.bin` of CTranslate2 (binary version 6) by name."""
    data, at = path.read_bytes(), 0

    def number(form: str) -> int:
        nonlocal at
        (value,) = struct.unpack_from(f"<{form}", data, at)
        at += struct.calcsize(form)
        return int(value)

    def text() -> str:
        nonlocal at
        length = number("H")
        at += length
        return data[at - length : at - 1].decode()

    number("I"), text(), number("I")
    found = {}
    for _ in range(number("I")):
        name = text()
        shape = [number("I") for _ in range(number("B"))]
        kind, n_bytes = _TYPES[number("B")], number("I")
        array = np.frombuffer(data, kind, n_bytes // np.dtype(kind).itemsize, at).reshape(shape)
        found[name] = torch.from_numpy(array.copy())
        at += n_bytes
    return found


def state(weights: dict[str, Tensor]) -> dict[str, Tensor]:
    """Return the weights under the names of `transformers`."""
    found: dict[str, Tensor] = {}
    for side, parts in _LAYER.items():
        found[f"{side}.embed_positions.weight"] = weights[f"{side}/position_encodings/encodings"]
        found |= _norm(weights, f"{side}/layer_norm", f"{side}.layer_norm")
        for n in range(_n_layers(weights, side)):
            for part in parts:
                found |= _part(weights, f"{side}/layer_{n}/{part}", f"{side}.layers.{n}", part)
    for conv in ("conv1", "conv2"):
        found |= {f"encoder.{conv}.{kind}": weights[f"encoder/{conv}/{kind}"] for kind in ("weight", "bias")}
    found["decoder.embed_tokens.weight"] = weights["decoder/embeddings/weight"]
    return {f"model.{name}": value.float() for name, value in found.items()} | {
        "proj_out.weight": weights["decoder/embeddings/weight"].float()
    }


def _part(weights: dict[str, Tensor], theirs: str, ours: str, part: str) -> dict[str, Tensor]:
    if part == "ffn":
        found = _norm(weights, f"{theirs}/layer_norm", f"{ours}.final_layer_norm")
        for n, name in enumerate(("fc1", "fc2")):
            found |= {f"{ours}.{name}.{kind}": weights[f"{theirs}/linear_{n}/{kind}"] for kind in ("weight", "bias")}
        return found
    name = f"{ours}.{_NAMES[part]}"
    found = _norm(weights, f"{theirs}/layer_norm", f"{name}_layer_norm")
    fused = {kind: weights[f"{theirs}/linear_0/{kind}"] for kind in ("weight", "bias")}
    if part == "attention":  # keys and values come from the sound
        more = {kind: weights[f"{theirs}/linear_1/{kind}"] for kind in fused}
        fused = {kind: torch.cat([fused[kind], more[kind]]) for kind in fused}
    for kind, value in fused.items():
        for each, piece in zip(("q_proj", "k_proj", "v_proj"), value.chunk(3), strict=True):
            if (each, kind) != ("k_proj", "bias"):  # Whisper's keys have none
                found[f"{name}.{each}.{kind}"] = piece
    last = 2 if part == "attention" else 1
    return found | {f"{name}.out_proj.{kind}": weights[f"{theirs}/linear_{last}/{kind}"] for kind in fused}


def _norm(weights: dict[str, Tensor], theirs: str, ours: str) -> dict[str, Tensor]:
    return {f"{ours}.weight": weights[f"{theirs}/gamma"], f"{ours}.bias": weights[f"{theirs}/beta"]}


def _n_layers(weights: dict[str, Tensor], side: str) -> int:
    return len({name.split("/")[1] for name in weights if name.startswith(f"{side}/layer_") and "/ffn/" in name})


def convert(source: Path, folder: Path) -> None:
    """Write a model of CTranslate2 as a folder of `transformers`."""
    weights, settings = read_weights(source / "model.bin"), json.loads((source / "config.json").read_text())
    n_tokens, width = weights["decoder/embeddings/weight"].shape
    sizes = {
        f"{side}_{name}": value
        for side in _LAYER
        for name, value in {
            "layers": _n_layers(weights, side),
            "attention_heads": int(weights[f"{side}/num_heads"]),
            "ffn_dim": weights[f"{side}/layer_0/ffn/linear_0/weight"].shape[0],
        }.items()
    }
    n_bins = weights["encoder/conv1/weight"].shape[1]
    config = WhisperConfig.from_dict({"vocab_size": n_tokens, "d_model": width, "num_mel_bins": n_bins, **sizes})
    model = WhisperForConditionalGeneration(config)
    model.load_state_dict(state(weights))
    model.generation_config = GenerationConfig(
        alignment_heads=settings["alignment_heads"],
        suppress_tokens=settings["suppress_ids"],
        begin_suppress_tokens=settings["suppress_ids_begin"],
        is_multilingual=True,
    )
    model.save_pretrained(folder)
    shutil.copyfile(source / "tokenizer.json", folder / "tokenizer.json")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=Path, help="a folder with a Whisper model in CTranslate2's format")
    parser.add_argument("folder", type=Path, help="the folder to write to")
    parser.add_argument("--parts", type=Path, nargs="*", default=(), help="pieces of model.bin, joined first")
    args = parser.parse_args()
    if args.parts:
        joined_parts(args.parts, args.source / "model.bin")
    convert(args.source, args.folder)


if __name__ == "__main__":
    main()
