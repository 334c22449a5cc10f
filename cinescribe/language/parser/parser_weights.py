"""A trained parser on disk: its weights in half precision, and beside them all that is known about it.

Half precision halves the files and leaves the scores as they are. The description is written last and holds the
weights' digest: a folder whose training was cut off is not taken for a whole one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from spacy.language import Language

from cinescribe.errors import ModelError, RecordError
from cinescribe.language.parser.lexical_vectors import WordVectors
from cinescribe.language.parser.spacy_pipeline import Sizes, blank_pipeline, initialised
from cinescribe.store import digest, read_arrays, read_text, write_arrays, write_text

WEIGHTS = "parser.safetensors"
ABOUT = "meta.json"


@dataclass(frozen=True)
class About:
    """What is known about a trained parser.

    Attributes:
        name: what stands in a score's signature.
        sizes: of its networks.
        labels: what its parts can say, by part.
        lemmas: of the closed classes, as `lemma_table` gives them.
        recipe: how it was trained: data with digests, seed, steps, versions, scores.
    """

    name: str
    sizes: Sizes
    labels: dict[str, Any]
    lemmas: dict[str, str]
    recipe: dict[str, Any] = field(default_factory=dict)


def write_parser(folder: Path, nlp: Language, about: About, vectors: WordVectors) -> None:
    """Write a trained pipeline to a folder.

    Raises:
        OutputError: when the folder cannot be written.
    """
    arrays = {name: np.asarray(model.get_param(param), np.float16) for name, model, param in _parameters(nlp)}
    write_arrays(folder / WEIGHTS, arrays | _vector_arrays(vectors))
    description = asdict(about) | {"weights": digest(folder / WEIGHTS)}
    write_text(folder / ABOUT, json.dumps(description, ensure_ascii=False, indent=1) + "\n")


def read_parser(folder: Path) -> tuple[Language, About]:
    """The trained pipeline of a folder, and what is known about it.

    Raises:
        ModelError: when the folder holds no parser, or not the whole of one.
    """
    try:
        found = json.loads(read_text(folder / ABOUT))
        if digest(folder / WEIGHTS) != found.pop("weights"):
            raise ModelError(f"{str(folder)!r} holds weights of another training than its {ABOUT}; train it again")
        about = About(**found | {"sizes": Sizes(**found["sizes"])})
        return _restored(folder, about), about
    except (OSError, RecordError, LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise ModelError(
            f"{str(folder)!r} holds no trained parser ({error}); train one, or install cinescribe again"
        ) from error


def _restored(folder: Path, about: About) -> Language:
    arrays = read_arrays(folder / WEIGHTS)
    nlp = initialised(blank_pipeline(about.sizes, _vectors(arrays)), about.labels)
    for name, model, param in _parameters(nlp):
        if arrays[name].shape != model.get_param(param).shape:
            raise ValueError(f"{name} is {arrays[name].shape}, not {model.get_param(param).shape}")
        model.set_param(param, arrays[name].astype(np.float32))
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
    """Every array of weights: its name, where it is, and what it is called there."""
    for part in nlp.pipe_names:
        pipe: Any = nlp.get_pipe(part)
        for at, node in enumerate(pipe.model.walk()):
            for param in node.param_names:
                if node.has_param(param):
                    yield f"{part}.{at}.{param}", node, param
