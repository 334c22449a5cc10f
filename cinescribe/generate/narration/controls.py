"""The statements of a check: candidates among controls, whose truth is known from other moments and from marks."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from cinescribe.generate.narration.choice import Vectors
from cinescribe.generate.narration.language.statement_words import EnglishWords, StatementWords
from cinescribe.generate.narration.marked_frames import Legend
from cinescribe.generate.narration.moments import Role
from cinescribe.generate.narration.naming import people_named
from cinescribe.generate.narration.reliability import Kind, Statement
from cinescribe.generate.narration.viewing import Fact, View
from cinescribe.generate.narration.wording import Candidate

MARKS = ("yellow", "cyan", "pink", "orange")  # colours of squares, which are seldom those of a person's circle
_FALSE = 2  # false facts in a check
_MOST_FALSE = 4  # the same, for films with few pauses
_FALSE_OF_A_FILM = 16  # target: with half of them, a coin could pass for a discriminating model
_DISTANT = 3  # moments between a fact and the moment in which it is taken to be false
# Cosines of two phrases of MiniLM. Of other words for one Backlot action, 74 % have .55 and more; of other actions, 9 %
# have .5 and more and 25 % have .3 and more.
_UNLIKE = 0.5  # below which one does not imply the other
_ALIKE = 0.55  # from which two views report the same
_OTHER, _SAME = 0.35, 0.8  # up to which an action says nothing about another, and from which it is the same
_ENGLISH = EnglishWords()
_SEX = {"man": "woman", "woman": "man", "boy": "girl", "girl": "boy"}
_SOMEBODY = re.compile(rf"\b({'|'.join(_SEX)})\b", re.IGNORECASE)


@dataclass(frozen=True)
class Square:
    """A mark drawn into the lower right corner of every frame of a check.

    Args:
        colour: of `MARKS`.
    """

    colour: str

    @property
    def text(self) -> str:
        """The statement that it is there, in English."""
        return EnglishWords().square(self.colour)


@dataclass(frozen=True)
class Check:
    """A check of one moment.

    Args:
        statements: in the order in which they are numbered.
        square: the mark that is drawn into its frames.
    """

    statements: tuple[Statement, ...]
    square: Square


def actions_of(candidate: Candidate, view: View) -> tuple[str, ...]:
    """Return what is done in the facts that a sentence says; in all facts of the view where it names none."""
    facts = [view.facts[n] for n in candidate.facts] or view.facts
    return tuple(dict.fromkeys(fact.does for fact in facts))


class Controls:
    """Chooses the statements of checks, from everything that was seen in a film.

    Args:
        views: of each moment, by time.
        again: a second view of some of them, by index.
        roles: the people of the film.
        vectors: of phrases.
        words: of statements about facts.
    """

    def __init__(
        self,
        views: Sequence[View],
        again: Mapping[int, View],
        roles: Sequence[Role],
        vectors: Vectors,
        words: StatementWords = _ENGLISH,
    ) -> None:
        self._views, self._roles, self._words = views, roles, words
        phrases = list(dict.fromkeys(fact.does for view in [*views, *again.values()] for fact in view.facts))
        self._row = {phrase: n for n, phrase in enumerate(phrases)}
        self._vectors = vectors.vectors(phrases) if phrases else np.zeros((0, 1))
        self._agreed = {
            n: [one for fact in self._on_both(views[n], view) if (one := self._statement(fact, "agreed")) is not None]
            for n, view in again.items()
        }
        n_views = max(sum(bool(view.facts) for view in views), 1)
        self._n_false = min(max(_FALSE, math.ceil(_FALSE_OF_A_FILM / n_views)), _MOST_FALSE)

    def likeness(self, one: str, other: str) -> float:
        """Return how much two actions of the film are alike, from 0 for others to 1 for the same."""
        return min(max((self._cosine(one, other) - _OTHER) / (_SAME - _OTHER), 0.0), 1.0)

    def is_agreed(self, n: int, text: str) -> bool:
        """Return whether a sentence is what both views of a moment report."""
        return any(statement.text == text for statement in self._agreed.get(n, ()))

    def check(self, n: int, candidates: Sequence[Candidate]) -> Check:
        """Return the first check of a moment.

        Args:
            n: index of the moment.
            candidates: the sentences that it is about, the best first.
        """
        view, rng = self._views[n], self._rng(n, candidates, "first")
        asked = [self._candidate(candidate, view) for candidate in candidates]
        false = self._false(n, candidates, rng, without=())
        candidate_texts = {candidate.text for candidate in candidates}
        agreed = [one for one in self._agreed.get(n, ()) if one.text not in candidate_texts][:1]
        statements = [*asked, *false[: self._n_false], *agreed]
        return self._shuffled(statements, view.legend, rng, false_mark=bool(n % 2))

    def further_look(self, n: int, candidate: Candidate, before: Sequence[Check]) -> Check:
        """Return another check of one sentence, among other controls.

        Args:
            n: index of the moment.
            candidate: the sentence.
            before: the checks of the moment so far.
        """
        rng = self._rng(n, [candidate], f"look {len(before)}")
        # Whether another person does it is asked again: it shows how the model answers about this very action.
        asked = (statement for check in before for statement in check.statements)
        known = tuple(statement.text for statement in asked if statement.kind != "other person")
        false = self._false(n, [candidate], rng, without=known)
        view = self._views[n]
        statements = [self._candidate(candidate, view), *false[:_FALSE]]
        return self._shuffled(statements, view.legend, rng, false_mark=bool((n + len(before)) % 2))

    def _rng(self, n: int, candidates: Sequence[Candidate], look: str) -> random.Random:
        return random.Random(f"{look}/{n}/{'/'.join(candidate.text for candidate in candidates)}")

    def _candidate(self, candidate: Candidate, view: View) -> Statement:
        named = bool(people_named(candidate.text, self._roles))
        return Statement(candidate.text, "candidate", actions_of(candidate, view), named)

    def _shuffled(self, statements: list[Statement], legend: Legend, rng: random.Random, *, false_mark: bool) -> Check:
        """The statements in random order, with one about the square that is there, and maybe one that is not."""
        circles = {colour for _, _, colour in legend.colours}
        there, other = rng.sample([colour for colour in MARKS if colour not in circles] or list(MARKS), 2)
        marks = [Statement(self._words.square(there), "mark")]
        if false_mark:
            marks.append(Statement(self._words.square(other), "false mark"))
        shuffled = [*dict.fromkeys(statements), *marks]
        rng.shuffle(shuffled)
        return Check(tuple(shuffled), Square(there))

    def _false(
        self, n: int, candidates: Sequence[Candidate], rng: random.Random, *, without: Sequence[str]
    ) -> list[Statement]:
        """False facts about a moment, the hardest to detect first: who, what, then other moments."""
        view = self._views[n]
        candidate_texts = {text.casefold() for text in (*without, *(candidate.text for candidate in candidates))}
        facts = [view.facts[k] for candidate in candidates for k in candidate.facts] or list(view.facts)
        rng.shuffle(facts)
        distant = [fact for fact in self._distant(n) if not self._is_implied(fact.does, view)]
        rng.shuffle(distant)
        stock = [Statement(text, "other moment") for text in rng.sample(self._words.stock, len(self._words.stock))]
        person, action = self._other_person(facts, view, rng), self._other_action(facts, distant)
        moment = (one for fact in distant if (one := self._statement(fact, "other moment")) is not None)
        kinds = [next(person, None), next(action, None), *_in_turn(moment, action, person), *stock]
        found: dict[str, Statement] = {}
        for statement in kinds:
            if statement is not None and statement.text.casefold() not in candidate_texts:
                found.setdefault(statement.text.casefold(), statement)
        return list(found.values())

    def _distant(self, n: int) -> list[Fact]:
        return [fact for other, view in enumerate(self._views) if abs(other - n) >= _DISTANT for fact in view.facts]

    def _is_implied(self, does: str, view: View) -> bool:
        return any(self._cosine(does, fact.does) >= _UNLIKE for fact in view.facts)

    def _cosine(self, one: str, other: str) -> float:
        if one not in self._row or other not in self._row:
            return 0.0
        return float(self._vectors[self._row[one]] @ self._vectors[self._row[other]])

    def _other_person(self, facts: Sequence[Fact], view: View, rng: random.Random) -> Iterator[Statement]:
        """A person's action, given to another: marked people first, but not the partner."""
        marked = [name for _, name, _ in view.legend.colours]
        absent = [role.name for role in self._roles if role.name not in marked]
        rng.shuffle(absent)
        for fact in facts:
            same = {other.who.casefold() for other in view.facts if self._cosine(other.does, fact.does) >= _UNLIKE}
            for name in (*marked, *absent):
                is_partner = name.casefold() in f"{fact.to_whom} {fact.does}".casefold()
                if name.casefold() not in same and not is_partner:
                    yield from self._of_another(fact, name, "other person", names=True)
            if swapped := _swapped(fact.who):
                yield from self._of_another(fact, swapped, "other person")

    def _other_action(self, facts: Sequence[Fact], distant: Sequence[Fact]) -> Iterator[Statement]:
        """Something else that is done in the film, by the people of this moment."""
        for n, other in enumerate(distant if facts else ()):
            fact = facts[n % len(facts)]
            if fact.who and fact.who.casefold() not in f"{other.does} {other.to_whom}".casefold():
                yield from self._of_another(other, fact.who, "other action", names=fact.who[:1].isupper())

    def _of_another(self, fact: Fact, who: str, kind: Kind, *, names: bool = False) -> Iterator[Statement]:
        """A fact with another person as its subject, if the language has words for it."""
        text = self._words.sentence(fact, subject=who)
        if text is not None:
            yield Statement(text, kind, (fact.does,), names)

    def _statement(self, fact: Fact, kind: Kind) -> Statement | None:
        text = self._words.sentence(fact)
        return None if text is None else Statement(text, kind, (fact.does,))

    def _on_both(self, view: View, again: View) -> tuple[Fact, ...]:
        """The facts that both views report: of the same person, the same action."""
        return tuple(
            fact
            for fact in view.facts
            if any(
                fact.who.casefold() == other.who.casefold() and self._cosine(fact.does, other.does) >= _ALIKE
                for other in again.facts
            )
        )


def _in_turn(*groups: Iterator[Statement]) -> Iterator[Statement]:
    """Yield the statements of several groups in turn, until all are empty."""
    left = list(groups)
    while left:
        for group in list(left):
            statement = next(group, None)
            if statement is None:
                left.remove(group)
            else:
                yield statement


def _swapped(who: str) -> str:
    """The words for a person of the other sex; "" where they name none."""
    swapped = _SOMEBODY.sub(lambda match: _SEX[match[1].casefold()], who)
    return swapped if swapped != who else ""
