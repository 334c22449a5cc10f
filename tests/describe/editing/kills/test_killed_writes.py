"""A kill in the middle of a write leaves what was there or what is to come, and the same work then goes on."""

import shutil
import sys

import pytest

from cinescribe.describe.editing.replay import replay
from cinescribe.describe.editing.take_back import redo, undo
from cinescribe.describe.editing.workspace import Workspace
from cinescribe.export.description import export_description
from cinescribe.export.folder import SCRIPT
from cinescribe.export.settings import Settings, read_settings, write_settings
from cinescribe.schema import Script
from cinescribe.store import read_record
from tests.describe.editing.kills.killed_writes import kills
from tests.describe.editing.scripts import cue, script
from tests.describe.editing.test_workspace import revision

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no fork")


def commit(folder):
    workspace = Workspace(folder)
    with workspace.locked():
        workspace.commit(workspace.load(who="me"), revision("Edited now.", name="c20000"))


def draft(folder):
    workspace = Workspace(folder)
    with workspace.locked():
        workspace.save_draft(script(cue(10.0, "Drafted anew."), cue(50.0, "More.")))


WORK = {
    "an edit": commit,
    "undo": lambda folder: undo(folder, who="me"),
    "redo": lambda folder: redo(folder, who="me"),
    "a new draft": draft,
    "an export": lambda folder: export_description(folder, to="vtt"),
    "settings": lambda folder: write_settings(folder, Settings(language="de")),
}


@pytest.fixture(scope="module")
def edited(tmp_path_factory):
    """A description with three edits, the last of them taken back."""
    folder = tmp_path_factory.mktemp("killed") / "film.ad"
    workspace = Workspace(folder)
    workspace.save_draft(script())
    for text in ("First.", "Second.", "Third."):
        workspace.commit(workspace.load(who="me"), revision(text))
    undo(folder, who="me")
    return folder


def words(folder):
    """All that the folder says, as everybody who opens it finds it; times of edits are left out."""
    state = Workspace(folder).load(who="me")
    assert replay(state.draft, state.revisions) == state.script == read_record(folder / SCRIPT, Script)
    exported = folder / "descriptions.vtt"
    return (
        [one.text for one in state.script.cues],
        len(state.revisions),
        read_settings(folder),
        exported.read_text(encoding="utf-8") if exported.exists() else None,
    )


@pytest.mark.parametrize("name", WORK)
def test_a_killed_write_leaves_the_old_or_the_new(edited, tmp_path, name):
    folder, work = tmp_path / "film.ad", WORK[name]

    def renew():
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(edited, folder)

    renew()
    before = words(folder)
    work(folder)
    after = words(folder)
    assert before != after
    found = []
    for moment, number in kills(lambda: work(folder), renew):
        left = words(folder)
        assert left in (before, after), (moment, number)
        if left == before:
            work(folder)
            assert words(folder) == after, (moment, number)
        found.append(left == after)
    assert True in found
