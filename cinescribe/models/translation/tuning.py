"""Weights of the log-linear model, searched by METEOR on validation clips."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cinescribe.language.tokens.vocabulary import join_tokens
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.tokens import tokenize_pairs
from cinescribe.metrics.meteor.meteor import meteor
from cinescribe.models.translation.decoder import StackDecoder, TranslationWeights

_STEPS = (0.5, 0.25)  # sizes of the steps in the first round and in the second; later rounds halve the last one
_NAMES = tuple(field.name for field in dataclasses.fields(TranslationWeights))


@dataclass(frozen=True)
class Tuned:
    """The result of a search.

    Args:
        decoder: with the weights under which METEOR is highest.
        before, after: METEOR of the first weights and of these.
        n_tried: weights that were tried.
    """

    decoder: StackDecoder
    before: float
    after: float
    n_tried: int


def tune_weights(
    decoder: StackDecoder,
    sources: Sequence[tuple[str, ...]],
    references: Sequence[Sequence[str]],
    *,
    n_rounds: int = 2,
    seed: int = 0,
) -> Tuned:
    """Return a decoder whose weights give a higher METEOR, by coordinate search.

    A round goes through the weights in random order. Each is moved by a step up, then down, as long as the corpus
    METEOR of the translations rises. Every try translates again, so no approximation by n-best lists is needed.

    Args:
        decoder: with the weights to begin with.
        sources: source sentence of each clip.
        references: reference captions of each clip.
        n_rounds: rounds; 0 only scores the given weights.
        seed: of the order of the weights.
    """
    rng = random.Random(seed)
    score = _scorer(decoder, sources, references)
    weights = decoder.weights
    before = best = score(weights)
    n_tried = 1
    for n in range(n_rounds):
        step = _STEPS[n] if n < len(_STEPS) else _STEPS[-1] / 2 ** (n - len(_STEPS) + 1)
        for name in rng.sample(_NAMES, len(_NAMES)):
            for sign in (1, -1):
                while True:
                    moved = dataclasses.replace(weights, **{name: getattr(weights, name) + sign * step})
                    value = score(moved)
                    n_tried += 1
                    if value <= best:
                        break
                    weights, best = moved, value
    return Tuned(decoder.with_weights(weights), before, best, n_tried)


def _scorer(
    decoder: StackDecoder, sources: Sequence[tuple[str, ...]], references: Sequence[Sequence[str]]
) -> Callable[[TranslationWeights], float]:
    """Return a function from weights to corpus METEOR of the translations."""
    distinct = list(dict.fromkeys(sources))
    by_id = dict(enumerate(map(list, references)))

    def score(weights: TranslationWeights) -> float:
        moved = decoder.with_weights(weights)
        found = {source: join_tokens(moved.translate(source).words) for source in distinct}
        pairs = Pairs.of({n: found[source] for n, source in enumerate(sources)}, by_id, allow_empty=True)
        return meteor(tokenize_pairs(pairs)).value

    return score
