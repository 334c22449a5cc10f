"""Says in one line each how many answers and sentences of models could not be used, why, and what to do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from cinescribe.describe.narration.sentence_faults import STRAY
from cinescribe.export.narration import NarratedMoment

# Why an answer could not be used, in words, and what to do about it; in the order in which they are reported.
_KINDS = {
    "thoughts": ("held only thoughts", "turn thinking off on the server, or name a model that does not think"),
    "cut": ("were cut off", "give the model a longer context on the server"),
    "refusal": ("were refusals", "name a model that describes people"),
    "noise": (
        "were the same letter again and again",
        "load the model again; its weights or its quantisation are damaged",
    ),
    "empty": ("were empty", "look at the log of the server"),
    "unreadable": ("were not what was asked for", "name a larger model, or another one as `writer`"),
}


def unusable(forms: Mapping[str, Counter[str]]) -> str | None:
    """Return the line about a film's answers that could not be used; None if all could.

    Args:
        forms: the number of answers of each form, by step.
    """
    total: Counter[str] = sum(forms.values(), Counter())
    found = {kind: total[kind] for kind in _KINDS if total[kind]}
    if not found:
        return None
    kinds = [f"{n:,} {_KINDS[kind][0]} ({_KINDS[kind][1]})" for kind, n in found.items()]
    return f"{sum(found.values()):,} of {total.total():,} answers could not be used: {', '.join(kinds)}"


def astray(moments: Sequence[NarratedMoment], language: str) -> str | None:
    """Return the line about sentences that are not in the language that was asked for; None if all are.

    Args:
        moments: of a narration.
        language: its English name.
    """
    every = [one for moment in moments for one in moment.considered]
    n = sum(any(fault.startswith(STRAY) for fault in one.faults) for one in every)
    if not n:
        return None
    return (
        f"{n:,} of {len(every):,} sentences were not in {language}, and are not spoken; if there are many, name "
        "another model as `writer`"
    )
