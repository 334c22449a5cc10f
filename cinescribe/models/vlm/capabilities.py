"""What a model can do."""

from __future__ import annotations

from dataclasses import dataclass

from cinescribe.record import Record


@dataclass(frozen=True)
class Capabilities(Record):
    """What a model can do.

    Args:
        images: it takes a picture.
        sees: it gives other answers to other pictures; some servers drop pictures in silence.
        several_images: it takes four pictures at once.
        schema: it keeps to a JSON schema.
        log_probabilities: it says how probable its answer is.
        thinks: it thinks before it answers, which cannot be turned off.
        plain_template: it stops thinking if its chat template is asked for no thoughts.
        no_effort: it stops thinking if it is asked for no effort of reasoning.
        longest_side: pixels of the longest side of a picture from which more are of no use to it.
    """

    images: bool
    sees: bool
    several_images: bool
    schema: bool
    log_probabilities: bool
    thinks: bool = False
    plain_template: bool = False
    no_effort: bool = False
    longest_side: int = 768
