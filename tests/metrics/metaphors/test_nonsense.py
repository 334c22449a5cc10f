"""Each secondary concept becomes a random noun, the same in every run."""

import pytest

from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.embedding.metaphor import acs, metaphor
from cinescribe.metrics.metaphors.common_words import NOUNS
from cinescribe.metrics.metaphors.nonsense import as_nonsense, nonsense_pairs
from cinescribe.metrics.scoring.score_captions import score_captions
from cinescribe.metrics.scoring.sources import Sources
from tests.metrics.letters import Letters
from tests.metrics.similarities import TableSimilarity

TEXTS = {"a": "The car is as fast as a cheetah.", "b": "A man drives.", "c": "Snow is as white as milk"}
PAIRS = Pairs.of(TEXTS, {key: [text] for key, text in TEXTS.items()})


def test_only_secondary_concepts_change():
    found = nonsense_pairs(PAIRS)
    assert found.references == PAIRS.references
    assert found.candidates[1] == "A man drives."
    for text, start, end in (
        (found.candidates[0], "The car is as fast as a", "."),
        (found.candidates[2], "Snow is as white as a", ""),
    ):
        assert text.startswith(start)
        assert text.endswith(end)
        parts = metaphor(text)
        assert parts is not None
        assert parts.secondary in NOUNS


def test_random_noun_depends_only_on_seed_and_id():
    found = nonsense_pairs(PAIRS, seed=1)
    other = Pairs.of({"c": TEXTS["c"], "a": TEXTS["a"]}, {"a": TEXTS["a"], "c": TEXTS["c"]})
    assert nonsense_pairs(other, seed=1).candidates == (found.candidates[2], found.candidates[0])
    assert len({nonsense_pairs(PAIRS, seed=seed).candidates[0] for seed in range(20)}) > 10


def test_a_noun_of_the_item_is_not_drawn():
    words = " ".join(noun for noun in NOUNS if noun != "zebra")
    pairs = Pairs.of({"a": TEXTS["a"]}, {"a": [words]})
    assert {nonsense_pairs(pairs, seed=seed).candidates[0] for seed in range(9)} == {"The car is as fast as a zebra."}


def test_a_control_has_its_own_name_and_signature():
    control = as_nonsense(acs(PAIRS, TableSimilarity({})), seed=3)
    assert control.name == "ACS-nonsense"
    assert control.signature.startswith(f"ACS-nonsense|nouns:{len(NOUNS)}|seed:3|sim:written|v:")


def test_acd_is_shown_with_its_control_and_the_share_off_the_template():
    sources = Sources(encoder=Letters(), sentences=TableSimilarity({}))
    distance, control, off = score_captions(TEXTS, TEXTS, metrics=["acd"], sources=sources)
    assert [distance.name, control.name, off.name] == ["ACD", "ACD-nonsense", "Off-template"]
    assert distance.per_item["a"] == pytest.approx(1)  # equal to its reference, unrelated concepts
    assert 0 < control.per_item["a"] < 1  # other words than the reference, unrelated concepts
    assert distance.per_item["b"] == control.per_item["b"] == 0
    assert off.value == pytest.approx(1 / 3)
