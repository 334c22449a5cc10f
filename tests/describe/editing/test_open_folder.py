import threading

import pytest

from cinescribe.describe.editing.open_folder import CueConflictError, Edit, OpenFolder, revision_of
from cinescribe.describe.editing.replay import replay
from cinescribe.describe.editing.revisions import CueChange, Revision
from cinescribe.describe.editing.take_back import undo
from cinescribe.describe.editing.workspace import Workspace
from cinescribe.errors import EditError
from cinescribe.export.folder import JOURNAL, SCRIPT
from cinescribe.schema import Script
from cinescribe.store import read_record, record_text
from tests.describe.editing.scripts import script


@pytest.fixture
def folder(tmp_path):
    Workspace(tmp_path / "film.ad").save_draft(script())
    return tmp_path / "film.ad"


@pytest.fixture
def opened(folder):
    return OpenFolder(folder, who="me")


def says(name, text):
    """An edit that changes the words of a cue."""

    def make(of):
        before = next(cue for cue in of.cues if cue.id == name)
        return Edit((CueChange(name, before, before.replace(text=text, hand_made=True)),))

    return make


def ids(opened):
    return [cue.id for cue in opened.current().script.cues]


def test_an_edit_is_in_the_journal_and_in_the_script(folder, opened):
    name = ids(opened)[0]
    after = opened.edit(says(name, "One."), who="Ada", source="page")
    assert after.script.cues[0].text == "One."
    assert (folder / SCRIPT).read_text() == record_text(after.script)
    assert [(one.who, one.source) for one in after.revisions] == [("Ada", "page")]
    assert OpenFolder(folder, who="me").current() == after


def test_empty_edit_is_not_stored(folder, opened):
    opened.edit(lambda _: Edit(), who="me", source="page")
    assert not (folder / JOURNAL).exists()


def test_conflict_reports_the_current_version_to_the_second_tab(opened):
    first = opened.current().script.cues[0]
    shown = {first.id: revision_of(first)}
    opened.edit(says(first.id, "One."), who="me", source="page", expected=shown)
    with pytest.raises(CueConflictError, match="was changed somewhere else") as caught:
        opened.edit(says(first.id, "Two."), who="me", source="page", expected=shown)
    assert caught.value.theirs == opened.current().script.cues[0]
    with pytest.raises(CueConflictError, match="was removed somewhere else") as caught:
        opened.edit(says(first.id, "Two."), who="me", source="page", expected={"gone": "0"})
    assert caught.value.theirs is None


def test_a_command_and_a_text_editor_are_seen(folder, opened):
    names = ids(opened)
    opened.edit(says(names[0], "One."), who="me", source="page")
    undo(folder, who="somebody")
    assert opened.current().script == script()
    text = (folder / SCRIPT).read_text()
    (folder / SCRIPT).write_text(text.replace(script().cues[1].text, "By hand."))
    assert opened.current().script.cues[1].text == "By hand."
    assert opened.edit(says(names[0], "Two."), who="me", source="page").number == 4


def test_undo_and_redo(folder, opened):
    name = ids(opened)[0]
    states = [opened.current().script]
    for text in ("One.", "Two.", "Three."):
        states.append(opened.edit(says(name, text), who="me", source="page").script)
    for state in states[-2::-1]:
        opened.undo(who="me")
        assert opened.current().script == state
    with pytest.raises(EditError, match="has no edit to take back"):
        opened.undo(who="me")
    for state in states[1:]:
        assert opened.redo(who="me").changes
        assert opened.current().script == state
        assert (folder / SCRIPT).read_text() == record_text(state)
    with pytest.raises(EditError, match="has nothing to do again"):
        opened.redo(who="me")


def test_edits_of_many_threads_all_count(opened):
    name = ids(opened)[0]
    threads = [
        threading.Thread(target=opened.edit, args=(says(name, f"{n}."),), kwargs={"who": "me", "source": "page"})
        for n in range(12)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert opened.current().number == 12


def test_script_equals_a_replay_after_undos_of_undos(folder, opened):
    name = ids(opened)[0]
    for text in ("One.", "Two."):
        opened.edit(says(name, text), who="me", source="page")
    for undoes in (2, 3, 1):
        Workspace(folder).journal.append(Revision("", "me", "undo", undoes=undoes))
    opened.undo(who="me")
    assert read_record(folder / SCRIPT, Script) == replay(script(), Workspace(folder).journal.read())
