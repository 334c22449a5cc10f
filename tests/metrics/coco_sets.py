"""Tokenised captions for tests: the COCO tools' own sets with their scores, and random ones."""

import gzip
import json
import random

import numpy as np

from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.tokens import PairTokens, tokenize_pairs
from tests.shared import shared

NAMES = ("coco126_fakecap2014", "coco1000_fakecap2014", "coco5k_ref5")


def coco_tokens(name):
    """The tokens of a golden set, from its raw texts."""
    with gzip.open(shared(f"golden/coco/{name}.input.json.gz")) as opened:
        items = json.load(opened)
    return tokenize_pairs(Pairs.of({str(i["id"]): i["cand"] for i in items}, {str(i["id"]): i["refs"] for i in items}))


def assert_golden(score, name, key):
    """Assert that a score equals the COCO tools', for the corpus and all items, to 1e-9."""
    with gzip.open(shared(f"golden/coco/{name}.perimage.json.gz")) as opened:
        items = json.load(opened)
    expected = json.loads(shared(f"golden/coco/{name}.scores.json").read_text())["scores"][key]
    assert abs(score.value - expected) < 1e-9
    assert list(score.per_item) == [str(item) for item in items["ids"]]
    np.testing.assert_allclose(list(score.per_item.values()), items[key], rtol=0, atol=1e-9)


def random_pairs(seed, *, n_items=40, n_words=9, longest=14):
    """Candidates (some empty) with one to four references each, of few words so that n-grams repeat."""
    rng = random.Random(seed)

    def text(shortest):
        return [f"w{rng.randrange(n_words)}" for _ in range(rng.randint(shortest, longest))]

    candidates = [text(0) for _ in range(n_items)]
    return candidates, [[text(1) for _ in range(rng.randint(1, 4))] for _ in range(n_items)]


def tokens_from(candidates, references):
    """Tokens from lists of words, with numbers as ids."""
    return PairTokens.of([str(n) for n in range(len(candidates))], candidates, references, tokeniser="given")
