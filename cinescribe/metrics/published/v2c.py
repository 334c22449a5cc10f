"""V2C's scores of generated phrases as its released code computes them (Fang et al. 2020, `others/test_RNN.py`).

Words are split at spaces. The release puts a space before each generated phrase, which its ROUGE-L counts as a word.
Its perplexity is that of a unigram model of each item's own references, in which a word that they lack has the share
.01, although the shares of the others sum to 1 already. The release splits references with NLTK's tokeniser; ours is
Stanford's, which splits phrases of words, hyphens, apostrophes, commas and quotation marks in the same way.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from cinescribe.language.tokens.ptb import ptb_tokens
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.score import Score, mean_score, metric_signature
from cinescribe.metrics.meteor.meteor import meteor
from cinescribe.metrics.meteor.paraphrases import Paraphrases
from cinescribe.metrics.overlap.bleu import bleu
from cinescribe.metrics.overlap.cider import cider
from cinescribe.metrics.overlap.rouge import rouge
from cinescribe.metrics.published.space_tokens import single_space_tokens, space_tokens

UNIGRAM = "Unigram perplexity"
_UNSEEN = 0.01  # the weight of a word before it is counted, and the share of one that no reference has


def v2c_scores(pairs: Pairs, *, paraphrases: Paraphrases | None = None) -> list[Score]:
    """Return BLEU-1 to BLEU-4, METEOR, ROUGE-L, CIDEr and unigram perplexity as V2C's released code computes them.

    Args:
        pairs: generated phrases, and the annotators' phrases of each.
        paraphrases: METEOR's table, which the release has.

    Raises:
        ScoreError: when a reference has no words.
    """
    tokens = space_tokens(pairs)
    written = replace(pairs, candidates=tuple(f" {text}" for text in pairs.candidates))
    return [
        *bleu(tokens),
        meteor(tokens, paraphrases=paraphrases),
        rouge(single_space_tokens(written)),
        cider(tokens),
        unigram_perplexity(pairs),
    ]


def unigram_perplexity(pairs: Pairs) -> Score:
    """Return the mean perplexity of the generated phrases under the words of their own references; lower is better."""
    values = [
        _perplexity(candidate.lower().split(), _reference_words(" ".join(references).lower()))
        for candidate, references in zip(pairs.candidates, pairs.references, strict=True)
    ]
    return mean_score(
        UNIGRAM, pairs.ids, np.array(values), signature=metric_signature(UNIGRAM, unseen=_UNSEEN, tok="ptb,spaces")
    )


def _reference_words(text: str) -> list[str]:
    """The tokens of a text, in which quotation marks that open and that close are two words."""
    first, *others = text.split('"')
    words, before = ptb_tokens(first), first
    for part in others:
        words += ["''" if before[-1:].strip() else "``", *ptb_tokens(part)]
        before = part
    return words


def _perplexity(words: Sequence[str], seen: Sequence[str]) -> float:
    weights = {word: _UNSEEN + n for word, n in Counter(seen).items()}
    total = sum(weights.values())
    logs = [math.log(weights[word] / total if word in weights else _UNSEEN) for word in words]
    return math.exp(-sum(logs) / len(logs))
