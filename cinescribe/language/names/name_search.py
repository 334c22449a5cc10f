"""Who a film's texts tell of, where no list of names is at hand: proper nouns that behave as people do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import spacy
from spacy.language import Language

from cinescribe.errors import ModelError
from cinescribe.language.names.name_words import IN_PLACE, MONTHS, PLACE_NOUNS, ROLES, TITLES, TRAVEL, WORDS
from cinescribe.language.names.names import Called, form_key, people_called
from cinescribe.language.tokens.words import Parser, Sentence, Word
from cinescribe.language.wordnet.wordnet import wordnet

SHORTEST = 2  # letters of a name
LONGEST = 4  # words of a name with its title; longer runs are headlines and credits
PERSON_LABELS = frozenset(("PERSON", "PER"))  # of entities, as spaCy's English and its multilingual pipelines say

_CALENDAR = frozenset(
    ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday", "Christmas", "Easter", "Halloween")
)
_POSSESSIVES = ("'s", "\u2019s", "'", "\u2019")
_ARTICLES = frozenset(("the", "a", "an"))
_PLACES_OF_PEOPLE = frozenset(("nsubj", "obj", "iobj", "obl", "conj"))  # relations
_NEVER = frozenset(("PRON", "DET", "NUM", "PUNCT", "ADP", "CCONJ", "SCONJ"))


def found_people(texts: Iterable[str], parser: Parser) -> tuple[Called, ...]:
    """The people that texts of one film name, found by how their names are used.

    A proper noun is somebody's name if it does what people do (has a title, owns something, is the subject of a verb,
    or its object where nobody travels) more often than what places and things do (follows `in` or an article, precedes
    `Street` or another noun). A word that the texts use in small letters too, or that many names are, must show it
    twice.

    Args:
        texts: of one film: the more there are, the surer is what is found.
        parser: which tags and parses them.
    """
    evidence = _Evidence()
    for sentences in parser.parse(list(texts)):
        for sentence in sentences:
            evidence.read(sentence)
    return people_called(evidence.names())


def with_found(known: Sequence[Called], texts: Iterable[str], parser: Parser) -> tuple[Called, ...]:
    """The people of a list, and those besides whom the texts name: a screenplay's cast has only those who speak.

    Args:
        known: who is sure to be there; a name that is one of their forms is theirs.
        texts: as for `found_people`.
        parser: which tags and parses them.
    """
    taken = {word for person in known for form in person.forms for word in form_key(form).split()}
    others = (
        person
        for person in found_people(texts, parser)
        if taken.isdisjoint(word for form in person.forms for word in form_key(form).split() if not _names_title(word))
    )
    return (*known, *others)


def entity_people(texts: Iterable[str], pipeline: Language | str) -> tuple[Called, ...]:
    """The people that a spaCy pipeline with an entity recogniser finds in texts of one film.

    Args:
        texts: of one film.
        pipeline: the pipeline, or the name or folder of one that is installed.

    Raises:
        ModelError: when no such pipeline is installed, or it recognises no entities.
    """
    nlp = _installed(pipeline) if isinstance(pipeline, str) else pipeline
    if not (nlp.has_pipe("ner") or nlp.has_pipe("entity_ruler")):
        raise ModelError(f"the pipeline has {nlp.pipe_names}, but no 'ner'; name one that recognises entities")
    docs: Iterable[Any] = nlp.pipe(list(texts))
    found = (entity.text for doc in docs for entity in doc.ents if entity.label_ in PERSON_LABELS)
    return people_called(name.removesuffix("'s").removesuffix("\u2019s") for name in found)


class _Evidence:
    """What was seen of each capitalised form: uses as a person's name, uses as something else's, and small letters."""

    def __init__(self) -> None:
        self._person: Counter[str] = Counter()
        self._other: Counter[str] = Counter()
        self._within: Counter[str] = Counter()  # not at the beginning of a sentence, where every word has a capital
        self._small: set[str] = set()

    def read(self, sentence: Sentence) -> None:
        self._small.update(word.text for word in sentence if word.text.islower())
        for start, end in _runs(sentence):
            name = " ".join(_cased(word.text) for word in sentence[start:end])
            self._within[name] += start > 0
            if _is_of_other(sentence, start, end):
                self._other[name] += 1
            elif _is_of_person(sentence, start, end):
                self._person[name] += 1

    def names(self) -> list[str]:
        return [name for name in self._person if self._is_name(name)]

    def _is_name(self, name: str) -> bool:
        if self._person[name] <= self._other[name] or len(name) < SHORTEST:
            return False
        if name.lower() in self._small:
            return self._within[name] > 0 and self._person[name] > 1
        return self._person[name] > (name in WORDS or name in MONTHS)


def _runs(sentence: Sentence) -> Iterator[tuple[int, int]]:
    """The stretches of words that may be one name, a title before it included."""
    start = None
    for at, word in enumerate((*sentence, Word("", "", "PUNCT", "", 0, ""))):
        if _may_be_name(word, first=at == 0):
            start = at if start is None else start
        elif start is not None:
            if at - start <= LONGEST and not all(_is_title(one) for one in sentence[start:at]):
                yield start, at
            start = None


def _may_be_name(word: Word, *, first: bool) -> bool:
    text = word.text
    if not text[:1].isupper() or text.title() in _CALENDAR or text.lower() in ROLES or word.pos in _NEVER:
        return _is_title(word)
    if not first or text in WORDS:
        return True
    # The first word has a capital anyhow: no plurals, and if the tagger takes it for a noun, WordNet must not know it.
    noun = wordnet().morphy(text, "n")
    return noun in (None, text.lower()) and (word.pos == "PROPN" or not wordnet().synsets(text))


def _is_title(word: Word) -> bool:
    return word.text[:1].isupper() and _names_title(word.text)


def _names_title(word: str) -> bool:
    return word.rstrip(".").title() in TITLES


def _is_of_other(sentence: Sentence, start: int, end: int) -> bool:
    """Whether a run of words stands where places and things do."""
    before = sentence[start - 1].text.lower() if start else ""
    if before in IN_PLACE or before in _ARTICLES or sentence[end - 1].text.title() in PLACE_NOUNS:
        return True
    after = sentence[end] if end < len(sentence) else None
    return after is not None and after.pos == "NOUN" and not _is_finite(after.text)


def _is_of_person(sentence: Sentence, start: int, end: int) -> bool:
    """Whether a run of words has a title, or stands where people do."""
    if _is_title(sentence[start]) or (end < len(sentence) and _is_after_people(sentence[end].text)):
        return True
    head = sentence[end - 1]
    for word in sentence[start:end]:
        if not start <= word.head < end:
            head = word
    governor = sentence[head.head]
    travels = governor.lemma in TRAVEL or governor.text.lower() in TRAVEL
    return head.dep.partition(":")[0] in _PLACES_OF_PEOPLE and not travels


def _is_after_people(word: str) -> bool:
    return word in _POSSESSIVES or _is_finite(word)


def _is_finite(word: str) -> bool:
    """Whether a word may be a verb in the third person, as descriptions have them: `walks`, whatever its tag is."""
    return word.islower() and word.endswith("s") and any(base != word for base in wordnet().bases(word, "v"))


def _cased(text: str) -> str:
    return text.title() if text.isupper() and len(text) > 1 and "." not in text else text


def _installed(name: str) -> Language:
    try:
        return spacy.load(name)
    except (OSError, ValueError) as error:
        raise ModelError(
            f"no spaCy pipeline {name!r} is installed here ({error}); pip install one that recognises entities, "
            "or name the folder of one"
        ) from error
