"""How reliable a model is: by statements of known truth among those that are checked.

Models that say yes to everything, prefer the first statement or say what is usual give the same answers to true and to
false statements. So each check mixes candidates with controls, and what the model says of these gives, for a film and
for each kind of action, how often it calls true what is true and what is false. From both follows the probability of a
candidate by Bayes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

# A candidate sentence; controls that are false: another person does it, they do something else, a fact of another
# moment; controls that are true: what two views of other frames agree on; marks drawn into the frames, true and false.
Kind: TypeAlias = Literal["candidate", "other person", "other action", "other moment", "agreed", "mark", "false mark"]
FALSE_FACTS = ("other person", "other action", "other moment")

# Least difference between the shares of true and of false statements that a model calls true, below which it cannot
# distinguish them. Informedness .5 (Youden 1950); a coin has 0, and a model that errs in a quarter of cases .5.
LEAST = 0.5
# The same for marks. They show that it looks at all, and a short film has few of them: with eight, one who
# errs in a tenth has less once in a thousand films, and one who does not look more once in twenty.
LEAST_OF_MARKS = 0.3
# Least likelihood ratio of the verdicts on a sentence. With less they are no substantial evidence (Jeffreys 1961), and
# it would be accepted only since most other sentences of the film are true.
LEAST_EVIDENCE = 10**0.5
_TRUE_PRIOR = (1.5, 0.5)  # Beta: models mostly see what is plainly there
_FALSE_PRIOR = (1.0, 1.0)  # Beta: nothing is known
_CANDIDATE_PRIOR = (1.4, 0.6)  # Beta: seven in ten sentences of models were true in published studies of captions
_PRIOR_RANGE = (0.05, 0.95)  # of candidates that are true: more extreme ones would decide before any look
_ROUNDS = 50  # of the fit; it changes by less than a thousandth from the twentieth on
# How many statements the film's rates count for, beside those about the same action. What a model misses it misses
# evenly; what it takes for something else is of certain actions, so that few statements may show it.
_TRUE_STRENGTH, _FALSE_STRENGTH = 20.0, 3.0
_KIND_STRENGTH = 4.0  # the same, for statements that are false in one way
_MARKS_STRENGTH = 4.0  # the same, of marks for the rate of true facts
_CERTAIN = 0.02  # no rate is nearer to 0 or 1: fewer than fifty statements never show more


@dataclass(frozen=True)
class Statement:
    """A sentence that a model is asked about.

    Args:
        text: the sentence.
        kind: why it is asked.
        actions: what is done, as phrases: `opens a door`.
        names: whether it names people.
    """

    text: str
    kind: Kind
    actions: tuple[str, ...] = ()
    names: bool = False


@dataclass(frozen=True)
class Verdict:
    """What a model says of a statement.

    Args:
        statement: the statement.
        yes: 1 where it calls it true, 0 where it does not, between them with log-probabilities.
    """

    statement: Statement
    yes: float

    @property
    def is_yes(self) -> bool:
        """Whether it rather calls it true. Rates count these: what is not named has no probability to add."""
        return self.yes >= 0.5


class _Beta:
    """What is known of a rate: a Beta distribution."""

    def __init__(self, yes: float, no: float) -> None:
        self.yes, self.no = yes, no

    @property
    def mean(self) -> float:
        return self.yes / (self.yes + self.no)

    def with_verdicts(self, yes: float, no: float) -> _Beta:
        return _Beta(self.yes + yes, self.no + no)

    def log_likelihood(self, yes: float, no: float) -> float:
        """The log-probability of verdicts on one statement (beta-binomial): looks that agree are not independent."""
        return _log_beta(self.yes + yes, self.no + no) - _log_beta(self.yes, self.no)


@dataclass(frozen=True)
class _Rates:
    """How often a model calls true what is true (sensitivity), and what is false (the rate of false alarms)."""

    true: float
    false: float


class Reliability:
    """What the verdicts on a film say about the model that gave them.

    Args:
        controls: verdicts on statements of known truth.
        candidates: the verdicts on each candidate.
        likeness: similarity of two actions, from 0 for others to 1 for the same.
    """

    def __init__(
        self,
        controls: Sequence[Verdict],
        candidates: Sequence[Sequence[Verdict]],
        likeness: Callable[[str, str], float],
    ) -> None:
        self._controls, self._likeness = controls, likeness
        self._rates_of: dict[tuple[str, bool], tuple[_Beta, _Beta]] = {}  # of an action, with people named or without
        self.marks = _Rates(_rate(self._of("mark"), *_TRUE_PRIOR), _rate(self._of("false mark"), *_TRUE_PRIOR[::-1]))
        self.facts = self._facts([verdicts for verdicts in candidates if verdicts])
        self.prior = self._prior([self._log_ratio(verdicts) for verdicts in candidates if verdicts])

    @property
    def can_tell(self) -> bool:
        """Whether the model distinguishes true statements from false ones, and marks that are there from others."""
        apart = self.facts.true - self.facts.false, self.marks.true - self.marks.false
        return apart[0] >= LEAST and apart[1] >= LEAST_OF_MARKS

    @property
    def n_controls(self) -> int:
        """Statements of known truth."""
        return len(self._controls)

    def probability(self, verdicts: Sequence[Verdict]) -> float:
        """Return how probable it is that a candidate is true, by the verdicts on it in different checks."""
        return 1 / (1 + math.exp(-math.log(self.prior / (1 - self.prior)) - self._log_ratio(verdicts)))

    def is_evidence(self, verdicts: Sequence[Verdict]) -> bool:
        """Return whether the verdicts on a candidate say that it is true, whatever is true of other candidates."""
        return self._log_ratio(verdicts) >= math.log(LEAST_EVIDENCE)

    def _facts(self, candidates: Sequence[Sequence[Verdict]]) -> _Rates:
        """The film's rates of facts: of true ones by those that two views agree on and by candidates that are likely.

        How many candidates are true, and how often a true one is called so, are fitted together
        (expectation-maximisation).
        """
        false = _rate(self._of(*FALSE_FACTS), *_FALSE_PRIOR)
        agreed, (yes, no), true = self._of("agreed"), _CANDIDATE_PRIOR, self.marks.true
        share = yes / (yes + no)
        for _ in range(_ROUNDS):
            odds = [share / (1 - share) * _likelihood_ratio(verdicts, _Rates(true, false)) for verdicts in candidates]
            likely = [one / (1 + one) for one in odds]
            share = (sum(likely) + yes) / (len(likely) + yes + no)
            called = [sum(verdict.is_yes for verdict in verdicts) for verdicts in candidates]
            n_yes = sum(weight * n for weight, n in zip(likely, called, strict=True))
            n_true = sum(weight * len(verdicts) for weight, verdicts in zip(likely, candidates, strict=True))
            prior_yes, prior_no = _weighted(self.marks.true, _MARKS_STRENGTH)
            true = (n_yes + sum(one.is_yes for one in agreed) + prior_yes) / (
                n_true + len(agreed) + prior_yes + prior_no
            )
            true = min(max(true, _CERTAIN), 1 - _CERTAIN)
        return _Rates(true, false)

    def _log_ratio(self, verdicts: Sequence[Verdict]) -> float:
        """The log-likelihood ratio of the verdicts on one candidate, by the action that the model recognises worst."""
        statement = verdicts[0].statement
        yes = sum(verdict.yes for verdict in verdicts)
        no = len(verdicts) - yes
        rates = [self._rates(action, names=statement.names) for action in statement.actions or ("",)]
        true, false = min(rates, key=lambda pair: pair[0].mean - pair[1].mean)
        return true.log_likelihood(yes, no) - false.log_likelihood(yes, no)

    def _rates(self, action: str, *, names: bool) -> tuple[_Beta, _Beta]:
        """What is known of the rates of true and of false statements about an action; found once."""
        if (action, names) not in self._rates_of:
            self._rates_of[action, names] = self._found_rates(action, names=names)
        return self._rates_of[action, names]

    def _found_rates(self, action: str, *, names: bool) -> tuple[_Beta, _Beta]:
        kinds: tuple[Kind, ...] = ("other action", "other person") if names else ("other action",)
        # Of the ways in which a statement can be false, the one that the model detects worst.
        worst = max(_rate(self._of(kind), *_weighted(self.facts.false, _KIND_STRENGTH)) for kind in kinds)
        true = _Beta(*_weighted(self.facts.true, _TRUE_STRENGTH))
        false = _Beta(*_weighted(worst, _FALSE_STRENGTH))
        return true.with_verdicts(*self._about(action, "agreed")), false.with_verdicts(
            *self._about(action, *FALSE_FACTS)
        )

    def _about(self, action: str, *kinds: str) -> tuple[float, float]:
        """How many controls of some kinds about an action are called true and false, others by their similarity."""
        weights = [
            (max((self._likeness(action, other) for other in one.statement.actions), default=0.0), one.is_yes)
            for one in self._of(*kinds)
        ]
        return sum(weight * yes for weight, yes in weights), sum(weight * (1 - yes) for weight, yes in weights)

    def _prior(self, log_ratios: Sequence[float]) -> float:
        """The share of candidates that are true, as likely as their verdicts make it (expectation-maximisation)."""
        ratios = [math.exp(ratio) for ratio in log_ratios]
        true, false = _CANDIDATE_PRIOR
        at_least, at_most = _PRIOR_RANGE
        prior = true / (true + false)
        for _ in range(_ROUNDS):
            expected = sum(prior * ratio / (prior * ratio + 1 - prior) for ratio in ratios)
            prior = min(max((expected + true) / (len(ratios) + true + false), at_least), at_most)
        return prior

    def _of(self, *kinds: str) -> list[Verdict]:
        return [verdict for verdict in self._controls if verdict.statement.kind in kinds]


def _rate(verdicts: Sequence[Verdict], yes: float, no: float) -> float:
    """The share called true, with so many called true and false before."""
    share = (sum(verdict.is_yes for verdict in verdicts) + yes) / (len(verdicts) + yes + no)
    return min(max(share, _CERTAIN), 1 - _CERTAIN)


def _likelihood_ratio(verdicts: Sequence[Verdict], rates: _Rates) -> float:
    ratio = 1.0
    for verdict in verdicts:
        ratio *= rates.true / rates.false if verdict.is_yes else (1 - rates.true) / (1 - rates.false)
    return ratio


def _weighted(rate: float, n: float) -> tuple[float, float]:
    return n * rate, n * (1 - rate)


def _log_beta(yes: float, no: float) -> float:
    return math.lgamma(yes) + math.lgamma(no) - math.lgamma(yes + no)
