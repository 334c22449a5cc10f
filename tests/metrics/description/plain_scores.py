"""Scores of descriptions as their definitions read, one item and one pair at a time."""

import numpy as np

from cinescribe.metrics.description.described_film import DescribedFilm


class BagOfWords:
    """A `Similarity`: the cosine of counts of words."""

    name = "bag"

    def between(self, left, right):
        return np.array([[cosine(a, b) for b in right] for a in left], float).reshape(len(left), len(right))


def cosine(left, right):
    a, b = left.lower().replace(".", "").split(), right.lower().replace(".", "").split()
    shared = sum(a.count(word) * b.count(word) for word in set(a))
    return shared / np.sqrt(sum(a.count(word) for word in a) * sum(b.count(word) for word in b))


class Answering:
    """A `LanguageModel` that answers each question by a function of it."""

    name = "answering"

    def __init__(self, answer):
        self.answer, self.asked = answer, []

    def answers(self, questions):
        self.asked += questions
        return [self.answer(question) for question in questions]


def film(candidates, references=None, *, name=""):
    ids = tuple(f"{name}{n}" for n in range(len(candidates)))
    return DescribedFilm(name, ids, tuple(candidates), tuple(references or candidates))


def plain_iou(ours, theirs):
    """The mean overlap of sets, over the items whose second set is not empty."""
    values = [len(a & b) / len(a | b) for a, b in zip(ours, theirs, strict=True) if b]
    return sum(values) / len(values)


def plain_action_value(wanted, found, parts):
    """The Action score of one item: `wanted` and `found` are pairs of phrase and verb, `parts` further texts."""
    total = 0.0
    for phrase, verb in wanted:
        near = max(cosine(phrase, text) for text in [*(other for other, _ in found), *parts])
        same = [cosine(phrase, other) for other, other_verb in found if other_verb == verb]
        total += 0.8 * near + 0.2 * max(same, default=0.0)
    return total / len(wanted)


def plain_repetition(sentences, threshold):
    """How many sentences have an earlier one as near as the threshold."""
    return sum(
        any(cosine(sentence, earlier) >= threshold for earlier in sentences[:at])
        for at, sentence in enumerate(sentences)
    )
