"""Conversion of the weights of the released MICap to our names.

Its code (katha-ai/MovieIdentityCaptioner-CVPR2024) has a bias for each stream of features, which here is part of the
embedding of its type; does not scale words; holds a copy of one block of encoder and decoder that nothing reads; and
numbers types in the order of text, actions, faces and frames. A model that only fills in reads a person as the word of
the person's class.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import torch
from torch import Tensor

from cinescribe.errors import ModelError
from cinescribe.models.micap.micap import Micap
from cinescribe.models.micap.sizes import MICAP_STREAMS, MicapSizes
from cinescribe.models.published.micap_tokens import ReleasedTokens

_N_HEADS = 8  # in the published code; weights do not show it
_MAPS = {
    "blanks": "bert_encode",
    "frames": "encoder.clip_encode",
    "actions": "video_encode",
    "faces": "encoder.arc_face_encoding",
}
_TYPES = ("blanks", "actions", "faces", "frames")  # rows of the published embedding of types
_UNUSED = re.compile(
    r"(decoder_layer|encoder\.encoder_layers|encoder\.spcl_embed|encoder\.video_embed|seen_dense|logits)\..+"
)
_ENCODER, _DECODER = "encoder.transformer_encoder.layers", "transformer_decoder.layers"
_NamedWeights = Iterator[tuple[str, Tensor]]


def micap_from_released(weights: Mapping[str, Tensor], tokens: ReleasedTokens) -> Micap:
    """Return the model of released weights with our tokens, dropout off; its sizes follow from the weights.

    Logits of tokens that both vocabularies have are equal. A model for captions and people has a classifier of words,
    `vocab_dense`; one that only fills in has one of people, `dense`; one that only writes has no type for blanks.

    Args:
        weights: by their published names.
        tokens: of the tokenizer they were trained with.

    Raises:
        ModelError: when a weight is missing, unknown, or has a shape that does not fit the others or the tokens.
    """
    found = _Weights(weights)
    sizes = _sizes(found, tokens)
    model = Micap(sizes)
    model.load_state_dict(dict(_ours(found, tokens, sizes)))
    if unknown := found.unread():
        raise ModelError(f"the released MICap has no weight {unknown[0]}; give its checkpoint as it was published")
    return model.eval()


class _Weights:
    """Weights by name, which knows those that were read."""

    def __init__(self, weights: Mapping[str, Tensor]) -> None:
        self._weights = {name: value.float() for name, value in weights.items() if not _UNUSED.fullmatch(name)}
        self._read: set[str] = set()

    def __contains__(self, name: str) -> bool:
        return name in self._weights

    def table(self, name: str) -> tuple[int, int]:
        """Return the shape of a weight with two dimensions."""
        value = self._weights.get(name)
        if value is None or value.ndim != 2:
            came = "missing" if value is None else f"of shape {tuple(value.shape)}"
            raise ModelError(f"{name} is {came}; expected a table of two dimensions: give a released MICap, whole")
        return value.shape[0], value.shape[1]

    def take(self, name: str, *shape: int) -> Tensor:
        """Return a weight that has this shape."""
        value = self._weights.get(name)
        if value is None or tuple(value.shape) != shape:
            came = "missing" if value is None else f"{tuple(value.shape)}"
            raise ModelError(
                f"{name} is {came}; with the weights beside it, {shape} fits: give a released MICap, whole"
            )
        self._read.add(name)
        return value

    def unread(self) -> list[str]:
        """Return the names of weights that were not read."""
        return [name for name in self._weights if name not in self._read]


def _sizes(weights: _Weights, tokens: ReleasedTokens) -> MicapSizes:
    n_words, width = weights.table("caption_embedding.weight")
    if n_words != tokens.n_published:
        raise ModelError(
            f"the checkpoint has {n_words} words and the tokenizer {tokens.n_published} tokens; "
            "give those of one release"
        )
    widths = {name: weights.table(f"{layer}.weight")[1] for name, layer in _MAPS.items()}
    has_blanks = weights.table("encoder.type_embed.weight")[0] == len(_TYPES)
    only_fills = "dense.weight" in weights
    return MicapSizes(
        n_words=len(tokens.tokens),
        first_person=tokens.tokens.first_person,
        separator=tokens.tokens.separator,
        n_people=tokens.tokens.n_people,
        frame_width=widths["frames"],
        action_width=widths["actions"],
        face_width=widths["faces"],
        text_width=widths["blanks"],
        n_clips=weights.table("segment_embed.weight")[0],
        n_segments=weights.table("encoder.segment_embed.weight")[0],
        n_clusters=weights.table("encoder.arc_cluster_embed.weight")[0] - 1,
        n_tokens=weights.table("position_embed.weight")[0],
        n_encoder_layers=_n_layers(weights, _ENCODER),
        n_decoder_layers=_n_layers(weights, _DECODER),
        width=width,
        n_heads=_N_HEADS,
        ff_width=weights.table(f"{_ENCODER}.0.linear1.weight")[0],
        streams=tuple(name for name in MICAP_STREAMS if has_blanks or name != "blanks"),
        writes=not only_fills,
        own_person_head=only_fills,
        feature_norm=False,
    )


def _n_layers(weights: _Weights, part: str) -> int:
    n = 0
    while f"{part}.{n}.linear1.weight" in weights:
        n += 1
    return n


def _ours(weights: _Weights, tokens: ReleasedTokens, sizes: MicapSizes) -> _NamedWeights:
    """Yield our weights by our names."""
    width = sizes.width
    words = weights.take("caption_embedding.weight", tokens.n_published, width)
    read = torch.tensor(tokens.inputs)
    if sizes.own_person_head:
        read = torch.where(read >= tokens.first_class, read - tokens.first_class, read)
    yield "words.weight", words[read] / width**0.5  # the model here scales words when it reads them
    yield "clips.weight", weights.take("segment_embed.weight", sizes.n_clips, width)
    yield "inputs.clips.weight", weights.take("segment_embed.weight", sizes.n_clips, width)
    yield "positions.vectors.weight", weights.take("position_embed.weight", sizes.n_tokens, width)
    yield from _inputs(weights, sizes)
    for n in range(sizes.n_encoder_layers):
        yield from _block(weights, sizes, f"encoder.blocks.{n}", f"{_ENCODER}.{n}", {"attention": "self_attn"})
    for n in range(sizes.n_decoder_layers):
        attentions = {"reading": "self_attn", "looking": "multihead_attn"}
        yield from _block(weights, sizes, f"decoder.blocks.{n}", f"{_DECODER}.{n}", attentions)
    yield from _classifier(weights, tokens, sizes)


def _inputs(weights: _Weights, sizes: MicapSizes) -> _NamedWeights:
    types = [name for name in _TYPES if name in sizes.streams]
    table = weights.take("encoder.type_embed.weight", len(types), sizes.width)
    embeddings = torch.zeros(len(MICAP_STREAMS), sizes.width)
    for stream, layer in _MAPS.items():
        n_in = weights.table(f"{layer}.weight")[1]
        matrix = weights.take(f"{layer}.weight", sizes.width, n_in)
        bias = weights.take(f"{layer}.bias", sizes.width)
        if stream in types:
            yield f"inputs.maps.{stream}.weight", matrix
            embeddings[MICAP_STREAMS.index(stream)] = table[types.index(stream)] + bias
    embeddings[MICAP_STREAMS.index("faces")] += weights.take("encoder.arc_bbox_encode.bias", sizes.width)
    yield "inputs.types.weight", embeddings
    yield "inputs.boxes.weight", weights.take("encoder.arc_bbox_encode.weight", sizes.width, 4)
    yield "inputs.segments.weight", weights.take("encoder.segment_embed.weight", sizes.n_segments, sizes.width)
    yield "inputs.clusters.weight", weights.take("encoder.arc_cluster_embed.weight", sizes.n_clusters + 1, sizes.width)


def _block(
    weights: _Weights, sizes: MicapSizes, ours: str, theirs: str, attentions: Mapping[str, str]
) -> _NamedWeights:
    width = sizes.width
    for own, name in attentions.items():
        yield f"{ours}.{own}.inputs.weight", weights.take(f"{theirs}.{name}.in_proj_weight", 3 * width, width)
        yield f"{ours}.{own}.inputs.bias", weights.take(f"{theirs}.{name}.in_proj_bias", 3 * width)
        yield from _linear(weights, f"{ours}.{own}.output", f"{theirs}.{name}.out_proj", width, width)
    yield from _linear(weights, f"{ours}.feed_forward.wider", f"{theirs}.linear1", sizes.ff_width, width)
    yield from _linear(weights, f"{ours}.feed_forward.narrower", f"{theirs}.linear2", width, sizes.ff_width)
    for n in range(1 + len(attentions)):
        for kind in ("weight", "bias"):
            yield f"{ours}.norms.{n}.{kind}", weights.take(f"{theirs}.norm{n + 1}.{kind}", width)


def _classifier(weights: _Weights, tokens: ReleasedTokens, sizes: MicapSizes) -> _NamedWeights:
    written = torch.tensor(tokens.outputs)
    if sizes.own_person_head:
        people = written[sizes.first_person : sizes.first_person + sizes.n_people] - tokens.first_class
        n_classes = weights.table("dense.weight")[0]
        if int(people.min()) < 0 or int(people.max()) >= n_classes:
            raise ModelError(f"people are the classes {people.tolist()}, but the model has {n_classes} classes")
        yield "person_head.weight", weights.take("dense.weight", n_classes, sizes.width)[people]
        yield "person_head.bias", weights.take("dense.bias", n_classes)[people]
    else:
        yield "classifier.weight", weights.take("vocab_dense.weight", tokens.n_published, sizes.width)[written].T
        yield "classifier.bias", weights.take("vocab_dense.bias", tokens.n_published)[written]


def _linear(weights: _Weights, ours: str, theirs: str, n_out: int, n_in: int) -> _NamedWeights:
    yield f"{ours}.weight", weights.take(f"{theirs}.weight", n_out, n_in)
    yield f"{ours}.bias", weights.take(f"{theirs}.bias", n_out)
