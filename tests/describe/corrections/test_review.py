"""Whether a person accepted a captioner's cue or rejected it."""

import pytest

from cinescribe.describe.corrections.review import review_of
from cinescribe.describe.editing.changed_cue import DROPPED_BY_HAND
from tests.describe.editing.scripts import cue

HEARD = cue(10.0, "Anna waits.")
DROPPED = cue(10.0, "Anna waits.", status="dropped", reason="the gap is 1.1 s")


@pytest.mark.parametrize(
    ("before", "after", "review"),
    [
        (HEARD, HEARD, None),
        (HEARD, HEARD.replace(accepted=True), "accepted"),
        (HEARD, HEARD.replace(comment="ask Tom", hand_made=True), None),
        (HEARD, HEARD.replace(recording="recordings/a.wav"), "accepted"),
        (HEARD, None, "rejected"),
        (HEARD, HEARD.replace(status="dropped"), "rejected"),
        (DROPPED, DROPPED.replace(accepted=True), None),
        (DROPPED, DROPPED.replace(reason=DROPPED_BY_HAND), "rejected"),
        (DROPPED, DROPPED.replace(status="spoken"), "accepted"),
    ],
)
def test_only_human_decisions_are_reviews(before, after, review):
    assert review_of(before, after) == review
