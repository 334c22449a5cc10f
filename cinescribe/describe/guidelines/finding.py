"""Findings: what a check reports, and what a rule is set to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from cinescribe.record import Record
from cinescribe.schema import Cue
from cinescribe.timing import Span

Severity: TypeAlias = Literal["error", "warning", "note"]


@dataclass(frozen=True, kw_only=True)
class Finding(Record):
    """One place where a description departs from a guideline.

    Args:
        rule: name of the rule.
        severity: error, warning or note.
        cue: id of the cue; None for the whole description, or a stretch without a cue.
        span: when; None for a whole file.
        text: what is wrong, in words.
        mend: the whole text of the cue, corrected; None where no correction is mechanical.
        source: document and section that ask for it.
        silenced: the reason for which a person has silenced it; None if it is not silenced.
    """

    rule: str
    severity: Severity
    cue: str | None = None
    span: Span | None = None
    text: str
    mend: str | None = None
    source: str
    silenced: str | None = None


@dataclass(frozen=True)
class Fault:
    """What a check of one rule reports.

    Args:
        text: what is wrong, in words.
        cue: the cue at fault.
        span: when, if not during the cue.
        mend: the whole text of the cue, corrected.
    """

    text: str
    cue: Cue | None = None
    span: Span | None = None
    mend: str | None = None


@dataclass(frozen=True)
class RuleSetting(Record):
    """A rule as a set of guidelines has it.

    Args:
        rule: its name.
        severity: of its findings.
        source: document and section that ask for it.
        limit: the number that the rule compares with, in its own unit; 0 for a rule without one.
        target: the required value, where `limit` is the tolerance around it.
    """

    rule: str
    severity: Severity
    source: str
    limit: float = 0.0
    target: float = 0.0
