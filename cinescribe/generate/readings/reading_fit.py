"""How likely a reading is true, by what a model answered about readings of films whose truth is known.

A model is fitted for each kind of reading: how often it calls true and false statements of that kind true, plain and
denied, and how many of its readings are true. From these follows the probability of a reading by Bayes, as narration
has it for sentences. A model that answers by what is usual calls false statements true as often as true ones, so its
answers are no evidence, and its readings are as likely as they are on average.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cinescribe.errors import ModelError, RecordError, brief
from cinescribe.generate.narration.reliability import LEAST, LEAST_EVIDENCE
from cinescribe.generate.readings.reading import Answers, JudgedReading, ReadingKind
from cinescribe.record import Record
from cinescribe.store import read_record

# Probability from which a reading is noted, and from which a fact that was accepted before still counts as visible.
LEAST_LIKELY, _STILL_SEEN = 0.85, 0.5
LEAST_READINGS = 20  # of a kind that a fit needs: with fewer, a rate is off by a fifth in one of ten fits
_CERTAIN = 0.02  # no rate is nearer to 0 or 1, as in narration
_STRENGTH = 2.0  # how many statements the prior of a rate counts for
_HIT, _ALARM = 0.7, 0.3  # that prior: yes to true and to false statements, of a model that barely distinguishes them
_OTHER_IS_TRUE = 0.3  # share of false readings whose alternative is true; it only matters for `swapped`


@dataclass(frozen=True)
class KindFit(Record):
    """What is known of a model's readings of one kind.

    Args:
        kind: which one.
        n: readings of films with truth.
        share: of them that were true.
        hit, alarm: share of true and of false statements that were called true.
        denied_hit, denied_alarm: the same of denials.
        fact_hit, fact_alarm: the same of facts; of false ones as of false statements.

    Raises:
        RecordError: when a rate is not between 0 and 1.
    """

    kind: ReadingKind
    n: int
    share: float
    hit: float
    alarm: float
    denied_hit: float
    denied_alarm: float
    fact_hit: float
    fact_alarm: float

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if name not in ("kind", "n") and not 0 < value < 1:
                raise RecordError(f"the `{name}` of a fit is {brief(value)}; expected more than 0 and less than 1")

    @property
    def can_tell(self) -> bool:
        """Whether the model distinguishes true statements of this kind from false ones."""
        return self.n >= LEAST_READINGS and self.hit - self.alarm >= LEAST

    def probability(self, answers: Answers) -> float:
        """Return how probable a reading is, by the answers about it.

        Answers about one reading are not independent, so it is never more than as many readings as were fitted can
        show, if all of them were true (Laplace's rule of succession).
        """
        by_answers = 1 / (1 + math.exp(-math.log(self.share / (1 - self.share)) - self.log_ratio(answers)))
        return min(by_answers, (self.n + 1) / (self.n + 2))

    def log_ratio(self, answers: Answers) -> float:
        """Return the log-likelihood ratio of the answers: how much more they fit a true reading than a false one."""
        if_false = _OTHER_IS_TRUE * self.hit + (1 - _OTHER_IS_TRUE) * self.alarm
        return (
            _log_ratio(answers.plain, self.hit, self.alarm)
            + _log_ratio(answers.denied, self.denied_alarm, self.denied_hit)
            + _log_ratio(answers.swapped, self.alarm, if_false)
            + _log_ratio(answers.follows, self.hit, self.alarm)
        )

    def still_seen(self, probability: float, answer: float) -> bool:
        """Return whether a fact that was accepted is still likely to be visible after one more answer about it."""
        log_odds = _log_odds(probability) + _log_ratio(answer, self.fact_hit, self.fact_alarm)
        return 1 / (1 + math.exp(-log_odds)) >= _STILL_SEEN


@dataclass(frozen=True)
class ReadingFit(Record):
    """A fit of one model.

    Args:
        model: its name, as `ChatModel.name` has it.
        films: how many films with truth it was fitted on.
        kinds: the fit of each kind.
    """

    model: str
    films: int
    kinds: tuple[KindFit, ...] = ()

    def faults(
        self, judged: JudgedReading, facts: Mapping[str, float], moments: Mapping[str, int]
    ) -> tuple[float | None, tuple[str, ...]]:
        """Return the probability of a reading, and the reasons not to note it.

        Args:
            judged: the reading with answers.
            facts: the probability of each accepted fact.
            moments: the index of its moment.
        """
        kind = next((one for one in self.kinds if one.kind == judged.reading.kind), None)
        answers = judged.answers
        if kind is None or kind.n < LEAST_READINGS:
            return None, (f"the model has no fit for {judged.reading.kind}",)
        sure = kind.probability(answers)
        if not kind.can_tell:
            return sure, ("on films with truth, the model cannot tell true readings of this kind from false ones",)
        asked = zip(judged.reading.evidence, answers.evidence, strict=False)
        seen = [fact for fact, yes in asked if kind.still_seen(facts.get(fact, 0.0), yes)]
        # Of a person over the film a few frames show each fact; two moments that do make a habit.
        is_trait = judged.reading.kind == "trait"
        is_seen = len({moments[fact] for fact in seen}) > 1 if is_trait else len(seen) == len(judged.reading.evidence)
        reasons = {
            "the checks were not answered": answers.plain is None or answers.denied is None,
            "its evidence is not seen again": not is_seen,
            "these frames do not make it likelier than others do": not raises_odds(answers),
            "what follows does not show it": judged.reading.kind == "effect" and not (answers.follows or 0.0) >= 0.5,
            f"only {sure:.0%} sure to be true": sure < LEAST_LIKELY,
            "the answers are no evidence": kind.log_ratio(answers) < math.log(LEAST_EVIDENCE),
        }
        return sure, tuple(reason for reason, holds in reasons.items() if holds)


def read_fit(path: Path, *, model: str) -> ReadingFit:
    """Return the fit of a model from a file.

    Args:
        path: of the file.
        model: name of the model whose answers it is to weigh.

    Raises:
        ModelError: when it is the fit of another model.
        RecordError: when the file cannot be read, or is no fit.
    """
    fit = read_record(path, ReadingFit)
    if fit.model != model:
        raise ModelError(
            f"{str(path)!r} is the fit of {fit.model}, and the notes are by {model}; fit this model (`fit-notes`)"
        )
    return fit


def raises_odds(answers: Answers) -> bool:
    """Return whether a reading is called true with the frames of its own moment, and not with those of another one.

    How sure a model is of each is not compared: the probability of a number also depends on what else is in its list.
    """
    return bool(answers.plain) and answers.blind == 0


def fitted_readings(
    model: str,
    judged: Iterable[tuple[JudgedReading, bool, bool]],
    *,
    films: int,
) -> ReadingFit:
    """Return the fit of a model.

    Args:
        model: its name.
        judged: readings of films with truth, each with whether it and whether its alternative is true.
        films: how many.
    """
    known = list(judged)
    kinds: dict[ReadingKind, list[tuple[JudgedReading, bool, bool]]] = {}
    for each in known:
        kinds.setdefault(each[0].reading.kind, []).append(each)
    facts = [yes for one, *_ in known for yes in one.answers.evidence]
    return ReadingFit(model, films, tuple(_kind_fit(kind, own, facts) for kind, own in kinds.items()))


def _kind_fit(kind: ReadingKind, known: Sequence[tuple[JudgedReading, bool, bool]], facts: Sequence[float]) -> KindFit:
    said: dict[bool, list[float]] = {True: [], False: []}
    denied: dict[bool, list[float]] = {True: [], False: []}
    for one, is_true, other_is_true in known:
        answers = one.answers
        about = [(answers.plain, is_true), (answers.swapped, other_is_true), (answers.follows, is_true)]
        # Of another moment nothing is known, but mostly it is false there: a model that does not look says yes.
        for yes, truth in (*about, (answers.blind, False)):
            if yes is not None:
                said[truth].append(yes)
        if answers.denied is not None:
            denied[not is_true].append(answers.denied)
    n_true = sum(is_true for _, is_true, _ in known)
    alarm = _rate(said[False], _ALARM)
    return KindFit(
        kind,
        len(known),
        _bounded((n_true + 1) / (len(known) + 2)),
        _rate(said[True], _HIT),
        alarm,
        _rate(denied[True], _HIT),
        _rate(denied[False], _ALARM),
        _rate(facts, _HIT),
        alarm,
    )


def _rate(said: Sequence[float], prior: float) -> float:
    """The share called true. Rates count what is rather called true, as in narration."""
    return _bounded((sum(yes >= 0.5 for yes in said) + _STRENGTH * prior) / (len(said) + _STRENGTH))


def _bounded(rate: float) -> float:
    return min(max(rate, _CERTAIN), 1 - _CERTAIN)


def _log_odds(yes: float) -> float:
    return math.log(_bounded(yes) / (1 - _bounded(yes)))


def _log_ratio(yes: float | None, if_true: float, if_false: float) -> float:
    """The log-likelihood ratio of an answer between 0 and 1; 0 where there is none."""
    if yes is None:
        return 0.0
    return yes * math.log(if_true / if_false) + (1 - yes) * math.log((1 - if_true) / (1 - if_false))
