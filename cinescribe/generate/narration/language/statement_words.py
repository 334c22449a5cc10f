"""The words of the statements that a check mixes with candidates, in the language of the candidates.

Facts are English. Were they stated in English beside German candidates, a model that only distinguishes languages would
seem to recognise the truth. So each fact is put into the language by the writer beforehand (`fact_wordings`), and
another person becomes its subject by a change of the name at its start.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from cinescribe.generate.narration.language.sample_texts import sample_texts
from cinescribe.generate.narration.moments import Role
from cinescribe.generate.narration.viewing import Fact

_SAMPLE = sample_texts("en")


class StatementWords(Protocol):
    """Words statements about facts."""

    @property
    def stock(self) -> Sequence[str]:
        """Sentences that are false of nearly every moment of nearly every film."""
        ...

    def square(self, colour: str) -> str:
        """Return the statement that a square is in the corner of the frames."""
        ...

    def sentence(self, fact: Fact, *, subject: str | None = None) -> str | None:
        """Return a fact as a sentence, possibly of another person; None where the language has no words for it."""
        ...


class EnglishWords:
    """States facts in English, in which they are."""

    stock = _SAMPLE.stock

    def square(self, colour: str) -> str:
        """Return the statement that a square is in the corner of the frames."""
        return _SAMPLE.squares[colour]

    def sentence(self, fact: Fact, *, subject: str | None = None) -> str:
        """Return a fact as a sentence, possibly of another person."""
        text = (fact if subject is None else Fact(subject, fact.does)).text.strip().rstrip(".")
        return f"{text[:1].upper()}{text[1:]}."


class WordedFacts:
    """States facts in the words of a language.

    Args:
        by_text: the sentence for each English text that was put into the language.
        roles: the people of the film.
        tag: BCP 47 tag of the language.
    """

    def __init__(self, by_text: Mapping[str, str], roles: Sequence[Role], tag: str) -> None:
        self._by_text, self._own = by_text, sample_texts(tag)
        self._called = {role.name.casefold(): role.spoken for role in roles}

    @property
    def stock(self) -> tuple[str, ...]:
        """Sentences that are false of nearly every moment of nearly every film."""
        return self._own.stock or tuple(self._by_text[text] for text in _SAMPLE.stock if text in self._by_text)

    def square(self, colour: str) -> str:
        """Return the statement that a square is in the corner of the frames; in English if it is not translated."""
        english = _SAMPLE.squares[colour]
        return self._own.squares.get(colour) or self._by_text.get(english, english)

    def sentence(self, fact: Fact, *, subject: str | None = None) -> str | None:
        """Return a fact as a sentence, possibly of another person; None if it is not translated into the language.

        The other person is named at the start only, in the nominative; words for people who have no name are not
        changed.
        """
        text = self._by_text.get(fact.text)
        if text is None or subject is None or subject.casefold() == fact.who.casefold():
            return text
        old, new = (self._called.get(who.casefold()) for who in (fact.who, subject))
        if old is None or new is None or not _begins_with(text, old):
            return None
        return f"{new[:1].upper()}{new[1:]}{text[len(old) :]}"


def _begins_with(text: str, name: str) -> bool:
    """Whether a text begins with a whole name: not `Annas Hand` with `Anna`."""
    return text.casefold().startswith(name.casefold()) and text[len(name) : len(name) + 1].isspace()


def english_samples(tag: str) -> tuple[str, ...]:
    """Return the English statements that a language has no words for, and that need translation."""
    own = sample_texts(tag)
    return (*(() if own.stock else _SAMPLE.stock), *(() if own.squares else _SAMPLE.squares.values()))
