import pytest

from cinescribe.describe.editing.people.change_lines import change_line
from cinescribe.describe.editing.revisions import PersonChange, called_now
from cinescribe.timing import Span
from tests.describe.editing.scripts import people


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (PersonChange("p2", name="Bert"), "P2 is named Bert."),
        (PersonChange("p1", name=""), "Anna no longer has a name, and is called person 1."),
        (PersonChange("p1", introduced="e01"), "Anna is known from before: e01."),
        (PersonChange("p1", introduced=""), "Anna is known from before: -."),
        (PersonChange("p2", into="p1"), "P2 is the same person as Anna."),
        (PersonChange("p1", split=Span(2.0, 4.5)), "Anna is somebody else from 00:00:02.0 to 00:00:04.5: P1b."),
        (PersonChange("p9", into="p8"), "P9 is the same person as P8."),
    ],
)
def test_a_change_in_words(change, line):
    assert change_line(change, called_now(people(p1="Anna"))) == line
