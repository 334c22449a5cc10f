"""In what a witness errs: independently of everything, about one kind of action, or towards yes."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from dataclasses import dataclass, replace
from statistics import NormalDist

from cinescribe.backlot.plan.caption_templates import TEMPLATES
from cinescribe.backlot.plan.truth import FilmedClip

_SURE = 10.0  # log-odds of one who never errs
_NORMAL = NormalDist()


@dataclass(frozen=True)
class Errors:
    """How often a witness errs, and about what always.

    Args:
        facts: probability that a reported fact is false.
        missed: probability that a true statement is called false.
        believed: probability that a false statement is called true.
        inverted: a kind of action. It is reported where its neighbour (`neighbour`) is done, and the neighbour where
            it is done; statements with it get the wrong answer.
        confused: a kind of action that is always taken for its neighbour.
        errs_in_checks: whether statements with that kind of action are judged wrongly too.
    """

    facts: float = 0.0
    missed: float = 0.0
    believed: float = 0.0
    inverted: str | None = None
    confused: str | None = None
    errs_in_checks: bool = True

    @property
    def name(self) -> str:
        """All of it, in a few letters."""
        rates = f"{self.facts:g},{self.missed:g},{self.believed:g}"
        right = "" if self.errs_in_checks else "checked"
        return rates + "".join(f",{one}" for one in (self.inverted, self.confused, right) if one)

    @property
    def is_systematic(self) -> bool:
        """Whether one kind of action is always wrong."""
        return bool(self.inverted or self.confused)

    def only_in_views(self) -> Errors:
        """Return the same errors in what is seen, and none in checks."""
        return replace(self, missed=0.0, believed=0.0, errs_in_checks=False)

    def reported(self, clips: Iterable[FilmedClip]) -> list[FilmedClip]:
        """Return clips as a view reports them."""
        return [self._reported(clip) for clip in clips]

    def judged(self, clips: Iterable[FilmedClip]) -> list[FilmedClip]:
        """Return clips as statements are held against them."""
        return [self._reported(clip) if self.confused and self.errs_in_checks else clip for clip in clips]

    def is_turned(self, actions: Iterable[str]) -> bool:
        """Return whether a statement about some actions gets the wrong answer."""
        return self.errs_in_checks and self.inverted is not None and self.inverted in actions

    def sureness(self, is_true: bool, rng: random.Random) -> float:
        """Return the log-odds with which the witness calls a statement true.

        What it sees is a normal variable whose means for true and false statements are as far apart as gives both
        rates, and which it weighs as Bayes does. If the rates differ, it begins with a bias: it is too sure of yes.
        """
        rates = self.missed, self.believed
        if not any(rates):
            return _SURE if is_true else -_SURE
        hit, rejected = (_NORMAL.inv_cdf(1 - rate) for rate in rates)
        apart = hit + rejected
        seen = rng.gauss(apart / 2 if is_true else -apart / 2, 1.0)
        return apart * (seen - (rejected - hit) / 2)

    def _reported(self, clip: FilmedClip) -> FilmedClip:
        kind = self.confused or self.inverted
        if kind is None:
            return clip
        other = neighbour(kind)
        if clip.action == kind:
            return clip.replace(action=other)
        return clip.replace(action=kind) if self.inverted and clip.action == other else clip


def neighbour(action: str) -> str:
    """Return the action for which another is taken: the next one with as many people and things."""
    alike = [other for other in TEMPLATES if _shape(other) == _shape(action)]
    return alike[(alike.index(action) + 1) % len(alike)]


def _shape(action: str) -> tuple[bool, bool]:
    texts = [text for text, *_ in TEMPLATES[action]]
    return any("{b}" in text for text in texts), any("{o}" in text for text in texts)


def probability(log_odds: float) -> float:
    """Return the probability of log-odds."""
    return 1 / (1 + math.exp(-log_odds))
