"""V2C's scores of generated phrases as its released code computes them (Fang et al. 2020, `others/test_RNN.py`).

Words are split at spaces. The release puts a space before each generated phrase, which its ROUGE-L counts as a word.
Its unigram perplexity, which needs NLTK's tokeniser and multiplies unnormalised shares, is not computed.
"""

from __future__ import annotations

from dataclasses import replace

from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.score import Score
from cinescribe.metrics.meteor.meteor import meteor
from cinescribe.metrics.meteor.paraphrases import Paraphrases
from cinescribe.metrics.overlap.bleu import bleu
from cinescribe.metrics.overlap.cider import cider
from cinescribe.metrics.overlap.rouge import rouge
from cinescribe.metrics.published.space_tokens import single_space_tokens, space_tokens


def v2c_scores(pairs: Pairs, *, paraphrases: Paraphrases | None = None) -> list[Score]:
    """Return BLEU-1 to BLEU-4, METEOR, ROUGE-L and CIDEr as V2C's released code computes them.

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
    ]
