"""What clips imply, in sentences that people wrote: V2C-Clean (*Video2Commonsense*, 3.2)."""

from __future__ import annotations

from dataclasses import dataclass

from cinescribe.record import Record


@dataclass(frozen=True)
class CommonsenseSentences(Record):
    """What a clip implies about the person who acts in it, in one full sentence for each aspect (V2C-Clean).

    Args:
        clip: the clip's id.
        intention: what the person wants; None if no one wrote it, as for the others.
        effect: the consequences for the person.
        attribute: what the person is like.
    """

    clip: str
    intention: str | None = None
    effect: str | None = None
    attribute: str | None = None
