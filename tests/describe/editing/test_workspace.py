import json
import os

import pytest

from cinescribe.describe.editing.replay import replay
from cinescribe.describe.editing.revisions import CueChange, Revision, called_now
from cinescribe.describe.editing.workspace import FolderState, Workspace
from cinescribe.errors import OutputError, RecordError
from cinescribe.export.folder import DRAFT, JOURNAL, KEPT_SCRIPT, SCRIPT
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


@pytest.mark.parametrize("name", ["nowhere", "/".join("a" * 1000)])
def test_a_folder_without_description_is_neither_made_nor_locked(tmp_path, name):
    with pytest.raises(RecordError, match="holds no description"), Workspace(tmp_path / name).opened(who="me"):
        pass
    assert not list(tmp_path.iterdir())


def test_two_commands_do_not_edit_at_once(workspace, monkeypatch):
    monkeypatch.setattr("cinescribe.journal.folder_lock._PATIENCE", 0.05)
    with workspace.locked(), pytest.raises(OutputError, match="another command is editing"), workspace.locked():
        pass


def test_uncreatable_folder_is_reported(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(OutputError, match="cannot be written"), Workspace(tmp_path / "file" / "folder").locked():
        pass


class Killed(BaseException):
    """The process ends here."""


@pytest.mark.parametrize("is_after", [False, True])
def test_an_edit_that_is_killed_between_any_two_writes_counts_or_does_not(workspace, monkeypatch, is_after):
    calls, kill_at = 0, 0

    def stopping(work):
        def stop(*given, **named):
            nonlocal calls
            calls += 1
            if calls == kill_at and not is_after:
                raise Killed
            done = work(*given, **named)
            if calls == kill_at:
                raise Killed
            return done

        return stop

    for name in ("fsync", "replace", "truncate"):
        monkeypatch.setattr(f"os.{name}", stopping(getattr(os, name)))
    n_counted = 0
    for n in range(1, 30):
        before = workspace.load(who="me")
        calls, kill_at = 0, n
        try:
            workspace.commit(before, revision(f"Edit {n}."))
        except Killed:
            kill_at = 0
            after = workspace.load(who="me")
            counts = len(after.revisions) - len(before.revisions)
            assert counts in (0, 1)
            assert on_disk(workspace) == after.script
            assert (after.script.cues[0].text == f"Edit {n}.") == bool(counts)
            n_counted += counts
        else:
            break
    assert calls == n - 1
    assert n_counted > 5


def test_script_is_not_written_from_a_damaged_journal(workspace):
    workspace.commit(workspace.load(who="me"), revision())
    workspace.commit(workspace.load(who="me"), revision("Again."))
    before, journal = (workspace.folder / SCRIPT).read_bytes(), workspace.folder / JOURNAL
    journal.write_text("".join(journal.read_text().splitlines(keepends=True)[:1]))
    for _ in range(2):
        with pytest.raises(RecordError, match=r"line 2: edit 2 is missing, the file ends before that"):
            workspace.load(who="me")
        with pytest.raises(RecordError, match=r"line 2: edit 2 is missing"):
            workspace.save_draft(script())
    assert (workspace.folder / SCRIPT).read_bytes() == (workspace.folder / KEPT_SCRIPT).read_bytes() == before


def test_a_folder_is_rewritten_with_another_journal(workspace):
    workspace.commit(workspace.load(who="me"), revision())
    workspace.rewrite(script(), [revision("Other."), revision("Other still.")])
    assert on_disk(workspace).cues[0].text == "Other still."
    assert len(workspace.load(who="me").revisions) == 2
