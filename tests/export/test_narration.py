import pytest

from cinescribe.errors import RecordError
from cinescribe.export.narration import NARRATION, NarratedMoment, keep_narration, read_narration
from tests.export.pages.test_why_parts import SAID, SILENT


def test_moments_are_read_back_as_written(tmp_path):
    keep_narration(tmp_path, [SAID, SILENT])
    assert read_narration(tmp_path) == [SAID, SILENT]
    assert NarratedMoment.from_dict(SAID.to_dict()) == SAID


def test_empty_narration_replaces_an_earlier_one(tmp_path):
    keep_narration(tmp_path, [])
    assert list(tmp_path.iterdir()) == []
    assert read_narration(tmp_path) == []
    keep_narration(tmp_path, [SAID])
    keep_narration(tmp_path, [])
    assert read_narration(tmp_path) == []


def test_a_damaged_file_is_named(tmp_path):
    (tmp_path / NARRATION).write_text("{")
    with pytest.raises(RecordError, match=r"narration\.jsonl, line 1 is not JSON"):
        read_narration(tmp_path)
