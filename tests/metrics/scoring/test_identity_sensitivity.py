"""The share that is left of metrics by name when people are mistaken."""

import pytest

from cinescribe.errors import ScoreError
from cinescribe.metrics.identity.ispice import ispice
from cinescribe.metrics.identity.sensitivity import sensitivity
from cinescribe.metrics.scoring.identity_sensitivity import TABLE_METRICS, identity_sensitivity
from cinescribe.metrics.scoring.model_loading import load_parser
from cinescribe.metrics.scoring.sources import Sources
from tests.metrics.letters import Letters
from tests.metrics.plain_parser import PlainParser

TEXTS = {"a": "P3 sees P1. P1 nods.", "b": "P1 sees P2. P1 follows P2. P3 nods.", "c": "P2 nods."}


def test_the_paper_s_metrics_are_scored_by_default():
    given = Sources(parser=PlainParser(), encoder=Letters())
    scores = identity_sensitivity(TEXTS, sources=given)
    edits = [score.name.rpartition(", ")[2] for score in scores]
    assert edits == [edit for edit in ("swap", "add", "remove") for _ in TABLE_METRICS]
    assert tuple(score.name.partition(", ")[0] for score in scores[:7]) == TABLE_METRICS
    assert all(set(score.per_item) == {"a", "b"} for score in scores)


def test_values_are_those_of_the_metrics_functions():
    (found, *_) = identity_sensitivity(TEXTS, metrics="ispice", sources=Sources(parser=PlainParser()), copies=4, seed=2)
    (expected, *_) = sensitivity(TEXTS, {"iS": lambda pairs: ispice(pairs, PlainParser())}, copies=4, seed=2)
    assert found.per_item == expected.per_item
    assert found.signature == expected.signature


def test_the_parser_is_loaded_once(monkeypatch):
    loaded = []

    def counted(path):
        loaded.append(path)
        return PlainParser() if path is None else load_parser(path)

    monkeypatch.setattr("cinescribe.metrics.scoring.loaded_sources.load_parser", counted)
    identity_sensitivity(list(TEXTS.values()), metrics=["iSPICE", "SPICE"])
    assert loaded == [None]


def test_a_metric_that_fails_does_not_stop_the_others():
    scores = identity_sensitivity(TEXTS, metrics="rouge-l,perplexity")
    errors = [str(score.error) for score in scores if score.error is not None]
    assert [score.name for score in scores if score.error is None] == [
        "ROUGE-L, swap",
        "ROUGE-L, add",
        "ROUGE-L, remove",
    ]
    assert (
        errors
        == ["Perplexity needs the log-probability of each token; give a language model's (`log_probabilities`)"] * 3
    )


def test_one_text_is_refused():
    with pytest.raises(ScoreError, match="the captionsets are one text; give a list of texts"):
        identity_sensitivity("P1 nods.")
