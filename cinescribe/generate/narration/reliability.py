"""How far a model can be believed: by statements of known truth that stand among those that are checked.

Models that say yes to everything, prefer the first statement or say what is usual give the same answers to true and to
false statements. So each check mixes candidates with controls, and what the model says of these gives, for a film and
for each kind of action, how often it calls true what is true and what is false. From both follows the probability of a
candidate by Bayes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

# A sentence that may be said; controls that are false: somebody else does it, they do something else, a fact of another
# moment; controls that are true: what two views of other frames agree on; marks drawn into the frames, true and false.
Kind: TypeAlias = Literal["candidate", "other person", "other action", "other moment", "agreed", "mark", "false mark"]
FALSE_FACTS = ("other person", "other action", "other moment")

# Least difference between the shares of true and of false statements that a model calls true, below which it cannot
# tell them apart. Informedness .5 (Youden 1950); a coin has 0, and a model that errs in a quarter of cases .5.
LEAST = 0.5
# The same for marks. They show that it looks at all, and a short film has few of them: with eight, one who
# errs in a tenth has less once in a thousand films, and one who does not look more once in twenty.
LEAST_OF_MARKS = 0.3
_TRUE_PRIOR = (1.5, 0.5)  # Beta: models mostly see what is plainly there
_FALSE_PRIOR = (1.0, 1.0)  # Beta: nothing is known
_CANDIDATE_PRIOR = (1.4, 0.6)  # Beta: seven in ten sentences of models were true in published studies of captions
_ROUNDS = 50  # of the fit; it changes by less than a thousandth from the twentieth on
_PRIOR_RANGE = (0.05, 0.95)  # of candidates that are true: more extreme ones would decide before any look
_SHRUNKEN = 4.0  # statements that the film's rates count for, beside those of a kind or of an action
_CERTAIN = 0.02  # no rate is nearer to 0 or 1: fewer than fifty statements never show more


@dataclass(frozen=True)
class Statement:
    """A sentence that a model is asked about.

    Args:
        text: the sentence.
        kind: why it is asked.
        actions: the verbs of what is done, as lemmas.
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


@dataclass(frozen=True)
class Rates:
    """How often a model calls true what is true (sensitivity), and what is false (the rate of false alarms)."""

    true: float
    false: float

    def log_ratio(self, yes: float) -> float:
        """Return the log-likelihood ratio of a verdict; between yes and no it is interpolated."""
        return yes * math.log(self.true / self.false) + (1 - yes) * math.log((1 - self.true) / (1 - self.false))


class Reliability:
    """What the verdicts on a film say about the model that gave them.

    Args:
        verdicts: on candidates and controls, of all first checks of the film.
    """

    def __init__(self, verdicts: Sequence[Verdict]) -> None:
        self._verdicts = tuple(verdicts)
        self.marks = self._marks()
        false = _rate(self._of(*FALSE_FACTS), *_FALSE_PRIOR)
        self.facts = Rates(self._shrunk(self._of("agreed"), self.marks.true), false)
        self.prior = self._prior()

    @property
    def can_tell(self) -> bool:
        """Whether the model tells true statements from false ones, and marks that are there from others."""
        apart = self.facts.true - self.facts.false, self.marks.true - self.marks.false
        return apart[0] >= LEAST and apart[1] >= LEAST_OF_MARKS

    @property
    def n_controls(self) -> int:
        """Statements of known truth."""
        return sum(verdict.statement.kind != "candidate" for verdict in self._verdicts)

    def probability(self, verdicts: Iterable[Verdict]) -> float:
        """Return how probable it is that a statement is true, by the verdicts on it in different checks."""
        log_odds = math.log(self.prior / (1 - self.prior))
        log_odds += sum(self.rates_of(one.statement).log_ratio(one.yes) for one in verdicts)
        return 1 / (1 + math.exp(-log_odds))

    def rates_of(self, statement: Statement) -> Rates:
        """Return the rates for a statement: of the action, and of the way of being false, that it tells worst."""
        kinds: tuple[Kind, ...] = ("other action", "other person") if statement.names else ("other action",)
        found = [self._rates(action, kind) for action in statement.actions or ("",) for kind in kinds]
        return min(found, key=lambda rates: rates.true - rates.false)

    def _rates(self, action: str, kind: Kind) -> Rates:
        by_kind = self._shrunk(self._of(kind), self.facts.false)
        about = [verdict for verdict in self._verdicts if action in verdict.statement.actions]
        false = [verdict for verdict in about if verdict.statement.kind in FALSE_FACTS]
        true = [verdict for verdict in about if verdict.statement.kind == "agreed"]
        return Rates(self._shrunk(true, self.facts.true), self._shrunk(false, by_kind))

    def _marks(self) -> Rates:
        return Rates(_rate(self._of("mark"), *_TRUE_PRIOR), _rate(self._of("false mark"), *reversed(_TRUE_PRIOR)))

    def _prior(self) -> float:
        """The share of candidates that are true, as likely as their verdicts make it (expectation-maximisation)."""
        ratios = [math.exp(self.rates_of(one.statement).log_ratio(one.yes)) for one in self._of("candidate")]
        true, false = _CANDIDATE_PRIOR
        at_least, at_most = _PRIOR_RANGE
        prior = true / (true + false)
        for _ in range(_ROUNDS):
            expected = sum(prior * ratio / (prior * ratio + 1 - prior) for ratio in ratios)
            prior = min(max((expected + true) / (len(ratios) + true + false), at_least), at_most)
        return prior

    def _of(self, *kinds: str) -> list[Verdict]:
        return [verdict for verdict in self._verdicts if verdict.statement.kind in kinds]

    @staticmethod
    def _shrunk(verdicts: Sequence[Verdict], towards: float) -> float:
        return _rate(verdicts, _SHRUNKEN * towards, _SHRUNKEN * (1 - towards))


def _rate(verdicts: Sequence[Verdict], yes: float, no: float) -> float:
    """The mean of a Beta posterior: the share called true, with so many called true and false before."""
    share = (sum(verdict.yes for verdict in verdicts) + yes) / (len(verdicts) + yes + no)
    return min(max(share, _CERTAIN), 1 - _CERTAIN)
