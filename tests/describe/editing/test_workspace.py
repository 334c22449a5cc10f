import json

import pytest

from cinescribe.describe.editing.replay import replay
from cinescribe.describe.editing.revisions import CueChange, Revision, called_now
from cinescribe.describe.editing.workspace import FolderState, Workspace
from cinescribe.errors import OutputError, RecordError
from cinescribe.export.folder import DRAFT, JOURNAL, SCRIPT
from cinescribe.schema import Script
from cinescribe.store import read_record, write_record
from tests.describe.editing.scripts import cue, script


@pytest.fixture
def workspace(tmp_path):
    made = Workspace(tmp_path)
    made.save_draft(script())
    return made


def revision(text="By hand.", name="c10000"):
    before = next(one for one in script().cues if one.id == name)
    change = CueChange(name, before, before.replace(text=text, hand_made=True))
    return Revision("2026-01-01T00:00:00+00:00", "me", "test", (change,), called_now(script().people))


def on_disk(workspace):
    return read_record(workspace.folder / SCRIPT, Script)


def test_a_draft_without_journal_is_the_script(workspace):
    assert workspace.load(who="me") == FolderState(script())
    assert on_disk(workspace) == script()


def test_replaying_the_journal_gives_the_script_byte_for_byte(workspace):
    state = workspace.commit(workspace.load(who="me"), revision())
    text = json.dumps(replay(state.draft, state.revisions).to_dict(), ensure_ascii=False, indent=1) + "\n"
    assert (workspace.folder / SCRIPT).read_text(encoding="utf-8") == text
    assert workspace.load(who="me") == state


def test_a_new_draft_keeps_the_edits(workspace):
    workspace.commit(workspace.load(who="me"), revision())
    workspace.save_draft(script(cue(10.0, "Drafted anew."), cue(50.0, "More.")))
    assert [one.text for one in on_disk(workspace).cues] == ["By hand.", "More."]


def test_a_script_that_a_killed_edit_left_behind_is_completed(workspace):
    old = (workspace.folder / SCRIPT).read_bytes()
    workspace.commit(workspace.load(who="me"), revision())
    (workspace.folder / SCRIPT).write_bytes(old)  # killed between journal and script
    assert len(workspace.load(who="me").revisions) == 1
    assert on_disk(workspace).cues[0].text == "By hand."


def test_unwritten_script_of_a_draft_is_written(workspace):
    old = (workspace.folder / SCRIPT).read_bytes()
    workspace.save_draft(script(cue(10.0, "Drafted anew.")))
    (workspace.folder / SCRIPT).write_bytes(old)  # killed between draft and script
    assert workspace.load(who="me").revisions == ()
    assert on_disk(workspace).cues[0].text == "Drafted anew."


def test_truncated_last_line_of_the_journal_is_ignored(workspace):
    workspace.commit(workspace.load(who="me"), revision())
    with open(workspace.folder / JOURNAL, "a", encoding="utf-8") as opened:
        opened.write('{"at": "2026')
    state = workspace.load(who="me")
    assert len(state.revisions) == 1
    assert len(workspace.commit(state, revision("Again.")).revisions) == 2
    assert len(workspace.load(who="me").revisions) == 2


def test_changes_in_the_script_file_go_to_the_journal(workspace):
    edited = script().replace(cues=(script().cues[0].replace(text="With vi."), *script().cues[2:]))
    write_record(workspace.folder / SCRIPT, edited)
    state = workspace.load(who="me")
    (found,) = state.revisions
    assert (found.who, found.source) == ("me", SCRIPT)
    assert [(change.cue, change.after and change.after.text) for change in found.changes] == [
        ("c10000", "With vi."),
        ("c20000", None),
    ]
    workspace.save_draft(script())
    assert on_disk(workspace).cues[0].text == "With vi."
    assert on_disk(workspace).cues[0].hand_made


def test_reformatted_script_file_is_not_an_edit(workspace):
    path = workspace.folder / SCRIPT
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8"))), encoding="utf-8")
    assert workspace.load(who="me").revisions == ()


def test_malformed_script_file_is_refused(workspace):
    (workspace.folder / SCRIPT).write_text("{", encoding="utf-8")
    with pytest.raises(RecordError, match=r"script\.json was changed by hand: correct it, or remove it"):
        workspace.load(who="me")
    (workspace.folder / SCRIPT).unlink()
    assert workspace.load(who="me").script == script()


def test_script_of_an_older_version_becomes_the_draft(tmp_path):
    write_record(tmp_path / SCRIPT, script())
    workspace = Workspace(tmp_path)
    workspace.commit(workspace.load(who="me"), revision())
    assert read_record(tmp_path / DRAFT, Script) == script()
    assert on_disk(workspace).cues[0].text == "By hand."


def test_folder_without_description_cannot_be_edited(tmp_path):
    with pytest.raises(RecordError, match=r"holds no description \(script\.json is missing\); describe a film first"):
        Workspace(tmp_path).load(who="me")


def test_two_commands_do_not_edit_at_once(workspace, monkeypatch):
    monkeypatch.setattr("cinescribe.journal.folder_lock._PATIENCE", 0.05)
    with workspace.locked(), pytest.raises(OutputError, match="another command is editing"), workspace.locked():
        pass


def test_uncreatable_folder_is_reported(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(OutputError, match="cannot be written"), Workspace(tmp_path / "file" / "folder").locked():
        pass
