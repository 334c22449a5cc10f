import re
from random import Random

import pytest

from cinescribe.errors import ScoreError
from cinescribe.metrics.meteor.upper_bound import Retrieved, best_sentences
from cinescribe.metrics.scoring.score_captions import score_captions

SENTENCES = [
    "someone walks down the street.",
    "a man walks along a road with his dog.",
    "someone opens the door and enters the room.",
    "the dogs are running fast through the park",
    "she is walking her dog in the park.",
    "someone walks down the street!",
    "he opens a door.",
    "no words alike",
]
REFERENCES = {
    "a": ["a woman walks the dog through a park", "a dog is walked"],
    "b": ["the door is opened by someone who enters", "somebody enters a chamber"],
    "c": ["someone walks down the street"],
    "d": ["zebra"],
}


def by_brute_force(sentences, references):
    found = {}
    for item, texts in references.items():
        ids = [str(n) for n in range(len(sentences))]
        [score] = score_captions(dict(zip(ids, sentences, strict=True)), dict.fromkeys(ids, texts), metrics=["METEOR"])
        values = [score.per_item[n] for n in ids]
        found[item] = Retrieved(values.index(max(values)), max(values))
    return found


def test_the_best_sentence_is_that_of_brute_force():
    assert best_sentences(SENTENCES, REFERENCES) == by_brute_force(SENTENCES, REFERENCES)
    assert best_sentences(SENTENCES, REFERENCES)["c"] == Retrieved(0, 1.0)  # of equals the first


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_random_sentences_of_few_words_give_the_same(seed):
    random = Random(seed)
    words = [
        "the",
        "a",
        "dog",
        "dogs",
        "walk",
        "walks",
        "walking",
        "stroll",
        "street",
        "road",
        "door",
        "opens",
        "open",
        ",",
    ]
    texts = [" ".join(random.choices(words, k=random.randint(1, 9))) for _ in range(130)]
    some = [text for text in texts if re.search("[a-z]", text)]
    references = {str(n): some[100 + 2 * n : 102 + 2 * n] for n in range(8)}
    assert best_sentences(some[:100], references) == by_brute_force(some[:100], references)


def test_first_sentence_is_retrieved_if_none_matches():
    assert best_sentences(SENTENCES, {"d": ["zebra"]}) == {"d": Retrieved(0, 0.0)}


def test_empty_candidates_or_references_are_refused():
    with pytest.raises(ScoreError, match=r"there are no sentences to retrieve; give one or more"):
        best_sentences([], REFERENCES)
    with pytest.raises(ScoreError, match=r"item 'x' has no reference; give it one or more"):
        best_sentences(SENTENCES, {"x": []})
