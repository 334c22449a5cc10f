"""Captions of pictures for tests of their pages: what counted is said, not computed."""

import numpy as np
import torch

from cinescribe.explain.targets.explainable_captioners import ToldPicture
from cinescribe.schema import Region
from tests.explain.seen_words import Weighed, weighed

DOG, SKY = Region((0.0, 0.5, 0.5, 1.0), "dog"), Region((0.0, 0.0, 1.0, 0.5), "sky")
CELLS = tuple(Region((x / 2, y / 2, (x + 1) / 2, (y + 1) / 2)) for y in range(2) for x in range(2))
WHOLE = Region((0.0, 0.0, 1.0, 1.0))


class OneWord:
    """Words that are the same text are alike, and others are not; nouns are those it was told."""

    name = "same"

    def __init__(self, *nouns):
        self.nouns = nouns

    def between(self, left, right):
        return np.array([[float(one == other) for other in right] for one in left]).reshape(len(left), len(right))

    def parse(self, texts):
        return [[[_Word(word, word in self.nouns) for word in text.split()]] for text in texts]


class _Word:
    def __init__(self, text, noun):
        self.text, self.lemma, self.pos = text, text, "NOUN" if noun else "DET"


class Scripted:
    """Writes the same of every picture, every part counting as told; remembers what it was shown."""

    name = "scripted"
    weighed = Weighed

    def __init__(self, weights, parts, words, *, origin="the cells of a grid"):
        self.weights, self.parts, self.words, self.shown, self.origin = weights, parts, words, [], origin

    def tell(self, image, regions):
        self.shown.append((image.shape, tuple(regions)))
        made = weighed(self.weights)
        return ToldPicture(self.weighed(made.visual, self.words, made.weights), tuple(self.parts), self.origin)


def told(weights, parts, words, **options) -> ToldPicture:
    return Scripted(weights, parts, words, **options).tell(np.zeros((2, 2, 3), np.uint8), ())


def no_words() -> ToldPicture:
    return ToldPicture(Weighed(torch.ones(1, 2), (), torch.ones(0, 1)), (DOG,))
