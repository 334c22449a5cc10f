"""Properties of the metrics on random captions.

R@k/N is missing because its windows depend on the order of items.
"""

import math
import string
from collections import Counter

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cinescribe.metrics.embedding.grounding import GroundedCaption, grounding
from cinescribe.metrics.embedding.perplexity import perplexity
from cinescribe.metrics.identity.fitb import fitb
from cinescribe.metrics.identity.fitb_files import Blanks
from cinescribe.metrics.scoring.score_captions import score_captions
from cinescribe.metrics.scoring.sources import Sources
from tests.metrics import plain_metrics
from tests.metrics.letters import Letters
from tests.metrics.plain_parser import PlainParser
from tests.metrics.similarities import TableSimilarity

METRICS = [
    *("BLEU", "METEOR", "ROUGE-L", "CIDEr", "CIDEr-D", "CIDEr-plain", "SPICE", "SPICE-Object", "iSPICE"),
    *("BERTScore", "BERTScore-P", "BERTScore-R", "ACD", "ACS", "NW", "Coverage"),
]
POOLED = ("BLEU-1", "BLEU-2", "BLEU-3", "BLEU-4", "METEOR")  # from summed statistics; all others are means of items
BY_BEST = ("ROUGE-L", "METEOR", "BERTScore", "BERTScore-P", "BERTScore-R", "iSPICE")  # of several references
NEAR = TableSimilarity({("anna", "ben"): 0.5, ("p1", "p2"): 0.25})

PEOPLE = ["P1", "P2", "P3", "Anna", "Ben"]
VERBS = ["sees", "nods", "holds", "meets", "runs", "hits", "pulls", "kisses"]
EXAMPLES = settings(max_examples=25, deadline=None, derandomize=True)

sentences = st.tuples(st.sampled_from(PEOPLE), st.sampled_from(VERBS), st.sampled_from(["", *PEOPLE])).map(
    lambda parts: " ".join(parts).strip() + "."
)
# The first person always has an id, since iSPICE is undefined without ids.
captions = st.tuples(st.sampled_from(["P1 nods.", "P2 sees Ben."]), st.lists(sentences, max_size=3)).map(
    lambda parts: " ".join([parts[0], *parts[1]])
)
corpora = st.lists(st.tuples(captions, st.lists(captions, min_size=1, max_size=3)), min_size=2, max_size=4)


def score(corpus, metrics=METRICS):
    """Every score by name; an item's id is its position."""
    # Every item gets a word of its own, since CIDEr needs n-grams that not all items have.
    references = {key: [f"{text} {_name(key)} runs." for text in texts] for key, (_, texts) in corpus.items()}
    return scored({key: text for key, (text, _) in corpus.items()}, references, metrics)


def scored(candidates, references, metrics=METRICS):
    sources = Sources(parser=PlainParser(), encoder=Letters(), sentences=NEAR, words=NEAR)
    return {each.name: each for each in score_captions(candidates, references, metrics=metrics, sources=sources)}


def _name(key):
    """A name for each whole number: Qa, Qb, ..."""
    return "Q" + "".join(string.ascii_lowercase[int(digit)] for digit in str(key))


def numbered(corpus):
    return {str(n): item for n, item in enumerate(corpus)}


@pytest.mark.slow
@given(corpora, st.randoms(use_true_random=False))
@EXAMPLES
def test_the_order_of_items_never_matters(corpus, random):
    items = list(numbered(corpus).items())
    known = score(dict(items))
    random.shuffle(items)
    for name, other in score(dict(items)).items():
        assert other.value == pytest.approx(known[name].value, abs=1e-9), name
        assert other.per_item == pytest.approx(known[name].per_item, abs=1e-9), name
        assert other.signature == known[name].signature


@pytest.mark.slow
@given(corpora)
@EXAMPLES
def test_a_doubled_corpus_scores_the_same(corpus):
    items = numbered(corpus)
    references = {key: texts for key, (_, texts) in items.items()}
    candidates = {key: text for key, (text, _) in items.items()}
    # In CIDEr a word that only the candidate has is rarer in a larger corpus.
    metrics = [name for name in METRICS if not name.startswith("CIDEr")]
    twice, references_twice = (
        {f"{key}{more}": value for key, value in each.items() for more in "ab"} for each in (candidates, references)
    )
    once = scored(candidates, references, metrics)
    for name, other in scored(twice, references_twice, metrics).items():
        # BLEU's smoothing does not double with the counts, which shows where no n-gram is common.
        assert other.value == pytest.approx(once[name].value, abs=1e-4), name


@pytest.mark.slow
@given(corpora)
@EXAMPLES
def test_the_corpus_value_follows_the_documented_rule(corpus):
    for name, each in score(numbered(corpus)).items():
        assert float(each.rule(each.sums.sum(axis=0))) == each.value
        assert all(math.isfinite(value) for value in (each.value, *each.per_item.values()))
        measured = each.sums if name in POOLED else each.sums[each.sums[:, 1] > 0]
        alone = [float(each.rule(row)) for row in measured]
        assert list(each.per_item.values()) == pytest.approx(alone, abs=1e-12), name
        if name not in POOLED:
            assert each.value == pytest.approx(np.mean(alone), abs=1e-12), name


@pytest.mark.slow
@given(st.lists(captions, min_size=2, max_size=4))
@EXAMPLES
def test_a_candidate_equal_to_its_only_reference_has_the_maximum(texts):
    # Items have four words or more, one of them unique: n-grams of all orders exist and some have a weight.
    same = {str(n): f"{text} {_name(n)} runs fast." for n, text in enumerate(texts)}
    found = scored(same, {key: [text] for key, text in same.items()}, [name for name in METRICS if name[:2] != "AC"])
    for name, each in found.items():
        maximum = 10 if name.startswith("CIDEr") else 1
        assert each.value == pytest.approx(maximum, abs=1e-6), name
        assert each.per_item == pytest.approx(dict.fromkeys(same, maximum), abs=1e-6), name


def test_the_maximum_of_short_captions():
    """BLEU-n of fewer than n words is near 0; METEOR and ROUGE-L still reach 1."""
    found = scored({"1": "P1 nods", "2": "P2 runs"}, {"1": ["P1 nods"], "2": ["P2 runs"]})
    assert found["BLEU-2"].value == pytest.approx(1, abs=1e-6)
    assert found["BLEU-3"].value < 0.01
    assert found["BLEU-4"].value < 0.01
    assert found["METEOR"].value == found["ROUGE-L"].value == 1
    assert found["CIDEr"].value == pytest.approx(5)  # two of four orders have an n-gram


@pytest.mark.slow
@given(corpora, captions)
@EXAMPLES
def test_another_reference_never_lowers_metrics_of_the_best(corpus, text):
    known = score(numbered(corpus), BY_BEST)
    more = [(candidate, [*texts, text]) for candidate, texts in corpus]
    for name, other in score(numbered(more), BY_BEST).items():
        for key, value in known[name].per_item.items():
            assert other.per_item[key] >= value - 1e-12, name


@st.composite
def captionsets(draw):
    """Sentences with distinct verbs, so that no tuple occurs twice, and people by id."""
    verbs = draw(st.lists(st.sampled_from(VERBS), min_size=2, max_size=5, unique=True))
    people = st.sampled_from([f"P{n}" for n in range(1, 5)])
    return [[draw(people), verb, draw(st.one_of(st.just(""), people))] for verb in verbs]


def joined(captionset):
    return " ".join(" ".join(words).strip() + "." for words in captionset)


@pytest.mark.slow
@given(captionsets(), st.randoms(use_true_random=False))
@EXAMPLES
def test_changing_one_of_two_mentions_of_an_id_lowers_ispice(captionset, random):
    places = [(s, w) for s, words in enumerate(captionset) for w in (0, 2) if words[w]]
    named = [captionset[s][w] for s, w in places]
    repeated = [place for place, name in zip(places, named, strict=True) if named.count(name) == 2]
    assume(repeated)
    s, w = random.choice(repeated)
    changed = [list(words) for words in captionset]
    changed[s][w] = random.choice([f"P{n}" for n in range(1, 7) if f"P{n}" != captionset[s][w]])
    text = joined(captionset)
    assert scored({"1": text}, {"1": text}, ["iSPICE"])["iSPICE"].value == 1
    assert scored({"1": joined(changed)}, {"1": text}, ["iSPICE"])["iSPICE"].value < 1


@pytest.mark.slow
@given(captionsets(), captionsets(), st.permutations([f"P{n}" for n in range(1, 5)]))
@EXAMPLES
def test_renaming_all_ids_consistently_keeps_the_scores(one, other, names):
    other_names = {f"P{n}": name for n, name in enumerate(names, 1)}
    renamed = [[other_names.get(word, word) for word in words] for words in one]
    values = [scored({"1": joined(each)}, {"1": joined(other)}, ["iSPICE"])["iSPICE"].value for each in (one, renamed)]
    assert values[0] == values[1]


@pytest.mark.slow
@given(
    st.lists(st.lists(st.sampled_from("abc"), min_size=1, max_size=4), min_size=2, max_size=5),
    st.permutations("abc"),
    st.randoms(use_true_random=False),
)
@EXAMPLES
def test_renaming_the_people_of_blanks_consistently_changes_no_accuracy(predicted, names, random):
    clips = [f"c{n}" for n in range(len(predicted))]
    truth = [[random.choice("xyz") for _ in people] for people in predicted]
    counts = Counter(person for people in truth for person in people)
    assume(len(counts) > 1 and max(counts.values()) > 1)
    other = dict(zip("abc", names, strict=True))
    accuracies = [
        fitb(_blanks(clips, filled), _blanks(clips, truth), [clips]).to_dict()
        for filled in (predicted, [[other[name] for name in people] for people in predicted])
    ]
    assert accuracies[0] == accuracies[1]


def _blanks(clips, filled):
    return {clip: Blanks(tuple(people), clip) for clip, people in zip(clips, filled, strict=True)}


@pytest.mark.slow
@given(
    st.dictionaries(st.sampled_from("abcdef"), st.lists(st.floats(-9, 0), min_size=1, max_size=5), min_size=2),
    st.randoms(use_true_random=False),
)
@EXAMPLES
def test_perplexity_depends_on_tokens_not_items(items, random):
    known = perplexity(items, model="m")
    tokens = [value for values in items.values() for value in values]
    assert known.value == pytest.approx(math.exp(-sum(tokens) / len(tokens)))
    assert float(known.rule(known.sums.sum(axis=0))) == known.value
    shuffled = random.sample(list(items.items()), len(items))
    assert perplexity(dict(shuffled), model="m").value == pytest.approx(known.value)


@pytest.mark.slow
@given(
    st.lists(
        st.lists(st.tuples(st.sampled_from(["anna", "ben"]), st.booleans(), st.sampled_from(["anna", "ben", "car"]))),
        min_size=1,
        max_size=4,
    )
)
@EXAMPLES
def test_a_larger_margin_never_lowers_grounding(words):
    assume(any(noun for caption in words for _, noun, _ in caption))
    captions = [
        GroundedCaption.of(
            str(n), [w for w, _, _ in each], nouns=[x for _, x, _ in each], regions=[r for *_, r in each]
        )
        for n, each in enumerate(words)
    ]
    found = grounding(captions, NEAR)
    values = [each.value for each in found]
    assert values == sorted(values)
    assert [each.value for each in grounding(captions[::-1], NEAR)] == pytest.approx(values)
    assert all(float(each.rule(each.sums.sum(axis=0))) == each.value for each in found)


@pytest.mark.slow
@given(corpora)
@EXAMPLES
def test_metrics_equal_the_simple_implementations(corpus):
    words = [
        (words_of(text), [[*words_of(each), _name(n).lower(), "runs"] for each in texts])
        for n, (text, texts) in enumerate(corpus)
    ]
    found = score(numbered(corpus), ["bleu", "rouge-l", "cider", "cider-d", "cider-plain"])
    for order in range(1, 5):
        assert found[f"BLEU-{order}"].value == pytest.approx(plain_metrics.bleu(words, order), abs=1e-12)
    assert found["ROUGE-L"].value == pytest.approx(plain_metrics.rouge(words), abs=1e-12)
    clipped = plain_metrics.cider(words, clip=True, sigma=6)
    assert found["CIDEr"].value == found["CIDEr-D"].value == pytest.approx(clipped, abs=1e-12)
    assert found["CIDEr-plain"].value == pytest.approx(
        plain_metrics.cider(words, clip=False, sigma=math.inf), abs=1e-12
    )


def words_of(text):
    return text.lower().replace(".", "").split()
