"""Detection and times by hand, and against scikit-learn."""

import numpy as np
import pytest
from sklearn.metrics import precision_recall_fscore_support

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.significance import confidence
from cinescribe.metrics.embedding.metaphor import Metaphor
from cinescribe.metrics.metaphors.annotated_metaphors import SeenMetaphor
from cinescribe.metrics.metaphors.detection import DETECTION_METRICS, metaphor_detection, metaphor_when, span_iou
from cinescribe.metrics.scoring.score_captions import score_captions
from cinescribe.metrics.scoring.sources import Sources
from cinescribe.timing import Span

YES, NO = "The car is as fast as a jet", "A car."
SEEN = (SeenMetaphor(Metaphor("car", "fast", "jet")),)


def test_detection_equals_scikit_learn():
    rng = np.random.default_rng(0)
    written, there = rng.random((2, 60)) < 0.4
    texts = {f"{n}": YES if is_one else NO for n, is_one in enumerate(written)}
    scores = metaphor_detection(Pairs.of(texts, texts), {f"{n}": SEEN for n in range(60) if there[n]})
    assert tuple(score.name for score in scores) == DETECTION_METRICS
    precision, recall, f1, _ = precision_recall_fscore_support(there, written, average="binary")
    false = (written & ~there).sum() / (~there).sum()
    assert [score.value for score in scores] == pytest.approx([f1, precision, recall, false], abs=1e-12)
    assert confidence(scores[0]).low < f1 < confidence(scores[0]).high
    right = (written == there).astype(float)
    assert list(scores[0].per_item.values()) == right.tolist()
    assert list(scores[3].per_item.values()) == (1 - right).tolist()


def test_a_system_that_never_sees_a_metaphor():
    texts = {"a": NO, "b": NO}
    values = [score.value for score in metaphor_detection(Pairs.of(texts, texts), {"a": SEEN})]
    assert values == [0, 0, 0, 0]


@pytest.mark.parametrize(("there", "word"), [(("a", "b"), "every"), ((), "no")])
def test_detection_needs_both_kinds_of_clips(there, word):
    texts = {"a": YES, "b": NO}
    with pytest.raises(ScoreError, match=f"{word} item has an annotated metaphor; detection needs clips with one and"):
        metaphor_detection(Pairs.of(texts, texts), dict.fromkeys(there, SEEN))


@pytest.mark.parametrize(
    ("left", "right", "iou"),
    [
        ([(0, 4)], [(2, 6)], 2 / 6),
        ([(0, 2), (1, 3)], [(0, 3)], 1),
        ([(0, 1), (4, 5)], [(0, 5)], 2 / 5),
        ([(0, 1)], [(1, 2)], 0),
        ([], [(1, 2)], 0),
        ([], [], 0),
        ([(1, 1)], [(1, 1)], 0),
    ],
)
def test_intersection_over_union(left, right, iou):
    assert span_iou([Span(*one) for one in left], [Span(*one) for one in right]) == pytest.approx(iou)


def test_when_by_hand():
    parts = Metaphor("car", "fast", "jet")
    annotated = {
        "a": (SeenMetaphor(parts, (Span(0, 4),)), SeenMetaphor(parts, (Span(2, 4),)), SeenMetaphor(parts)),
        "b": (SeenMetaphor(parts, (Span(0, 1),)),),
        "c": (SeenMetaphor(parts),),
    }
    spans = {"a": (Span(2, 5),), "c": (Span(0, 9),), "d": (Span(0, 1),)}
    texts = dict.fromkeys("abcd", YES)
    found = metaphor_when(Pairs.of(texts, texts), annotated, spans)
    assert found.per_item == pytest.approx({"a": 2 / 3, "b": 0})  # the best annotator; no answer is 0
    assert found.value == pytest.approx(1 / 3)
    sources = Sources(metaphors=annotated, metaphor_spans=spans)
    assert score_captions(texts, texts, metrics=["metaphor-when"], sources=sources)[0].value == found.value
    unknown = Sources(metaphors=annotated, metaphor_spans=spans | {"x": (), "y": ()})
    with pytest.raises(ScoreError, match=r"'x' has spans of a metaphor but no candidate \(2 such\); give spans of"):
        score_captions(texts, texts, metrics=["metaphor-when"], sources=unknown)
    with pytest.raises(
        ScoreError, match=r"Metaphor-when needs when a system sees each metaphor; give .*metaphor_spans"
    ):
        score_captions(texts, texts, metrics=["metaphor-when"], sources=Sources(metaphors=annotated))
    with pytest.raises(ScoreError, match="none of the 4 items has an annotated time of its metaphor"):
        metaphor_when(Pairs.of(texts, texts), {"c": annotated["c"]}, spans)
