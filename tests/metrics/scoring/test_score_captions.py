"""One call scores with any metrics, tokenising and parsing the captions once."""

import importlib

import pytest

from cinescribe.errors import LanguageError, ScoreError
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.tokens import tokenize_pairs
from cinescribe.metrics.overlap.bleu import bleu
from cinescribe.metrics.scene_graph.spice import spice
from cinescribe.metrics.scoring.score_captions import COCO_METRICS, score_captions
from cinescribe.metrics.scoring.sources import Sources
from tests.metrics.plain_parser import PlainParser

scoring_context = importlib.import_module("cinescribe.metrics.scoring.scoring_context")

CANDS = {"1": "P1 sees P2.", "2": "Anna opens doors.", "3": "Ben runs."}
REFS = {"1": ["P1 sees P2.", "P2 nods."], "2": "Anna opens windows.", "3": ["Ben walks."]}


def test_scores_come_in_the_given_order_and_equal_the_metrics_own():
    parser = PlainParser()
    scores = score_captions(CANDS, REFS, metrics=["spice", "BLEU-2", "bleu-1"], sources=Sources(parser=parser))
    pairs = Pairs.of(CANDS, REFS)
    first, second, *_ = bleu(tokenize_pairs(pairs))
    expected = [spice(pairs, PlainParser())[0], second, first]
    assert [(score.name, score.value, score.signature) for score in scores] == [
        (score.name, score.value, score.signature) for score in expected
    ]


def test_captions_are_tokenised_once_and_no_text_is_parsed_twice(monkeypatch):
    calls = []

    def recorded(pairs):
        calls.append(pairs)
        return tokenize_pairs(pairs)

    monkeypatch.setattr(scoring_context, "tokenize_pairs", recorded)
    parser = PlainParser()
    metrics = ["bleu", "meteor", "rouge", "cider", "spice", "ispice", "spice-object", "nw", "coverage"]
    score_captions(CANDS, REFS, metrics=metrics, sources=Sources(parser=parser, words=_Same()))
    assert len(calls) == 1
    assert len(set(parser.texts)) == len(parser.texts)
    # iSPICE renames the ids of each text: only `P2 nods.` becomes another text.
    assert set(parser.texts) == {*CANDS.values(), "P2 nods.", "Anna opens windows.", "Ben walks.", "P1 nods."}


class _Same:
    name = "same"

    def between(self, left, right):
        return [[float(one == other) for other in right] for one in left]


def test_a_subset_is_scored_only_if_allowed():
    some = {"2": CANDS["2"], "3": CANDS["3"]}
    with pytest.raises(ScoreError, match="item '1' has references but no candidate"):
        score_captions(some, REFS, metrics=["rouge"])
    [score] = score_captions(some, REFS, metrics=["rouge"], subset=True)
    assert list(score.per_item) == ["2", "3"]
    numbered = {int(key): text for key, text in some.items()}
    for references in (REFS, {int(key): texts for key, texts in REFS.items()}):
        assert score_captions(numbered, references, metrics=["rouge"], subset=True)[0].per_item == score.per_item


def test_metric_names_are_checked_first():
    with pytest.raises(ScoreError, match="there is no metric 'nothing'"):
        score_captions({}, {}, metrics=["nothing"])


def test_a_spice_category_that_no_reference_has():
    with pytest.raises(ScoreError, match="SPICE-Color has no value: no reference has what it measures"):
        score_captions(CANDS, REFS, metrics=["spice-color"], sources=Sources(parser=PlainParser()))


def test_the_default_metrics_are_those_of_the_coco_tools():
    assert COCO_METRICS == ("BLEU", "METEOR", "ROUGE-L", "CIDEr", "SPICE")
    scores = score_captions(CANDS, REFS, sources=Sources(parser=PlainParser()))
    assert [score.name for score in scores][-2:] == ["CIDEr", "SPICE"]


def test_lists_are_scored_in_their_order():
    candidates, references = list(CANDS.values()), list(REFS.values())
    [listed] = score_captions(candidates, references, metrics="rouge-l")
    [by_id] = score_captions(CANDS, REFS, metrics=["rouge-l"])
    assert list(listed.per_item) == ["0", "1", "2"]
    assert list(listed.per_item.values()) == list(by_id.per_item.values())
    assert listed.value == by_id.value


def test_metrics_may_be_given_as_one_string():
    names = [score.name for score in score_captions(CANDS, REFS, metrics="rouge-l, CIDEr-plain")]
    assert names == ["ROUGE-L", "CIDEr-plain"]


def test_lists_that_do_not_fit_are_refused():
    with pytest.raises(ScoreError, match="there are 2 candidates and references of 1"):
        score_captions(["a man", "a dog"], [["a man"]], metrics="rouge-l")
    with pytest.raises(ScoreError, match="captions are one text; give a list"):
        score_captions("a man", [["a man"]], metrics="rouge-l")
    with pytest.raises(ScoreError, match="by id for one side and as a list for the other"):
        score_captions(["a man"], {"0": ["a man"]}, metrics="rouge-l")


def test_failed_metric_leaves_its_error_in_its_place():
    sources = Sources(parser=PlainParser())
    scores = score_captions(CANDS, REFS, metrics="rouge-l,perplexity,spice,spice-color", sources=sources)
    rouge, perplexity, spice_score, colour = scores
    assert [score.error is None for score in scores] == [True, False, True, False]
    assert rouge.value == score_captions(CANDS, REFS, metrics="rouge-l")[0].value
    assert "Perplexity needs the log-probability" in str(perplexity.error)
    assert "SPICE-Color has no value" in str(colour.error)
    assert spice_score.name == "SPICE"
    with pytest.raises(ScoreError, match="Perplexity needs the log-probability"):
        score_captions(CANDS, REFS, metrics="perplexity,groundingscore")


def test_failed_family_is_tried_once():
    parser = _Broken()
    scores = score_captions(CANDS, REFS, metrics="rouge-l,spice,spice-object", sources=Sources(parser=parser))
    assert [str(score.error) for score in scores[1:]] == ["no parse", "no parse"]
    assert parser.n_calls == 1


class _Broken:
    name = "broken"
    n_calls = 0

    def parse(self, texts):
        self.n_calls += 1
        raise LanguageError("no parse")
