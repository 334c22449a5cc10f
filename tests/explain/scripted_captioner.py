"""A captioner for tests of pages, whose captions and attributions are given."""

import numpy as np
import torch

from cinescribe.explain.targets.explainable_captioners import CaptionedPicture
from cinescribe.still_schema import Region
from tests.explain.toy_captions import LinearCaption, linear_caption

DOG, SKY = Region((0.0, 0.5, 0.5, 1.0), "dog"), Region((0.0, 0.0, 1.0, 0.5), "sky")
CELLS = tuple(Region((x / 2, y / 2, (x + 1) / 2, (y + 1) / 2)) for y in range(2) for x in range(2))
WHOLE = Region((0.0, 0.0, 1.0, 1.0))


class OneWord:
    """A similarity that is 1 for equal words and 0 for others; also a parser whose nouns are given."""

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


class ScriptedCaptioner:
    """Writes the same caption of every picture, with given attributions; records what it was shown."""

    name, extractor = "scripted", None
    caption_type = LinearCaption

    def __init__(self, weights, parts, words, *, origin="the cells of a grid"):
        self.weights, self.parts, self.words, self.shown, self.origin = weights, parts, words, [], origin

    def caption(self, image, regions) -> CaptionedPicture:
        self.shown.append((image.shape, tuple(regions)))
        linear = linear_caption(self.weights)
        caption = self.caption_type(linear.visual, self.words, linear.weights)
        return CaptionedPicture(caption, tuple(self.parts), self.origin)


def captioned(weights, parts, words, **options) -> CaptionedPicture:
    return ScriptedCaptioner(weights, parts, words, **options).caption(np.zeros((2, 2, 3), np.uint8), ())


def no_words() -> CaptionedPicture:
    return CaptionedPicture(LinearCaption(torch.ones(1, 2), (), torch.ones(0, 1)), (DOG,))
