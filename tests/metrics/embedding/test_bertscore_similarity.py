"""BERTScore's F1 as a similarity of all pairs of texts, and in R@k/N."""

import pytest

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.embedding.bertscore import bertscore
from cinescribe.metrics.embedding.bertscore_similarity import BertScoreSimilarity
from cinescribe.metrics.scoring.score_captions import score_captions
from cinescribe.metrics.scoring.sources import Sources
from tests.metrics.letters import Letters


def test_all_pairs_are_compared():
    left, right = ["man runs", "dog", ""], ["runs", "god dog"]
    table = BertScoreSimilarity(Letters()).between(left, right)
    for row, candidate in enumerate(left[:2]):
        for column, reference in enumerate(right):
            pairs = Pairs.of({"x": candidate}, {"x": reference})
            assert table[row, column] == bertscore(pairs, Letters())[-1].value
    assert table.shape == (3, 2)
    assert list(table[2]) == [0, 0]


@pytest.mark.parametrize(("left", "right"), [(["man", "?"], ["man"]), (["man", ""], ["man", "?"])])
def test_a_text_without_tokens_is_named(left, right):
    class LettersOnly(Letters):
        def embed(self, texts):
            return super().embed([text.replace("?", "") for text in texts])

    with pytest.raises(ScoreError, match=r"the text '\?' has no tokens that the model knows; write words"):
        BertScoreSimilarity(LettersOnly()).between(left, right)


def test_texts_in_two_windows_are_embedded_once():
    class Counting(Letters):
        embedded: tuple[str, ...] = ()

        def embed(self, texts):
            self.embedded = (*self.embedded, *texts)
            return super().embed(texts)

    encoder = Counting()
    similarity = BertScoreSimilarity(encoder)
    similarity.between(["man", "dog"], ["men", "dog"])
    table = similarity.between(["dog", "car"], ["dog", "cart"])
    assert encoder.embedded == ("man", "dog", "men", "car", "cart")
    assert (table == BertScoreSimilarity(Letters()).between(["dog", "car"], ["dog", "cart"])).all()


def test_retrieval_accepts_bertscore():
    texts = ["man runs", "dog sleeps", "car stops", "bird sings"]
    ids = [str(n) for n in range(4)]
    candidates = dict(zip(ids, ["men run", "dogs", "bird", "car"], strict=True))
    sources = Sources(encoder=Letters())
    scores = score_captions(candidates, dict(zip(ids, texts, strict=True)), metrics=["r@1/4"], sources=sources)
    assert scores[0].value == 0.5
    assert "BERTScore-letters" in scores[0].signature
