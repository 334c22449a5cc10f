"""Shorter wordings of captions that have none: without phrases of time, then also without phrases of place.

What is left is as true as the whole, and says what happens. Captioners name the place in every clip, listeners need it
once a scene.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cinescribe.language.parser.parse import shipped_parser
from cinescribe.language.semantics.places import is_place, is_time
from cinescribe.language.tokens.parsed_sentence import Sentence
from cinescribe.schema import Caption

_PREPOSITIONS = frozenset({"in", "at", "on"})
_MAY_SHORTEN = re.compile(rf"\b(?:{'|'.join(sorted(_PREPOSITIONS))})\b", re.IGNORECASE)
_NEED_A_PLACE = frozenset({"put", "place", "set", "lay", "hang", "keep", "leave", "stay", "live", "belong"})  # verbs
_PHRASES = ("obl", "nmod")


def with_shorter(captions: Sequence[Caption]) -> list[Caption]:
    """Return captions in which those without shorter wordings have some, where their grammar allows it."""
    open_ones = [one for one in captions if not one.shorter and not one.until and _MAY_SHORTEN.search(one.text)]
    texts = list(dict.fromkeys(one.text for one in open_ones))
    parsed = shipped_parser().parse(texts) if texts else []
    shorter = {text: tuple(_shorter(text, sentences)) for text, sentences in zip(texts, parsed, strict=True)}
    return [
        one if one.shorter or one.until or one.text not in shorter else one.replace(shorter=shorter[one.text])
        for one in captions
    ]


def _shorter(text: str, sentences: Sequence[Sentence]) -> Iterator[str]:
    """Yield a text without phrases of time, and without those and phrases of place."""
    found = list(_phrases(text, sentences))
    times = [(start, end) for start, end, noun in found if is_time(noun)]
    both = [(start, end) for start, end, noun in found if is_time(noun) or is_place(noun)]
    if times:
        yield _without(text, times)
    if len(both) > len(times):
        yield _without(text, both)


def _phrases(text: str, sentences: Sequence[Sentence]) -> Iterator[tuple[int, int, str]]:
    """Yield where in a text a phrase with a preposition begins and ends that its sentence can do without, and its noun.

    It comes before the subject, with a comma, or after the verb.
    """
    at = 0
    for sentence in sentences:
        places = []
        for word in sentence:
            start = text.index(word.text, at)
            at = start + len(word.text)
            places.append((start, at))
        for first, last, noun in _parts(sentence):
            yield places[first][0], places[last][1], noun


def _parts(sentence: Sentence) -> Iterator[tuple[int, int, str]]:
    """Yield the first and last word of each such phrase, and its noun."""
    root = next((n for n, word in enumerate(sentence) if word.head == n), 0)
    for n, word in enumerate(sentence):
        if word.dep.partition(":")[0] not in _PHRASES or word.pos != "NOUN":
            continue
        own = [m for m in range(len(sentence)) if n in _above(sentence, m)]
        first, last = own[0], own[-1]
        if own != list(range(first, last + 1)) or sentence[first].lemma not in _PREPOSITIONS:
            continue
        is_fronted = first == 0 and sentence[last].text == ","
        if is_fronted or (root < first and sentence[root].pos == "VERB" and not _needs(sentence, word.head, first)):
            yield first, last, word.lemma


def _needs(sentence: Sentence, head: int, first: int) -> bool:
    """Whether a verb needs the phrase that begins at a word: `puts a cup on a table`, `looks at the house`."""
    verb = head if sentence[head].pos == "VERB" else sentence[head].head
    if sentence[first].lemma == "at" and first == verb + 1:
        return True
    has_particle = any(word.dep == "compound:prt" and word.head == verb for word in sentence)
    return sentence[verb].lemma in _NEED_A_PLACE and not has_particle


def _above(sentence: Sentence, n: int) -> list[int]:
    """A word and all those that it depends on."""
    out = [n]
    while sentence[out[-1]].head not in out:
        out.append(sentence[out[-1]].head)
    return out


def _without(text: str, parts: Sequence[tuple[int, int]]) -> str:
    """A text without some parts, as sentences."""
    kept = "".join(" " if any(start <= n < end for start, end in parts) else letter for n, letter in enumerate(text))
    tidy = re.sub(r"\s+([.,!?;])", r"\1", " ".join(kept.split()))
    return re.sub(r"(^|[.!?]\s+)([^\W\d_])", lambda match: match[1] + match[2].upper(), tidy)
