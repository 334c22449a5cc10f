"""Parses written by hand, a word at a time: `dogs:dog/NOUN+Plur/nsubj>3`."""

from __future__ import annotations

from cinescribe.language.tokens.parsed_sentence import Sentence, Word

_FEATURES = {
    "": "",
    "Plur": "Number=Plur",
    "Sing": "Number=Sing",
    "Fin": "Mood=Ind|Tense=Pres|VerbForm=Fin",
    "Inf": "VerbForm=Inf",
    "Ing": "Tense=Pres|VerbForm=Part",
    "Ed": "Tense=Past|VerbForm=Part",
}


def parsed(text: str) -> Sentence:
    """The sentence of `text[:lemma]/POS[+feature]/relation[>head]`, heads counted from 1; the root has none."""
    return tuple(_word(part, at) for at, part in enumerate(text.split()))


def _word(part: str, at: int) -> Word:
    form, tag, relation = part.split("/")
    text, _, lemma = form.partition(":")
    pos, _, feature = tag.partition("+")
    dep, _, head = relation.partition(">")
    return Word(text, lemma or text.lower(), pos, _FEATURES[feature], int(head) - 1 if head else at, dep)
