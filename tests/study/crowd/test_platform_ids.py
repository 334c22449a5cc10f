import pytest

from cinescribe.errors import StudyError
from cinescribe.study.crowd.platform_ids import PlatformIds, passed_on, platform_ids

PROLIFIC = {"PROLIFIC_PID": "p", "SESSION_ID": " s ", "STUDY_ID": "t", "other": "x"}


def test_each_platform_has_names_of_its_own():
    assert platform_ids("prolific", PROLIFIC) == PlatformIds("p", "s", "t")
    assert platform_ids("mturk", {"workerId": "w", "assignmentId": "a", "hitId": "h"}) == PlatformIds("w", "a", "h")
    assert platform_ids("open", PROLIFIC) is None
    assert "other" not in passed_on("prolific", PROLIFIC)
    assert passed_on("open", PROLIFIC) == {}


def test_missing_and_endless_ids_and_previews_are_refused():
    with pytest.raises(StudyError, match="the address lacks PROLIFIC_PID, STUDY_ID; open the study from its page"):
        platform_ids("prolific", {**PROLIFIC, "PROLIFIC_PID": " ", "STUDY_ID": "x" * 201})
    with pytest.raises(StudyError, match="accept this task at the platform first"):
        platform_ids("mturk", {"assignmentId": "ASSIGNMENT_ID_NOT_AVAILABLE", "hitId": "h"})


def test_digests_differ_by_study_and_show_no_id():
    first, second = (PlatformIds("p", "s", "t").digests(salt) for salt in ("a", "b"))
    assert len({*first.values(), *second.values()}) == 6
    assert all(len(digest) == 64 for digest in first.values())
