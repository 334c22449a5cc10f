"""All kinds of study, by name."""

from __future__ import annotations

from cinescribe.errors import StudyError
from cinescribe.study.kinds.choose import CHOOSE
from cinescribe.study.kinds.metaphor import METAPHOR
from cinescribe.study.kinds.pair import PAIR
from cinescribe.study.kinds.rank import RANK
from cinescribe.study.kinds.rate import RATE
from cinescribe.study.kinds.study_kind import StudyKind
from cinescribe.study.kinds.trial import TRIAL
from cinescribe.study.kinds.yes_no import YES_NO

KINDS: dict[str, StudyKind] = {kind.name: kind for kind in (RANK, PAIR, RATE, CHOOSE, YES_NO, METAPHOR, TRIAL)}


def study_kind(name: str) -> StudyKind:
    """Return a kind of study.

    Raises:
        StudyError: when there is no kind of that name.
    """
    if name not in KINDS:
        raise StudyError(f"`kind` is {name!r}; expected one of {', '.join(KINDS)}")
    return KINDS[name]
