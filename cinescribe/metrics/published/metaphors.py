"""Scores of *Unveiling the Invisible* as its released notebook computes them (`analyze_captions.ipynb`).

The notebook's outputs are the published row of GIT-LLaVA-X (BLEU-4 14.51, ROUGE-L 50.59, CIDEr 22.67, BERTScore .74,
ACS .29, ACD .53), so its settings are the paper's: words split at spaces; BERTScore by
`microsoft/deberta-xlarge-mnli`, not rescaled; concepts on either side of `as <one word> as`, the first without its last
word; articles and marks are kept.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cinescribe.language.vectors.token_embeddings import Embedder
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.score import Score, mean_score, metric_signature
from cinescribe.metrics.core.similarity import Similarity, paired_similarities
from cinescribe.metrics.embedding.bertscore import bertscore
from cinescribe.metrics.overlap.bleu import bleu
from cinescribe.metrics.overlap.cider import cider
from cinescribe.metrics.overlap.rouge import rouge
from cinescribe.metrics.published.space_tokens import single_space_tokens, space_tokens

ENCODER = "microsoft/deberta-xlarge-mnli"
SENTENCES = "all-mpnet-base-v2"
_TEMPLATE = re.compile(r"as \w+ as")


def metaphor_scores(pairs: Pairs, encoder: Embedder, similarity: Similarity) -> list[Score]:
    """Return BLEU-1 to BLEU-4, ROUGE-L, CIDEr, BERTScore, ACS and ACD as the released notebook computes them.

    Args:
        pairs: captions of adverts, and the metaphors that annotators wrote.
        encoder: of BERTScore; the notebook's is `ENCODER`.
        similarity: of concepts; the notebook's is `SENTENCES`.

    Raises:
        ScoreError: when a reference has no words.
    """
    tokens = space_tokens(pairs)
    scored = bertscore(pairs, encoder)[2]
    alike = concept_similarities(pairs.candidates, similarity)
    distances = np.array(list(scored.per_item.values())) * (1 - alike)
    settings = {"sim": similarity.name, "template": "regex"}
    weight = scored.signature.replace("|", ",")
    return [
        *bleu(tokens),
        rouge(single_space_tokens(pairs)),
        cider(tokens),
        scored,
        mean_score("ACS", pairs.ids, alike, signature=metric_signature("ACS", **settings)),
        mean_score("ACD", pairs.ids, distances, signature=metric_signature("ACD", **settings, weight=weight)),
    ]


def concept_similarities(texts: Sequence[str], similarity: Similarity) -> NDArray[np.float64]:
    """Return the similarity of the two parts of each text, 1 if it has no two parts, (texts,)."""
    values = np.ones(len(texts))
    parts = [[part.strip() for part in _TEMPLATE.split(text) if part.strip()] for text in texts]
    known = [n for n, found in enumerate(parts) if len(found) > 1]
    if known:
        primary = [" ".join(parts[n][0].split()[:-1]) for n in known]
        values[known] = paired_similarities(primary, [parts[n][1] for n in known], similarity=similarity)
    return values
