"""Edge cases give the documented value or an error that names the item, never nan and never 0 for a failure."""

import math

import pytest

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.significance import compare, confidence
from cinescribe.metrics.embedding.grounding import GroundedCaption
from cinescribe.metrics.scoring.score_captions import score_captions
from cinescribe.metrics.scoring.sources import Sources
from tests.metrics.letters import Letters
from tests.metrics.plain_parser import PlainParser
from tests.metrics.similarities import TableSimilarity

METRICS = [
    *("BLEU-1", "BLEU-4", "METEOR", "ROUGE-L", "CIDEr", "CIDEr-D", "CIDEr-plain", "SPICE", "iSPICE"),
    *("BERTScore", "BERTScore-P", "BERTScore-R", "ACD", "ACS", "NW", "Coverage", "R@1/2", "MedR/2", "MRR/2"),
]
N_GRAMS = METRICS[:7]
# The values of an empty candidate, if allowed, against a reference with nouns and ids.
EMPTY = dict.fromkeys(METRICS, 0.0) | {"ACS": 1.0, "NW": -1.0, "MedR/2": 2.0, "MRR/2": 0.5}
CANDS = {"a": "P1 sees P2.", "b": "Anna nods.", "c": "P3 holds Ben."}
REFS = {"a": ["P1 meets P2.", "P1 sees P2. P2 runs."], "b": ["Anna nods."], "c": ["P1 holds Ben."]}


def score(candidates, references, name, **options):
    sources = Sources(parser=PlainParser(), encoder=Letters(), sentences=TableSimilarity({}), words=TableSimilarity({}))
    result, *_ = score_captions(candidates, references, metrics=[name], sources=sources, **options)
    assert math.isfinite(result.value)
    assert all(math.isfinite(value) for value in result.per_item.values())
    return result


@pytest.mark.parametrize("name", METRICS)
def test_every_metric_scores_these(name):
    assert score(CANDS, REFS, name).name == name


@pytest.mark.slow
@pytest.mark.parametrize("name", METRICS)
def test_every_metric_compares_two_systems(name):
    names = ("Anna", "Ben", "Carl", "Dora", "Emil", "Finn")
    references = {name: [f"P1 sees {name}.", f"P1 nods. P2 sees {name}."] for name in names}
    ours, theirs = {key: texts[0] for key, texts in references.items()}, dict.fromkeys(names, "P1 nods. Anna runs.")
    left, right = score(ours, references, name), score(theirs, references, name)
    found = compare(left, right)
    assert found.interval.low - 1e-9 <= found.difference <= found.interval.high + 1e-9
    assert 0 < found.p_value <= 1
    same = compare(left, left)
    assert (same.difference, same.p_value) == (0, 1)
    assert confidence(left).low - 1e-9 <= left.value <= confidence(left).high + 1e-9


@pytest.mark.parametrize("text", ["", " \n"])
@pytest.mark.parametrize("name", METRICS)
def test_an_empty_candidate_is_named_or_scored_as_documented(name, text):
    empty = CANDS | {"a": text}
    with pytest.raises(ScoreError, match="the candidate of item 'a' is empty"):
        score(empty, REFS, name)
    assert score(empty, REFS, name, allow_empty=True).per_item["a"] == pytest.approx(EMPTY[name], abs=1e-9)


@pytest.mark.parametrize("name", METRICS)
@pytest.mark.parametrize("allow_empty", [False, True])
def test_an_empty_reference_is_always_named(name, allow_empty):
    for texts in ([""], ["P1 sees P2.", " "]):
        with pytest.raises(ScoreError, match="a reference of item 'a' is empty"):
            score(CANDS, REFS | {"a": texts}, name, allow_empty=allow_empty)
    with pytest.raises(ScoreError, match="item 'a' has an empty list of references"):
        score(CANDS, REFS | {"a": []}, name, allow_empty=allow_empty)


@pytest.mark.parametrize("name", N_GRAMS)
def test_a_text_without_words_is_named(name):
    with pytest.raises(ScoreError, match=r"the candidate of item 'b' is '\.\.\.', which has no words"):
        score(CANDS | {"b": "..."}, REFS, name)
    assert score(CANDS | {"b": "..."}, REFS, name, allow_empty=True).per_item["b"] == pytest.approx(0, abs=1e-9)
    with pytest.raises(ScoreError, match="a reference of item 'b' has no words, only punctuation"):
        score(CANDS, REFS | {"b": ["Anna nods.", "!"]}, name, allow_empty=True)


@pytest.mark.parametrize("name", [name for name in METRICS if not name.startswith(("CIDEr", "R@", "M"))])
def test_single_item_is_scored(name):
    found = score({"a": CANDS["a"]}, {"a": REFS["a"]}, name)
    assert found.value == found.per_item["a"]


@pytest.mark.parametrize("name", ["CIDEr", "CIDEr-D", "CIDEr-plain"])
def test_single_item_has_no_cider(name):
    with pytest.raises(ScoreError, match="every n-gram of the references is in all items, so each weighs log 1"):
        score({"a": CANDS["a"]}, {"a": REFS["a"]}, name)


@pytest.mark.parametrize("name", ["R@1/2", "MedR/2", "MRR/2"])
def test_single_item_has_no_retrieval(name):
    with pytest.raises(ScoreError, match="1 items do not fill a window of 2"):
        score({"a": CANDS["a"]}, {"a": REFS["a"]}, name)


@pytest.mark.parametrize("name", METRICS)
def test_unpaired_items_are_named(name):
    with pytest.raises(ScoreError, match=r"item 'd' has a candidate but no reference \(1 such\)"):
        score(CANDS | {"d": "Anna nods."}, REFS, name)
    with pytest.raises(ScoreError, match=r"item 'd' has references but no candidate \(1 such\)"):
        score(CANDS, REFS | {"d": ["Anna nods."]}, name)
    with pytest.raises(ScoreError, match="there is no candidate to score"):
        score({}, {}, name)


@pytest.mark.parametrize(
    ("candidate", "references", "words"),
    [
        (None, ["x"], "the candidate of item 'a' is None, of type NoneType; expected a text"),
        (3, ["x"], "the candidate of item 'a' is 3, of type int"),
        (math.nan, ["x"], "the candidate of item 'a' is nan, of type float"),
        (["P1 nods."], ["x"], r"the candidate of item 'a' is \['P1 nods.'\], of type list"),
        (b"P1 nods.", ["x"], "the candidate of item 'a' is b'P1 nods.', of type bytes"),
        ("P1 nods.", None, "the references of item 'a' are None; expected a text or a list of texts"),
        ("P1 nods.", {"x": "y"}, "the references of item 'a' are {'x': 'y'}; expected a text or a list of texts"),
        ("P1 nods.", [["x"]], r"a reference of item 'a' is \['x'\], of type list"),
        ("P1 nods.", ["x", None], "a reference of item 'a' is None"),
    ],
)
@pytest.mark.parametrize("name", METRICS)
def test_a_value_that_is_not_a_text_is_named(name, candidate, references, words):
    with pytest.raises(ScoreError, match=words):
        score(CANDS | {"a": candidate}, REFS | {"a": references}, name)


@pytest.mark.parametrize("name", METRICS)
def test_repeated_candidates_and_references_are_scored(name):
    same = dict.fromkeys(CANDS, "P1 nods.")
    assert score(same, REFS, name).per_item.keys() <= CANDS.keys()
    twice = {key: [*texts, texts[0]] for key, texts in REFS.items()}
    if name not in {"CIDEr", "CIDEr-D", "CIDEr-plain", "NW", "Coverage"}:  # these take the mean over references
        assert score(CANDS, twice, name).per_item == pytest.approx(score(CANDS, REFS, name).per_item)


@pytest.mark.slow
@pytest.mark.parametrize("name", N_GRAMS)
def test_texts_of_any_language_and_length_are_scored(name):
    texts = {"a": "Ünïcode 人 runs", "b": "\u200b no\u00a0break \U0001f600", "c": "word " * 300}
    maximum = 10 if name.startswith("CIDEr") else 1
    found = score(texts, {key: [text, "P1 nods."] for key, text in texts.items()}, name)
    assert all(0 <= value <= maximum + 1e-9 for value in found.per_item.values())
    assert found.per_item["c"] > maximum / 3


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("SPICE", "no reference of any item has a scene-graph tuple"),
        ("iSPICE", "none of the 2 items has a person in its references, such as P1, so iSPICE"),
        ("NW", "none of the 2 items has a noun on either side, so NW has no value"),
        ("Coverage", "none of the 2 items has a noun in its references, so Coverage has no value"),
    ],
)
def test_corpus_without_measurable_items_is_an_error(name, words):
    class Silent(PlainParser):
        def parse(self, texts):
            return [[] for _ in texts]

    texts = {"a": "run", "b": "sit"}
    sources = Sources(parser=Silent(), words=TableSimilarity({}))
    with pytest.raises(ScoreError, match=words):
        score_captions(texts, texts, metrics=[name], sources=sources)


def test_an_item_with_nothing_to_measure_is_left_out():
    ids = score(CANDS, REFS, "iSPICE")
    assert list(ids.per_item) == ["a", "c"]
    assert ids.value == pytest.approx(sum(ids.per_item.values()) / 2)


GROUNDED = [
    GroundedCaption.of("a", ["ben"], nouns=[True], regions=["ben"]),
    GroundedCaption.of("b", ["runs"], nouns=[False], regions=["car"]),
    GroundedCaption.of("c", [], nouns=[], regions=[]),
]


def test_grounding_leaves_out_captions_without_nouns_and_names_repeated_ids():
    def grounded(captions):
        sources = Sources(words=TableSimilarity({}), grounded=captions)
        return score_captions(CANDS, REFS, metrics=["groundingscore(0)"], sources=sources)[0]

    assert grounded(GROUNDED).per_item == {"a": 1.0}
    with pytest.raises(ScoreError, match="item 'a' is there twice"):
        grounded([*GROUNDED, GROUNDED[0]])
    with pytest.raises(ScoreError, match="none of the 3 items has a noun, so GroundingScore"):
        grounded([GroundedCaption.of(key, ["x"], nouns=[False], regions=["y"]) for key in CANDS])


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('{"id": "c", "log_probabilities": []}', "item 'c' has no tokens"),
        ('{"id": "c", "log_probabilities": [NaN]}', "the number is 'NaN'; expected a finite one"),
        ('{"id": "c", "log_probabilities": [-Infinity]}', "the number is '-Infinity'; expected a finite one"),
        ('{"id": "c", "log_probabilities": [0.5]}', "token 1 of item 'c' has the log-probability 0.5"),
        ('{"id": "c", "log_probabilities": ["x"]}', "token 1 of item 'c' has 'x'; expected a number"),
        ('{"id": "d", "log_probabilities": [-1]}', "item 'c' has no log-probabilities"),
    ],
)
def test_perplexity_names_the_token_without_a_probability(tmp_path, line, words):
    path = tmp_path / "lm.jsonl"
    path.write_text('{"id": "a", "log_probabilities": [-1]}\n{"id": "b", "log_probabilities": [-1]}\n' + line)
    with pytest.raises(ScoreError, match=words):
        score_captions(CANDS, REFS, metrics=["perplexity"], sources=Sources(log_probabilities=path))
