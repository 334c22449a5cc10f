"""Exports name those whose edits hold."""

import json

import pytest

from cinescribe.errors import RecordError
from cinescribe.export.editors import editors
from cinescribe.export.folder import JOURNAL


def journal(folder, *edits, torn=""):
    lines = [json.dumps({"at": "2026-01-01", "source": "x", **edit}) + "\n" for edit in edits]
    (folder / JOURNAL).write_text("".join(lines) + torn)
    return folder


ANN, BO, CY = ({"who": who} for who in ("Ann", "Bo  B.", "Cy"))


def test_each_name_comes_once_in_order(tmp_path):
    assert editors(tmp_path) == ()
    assert editors(journal(tmp_path, BO, ANN, BO, {"who": ""}, torn='{"who": "Eve')) == ("Bo B.", "Ann")


def test_undone_edit_names_no_editor(tmp_path):
    undo, undo_of_undo = {"who": "Cy", "undoes": 2}, {"who": "Cy", "undoes": 3}
    assert editors(journal(tmp_path, ANN, BO, undo)) == ("Ann",)
    assert editors(journal(tmp_path, ANN, BO, undo, undo_of_undo)) == ("Ann", "Bo B.")


@pytest.mark.parametrize("line", ["{}", '{"who": 3}', '{"who": "Ann", "undoes": "1"}'])
def test_a_damaged_line_is_named(tmp_path, line):
    (tmp_path / JOURNAL).write_text(line + "\n")
    with pytest.raises(RecordError, match=r"edits\.jsonl, line 1: no edit with the name of its editor; restore"):
        editors(tmp_path)
