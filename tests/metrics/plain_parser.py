"""A parser for texts such as `P1 sees P2. P2 nods.`: subject, verb and at most one object."""

from cinescribe.language.tokens.parsed_sentence import Word


class PlainParser:
    name = "plain"

    def __init__(self):
        self.texts = []

    def parse(self, texts):
        self.texts += texts
        return [[_sentence(part.split()) for part in text.split(".") if part.strip()] for text in texts]


def _sentence(words):
    subject, verb, *objects = words
    clause = [
        Word(subject, subject.lower(), "PROPN", "Number=Sing", 1, "nsubj"),
        Word(verb, verb.removesuffix("s"), "VERB", "VerbForm=Fin", 1, "root"),
    ]
    return (*clause, *(Word(word, word.lower(), "PROPN", "Number=Sing", 1, "obj") for word in objects))
