"""Conversion of the weights of the published M² to our names.

Cornia et al., *Meshed-Memory Transformer for Image Captioning*, CVPR 2020. Their checkpoint stores the
queries, keys and values of an attention as three layers, each gate as one layer, the vectors of positions, and buffers
of step-by-step decoding. Ours stores the first as one layer, gates as two halves, and neither sinusoids nor buffers.

Their code makes sinusoids and then draws every weight of the model at random, sinusoids included, before it trains. So
a checkpoint may hold either, and its own vectors are kept where they are no sinusoids.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

import torch
from torch import Tensor

from cinescribe.errors import ModelError
from cinescribe.layers.positions import SinusoidalPositions
from cinescribe.models.transformer import CaptionTransformer, TransformerSizes

N_PADDED = 50  # regions of a picture in their data loader, `max_detections`
_HEAD_WIDTH = 64  # of the published model; its weights do not show it
_BUFFERS = re.compile(r"(.*\.)?running_\w+")  # of its step-by-step decoding

_Weights = Mapping[str, Tensor]
Shapes = Iterator[tuple[str, tuple[int, ...]]]


def m2_from_published(weights: _Weights, *, head_width: int = _HEAD_WIDTH, n_padded: int = 0) -> CaptionTransformer:
    """Return the model of published weights, dropout off; its sizes follow from them, its tokens keep their numbers.

    Args:
        weights: by their published names, `encoder.fc.weight` and so on: the `state_dict` of the published file.
        head_width: width of an attention head.
        n_padded: regions to which every picture is padded, as their data loader does; their masks leave no padding out,
            so that words attend to it. 0 masks padding, which changes probabilities of pictures with fewer regions.

    Raises:
        ModelError: when a weight is missing, unknown, or has a shape that does not fit the others.
    """
    weights = {name: value for name, value in weights.items() if not _BUFFERS.fullmatch(name)}
    sizes = _sizes(weights, head_width=head_width, n_padded=n_padded)
    _check(weights, sizes)
    sizes = replace(sizes, stored_positions=not _are_sinusoids(weights, sizes))
    model = CaptionTransformer(sizes)
    model.load_state_dict(dict(_ours(weights, sizes)))
    return model.eval()


def _sizes(weights: _Weights, *, head_width: int, n_padded: int) -> TransformerSizes:
    n_words, width = _shape(weights, "decoder.word_emb.weight")
    slots = "encoder.layers.0.mhatt.attention.m_k"
    return TransformerSizes(
        n_words=n_words,
        region_width=_shape(weights, "encoder.fc.weight")[1],
        n_tokens=_shape(weights, "decoder.pos_emb.weight")[0] - 1,
        n_encoder_layers=_n_layers(weights, "encoder"),
        n_decoder_layers=_n_layers(weights, "decoder"),
        width=width,
        n_heads=width // head_width,
        ff_width=_shape(weights, "encoder.layers.0.pwff.fc1.weight")[0],
        n_memory=weights[slots].shape[1] if slots in weights and weights[slots].ndim == 3 else 0,
        meshed="decoder.layers.0.fc_alpha1.weight" in weights,
        n_padded=n_padded,
    )


def _shape(weights: _Weights, name: str) -> tuple[int, int]:
    """Return the shape of a weight with two dimensions."""
    if name not in weights or weights[name].ndim != 2:
        came = f"of shape {tuple(weights[name].shape)}" if name in weights else "missing"
        raise ModelError(f"{name} is {came}; expected a table of two dimensions: give an M² as published, whole")
    n_rows, n_columns = weights[name].shape
    return n_rows, n_columns


def _n_layers(weights: _Weights, part: str) -> int:
    found = [re.match(rf"{part}\.layers\.(\d+)\.", name) for name in weights]
    return max((int(match[1]) for match in found if match), default=0) + 1


def _check(weights: _Weights, sizes: TransformerSizes) -> None:
    """Raise unless the weights have the names and shapes of a published M² of these sizes."""
    wanted = dict(_published(sizes))
    for name, shape in wanted.items():
        if name not in weights:
            raise ModelError(f"the weights lack {name} {shape}; give the checkpoint of an M² as published, whole")
        if tuple(weights[name].shape) != shape:
            raise ModelError(f"{name} is {tuple(weights[name].shape)}; with the weights beside it, {shape} fits")
    extra = [name for name in weights if name not in wanted]
    if extra:
        raise ModelError(f"an M² has no weight {extra[0]}; give the checkpoint of only an M²")


def _are_sinusoids(weights: _Weights, sizes: TransformerSizes) -> bool:
    sinusoids = SinusoidalPositions(sizes.n_tokens, sizes.width, first=1).vectors
    return torch.allclose(weights["decoder.pos_emb.weight"][1:], sinusoids, atol=1e-4)


def _published(sizes: TransformerSizes) -> Shapes:
    """Yield every weight of a published M² and its shape."""
    yield from _linear_shapes("encoder.fc", sizes.region_width, sizes.width)
    yield from _norm_shapes("encoder.layer_norm", sizes)
    for number in range(sizes.n_encoder_layers):
        name = f"encoder.layers.{number}"
        yield from _attention_shapes(f"{name}.mhatt", sizes)
        if sizes.n_memory:
            yield from ((f"{name}.mhatt.attention.{slot}", (1, sizes.n_memory, sizes.width)) for slot in ("m_k", "m_v"))
        yield from _feed_forward_shapes(f"{name}.pwff", sizes)
    yield "decoder.word_emb.weight", (sizes.n_words, sizes.width)
    yield "decoder.pos_emb.weight", (sizes.n_tokens + 1, sizes.width)
    for number in range(sizes.n_decoder_layers):
        name = f"decoder.layers.{number}"
        yield from _attention_shapes(f"{name}.self_att", sizes)
        yield from _attention_shapes(f"{name}.enc_att", sizes)
        for gate in _gates(sizes):
            yield from _linear_shapes(f"{name}.{gate}", 2 * sizes.width, sizes.width)
        yield from _feed_forward_shapes(f"{name}.pwff", sizes)
    yield "decoder.fc.weight", (sizes.n_words, sizes.width)


def _gates(sizes: TransformerSizes) -> list[str]:
    return [f"fc_alpha{level}" for level in range(1, sizes.n_levels + 1)] if sizes.meshed else []


def _linear_shapes(name: str, n_in: int, n_out: int) -> Shapes:
    yield f"{name}.weight", (n_out, n_in)
    yield f"{name}.bias", (n_out,)


def _norm_shapes(name: str, sizes: TransformerSizes) -> Shapes:
    yield f"{name}.weight", (sizes.width,)
    yield f"{name}.bias", (sizes.width,)


def _attention_shapes(name: str, sizes: TransformerSizes) -> Shapes:
    for part in ("fc_q", "fc_k", "fc_v", "fc_o"):
        yield from _linear_shapes(f"{name}.attention.{part}", sizes.width, sizes.width)
    yield from _norm_shapes(f"{name}.layer_norm", sizes)


def _feed_forward_shapes(name: str, sizes: TransformerSizes) -> Shapes:
    yield from _linear_shapes(f"{name}.fc1", sizes.width, sizes.ff_width)
    yield from _linear_shapes(f"{name}.fc2", sizes.ff_width, sizes.width)
    yield from _norm_shapes(f"{name}.layer_norm", sizes)


NamedWeights = Iterator[tuple[str, Tensor]]


def _ours(weights: _Weights, sizes: TransformerSizes) -> NamedWeights:
    """Yield our weights by our names."""
    yield from _same(weights, {"inputs.narrower": "encoder.fc", "inputs.norm": "encoder.layer_norm"})
    for number in range(sizes.n_encoder_layers):
        yield from _encoder_block(weights, f"encoder.blocks.{number}", f"encoder.layers.{number}", sizes)
    yield "words.weight", weights["decoder.word_emb.weight"]
    if sizes.stored_positions:
        yield "positions.vectors", weights["decoder.pos_emb.weight"][1:]  # row 0 is that of padding
    for number in range(sizes.n_decoder_layers):
        yield from _decoder_block(weights, f"decoder.blocks.{number}", f"decoder.layers.{number}", sizes)
    yield "classifier.weight", weights["decoder.fc.weight"].T
    yield "classifier.bias", torch.zeros(sizes.n_words)  # theirs has none


def _encoder_block(weights: _Weights, ours: str, theirs: str, sizes: TransformerSizes) -> NamedWeights:
    yield from _attention(weights, f"{ours}.attention", f"{theirs}.mhatt.attention")
    if sizes.n_memory:
        yield f"{ours}.slots.keys", weights[f"{theirs}.mhatt.attention.m_k"][0]
        yield f"{ours}.slots.values", weights[f"{theirs}.mhatt.attention.m_v"][0]
    yield from _feed_forward(weights, f"{ours}.feed_forward", f"{theirs}.pwff")
    norms = {"norms.0": "mhatt", "norms.1": "pwff"}
    yield from _same(weights, {f"{ours}.{own}": f"{theirs}.{part}.layer_norm" for own, part in norms.items()})


def _decoder_block(weights: _Weights, ours: str, theirs: str, sizes: TransformerSizes) -> NamedWeights:
    yield from _attention(weights, f"{ours}.reading", f"{theirs}.self_att.attention")
    yield from _attention(weights, f"{ours}.looking", f"{theirs}.enc_att.attention")
    if sizes.meshed:
        gates, width = [f"{theirs}.{gate}" for gate in _gates(sizes)], sizes.width
        yield f"{ours}.mesh.of_tokens.weight", torch.cat([weights[f"{gate}.weight"][:, :width] for gate in gates])
        yield f"{ours}.mesh.of_tokens.bias", torch.cat([weights[f"{gate}.bias"] for gate in gates])
        yield from (
            (f"{ours}.mesh.of_found.{n}.weight", weights[f"{gate}.weight"][:, width:]) for n, gate in enumerate(gates)
        )
    yield from _feed_forward(weights, f"{ours}.feed_forward", f"{theirs}.pwff")
    norms = {"norms.0": "self_att", "norms.1": "enc_att", "norms.2": "pwff"}
    yield from _same(weights, {f"{ours}.{own}": f"{theirs}.{part}.layer_norm" for own, part in norms.items()})


def _attention(weights: _Weights, ours: str, theirs: str) -> NamedWeights:
    for kind in ("weight", "bias"):
        yield (
            f"{ours}.inputs.{kind}",
            torch.cat([weights[f"{theirs}.{part}.{kind}"] for part in ("fc_q", "fc_k", "fc_v")]),
        )
    yield from _same(weights, {f"{ours}.output": f"{theirs}.fc_o"})


def _feed_forward(weights: _Weights, ours: str, theirs: str) -> NamedWeights:
    yield from _same(weights, {f"{ours}.wider": f"{theirs}.fc1", f"{ours}.narrower": f"{theirs}.fc2"})


def _same(weights: _Weights, names: Mapping[str, str]) -> NamedWeights:
    """Yield weights and biases that need no conversion, by our module and theirs."""
    for ours, theirs in names.items():
        for kind in ("weight", "bias"):
            yield f"{ours}.{kind}", weights[f"{theirs}.{kind}"]
