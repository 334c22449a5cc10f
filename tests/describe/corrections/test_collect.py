"""Corrections of several films become one file."""

import pytest

from cinescribe.describe.corrections.collect import CORRECTIONS, collect_corrections
from cinescribe.describe.corrections.corrections import Correction
from cinescribe.describe.editing.revisions import CueChange, Revision, called_now
from cinescribe.describe.editing.workspace import Workspace, now
from cinescribe.errors import CorpusError, OutputError
from cinescribe.store import read_records
from tests.describe.editing.scripts import script


def described(folder, *, is_edited=True):
    workspace = Workspace(folder)
    workspace.save_draft(script())
    before = script().cues[0]
    change = CueChange(before.id, before, before.replace(text="Anna shuts the door.", hand_made=True))
    if is_edited:
        with workspace.opened(who="me") as state:
            workspace.commit(state, Revision(now(), "me", "test", (change,), called_now(state.script.people)))
    return folder


def test_all_films_are_in_one_file_and_each_once(tmp_path):
    folders = [
        described(tmp_path / "a.ad"),
        described(tmp_path / "b.ad"),
        described(tmp_path / "c.ad", is_edited=False),
    ]
    found = collect_corrections([*folders, tmp_path / "b.ad" / "." / ".." / "a.ad"], tmp_path / "out")
    assert read_records(tmp_path / "out" / CORRECTIONS, Correction) == list(found)
    assert [one.kind for one in found] == ["changed", "changed"]
    assert collect_corrections(folders[:1], tmp_path / "out") == found[:1]


def test_unedited_descriptions_are_refused(tmp_path):
    folder = described(tmp_path / "a.ad", is_edited=False)
    with pytest.raises(CorpusError, match="1 description has no cue that a person accepted, changed, moved, added or"):
        collect_corrections([folder], tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_folder_without_a_description_is_named_and_not_made(tmp_path):
    with pytest.raises(CorpusError, match=r"none\.ad' holds no description; name the folder that describing"):
        collect_corrections([tmp_path / "none.ad"], tmp_path / "out")
    assert not (tmp_path / "none.ad").exists()


def test_folder_with_foreign_files_is_refused(tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine.txt").write_text("mine")
    with pytest.raises(OutputError, match=r"holds 'mine\.txt', which is no part of a set of corrections"):
        collect_corrections([described(tmp_path / "a.ad")], tmp_path / "out")
