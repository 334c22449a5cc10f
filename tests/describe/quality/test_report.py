"""A folder's card comes from its script, journal, remarks and log."""

import json

import pytest
from click.testing import CliRunner

from cinescribe.cli.main import main
from cinescribe.describe.editing.revisions import CueChange, Revision, called_now
from cinescribe.describe.editing.workspace import Workspace, now
from cinescribe.describe.quality.quality_card import QualityCard
from cinescribe.describe.quality.report import report
from cinescribe.errors import RecordError
from cinescribe.export.folder import LOG
from tests.describe.editing.scripts import script


@pytest.fixture
def folder(tmp_path):
    workspace = Workspace(tmp_path / "film.ad")
    workspace.save_draft(script())
    before = script().cues[0]
    change = CueChange(before.id, before, before.replace(text="Anna opened the door.", hand_made=True))
    with workspace.opened(who="me") as state:
        workspace.commit(state, Revision(now(), "me", "test", (change,), called_now(state.script.people)))
    (workspace.folder / LOG).write_text('{"event": "requests", "views": 2, "checks": 3, "pictures": 9}\n')
    return workspace.folder


def test_the_command_prints_the_card(folder):
    done = CliRunner().invoke(main, ["report", str(folder), "--json", "-q"])
    card = QualityCard.from_dict(json.loads(done.stdout))
    assert (card.by_hand, card.work.edits, card.requests, card.pictures) == (1, 1, 5, 9)
    assert "tense" in {one.rule for one in card.remarks}
    done = CliRunner().invoke(main, ["report", str(folder), "-q"])
    assert done.stdout.splitlines()[0] == "Film: film.mp4, 1.0 minutes"


def test_a_folder_without_a_description_is_named_and_not_made(tmp_path):
    with pytest.raises(RecordError, match="holds no description"):
        report(tmp_path / "none.ad")
    assert not (tmp_path / "none.ad").exists()
