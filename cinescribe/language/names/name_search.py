"""People's names found in a film's texts without a list of names: proper nouns used as people are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import spacy
from spacy.language import Language

from cinescribe.errors import ModelError
from cinescribe.language.names.name_words import IN_PLACE, MONTHS, PLACE_NOUNS, ROLE_NOUNS, TITLES, TRAVEL, WORDS
from cinescribe.language.names.names import NamedPerson, form_key, people_from_cast
from cinescribe.language.tokens.parsed_sentence import Parser, Sentence, Word
from cinescribe.language.wordnet.wordnet import wordnet

_MIN_LETTERS = 2  # of a name
_MAX_WORDS = 4  # of a name with its title; longer runs are headlines and credits
PERSON_LABELS = frozenset(("PERSON", "PER"))  # entity labels of spaCy's English and multilingual pipelines

_CALENDAR = frozenset(
    ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday", "Christmas", "Easter", "Halloween")
)
_POSSESSIVES = ("'s", "\u2019s", "'", "\u2019")
_ARTICLES = frozenset(("the", "a", "an"))
_PERSON_RELATIONS = frozenset(("nsubj", "obj", "iobj", "obl", "conj"))
_NEVER_NAMES = frozenset(("PRON", "DET", "NUM", "PUNCT", "ADP", "CCONJ", "SCONJ"))


def find_people(texts: Iterable[str], parser: Parser) -> tuple[NamedPerson, ...]:
    """Return the people named in the texts of one film, found by how their names are used.

    A proper noun is a person's name if it is used like one (has a title, owns something, is the subject of a verb, or
    its object where no one travels) more often than like a place or thing (follows `in` or an article, precedes
    `Street` or another noun). A word that the texts also use in lower case, or that is an ordinary word or month,
    needs two such uses.

    Args:
        texts: of one film; more texts make the result more reliable.
        parser: tags and parses the texts.
    """
    evidence = _Evidence()
    for sentences in parser.parse(list(texts)):
        for sentence in sentences:
            evidence.add(sentence)
    return people_from_cast(evidence.names())


def with_found_people(known: Sequence[NamedPerson], texts: Iterable[str], parser: Parser) -> tuple[NamedPerson, ...]:
    """Return known people and further people whom the texts name; a screenplay's cast has only speakers.

    Args:
        known: people of a list; a found name that contains a word of their forms is not added.
        texts: of one film, as for `find_people`.
        parser: tags and parses the texts.
    """
    return with_others(known, find_people(texts, parser))


def with_others(known: Sequence[NamedPerson], found: Sequence[NamedPerson]) -> tuple[NamedPerson, ...]:
    """Return known people and those found people who are none of them.

    Args:
        known: people of a list.
        found: people of `find_people`; one with a name that contains a word of the known forms is left out.
    """
    taken = {word for person in known for form in person.forms for word in form_key(form).split()}
    others = (
        person
        for person in found
        if taken.isdisjoint(word for form in person.forms for word in form_key(form).split() if not _names_title(word))
    )
    return (*known, *others)


def people_from_entities(texts: Iterable[str], pipeline: Language | str) -> tuple[NamedPerson, ...]:
    """Return the people that a spaCy pipeline with an entity recogniser finds in the texts of one film.

    Args:
        texts: of one film.
        pipeline: the pipeline, or the name or folder of an installed one.

    Raises:
        ModelError: when no such pipeline is installed, or it recognises no entities.
    """
    nlp = _installed(pipeline) if isinstance(pipeline, str) else pipeline
    if not (nlp.has_pipe("ner") or nlp.has_pipe("entity_ruler")):
        raise ModelError(f"the pipeline has {nlp.pipe_names}, but no 'ner'; name one that recognises entities")
    docs: Iterable[Any] = nlp.pipe(list(texts))
    names = (entity.text for doc in docs for entity in doc.ents if entity.label_ in PERSON_LABELS)
    return people_from_cast(name.removesuffix("'s").removesuffix("\u2019s") for name in names)


class _Evidence:
    """Counts of each capitalised form: uses as a person's name, other uses, and words seen in lower case."""

    def __init__(self) -> None:
        self._person: Counter[str] = Counter()
        self._other: Counter[str] = Counter()
        self._within: Counter[str] = Counter()  # uses not at the start of a sentence, where every word has a capital
        self._lower: set[str] = set()

    def add(self, sentence: Sentence) -> None:
        self._lower.update(word.text for word in sentence if word.text.islower())
        for start, end in _runs(sentence):
            name = " ".join(_cased(word.text) for word in sentence[start:end])
            self._within[name] += start > 0
            if _is_used_as_place(sentence, start, end):
                self._other[name] += 1
            elif _is_used_as_person(sentence, start, end):
                self._person[name] += 1

    def names(self) -> list[str]:
        return [name for name in self._person if self._is_name(name)]

    def _is_name(self, name: str) -> bool:
        if self._person[name] <= self._other[name] or len(name) < _MIN_LETTERS:
            return False
        if name.lower() in self._lower:
            return self._within[name] > 0 and self._person[name] > 1
        return self._person[name] > (name in WORDS or name in MONTHS)


def _runs(sentence: Sentence) -> Iterator[tuple[int, int]]:
    """The runs of words that may be one name, including a title."""
    start = None
    for at, word in enumerate((*sentence, Word("", "", "PUNCT", "", 0, ""))):
        if _may_be_name(word, first=at == 0):
            start = at if start is None else start
        elif start is not None:
            if at - start <= _MAX_WORDS and not all(_is_title(one) for one in sentence[start:at]):
                yield start, at
            start = None


def _may_be_name(word: Word, *, first: bool) -> bool:
    text = word.text
    if not text[:1].isupper() or text.title() in _CALENDAR or text.lower() in ROLE_NOUNS or word.pos in _NEVER_NAMES:
        return _is_title(word)
    if not first or text in WORDS:
        return True
    # The first word has a capital anyway: exclude plurals, and words that WordNet knows unless tagged as proper nouns.
    noun = wordnet().morphy(text, "n")
    return noun in (None, text.lower()) and (word.pos == "PROPN" or not wordnet().synsets(text))


def _is_title(word: Word) -> bool:
    return word.text[:1].isupper() and _names_title(word.text)


def _names_title(word: str) -> bool:
    return word.rstrip(".").title() in TITLES


def _is_used_as_place(sentence: Sentence, start: int, end: int) -> bool:
    """Whether a run of words is used like the name of a place or thing."""
    before = sentence[start - 1].text.lower() if start else ""
    if before in IN_PLACE or before in _ARTICLES or sentence[end - 1].text.title() in PLACE_NOUNS:
        return True
    after = sentence[end] if end < len(sentence) else None
    return after is not None and after.pos == "NOUN" and not _is_finite(after.text)


def _is_used_as_person(sentence: Sentence, start: int, end: int) -> bool:
    """Whether a run of words has a title, or is used like a person's name."""
    if _is_title(sentence[start]) or (end < len(sentence) and _is_after_people(sentence[end].text)):
        return True
    head = sentence[end - 1]
    for word in sentence[start:end]:
        if not start <= word.head < end:
            head = word
    governor = sentence[head.head]
    travels = governor.lemma in TRAVEL or governor.text.lower() in TRAVEL
    return head.dep.partition(":")[0] in _PERSON_RELATIONS and not travels


def _is_after_people(word: str) -> bool:
    return word in _POSSESSIVES or _is_finite(word)


def _is_finite(word: str) -> bool:
    """Whether a word may be a verb in the third person present (`walks`), whatever its tag."""
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
