import gzip
import json

import numpy as np
import pytest

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.tokens import PairTokens
from cinescribe.metrics.meteor.meteor import meteor, meteor_value
from cinescribe.metrics.meteor.paraphrases import read_paraphrases
from tests.metrics.paraphrase_tables import full_table, written
from tests.shared import shared

pytestmark = pytest.mark.slow

SETS = ("coco126_fakecap2014", "coco1000_fakecap2014", "coco5k_ref5")

# Output of METEOR 1.5's jar with `-l en -norm -m 'exact stem synonym' -w '1 .6 .8'`, by segment.
JAR = (
    ("two men are riding their bicycles", ["a couple of men ride bikes", "two bicyclists ride down the road"]),
    ("a woman sits on a sofa", ["a lady is sitting on the couch", "the woman sat down"]),
    ("he does n't look at p1", ["p1 looks at him but he did n't", "he does not look"]),
    ("a girl in a t-shirt waits near the u.s. flag", ["the girl wears a t shirt", "a girl waits by an us flag"]),
    ("the dog the cat the bird", ["the bird the cat the dog", "the cat the dog the bird the dog"]),
    (
        "someone walks slowly out of the room and closes the door",
        ["someone leaves the room and shuts the door slowly", "the door is closed"],
    ),
    ("a man standing", ["a man standing", "a man standing up"]),
    (
        "evening falls and the children are adding paste",
        ["the evenings fell , children add past", "children even it out"],
    ),
    ("leaves fall from the trees", ["the leaf falls from a tree", "she leaves"]),
    ("nothing in common", ["a car stops"]),
    (
        "the organist plays on the organ in the university",
        ["an organization of universal players", "the organ is played"],
    ),
    (
        "he takes a taxi to the st. james hotel",
        ["a cab takes him to the hotel st. james", "he hails a taxi"],
    ),
)
JAR_SEGMENTS = (
    *(0.15766423357664233, 0.2504287548466561, 0.3455410797543363, 0.3610625744672736, 0.4776696620223255),
    *(0.41406645304789114, 1.0, 0.3230039147857695, 0.24991999194417033, 0.0, 0.20435065754965798),
    0.3814809111209595,
)
JAR_CORPUS = 0.3241613139430517
# The same on the captions of SETS.
JAR_SETS = (0.19691521033042306, 0.18967223242926706, 0.23348754294728433)


def split_pairs(*pairs) -> PairTokens:
    texts = [candidate.split() for candidate, _ in pairs]
    refs = [[reference.split() for reference in references] for _, references in pairs]
    return PairTokens.of([f"clip{n}" for n in range(len(pairs))], texts, refs, tokeniser="ptb")


def captions(name) -> PairTokens:
    with gzip.open(shared(f"golden/coco/{name}.tokenized.json.gz")) as opened:
        return split_pairs(*((item["cand"], item["refs"]) for item in json.load(opened)))


def values(score):
    return list(score.per_item.values())


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    return read_paraphrases(full_table(), packed=tmp_path_factory.mktemp("packed"))


@pytest.mark.parametrize("name", SETS)
def test_with_the_table_it_equals_the_reference_tool_on_every_image(name, table):
    corpus = json.loads(shared(f"golden/coco/{name}.scores.json").read_text())["scores"]["METEOR"]
    with gzip.open(shared(f"golden/coco/{name}.perimage.json.gz")) as opened:
        images = json.load(opened)["METEOR"]
    score = meteor(captions(name), paraphrases=table)
    assert score.value == pytest.approx(corpus, abs=1e-12)
    assert values(score) == pytest.approx(images, abs=1e-9)


def test_with_the_table_every_statistic_equals_the_jars(table):
    with gzip.open(shared("golden/coco/coco5k_ref5.meteor_stats.json.gz")) as opened:
        expected = np.array([[float(count) for count in line.split()] for _, line in json.load(opened)])
    found = meteor(captions("coco5k_ref5"), paraphrases=table).sums
    is_perfect = (expected[:, 21] == expected[:, 0]) & (expected[:, 22] == expected[:, 1]) & (expected[:, 20] == 1)
    assert is_perfect.any()
    expected[is_perfect, 20] = 0
    assert np.array_equal(found, expected)


def test_three_modules_equal_the_jar_with_those_modules():
    score = meteor(split_pairs(*JAR))
    assert values(score) == pytest.approx(JAR_SEGMENTS, abs=1e-14)
    assert score.value == pytest.approx(JAR_CORPUS, abs=1e-14)


@pytest.mark.parametrize(("name", "corpus"), list(zip(SETS, JAR_SETS, strict=True)))
def test_three_modules_equal_the_jar_on_coco(name, corpus):
    assert meteor(captions(name)).value == pytest.approx(corpus, abs=1e-12)


def test_a_candidate_equal_to_any_reference_scores_one():
    score = meteor(split_pairs(("the men left", ["a dog", "the men left"]), ("of the", ["of the"])))
    assert values(score) == [1.0, 1.0]
    assert score.value == 1.0


def test_case_does_not_matter():
    assert values(meteor(split_pairs(("The Men Left", ["the men left"])))) == [1.0]


def test_no_words_or_no_matches_score_zero():
    score = meteor(split_pairs(("", ["a dog", "a cat"]), ("nothing", ["a car stops"])))
    assert values(score) == [0.0, 0.0]
    assert score.value == 0.0
    # The first reference counts when none is better.
    assert score.sums[0, :2].tolist() == [0, 2]


def test_the_best_reference_counts_in_any_order():
    references = ["a cat", "the dog runs off", "a dog runs"]
    both = split_pairs(("a dog runs off", references), ("a dog runs off", references[::-1]))
    alone = [meteor(split_pairs(("a dog runs off", [reference]))).value for reference in references]
    assert values(meteor(both)) == [max(alone), max(alone)]


def test_order_and_resamples_of_items_need_no_new_scoring():
    score = meteor(split_pairs(*JAR))
    turned = meteor(split_pairs(*JAR[::-1]))
    assert values(turned) == values(score)[::-1]
    assert turned.value == pytest.approx(score.value, abs=1e-15)
    drawn = [3, 3, 0, 6, 11, 7, 3, 9]
    again = meteor(split_pairs(*(JAR[n] for n in drawn)))
    assert score.rule(score.sums[drawn].sum(axis=0)) == pytest.approx(again.value, abs=1e-15)
    many = np.stack([score.sums[drawn].sum(axis=0), score.sums.sum(axis=0), np.zeros(score.sums.shape[1])])
    assert score.rule(many) == pytest.approx([again.value, score.value, 0.0], abs=1e-15)


def test_long_texts_that_repeat_a_word_are_refused_and_long_prose_is_not():
    with pytest.raises(ScoreError, match=r"\(501 words\) and a reference \(501 words\) have 251,001 pairs of equal w"):
        meteor(split_pairs(("dogs " * 501, ["dog " * 501])))
    prose = " ".join(f"word{n}" for n in range(600))
    assert meteor(split_pairs((prose, [f"{prose} end"]))).value > 0.8


def test_the_value_is_the_papers_formula():
    """Ten words, four function words; four content words exact, two by stem, one function word; three chunks."""
    sums = np.zeros(23)
    sums[:4] = 10, 10, 4, 4
    sums[4:8] = 4, 4, 1, 1
    sums[8:10] = 2, 2
    sums[20:] = 3, 6, 8  # words of a paraphrase may be fewer than those it is matched to; their mean counts
    share = (0.75 * (4 + 0.6 * 2) + 0.25 * 1) / (0.75 * 6 + 0.25 * 4)
    assert meteor_value(sums) == pytest.approx(share * (1 - 0.6 * (3 / 7) ** 0.2), abs=1e-15)


def test_a_word_between_matches_ends_a_chunk_on_either_side():
    shorter = meteor(split_pairs(("a man runs", ["a tall man runs"])))
    longer = meteor(split_pairs(("a tall man runs", ["a man runs"])))
    assert shorter.sums[0, -3:].tolist() == longer.sums[0, -3:].tolist() == [2, 3, 3]
    less = (0.75 * 2 + 0.25) / (0.75 * 3 + 0.25)  # precision of the longer, recall of the shorter
    kept = 1 - 0.6 * (2 / 3) ** 0.2
    assert shorter.value == pytest.approx(kept / (0.15 + 0.85 / less), abs=1e-15)
    assert longer.value == pytest.approx(kept / (0.15 / less + 0.85), abs=1e-15)


def test_precision_weighs_less_than_recall():
    longer = meteor(split_pairs(("a dog and a cat", ["a dog"]))).value
    shorter = meteor(split_pairs(("a dog", ["a dog and a cat"]))).value
    assert longer > shorter > 0


def test_the_signature_names_modules_and_table(tmp_path):
    plain = meteor(split_pairs(("a dog", ["a cat"]))).signature
    assert plain.startswith(
        "METEOR|release:1.5|modules:exact,stem,synonym|params:0.85,0.2,0.6,0.75|weights:1,0.6,0.8,0.6|"
    )
    assert "|wordnet:3.0|paraphrases:none|tok:ptb|" in plain
    table = read_paraphrases(written(tmp_path / "table.gz", ("a cat", "a kitten")))
    with_table = meteor(split_pairs(("a dog", ["a cat"])), paraphrases=table).signature
    assert "|modules:exact,stem,synonym,paraphrase|" in with_table
    assert f"|paraphrases:{table.digest}|" in with_table
