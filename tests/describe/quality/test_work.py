"""Work is estimated from the times in a journal."""

import pytest

from cinescribe.describe.editing.revisions import Revision
from cinescribe.describe.quality.work import Work, work_by_hand
from cinescribe.errors import RecordError


def edit(clock, who="Ann", zone="+00:00"):
    return Revision(f"2026-11-27T{clock}{zone}", who, "test")


def test_journal_without_edits_has_no_work():
    assert work_by_hand(()) == Work()


def test_a_pause_of_an_hour_ends_a_session():
    edits = [edit("10:00:00"), edit("11:00:00"), edit("12:00:01"), edit("12:05:00")]
    assert work_by_hand(edits) == Work(minutes=round((430 + 3600 + 430 + 299) / 60, 1), sessions=2, editors=1, edits=4)


def test_each_editor_has_sessions_of_their_own():
    edits = [edit("10:00:00"), edit("10:10:00", "Bo"), edit("10:20:00"), edit("10:10:00", "Bo", zone="")]
    assert work_by_hand(edits) == Work(minutes=round((430 + 1200 + 430) / 60, 1), sessions=2, editors=2, edits=4)


def test_malformed_time_is_named():
    with pytest.raises(
        RecordError, match=r"edit 2 has the time 'noon'; expected one such as 2026-11-27T10:00:00.00:00"
    ):
        work_by_hand([edit("10:00:00"), Revision("noon", "Ann", "test")])
