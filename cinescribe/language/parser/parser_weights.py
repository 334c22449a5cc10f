"""Trained parsers on disk: weights in 16 bits, which leave the scores as they are, and a JSON file of metadata."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from spacy.language import Language

from cinescribe.errors import brief
from cinescribe.language.parser.embedding_cache import with_embedding_cache
from cinescribe.language.parser.spacy_pipeline import Sizes, blank_pipeline, with_labels
from cinescribe.language.parser.word_vectors import WordVectors
from cinescribe.model_folder import ModelFolder

PARSER = ModelFolder("trained parser", "parser.safetensors", "meta.json", "train one, or install cinescribe again")
_MAX_DEPTH = 64  # convolutions: they are built one by one; spaCy's own encoders have 4 or 8


@dataclass(frozen=True)
class ParserMetadata:
    """Description of a trained parser.

    Attributes:
        name: the parser's name in a score's signature.
        sizes: of its networks.
        labels: of each part of the pipeline.
        lemmas: of the closed classes, from `lemma_table`.
        recipe: how it was trained: data with digests, seed, steps, versions, scores.
    """

    name: str
    sizes: Sizes
    labels: dict[str, Any]
    lemmas: dict[str, str]
    recipe: dict[str, Any] = field(default_factory=dict)


def write_parser(folder: Path, nlp: Language, metadata: ParserMetadata, vectors: WordVectors) -> None:
    """Write a trained pipeline to a folder.

    Raises:
        OutputError: when the folder cannot be written.
    """
    arrays = {name: np.asarray(model.get_param(param), np.float16) for name, model, param in _parameters(nlp)}
    PARSER.write(folder, arrays | _vector_arrays(vectors), asdict(metadata))


def read_parser(folder: Path) -> tuple[Language, ParserMetadata]:
    """Read a trained pipeline and its metadata from a folder.

    Raises:
        ModelError: when the folder holds no parser, or an incomplete one.
    """
    nlp, metadata, _ = read_trainable_parser(folder)
    return _with_cache(nlp), metadata


def read_trainable_parser(folder: Path) -> tuple[Language, ParserMetadata, WordVectors]:
    """Read a trained pipeline with its word vectors, without the cache that only parsing has, to train it further.

    Raises:
        ModelError: as in `read_parser`.
    """
    fields = PARSER.read_card(folder)
    arrays = PARSER.read_weights(folder, fields)
    try:
        del fields["weights"]
        metadata = ParserMetadata(**fields | {"sizes": Sizes(**fields["sizes"])})
        _check(metadata.sizes, n_bytes=sum(array.nbytes for array in arrays.values()))
        return _restored(arrays, metadata), metadata, _vectors(arrays)
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise PARSER.damaged(folder, error) from error


def average_with(nlp: Language, other: Language) -> None:
    """Replace the weights of a pipeline by their mean with those of another one of the same sizes and labels."""
    for (_, model, param), (_, theirs, _) in zip(_parameters(nlp), _parameters(other), strict=True):
        model.set_param(param, (model.get_param(param) + theirs.get_param(param)) / 2)


def _check(sizes: Sizes, *, n_bytes: int) -> None:
    """Refuse sizes that need more weights than the file has, before memory is allocated for them."""
    numbers = (sizes.width, sizes.depth, sizes.pieces, sizes.hidden, *sizes.rows)
    if not all(type(number) is int and number > 0 for number in numbers) or sizes.depth > _MAX_DEPTH:
        raise ValueError(f"its sizes are {brief(asdict(sizes))}")
    convolutions = sizes.depth * 3 * sizes.width * sizes.pieces  # each over a word and its two neighbours
    needed = np.dtype(np.float16).itemsize * sizes.width * (sum(sizes.rows) + convolutions + sizes.hidden)
    if needed > n_bytes:
        raise ValueError(f"its sizes need {needed:,} bytes of weights, not {n_bytes:,}")


def _restored(arrays: Mapping[str, NDArray[Any]], metadata: ParserMetadata) -> Language:
    nlp = with_labels(blank_pipeline(metadata.sizes, _vectors(arrays)), metadata.labels)
    for name, model, param in _parameters(nlp):
        if arrays[name].shape != model.get_param(param).shape:
            raise ValueError(f"{name} is {arrays[name].shape}, not {model.get_param(param).shape}")
        model.set_param(param, arrays[name].astype(np.float32))
    return nlp


def _with_cache(nlp: Language) -> Language:
    encoder: Any = nlp.get_pipe("tok2vec")
    encoder.model.layers[0] = with_embedding_cache(encoder.model.layers[0])
    return nlp


def _vector_arrays(vectors: WordVectors) -> dict[str, NDArray[Any]]:
    words = np.frombuffer("\n".join(vectors.words).encode(), np.uint8)
    return {"vectors.words": words, "vectors.table": vectors.table, "vectors.scale": vectors.scale}


def _vectors(arrays: Mapping[str, NDArray[Any]]) -> WordVectors:
    words = arrays["vectors.words"].tobytes().decode().split("\n")
    if len(words) != len(arrays["vectors.table"]):
        raise ValueError(f"{len(words)} words have {len(arrays['vectors.table'])} vectors")
    return WordVectors(tuple(words), arrays["vectors.table"], arrays["vectors.scale"])


def _parameters(nlp: Language) -> Iterator[tuple[str, Any, str]]:
    """Every weight array as its name in the file, the node of the model that has it, and its name there."""
    for part in nlp.pipe_names:
        pipe: Any = nlp.get_pipe(part)
        for at, node in enumerate(pipe.model.walk()):
            for param in node.param_names:
                if node.has_param(param):
                    yield f"{part}.{at}.{param}", node, param
