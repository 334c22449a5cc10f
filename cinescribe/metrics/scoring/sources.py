"""What metrics draw on beside the captions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cinescribe.language.tokens.words import Parser
from cinescribe.language.vectors.token_embeddings import Embedder
from cinescribe.metrics.core.similarity import Similarity
from cinescribe.metrics.embedding.grounding import GroundedCaption
from cinescribe.metrics.meteor.paraphrases import Paraphrases
from cinescribe.metrics.overlap.document_frequencies import DocumentFrequencies


@dataclass(frozen=True)
class Sources:
    """What metrics draw on beside the captions, as it is or by the file or model that holds it.

    Whatever is needed and not given is made when it is first asked for, from what the package carries.

    Attributes:
        parser: for SPICE, iSPICE, NW and Coverage, or the folder of a trained one; the shipped one by default.
        encoder: token vectors for BERTScore, ACD and R@k/N, or the model that gives them; MiniLM's by default.
        sentences: sentence vectors for ACS and ACD, or the model that gives them; MiniLM's by default.
        words: word vectors for NW, Coverage and GroundingScore, or a text file of them (GloVe, word2vec), of which only
            the words that occur are read; the sentence vectors by default.
        paraphrases: METEOR's table; without it METEOR has three modules.
        packed: a folder to keep a packed copy of that table in (85 MB), which is read in a tenth of the time.
        document_frequencies: CIDEr's, or a file of them (.safetensors), or of captions to count them in; by default
            they are counted in the references under test.
        log_probabilities: a file of what a language model gave each token, for Perplexity, which has no default.
        grounded: what was looked at for each word, for GroundingScore, which has no default.
        fetch: consent to fetch models that are not on this machine; size and licence are told first.
    """

    parser: Parser | Path | None = None
    encoder: Embedder | str | None = None
    sentences: Similarity | str | None = None
    words: Similarity | Path | None = None
    paraphrases: Paraphrases | Path | None = None
    packed: Path | None = None
    document_frequencies: DocumentFrequencies | Path | None = None
    log_probabilities: Path | None = None
    grounded: Sequence[GroundedCaption] | Path | None = None
    fetch: bool = False
