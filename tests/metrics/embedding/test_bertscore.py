"""BERTScore by hand on given vectors, and equal to the authors' package on the packaged encoder."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cinescribe.errors import ScoreError
from cinescribe.language.vectors.contextual_vectors import contextual_vectors
from cinescribe.language.vectors.token_embeddings import TokenEmbeddings
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.embedding.bertscore import Baseline, bertscore, read_baseline

# Output of bert-score 0.3.13 (transformers 5.23, one text at a time) with all-MiniLM-L6-v2: precision, recall and F1 by
# layer, idf and baseline (the one below).
CANDIDATES = {
    "a": "a man rides a brown horse on the beach",
    "b": "two dogs play in the snow",
    "c": "a woman cutting vegetables, in a kitchen!",
    "d": "a plane",
    "e": "The quick brown fox, P1, jumps over SOMEONE's fence.",
}
REFERENCES = {
    "a": ["a person riding a horse by the sea", "a man on a horse"],
    "b": ["two dogs are playing outside in winter snow"],
    "c": ["a chef prepares food in the kitchen", "the woman chops carrots", "someone is cooking"],
    "d": ["an airplane flying in the sky"],
    "e": ["P1 leaps across the fence of somebody", "A fox is jumping"],
}
BASELINE = "LAYER,P,R,F\n" + "".join(f"{n},{0.1 * n:.2f},{0.09 * n:.2f},{0.08 * n:.2f}\n" for n in range(7))
PUBLISHED = {
    (6, False, False): [
        [0.5819336, 0.9401013, 0.5586529, 0.7579374, 0.6054624],
        [0.7682912, 0.8776193, 0.6423744, 0.5954411, 0.7656593],
        [0.6475745, 0.9077864, 0.5975956, 0.666934, 0.6762025],
    ],
    (3, True, False): [
        [0.6723029, 0.9328185, 0.6341745, 0.8189284, 0.5936978],
        [0.8828011, 0.8383946, 0.6925638, 0.6233203, 0.7684533],
        [0.7155019, 0.8830897, 0.6555665, 0.7078595, 0.6698655],
    ],
    (4, True, True): [
        [0.4275168, 0.912798, 0.3992684, 0.6885659, 0.4262522],
        [0.8257055, 0.7956328, 0.5274602, 0.4478583, 0.6807671],
        [0.5749289, 0.8628635, 0.5107489, 0.5888056, 0.5867282],
    ],
}
PAIRS = Pairs.of(CANDIDATES, REFERENCES)


pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.mark.slow
@pytest.mark.parametrize(("layer", "idf", "rescaled"), PUBLISHED)
def test_equal_to_the_authors_package(layer, idf, rescaled, tmp_path):
    (tmp_path / "base.csv").write_text(BASELINE)
    baseline = read_baseline(tmp_path / "base.csv", layer=layer) if rescaled else None
    scores = bertscore(PAIRS, contextual_vectors(layer=layer), idf=idf, baseline=baseline)
    assert [score.name for score in scores] == ["BERTScore-P", "BERTScore-R", "BERTScore"]
    for score, expected in zip(scores, PUBLISHED[layer, idf, rescaled], strict=True):
        assert list(score.per_item.values()) == pytest.approx(expected, abs=1e-5)
        assert score.value == pytest.approx(np.mean(expected), abs=1e-5)
    settings_part = f"idf:{'refs' if idf else 'no'}|baseline:{'base.csv' if rescaled else 'no'}|refs:max"
    assert scores[2].signature.startswith(f"BERTScore|model:all-MiniLM-L6-v2/{layer}|{settings_part}|v:")


class DirectionEmbedder:
    """An `Embedder` that maps letters to given directions; `<` and `>` are its begin and end tokens."""

    name = "written/1"
    WORDS = "<>abcdef"
    DEGREES = (200, 250, 0, 60, 90, 20, 150, 170)

    def tokens(self, texts):
        return [np.array([self.WORDS.index(word) for word in f"<{text.strip()}>"]) for text in texts]

    def embed(self, texts):
        return [self._embedded(tokens) for tokens in self.tokens(texts)]

    def _embedded(self, tokens):
        angles = np.radians([self.DEGREES[token] for token in tokens])
        return TokenEmbeddings(tokens, np.stack([np.cos(angles), np.sin(angles)], 1).astype(np.float32), tokens > 1)


def values(candidate, *references, **settings):
    pairs = Pairs.of({"i": candidate}, {"i": references}, allow_empty=True)
    return [score.per_item["i"] for score in bertscore(pairs, DirectionEmbedder(), **settings)]


def cos(degrees):
    return math.cos(math.radians(degrees))


def test_bertscore_by_hand():
    precision, recall = (cos(20) + cos(40)) / 2, cos(20)
    f1 = 2 * precision * recall / (precision + recall)
    assert values("ab", "d") == pytest.approx([precision, recall, f1], abs=1e-6)


def test_begin_and_end_tokens_can_be_matched_but_have_no_weight():
    assert values("f", "a")[0] == pytest.approx(cos(30), abs=1e-6)  # nearer to the begin token than to a


def test_each_value_uses_its_best_reference():
    both, first, second = values("ab", "d", "abc"), values("ab", "d"), values("ab", "abc")
    assert both == pytest.approx([max(one, other) for one, other in zip(first, second, strict=True)])


def test_idf_gives_rare_tokens_more_weight():
    pairs = Pairs.of({"1": "ab", "2": "be"}, {"1": ["ad", "ac"], "2": "ab"})
    precision, recall, _ = (score.per_item for score in bertscore(pairs, DirectionEmbedder(), idf=True))
    # All three documents have a (and begin and end tokens): log 4/4. b is in one: log 4/2. e is in none: log 4/1.
    assert precision["1"] == pytest.approx(cos(30), abs=1e-6)
    assert precision["2"] == pytest.approx((1 + 2 * cos(50)) / 3, abs=1e-6)
    assert recall == pytest.approx({"1": cos(20), "2": 1}, abs=1e-6)


def test_f1_is_0_without_a_harmonic_mean():
    opposite = Pairs.of({"i": "a"}, {"i": "e"})
    scores = bertscore(opposite, Unmarked())
    assert [score.value for score in scores] == pytest.approx([cos(150), cos(150), 0.0], abs=1e-6)


class Unmarked(DirectionEmbedder):
    """An embedder without begin and end tokens."""

    def tokens(self, texts):
        return [np.array([self.WORDS.index(word) for word in text.strip()], int) for text in texts]


def test_empty_candidates_score_0_before_rescaling():
    assert values("", "ab") == [0, 0, 0]
    assert values("", "ab", baseline=Baseline("b", 0.5, 0.2, 0.0)) == pytest.approx([-1, -0.25, 0])


def test_a_text_without_tokens_is_named():
    with pytest.raises(ScoreError, match="the candidate of item 'i' has no tokens that the model knows; write words"):
        bertscore(Pairs(("i",), ("",), (("a",),)), DirectionEmbedder())
    with pytest.raises(ScoreError, match="a reference of item 'i' has no tokens that the model knows"):
        bertscore(Pairs(("i",), ("a",), (("b", ""),)), DirectionEmbedder())
    with pytest.raises(ScoreError, match="the candidate of item 'i' has only tokens that every reference has"):
        values("a", "ab", "ac", idf=True)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("LAYER,P,R,F\n0,.1,.1,.1\n", "has no layer 6, but 1 others; give the file of this model"),
        (
            "LAYER,P,R\n6,.1,.1\n",
            r"is not a baseline file \(its first line has no column F\); expected rows under a heading LAYER",
        ),
        ("LAYER\tP\tR\tF\n6\t1\t1\t1\n", "no column LAYER, since it has tabs between its cells.*F, with commas"),
        ("LAYER,P,R,F\n6,.1,x,.1\n", r"is not a baseline file \(R is 'x'; expected a number\)"),
        ("LAYER,P,R,F\n6,.1,1,.1\n", r"layer 6 of .* has a baseline of 1 or more; expected values below 1"),
        ("LAYER,P,R,F\n6,.1,nan,.1\n", r"R is 'nan'; expected a number"),
    ],
)
def test_malformed_baselines_are_errors(text, message, tmp_path):
    (tmp_path / "base.tsv").write_text(text)
    with pytest.raises(ScoreError, match=message):
        read_baseline(tmp_path / "base.tsv", layer=6)
    with pytest.raises(ScoreError, match=r"missing\.tsv' cannot be read \(No such file.*; a baseline file has rows"):
        read_baseline(tmp_path / "missing.tsv", layer=6)


TEXT = st.text("abcdef", min_size=1, max_size=6)
ITEMS = st.dictionaries(st.text("xyz", min_size=1), st.tuples(TEXT, st.lists(TEXT, min_size=1, max_size=3)), min_size=1)


@pytest.mark.slow
@settings(deadline=None)
@given(ITEMS, st.randoms())
def test_order_does_not_matter_and_equal_texts_score_1(items, random):
    keys = list(items)
    random.shuffle(keys)
    pairs = Pairs.of({key: items[key][0] for key in items}, {key: items[key][1] for key in items})
    shuffled = Pairs.of({key: items[key][0] for key in keys}, {key: items[key][1][::-1] for key in keys})
    for one, other in zip(bertscore(pairs, DirectionEmbedder()), bertscore(shuffled, DirectionEmbedder()), strict=True):
        assert one.value == pytest.approx(other.value)
        assert one.per_item == pytest.approx(other.per_item)
        assert float(one.rule(one.sums.sum(axis=0))) == one.value
    same = Pairs.of(dict(zip(items, pairs.candidates, strict=True)), dict(zip(items, pairs.candidates, strict=True)))
    assert [score.value for score in bertscore(same, DirectionEmbedder())] == pytest.approx([1, 1, 1])


def test_many_items_are_batched_in_order():
    texts = {str(n): DirectionEmbedder.WORDS[2 + n % 6] for n in range(600)}
    score = bertscore(Pairs.of(texts, dict.fromkeys(texts, "a")), DirectionEmbedder())[2]
    assert list(score.per_item) == list(texts)
    assert [score.per_item[str(n)] for n in range(6, 594)] == [score.per_item[str(n % 6)] for n in range(6, 594)]
