"""The rules of crowd work, written before anybody takes part: how much is asked, how it ends, and what is paid."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from cinescribe.errors import RecordError, StudyError
from cinescribe.input_files import read_text
from cinescribe.parsing import parse_toml
from cinescribe.record import Record

PLATFORMS = ("prolific", "mturk", "open")
FINISHED, NO_CONSENT, SCREENED_OUT = "finished", "no-consent", "screened-out"
WITHDRAWN, TIMED_OUT = "withdrawn", "timed-out"
ENDS = (FINISHED, NO_CONSENT, SCREENED_OUT, WITHDRAWN, TIMED_OUT)
_MAX_LETTERS = 200  # of a code or an address


@dataclass(frozen=True)
class CrowdEnd(Record):
    """What a participant gets at an end.

    Args:
        code: to type at the platform; None for a code of each participant's own, where there is no address either.
        address: of the platform, to go back to.

    Raises:
        StudyError: when the code is empty or long, or the address is none of a page.
    """

    code: str | None = None
    address: str | None = None

    def __post_init__(self) -> None:
        if self.code is not None and not 1 <= len(self.code.strip()) <= _MAX_LETTERS:
            raise StudyError(f"a `code` has {len(self.code)} letters; expected 1 to {_MAX_LETTERS}")
        if self.address is not None and urlsplit(self.address).scheme not in {"https", "http"}:
            raise StudyError(f"an `address` is {self.address!r}; expected one that begins with https://")


@dataclass(frozen=True)
class PaymentRules(Record):
    """What decides whether a participant is paid.

    Args:
        paid_ends: of `ENDS`; participants with other ends are not paid.
        attention_failures: attention checks that a participant may fail.
        known_right: the share of other known answers that must be right.
        least_known: known answers below which that share says nothing.
        seconds: the least median time for a question.

    Raises:
        StudyError: when a value is out of its range.
    """

    paid_ends: tuple[str, ...] = (FINISHED,)
    attention_failures: int = 1
    known_right: float = 0.5
    least_known: int = 4
    seconds: float = 0.0

    def __post_init__(self) -> None:
        if unknown := [end for end in self.paid_ends if end not in ENDS]:
            raise StudyError(f"`paid_ends` has {unknown[0]!r}; expected some of {', '.join(ENDS)}")
        if not 0 <= self.known_right <= 1:
            raise StudyError(f"`known_right` is {self.known_right:g}; expected a share from 0 to 1")
        least = min(self.attention_failures, self.least_known, self.seconds)
        if least < 0:
            raise StudyError(f"a rule of payment is {least:g}; expected 0 or more")


@dataclass(frozen=True)
class CrowdRules(Record):
    """The rules.

    Args:
        platform: `prolific`, `mturk`, or `open` for people who come from anywhere.
        pages: that a rater gets.
        minutes: that a participant has, after which the place may go to another.
        payment: what decides it.
        training_right: the share of examples that must be answered as expected, or the participant is screened out.
        finished, no_consent, screened_out, withdrawn, timed_out: what participants get at each end.

    Raises:
        StudyError: when a value is out of its range.
    """

    platform: str
    pages: int
    minutes: float
    payment: PaymentRules = PaymentRules()
    training_right: float = 0.0
    finished: CrowdEnd = CrowdEnd()
    no_consent: CrowdEnd = CrowdEnd()
    screened_out: CrowdEnd = CrowdEnd()
    withdrawn: CrowdEnd = CrowdEnd()
    timed_out: CrowdEnd = CrowdEnd()

    def __post_init__(self) -> None:
        if self.platform not in PLATFORMS:
            raise StudyError(f"`platform` is {self.platform!r}; expected one of {', '.join(PLATFORMS)}")
        if self.pages < 1 or not 0 < self.minutes < 1e6:
            raise StudyError(f"`pages` is {self.pages} and `minutes` {self.minutes:g}; expected more than 0")
        if not 0 <= self.training_right <= 1:
            raise StudyError(f"`training_right` is {self.training_right:g}; expected a share from 0 to 1")
        if self.platform == "prolific" and self.finished == CrowdEnd():
            raise StudyError("Prolific names the code of those who finish; give `code` or `address` under [finished]")

    def of_end(self, end: str) -> CrowdEnd:
        """Return what participants get at one of `ENDS`."""
        found: CrowdEnd = getattr(self, end.replace("-", "_"))
        return found


def read_crowd_rules(path: Path) -> CrowdRules:
    """Return the rules of a TOML file.

    Raises:
        RecordError: naming the file, when it cannot be read, or has unknown or missing rules.
        StudyError: naming the file, when a rule is out of its range.
    """
    where = repr(str(path))
    values = parse_toml(read_text(Path(path)), where)
    try:
        return CrowdRules.from_dict(values)
    except RecordError as error:
        raise RecordError(f"{where}: {error}") from error
    except StudyError as error:
        raise StudyError(f"{where}: {error}") from error
