"""A parser of `P1 sees P2. P2 nods.`: sentences of a subject, a verb and at most one object."""

from cinescribe.language.tokens.words import Word


class PlainParser:
    name = "plain"

    def __init__(self):
        self.texts = []

    def parse(self, texts):
        self.texts += texts
        return [[_sentence(part.split()) for part in text.split(".") if part.strip()] for text in texts]


def _sentence(words):
    subject, verb, *things = words
    found = [
        Word(subject, subject.lower(), "PROPN", "Number=Sing", 1, "nsubj"),
        Word(verb, verb.removesuffix("s"), "VERB", "VerbForm=Fin", 1, "root"),
    ]
    return (*found, *(Word(thing, thing.lower(), "PROPN", "Number=Sing", 1, "obj") for thing in things))
