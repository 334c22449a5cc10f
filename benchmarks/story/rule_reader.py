"""A reader without a language model: it looks for the sentence of a description that says what a choice says.

It knows the cast's names, Backlot's places and the kinds of questions, but nothing of the film. A sentence supports a
statement as far as it has the same people (names, and pronouns by CRITIC's rule), what is done is alike by sentence
vectors, and it is not known to be elsewhere. A place holds until another one is named. Where nothing
distinguishes the choices it guesses, by a hash of the question.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

import numpy as np
from numpy.typing import NDArray

from benchmarks.story.questions import StoryItem
from cinescribe.backlot.plan.caption_templates import PLACE_WORDS
from cinescribe.language.names.names import NamedPerson
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.language.tokens.parsed_sentence import Parser
from cinescribe.language.vectors.sentence_vectors import SentenceVectors, sentence_vectors
from cinescribe.metrics.description.action_score import actions
from cinescribe.metrics.description.coreference import people_meant
from cinescribe.metrics.description.repetition import split_sentences
from cinescribe.metrics.description.story_questions import CHOICES

# Weights set by hand, and looked at on the reference captions of planned films of seeds 6000 to 6011.
_STRANGERS = 0.2  # left of the support of a sentence that has none of the people
_ELSEWHERE, _SOMEWHERE, _KEPT_PLACE = 0.3, 0.7, 0.9  # where another place, no place, or an earlier sentence's place is
_TURNED = 0.9  # where others are named first
_STATED = 0.5  # support of an event that is stated
_LATER = 0.8  # for each sentence between one event and the next
_BEFORE = 0.2  # where the next event comes first
_PLACE = re.compile(rf"\b(?:in|on|at|into|onto|through|down|along|the) (?:the )?({'|'.join(PLACE_WORDS)})\b")


@dataclass(frozen=True)
class _Clause:
    """What a statement or a sentence says.

    Args:
        people: by name; the first is who acts.
        phrases: what is done, without names and places.
        place: where, if it says so.
    """

    people: tuple[str, ...]
    phrases: tuple[str, ...]
    place: str | None


@dataclass(frozen=True)
class Description:
    """A description as the reader keeps it.

    Args:
        clauses: of its sentences, in order.
        places: where each sentence is, by the last place named; None before the first.
    """

    clauses: tuple[_Clause, ...]
    places: tuple[str | None, ...]


@dataclass(frozen=True)
class RuleReader:
    """Answers questions about films of one cast.

    Args:
        cast: the names.
    """

    cast: tuple[str, ...]
    _known: dict[str, _Clause] = field(default_factory=dict, init=False, repr=False, compare=False)

    def letters(self, items: Sequence[StoryItem], said: Sequence[str]) -> list[str]:
        """Return the chosen letter of each question, from sentences alone."""
        stated = {one for item in items for text in item.statements for one in split_sentences(text)}
        new = sorted(stated - self._known.keys())  # read at once, which takes far less time than one by one
        self._known.update(zip(new, self._clauses(new), strict=True))
        told = self.read([sentence for text in said for sentence in split_sentences(text)])
        return [CHOICES[self._choice(item, told)] for item in items]

    def read(self, sentences: Sequence[str]) -> Description:
        """Return what sentences say."""
        clauses = self._clauses(sentences)
        places: list[str | None] = []
        for clause in clauses:
            places.append(clause.place or (places[-1] if places else None))
        return Description(tuple(clauses), tuple(places))

    def _choice(self, item: StoryItem, told: Description) -> int:
        supports = [_BY_KIND.get(item.kind, _stated)(self, text, told) for text in item.statements]
        best = [n for n, one in enumerate(supports) if np.isclose(one, max(supports))]
        return random.Random(item.question.question + item.question.file).choice(best)

    def supports(self, statement: _Clause, told: Description) -> NDArray[np.float64]:
        """Return how far each sentence supports a statement, (sentences,)."""
        return np.array(
            [
                _likeness(statement, clause) * _same_people(statement, clause) * _same_place(statement, clause, place)
                for clause, place in zip(told.clauses, told.places, strict=True)
            ]
        )

    def statement(self, text: str) -> _Clause:
        """Return what a sentence of a statement says by itself."""
        return self._known[text]

    def _clauses(self, sentences: Sequence[str]) -> list[_Clause]:
        if not sentences:
            return []
        people = people_meant(sentences, [NamedPerson(name, (name,)) for name in self.cast], _parser())
        done = actions(sentences, _parser())
        clauses = [
            _Clause(_in_order(text, own), _phrases(text, [each.phrase for each in acts]), _place(text))
            for text, own, acts in zip(sentences, people, done, strict=True)
        ]
        _vectors().vectors([phrase for clause in clauses for phrase in clause.phrases])  # kept for what compares them
        return clauses


def _in_order(text: str, people: frozenset[str]) -> tuple[str, ...]:
    """People by their first mention; those meant by pronouns come first, where subjects are."""
    return tuple(sorted(people, key=text.find))


def _place(text: str) -> str | None:
    found = _PLACE.search(text)
    return found[1] if found else None


def _phrases(text: str, phrases: Sequence[str]) -> tuple[str, ...]:
    return tuple(" ".join(_PLACE.sub("", phrase).split()) for phrase in phrases or [text])


def _likeness(one: _Clause, other: _Clause) -> float:
    """The cosine of the nearest two phrases."""
    return float(max(0.0, _vectors().between(one.phrases, other.phrases).max()))


def _same_people(one: _Clause, other: _Clause) -> float:
    """How far two sentences are about the same people."""
    both, either = set(one.people) & set(other.people), set(one.people) | set(other.people)
    if not either:
        return 1.0
    alike = _STRANGERS + (1 - _STRANGERS) * len(both) / len(either)
    return alike if one.people[:1] == other.people[:1] else _TURNED * alike


def _same_place(one: _Clause, other: _Clause, place: str | None) -> float:
    """How far a sentence, at a place, may be where another one is."""
    if one.place is None:
        return 1.0
    if place is None:
        return _SOMEWHERE
    if place != one.place:
        return _ELSEWHERE
    return 1.0 if other.place else _KEPT_PLACE


def _stated(reader: RuleReader, text: str, told: Description) -> float:
    """How far any sentence supports a statement."""
    return float(reader.supports(reader.statement(text), told).max(initial=0.0))


def _follows(reader: RuleReader, text: str, told: Description) -> float:
    """How far a sentence soon after that of the first event supports the second."""
    first, second = (reader.supports(reader.statement(one), told) for one in split_sentences(text))
    if not len(first):
        return 0.0
    apart = np.arange(len(first)) - int(first.argmax())
    return float((second * np.where(apart > 0, _LATER ** (apart - 1.0), _BEFORE * (apart < 0))).max())


def _early(reader: RuleReader, text: str, told: Description) -> float:
    """How early the sentence stands that supports an event; what none supports is later than all."""
    supports = reader.supports(reader.statement(text), told)
    if supports.max(initial=0.0) < _STATED:
        return 0.0
    return float(1 - supports.argmax() / len(supports))


def _at_both(reader: RuleReader, text: str, told: Description) -> float:
    """How far somebody is at two places: the lesser of both."""
    wanted = [reader.statement(one) for one in split_sentences(text)]
    return min(
        max(
            (
                (each.people[0] in clause.people) * _same_place(each, clause, place)
                for clause, place in zip(told.clauses, told.places, strict=True)
            ),
            default=0.0,
        )
        for each in wanted
    )


_BY_KIND: Mapping[str, Callable[[RuleReader, str, Description], float]] = {
    "next": _follows,
    "first": _early,
    "again": _at_both,
}


@cache
def _parser() -> Parser:
    return shipped_parser()


@cache
def _vectors() -> SentenceVectors:
    return sentence_vectors()
