"""Loaders of the parser and the text encoders that metrics use.

Imports are local here and nowhere else: spaCy, PyTorch and sentence-transformers take seconds to import, which BLEU
should not cost, and the last two are not in the base installation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from cinescribe.errors import ModelError
from cinescribe.language.names.names import NamedPerson
from cinescribe.language.tokens.parsed_sentence import Parser
from cinescribe.language.vectors.token_embeddings import Embedder
from cinescribe.metrics.core.similarity import Similarity
from cinescribe.metrics.metaphors.fit import LogLikelihoodModel


def load_parser(folder: Path | None) -> Parser:
    """Return the trained parser in a folder, or the one that comes with Cinescribe.

    Raises:
        ModelError: when its files are missing or damaged.
    """
    from cinescribe.language.parser.parse import load_parser as load_trained  # noqa: PLC0415  spaCy is slow to import
    from cinescribe.language.parser.parse import shipped_parser  # noqa: PLC0415

    return shipped_parser() if folder is None else load_trained(folder)


def found_people(texts: Sequence[str], parser: Parser) -> tuple[NamedPerson, ...]:
    """Return the people whom the texts of one film name."""
    from cinescribe.language.names.name_search import find_people  # noqa: PLC0415  spaCy is slow to import

    return find_people(texts, parser)


def load_encoder(name: str | None, *, fetch: bool) -> Embedder:
    """Return the text encoder with this name, by default all-MiniLM-L6-v2.

    Raises:
        ModelError: when the model is not on this machine and may not be fetched, or PyTorch is not installed.
    """
    with _optional("BERTScore, ACD and R@k/N need PyTorch"):
        from cinescribe.language.vectors.contextual_vectors import contextual_vectors  # noqa: PLC0415
        from cinescribe.language.vectors.encoders import PACKAGED_ENCODER  # noqa: PLC0415

        return contextual_vectors(name or PACKAGED_ENCODER, fetch=fetch)


def load_sentence_model(name: str | None, *, fetch: bool) -> Similarity:
    """Return the sentence vectors of the model with this name, by default all-MiniLM-L6-v2.

    Raises:
        ModelError: when the model is not on this machine and may not be fetched, or sentence-transformers is not
            installed.
    """
    with _optional("ACS, ACD, NW, Coverage and GroundingScore need sentence-transformers"):
        from cinescribe.language.vectors.encoders import PACKAGED_ENCODER  # noqa: PLC0415
        from cinescribe.language.vectors.sentence_vectors import sentence_vectors  # noqa: PLC0415

        return sentence_vectors(name or PACKAGED_ENCODER, fetch=fetch)


def load_causal_lm(name: str | None, *, fetch: bool) -> LogLikelihoodModel:
    """Return the causal language model with this name, by default SmolLM2-135M-Instruct.

    Raises:
        ModelError: when the model is not on this machine and may not be fetched, or PyTorch is not installed.
    """
    with _optional("Fit needs PyTorch"):
        from cinescribe.language.causal_lm.causal_lm import load_causal_lm as load_model  # noqa: PLC0415
        from cinescribe.language.causal_lm.log_likelihoods import LogLikelihoods  # noqa: PLC0415
        from cinescribe.language.causal_lm.packaged_smollm2 import PACKAGED_LM  # noqa: PLC0415

        return LogLikelihoods(load_model(name or PACKAGED_LM, fetch=fetch))


@contextmanager
def _optional(need: str) -> Iterator[None]:
    """Turn the import error of an optional package into one that names the extra."""
    try:
        yield
    except ModuleNotFoundError as error:
        if str(error.name).partition(".")[0] == "cinescribe":
            raise
        raise ModelError(
            f"{need} ({error.name} is not installed); install it: pip install 'cinescribe[describe]'"
        ) from error
