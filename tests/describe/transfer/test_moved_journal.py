"""Edits and the cast file keep everything but their times."""

from pathlib import Path

import pytest

from cinescribe.describe.cast import read_cast_text
from cinescribe.describe.editing.revisions import CueChange, NameAtRevision, PersonChange, Revision
from cinescribe.describe.transfer.moved_journal import moved_cast, moved_revisions
from cinescribe.errors import CastError
from cinescribe.schema import Cue
from cinescribe.timing import Span
from tests.describe.transfer.test_moved_times import TIMES

CAST = """\
# our cast
[people.P1]  # the tall one
name = "Anna"
split = [[18.0, 25.0], [22.0, 24.0]]

[people.P2]
split = [[21.0, 23.0]]
"""


def test_edits_keep_authors_and_order_and_their_cues_move():
    before, after = (Cue(Span(at, at + 2.0), "Anna waits.", id="c1") for at in (10.0, 40.0))
    called = (NameAtRevision("p1", "Anna", True),)
    given = (
        Revision("2026-01-01", "Clara", "page", (CueChange("c1", before, after),), called),
        Revision("2026-01-02", "Tom", "undo of 1", undoes=1),
        Revision("2026-01-03", "Tom", "page", (CueChange("c2", None, before), CueChange("c1", after, None))),
    )
    moved = moved_revisions(given, TIMES)
    assert [(one.at, one.who, one.source, one.called, one.undoes) for one in moved] == [
        (one.at, one.who, one.source, one.called, one.undoes) for one in given
    ]
    (first,) = moved[0].changes
    assert first.before is not None
    assert first.after is not None
    assert (first.before.span.start, first.after.span.start) == (12.0, 36.6)
    assert [(change.before is None, change.after is None) for change in moved[2].changes] == [
        (True, False),
        (False, True),
    ]


@pytest.mark.parametrize(
    ("span", "moved"),
    [(Span(18.0, 25.0), Span(20.0, 22.0)), (Span(22.0, 24.0), Span(22.0, 22.0))],
    ids=["partly there", "gone"],
)
def test_split_of_a_person_moves(span, moved):
    revision = Revision("2026-01-01", "Clara", "page", people=(PersonChange("p1", split=span),))
    assert moved_revisions((revision,), TIMES)[0].people == (PersonChange("p1", split=moved),)


def test_names_and_merges_stay():
    people = (PersonChange("p1", name="Anna"), PersonChange("p2", into="p1"))
    revision = Revision("2026-01-01", "Clara", "page", people=people)
    assert moved_revisions((revision,), TIMES) == (revision,)


def test_cast_file_keeps_comments_and_names_and_its_splits_move():
    text = moved_cast(CAST, Path("cast.toml"), TIMES)
    assert "# our cast" in text
    assert "# the tall one" in text
    entries = read_cast_text(text, Path("cast.toml")).entries
    assert entries["P1"].name == "Anna"
    assert entries["P1"].split == (Span(20.0, 22.0),)
    assert entries["P2"].split == ()


def test_malformed_cast_file_is_refused():
    with pytest.raises(CastError, match=r"cast.toml"):
        moved_cast("[people", Path("cast.toml"), TIMES)
